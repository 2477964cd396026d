import { BodyType, disturbArticulation } from '../state/bodies.js';
import { JointFlag } from '../state/joints.js';
import type { World } from '../state/world.js';

/** Joints as edges of a graph whose nodes are bodies. An edge is joint * 2 + side. */

export const firstJointEdge = (world: World, body: number): number => world.bodies.firstJoint[body];

export const nextJointEdge = (world: World, edge: number): number => world.joints.edgeNext[edge];

/** The body on the other side of an edge. */
export const jointEdgeOther = (world: World, edge: number): number =>
  (edge & 1) === 0 ? world.joints.bodyB[edge >> 1] : world.joints.bodyA[edge >> 1];

export const linkJoint = (world: World, joint: number): void => {
  link(world, joint * 2, world.joints.bodyA[joint]);
  link(world, joint * 2 + 1, world.joints.bodyB[joint]);
};

export const unlinkJoint = (world: World, joint: number): void => {
  unlink(world, joint * 2, world.joints.bodyA[joint]);
  unlink(world, joint * 2 + 1, world.joints.bodyB[joint]);
};

const link = (world: World, edge: number, body: number): void => {
  disturbArticulation(world.bodies, body);
  const { edgeNext, edgePrevious } = world.joints;
  const head = world.bodies.firstJoint[body];
  edgeNext[edge] = head;
  edgePrevious[edge] = -1;
  if (head >= 0) edgePrevious[head] = edge;
  world.bodies.firstJoint[body] = edge;
};

const unlink = (world: World, edge: number, body: number): void => {
  disturbArticulation(world.bodies, body);
  const { edgeNext, edgePrevious } = world.joints;
  const next = edgeNext[edge];
  const previous = edgePrevious[edge];
  if (next >= 0) edgePrevious[next] = previous;
  if (previous >= 0) edgeNext[previous] = next;
  else world.bodies.firstJoint[body] = next;
};

/** Whether an enabled joint keeps two bodies from touching each other. */
export const jointForbidsTouch = (world: World, a: number, b: number): boolean => {
  const { firstJoint, type } = world.bodies;
  if (firstJoint[a] < 0 || firstJoint[b] < 0) return false;
  // A static body may carry many joints: walk those of the other one.
  const from = type[a] === BodyType.static ? b : a;
  const to = from === a ? b : a;
  const { flags } = world.joints;
  for (let edge = firstJoint[from]; edge >= 0; edge = nextJointEdge(world, edge)) {
    if (jointEdgeOther(world, edge) !== to) continue;
    if ((flags[edge >> 1] & (JointFlag.enabled | JointFlag.collideConnected)) === JointFlag.enabled)
      return true;
  }
  return false;
};
