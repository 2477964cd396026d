import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../../graph/joint-graph.js';
import { jointDefinitions } from '../../../joints/define-joint.js';
import { type Quat, rotate } from '../../../math/quat.js';
import type { Vec3 } from '../../../math/vec3.js';
import { isRigidLock } from '../../../rows/single-row.js';
import { FRAME_A, FRAME_B } from '../../../state/joints.js';
import type { World } from '../../../state/world.js';
import { JOINT_TOLERANCE } from '../../../tuning.js';
import { isDynamic } from '../joint-model.js';

/**
 * Planar loops: linkages, scissors, legs of walkers. A hinge that closes a loop of hinges with parallel axes holds no axis that the
 * others do not hold: its two angular rows say nothing new, and only its point has closing rows. So it is with every loop whose
 * other joints keep a direction u, the axis of the hinge: hinges about u, sliders and fixed joints. u goes from body to body
 * through their frames, whose rotations are q:
 *   u_B = q_B q_A⁻¹ u_A          of a hinge if q_A⁻¹ u_A is ± its axis, x
 * Only frames decide, so trees are built anew where they are written.
 */

/** Types that keep a direction, and their rigid rows. */
const LOCKS: Readonly<Record<string, number>> = { hinge: 5, slider: 5, fixed: 6 };

interface Found {
  readonly body: number;
  /** The joint that led there. */
  readonly joint: number;
  /** u in the body. */
  readonly u: Vec3;
}

/** Whether joints of links, which have the mark `chosen`, imply the angular rows of a hinge that closes a loop. */
export const isPlanarLoop = (world: World, joint: number, chosen: number): boolean => {
  if (typeOf(world, joint) !== 'hinge' || !hasAllLocks(world, joint)) return false;
  const { bodyA, bodyB } = world.joints;
  const a = { body: bodyA[joint], joint, u: rotate(frameOf(world, joint, false), X) };
  const b = { body: bodyB[joint], joint, u: rotate(frameOf(world, joint, true), X) };
  const end = search(world, a, b.body, chosen);
  if (end === undefined) return false;
  if (end.body === b.body) return isNear(end.u, b.u);
  // From both to the one body on which links hang.
  const other = search(world, b, end.body, chosen);
  return other !== undefined && other.body === end.body && isNear(other.u, end.u);
};

/** Goes along joints of links that keep u to a body, or to one on which links hang. */
const search = (world: World, from: Found, to: number, chosen: number): Found | undefined => {
  const { bodyA } = world.joints;
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
      const u = passOn(world, joint, at.u, bodyA[joint] !== at.body);
      if (u !== undefined) stack.push({ body: jointEdgeOther(world, edge), joint, u });
    }
  }
  return ground;
};

/** u beyond a joint that keeps it. */
const passOn = (world: World, joint: number, u: Vec3, isFromB: boolean): Vec3 | undefined => {
  if (!hasAllLocks(world, joint)) return undefined;
  const [x, y, z, w] = frameOf(world, joint, isFromB);
  const inFrame = rotate([-x, -y, -z, w], u);
  const isAcross = inFrame[1] * inFrame[1] + inFrame[2] * inFrame[2] > JOINT_TOLERANCE * JOINT_TOLERANCE;
  if (typeOf(world, joint) === 'hinge' && isAcross) return undefined;
  return rotate(frameOf(world, joint, !isFromB), inFrame);
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

const frameOf = ({ joints, jointFloats: { data } }: World, joint: number, isB: boolean): Quat => {
  const q = joints.block[joint] + (isB ? FRAME_B : FRAME_A) + 3;
  return [data[q], data[q + 1], data[q + 2], data[q + 3]];
};

const isNear = (u: Vec3, v: Vec3): boolean =>
  Math.max(Math.abs(u[0] - v[0]), Math.abs(u[1] - v[1]), Math.abs(u[2] - v[2])) <= JOINT_TOLERANCE;
