import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../../graph/joint-graph.js';
import { jointDefinitions } from '../../../joints/define-joint.js';
import { readQuat, readVec3 } from '../../../math/columns.js';
import { type Quat, rotate } from '../../../math/quat.js';
import { dot, length, sub, type Vec3 } from '../../../math/vec3.js';
import { isRigidLock } from '../../../rows/single-row.js';
import { FRAME_A, FRAME_B } from '../../../state/joints.js';
import type { World } from '../../../state/world.js';
import { JOINT_TOLERANCE } from '../../../tuning.js';
import { isDynamic } from '../joint-model.js';

/**
 * Planar loops: linkages, scissors, legs of walkers. A hinge that closes a loop of hinges with parallel axes has five rows, of which only
 * the two in the plane of the loop say something new (plane-rows.ts). So it is with every loop whose other joints keep
 * a direction u, the axis of the hinge, and the height along it: hinges about u, sliders across it, and fixed joints. u and a point p
 * at the height s above the anchor of the hinge go from body to body through the frames of the joints, with rotations q:
 *   u_B = q_B q_A⁻¹ u_A          of a hinge if q_A⁻¹ u_A is ± its axis x, of a slider if it is across x
 * The anchor is at the height p·u - s in each of the bodies. Only frames decide, so trees are built anew where they are written.
 */

/** Types that keep a direction, and their rigid rows. */
const LOCKS: Readonly<Record<string, number>> = { hinge: 5, slider: 5, fixed: 6 };

interface Found {
  readonly body: number;
  /** The joint that led there. */
  readonly joint: number;
  /** u and p in the body. */
  readonly u: Vec3;
  readonly p: Vec3;
  readonly s: number;
}

/** Whether a hinge closes a planar loop of joints of links, which have the mark `chosen`. */
export const isPlanarLoop = (world: World, joint: number, chosen: number): boolean => {
  if (typeOf(world, joint) !== 'hinge' || !hasAllLocks(world, joint)) return false;
  const a = startAt(world, joint, false);
  const b = startAt(world, joint, true);
  const end = search(world, a, b.body, chosen);
  if (end === undefined) return false;
  if (end.body === b.body) return isSame(end, b);
  // From both to the one body on which links hang.
  const other = search(world, b, end.body, chosen);
  return other !== undefined && other.body === end.body && isSame(other, end);
};

const startAt = (world: World, joint: number, isB: boolean): Found => ({
  body: isB ? world.joints.bodyB[joint] : world.joints.bodyA[joint],
  joint,
  u: rotate(rotationOf(world, joint, isB), X),
  p: anchorOf(world, joint, isB),
  s: 0,
});

/** Goes along joints of links that keep u to a body, or to one on which links hang. */
const search = (world: World, from: Found, to: number, chosen: number): Found | undefined => {
  const stack = [from];
  let ground: Found | undefined;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (at.body === to) return at;
    if (!isDynamic(world, at.body)) {
      ground = at;
      continue;
    }
    for (let edge = firstJointEdge(world, at.body); edge >= 0; edge = nextJointEdge(world, edge)) {
      const joint = edge >> 1;
      if (joint === at.joint || world.articulations.linkOfJoint[joint] !== chosen) continue;
      const next = passOn(world, joint, at, jointEdgeOther(world, edge));
      if (next !== undefined) stack.push(next);
    }
  }
  return ground;
};

/** What is found beyond a joint, if it keeps u and the height. */
const passOn = (world: World, joint: number, from: Found, to: number): Found | undefined => {
  if (!hasAllLocks(world, joint)) return undefined;
  const isFromB = world.joints.bodyB[joint] === from.body;
  const [x, y, z, w] = rotationOf(world, joint, isFromB);
  const inFrame = rotate([-x, -y, -z, w], from.u);
  const type = typeOf(world, joint);
  if (type === 'hinge' && length([0, inFrame[1], inFrame[2]]) > JOINT_TOLERANCE) return undefined;
  if (type === 'slider' && Math.abs(inFrame[0]) > JOINT_TOLERANCE) return undefined;
  return {
    body: to,
    joint,
    u: rotate(rotationOf(world, joint, !isFromB), inFrame),
    p: anchorOf(world, joint, !isFromB),
    s: from.s + dot(sub(anchorOf(world, joint, isFromB), from.p), from.u),
  };
};

const X: Vec3 = [1, 0, 0];

const typeOf = ({ joints }: World, joint: number): string =>
  jointDefinitions()[joints.definition[joint]].type;

const hasAllLocks = (world: World, joint: number): boolean => {
  const { firstRow, rowCount } = world.joints;
  let locks = 0;
  for (let row = firstRow[joint]; row < firstRow[joint] + rowCount[joint]; row++)
    if (isRigidLock(world, row)) locks++;
  return locks === LOCKS[typeOf(world, joint)];
};

const anchorOf = ({ joints, jointFloats: { data } }: World, joint: number, isB: boolean): Vec3 =>
  readVec3(data, joints.block[joint] + (isB ? FRAME_B : FRAME_A));

const rotationOf = ({ joints, jointFloats: { data } }: World, joint: number, isB: boolean): Quat =>
  readQuat(data, joints.block[joint] + (isB ? FRAME_B : FRAME_A) + 3);

/** Whether u and the height of the anchor are the same. */
const isSame = (a: Found, b: Found): boolean =>
  length(sub(a.u, b.u)) <= JOINT_TOLERANCE &&
  Math.abs(dot(a.p, a.u) - a.s - (dot(b.p, b.u) - b.s)) <= JOINT_TOLERANCE;
