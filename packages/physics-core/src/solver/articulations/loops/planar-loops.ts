import { firstJointEdge, jointEdgeOther, nextJointEdge } from '../../../graph/joint-graph.js';
import { readQuat, readVec3 } from '../../../math/columns.js';
import { type Quat, rotate } from '../../../math/quat.js';
import { dot, length, sub, type Vec3 } from '../../../math/vec3.js';
import { FRAME_A, FRAME_B } from '../../../state/joints.js';
import type { World } from '../../../state/world.js';
import { JOINT_TOLERANCE } from '../../../tuning.js';
import { holdsFrames, isHinge } from '../held-frames.js';
import { definitionOf, isDynamic } from '../joint-model.js';

/**
 * Planar loops: linkages, scissors, legs of walkers. A hinge that closes a loop of hinges with parallel axes has five rows, of which only
 * the two in the plane of the loop say something new (plane-rows.ts). So it is with every loop whose other joints keep
 * a direction u, the axis of the hinge, and the height along it: hinges about u, sliders across it, and fixed joints, whatever type
 * of joint it is whose coordinates say so. u and a point p
 * at the height s above the anchor of the hinge go from body to body through the frames of the joints, with rotations q:
 *   u_B = q_B q_A⁻¹ u_A          of a twist if q_A⁻¹ u_A is ± its axis x, of a translation if it is across its axis
 * The anchor is at the height p·u - s in each of the bodies. Only frames decide, so trees are built anew where they are written.
 */

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
  if (!isHinge(world, joint)) return false;
  const a = startAt(world, joint, false);
  const b = startAt(world, joint, true);
  const end = search(world, a, b.body, chosen);
  if (end === undefined) return false;
  if (end.body === b.body) return isSame(end, b);
  // Two paths to a body that is not dynamic.
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

/** Follows joints that keep u, to body `to` or to a body that is not dynamic. */
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
  if (!holdsFrames(world, joint)) return undefined;
  const isFromB = world.joints.bodyB[joint] === from.body;
  const [x, y, z, w] = rotationOf(world, joint, isFromB);
  const inFrame = rotate([-x, -y, -z, w], from.u);
  if (!isKept(world, joint, inFrame)) return undefined;
  return {
    body: to,
    joint,
    u: rotate(rotationOf(world, joint, !isFromB), inFrame),
    p: anchorOf(world, joint, !isFromB),
    s: from.s + dot(sub(anchorOf(world, joint, isFromB), from.p), from.u),
  };
};

/** Whether a direction in the frames of a joint, and the height along it, are the same whatever its coordinates. */
const isKept = (world: World, joint: number, [x, y, z]: Vec3): boolean => {
  for (const { shape } of definitionOf(world, joint).coordinates) {
    if (shape?.kind === 'twist' && length([0, y, z]) > JOINT_TOLERANCE) return false;
    if (shape?.kind !== 'translation') continue;
    const along = shape.along === 'xA' ? x : shape.along === 'yA' ? y : z;
    if (Math.abs(along) > JOINT_TOLERANCE) return false;
  }
  return true;
};

const X: Vec3 = [1, 0, 0];

const anchorOf = ({ joints, jointFloats: { data } }: World, joint: number, isB: boolean): Vec3 =>
  readVec3(data, joints.block[joint] + (isB ? FRAME_B : FRAME_A));

const rotationOf = ({ joints, jointFloats: { data } }: World, joint: number, isB: boolean): Quat =>
  readQuat(data, joints.block[joint] + (isB ? FRAME_B : FRAME_A) + 3);

/** Whether u and the height of the anchor are the same. */
const isSame = (a: Found, b: Found): boolean =>
  length(sub(a.u, b.u)) <= JOINT_TOLERANCE &&
  Math.abs(dot(a.p, a.u) - a.s - (dot(b.p, b.u) - b.s)) <= JOINT_TOLERANCE;
