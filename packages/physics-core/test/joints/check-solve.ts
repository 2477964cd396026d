import { firstJointEdge, nextJointEdge } from '../../src/graph/joint-graph.js';
import { jointHandle } from '../../src/handles.js';
import {
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  type JointDef,
  type JointDefinition,
  type JointHandle,
  jointDef,
  jointDefinitions,
  jointReaction,
  type World,
} from '../../src/index.js';
import { readQuat, readVec3 } from '../../src/math/columns.js';
import type { Sym3 } from '../../src/math/mat3.js';
import { rotate } from '../../src/math/quat.js';
import { add, cross, length, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { solvedRows } from '../../src/rows/expand-points.js';
import { relaxJoints, solveJoints } from '../../src/solver/sweeps/solve-joints.js';
import { MOTION, V, W } from '../../src/state/bodies.js';
import { FRAME_B } from '../../src/state/joints.js';
import { BODY_A, BODY_B, LAMBDA, ROW, ROW_INTS } from '../../src/state/rows.js';
import { noteRows, type RowReport } from './check-rows.js';
import type { Specimen } from './random-joints.js';
import { type Masses, massesOf, readRows, slotOf } from './row-math.js';
import { note, nothing, type Samples, slotsInUse, visit, type Worst } from './specimens.js';

/** What a solve does to the bodies, against conservation and against what the joint reports. */

/** Impulse and angular impulse about the centre of mass. */
interface Impulse {
  readonly push: Vec3;
  readonly turn: Vec3;
}

type Impulses = ReadonlyMap<number, Impulse>;

/** What one sweep with and one without bias gives each body. */
const solveOnce = (world: World, masses: Masses): Impulses => {
  const before = world.bodies.motion.slice();
  solveJoints(world);
  relaxJoints(world);
  const { motion } = world.bodies;
  const impulses = new Map<number, Impulse>();
  for (const [body, { mass, inertia }] of masses) {
    const m = body * MOTION;
    const spin = sub(readVec3(motion, m + W), readVec3(before, m + W));
    const push = scale(sub(readVec3(motion, m + V), readVec3(before, m + V)), mass);
    impulses.set(body, { push, turn: applySym3(inertia, spin) });
  }
  return impulses;
};

const applySym3 = ([xx, xy, xz, yy, yz, zz]: Sym3, [x, y, z]: Vec3): Vec3 => [
  xx * x + xy * y + xz * z,
  xy * x + yy * y + yz * z,
  xz * x + yz * y + zz * z,
];

/** N·s and N·m·s: what is less than this is nothing. */
const NOTHING = 1e-3;

/** Σ |λ J| over all rows: what the bodies exchanged, also where rows worked against each other. */
const exchanged = (world: World): { push: number; turn: number } => {
  const { bodies } = world;
  const rows = solvedRows(world);
  const sum = { push: NOTHING, turn: NOTHING };
  for (let row = 0; row < rows.count; row++) {
    const lambda = Math.abs(rows.data[row * ROW + LAMBDA]);
    for (const [side, at] of [BODY_A, BODY_B].entries()) {
      const j = row * ROW + 6 * side;
      const lever = length(readVec3(bodies.centre, rows.index[row * ROW_INTS + at] * 3));
      const push = lambda * length(readVec3(rows.data, j));
      sum.push += push;
      sum.turn += push * lever + lambda * length(readVec3(rows.data, j + 3));
    }
  }
  return sum;
};

/** Joints that end in a body with their B. */
const jointsOnto = (world: World, body: number): JointHandle[] => {
  const list: JointHandle[] = [];
  for (let edge = firstJointEdge(world, body); edge >= 0; edge = nextJointEdge(world, edge)) {
    if ((edge & 1) === 1) list.push(jointHandle(world, edge >> 1));
  }
  return list;
};

/** From B's centre of mass to the anchor of a joint. */
const leverOf = (world: World, joint: JointHandle, body: number): Vec3 => {
  const { bodies, joints, jointFloats } = world;
  const anchor = readVec3(jointFloats.data, joints.block[slotOf(joint)] + FRAME_B);
  const local = sub(anchor, readVec3(bodies.localCentre, body * 3));
  return rotate(readQuat(bodies.rotation, body * 4), local);
};

export interface SolveReport {
  /** Momentum and angular momentum of all bodies stay through a solve, but for what a pulley or a mouse takes from the world. */
  readonly momentum: Worst;
  /** Force and torque that jointReaction reports, times h, are the change of B's momentum. */
  readonly reaction: Worst;
}

const noteSolve = ({ momentum, reaction }: SolveReport, specimen: Specimen, masses: Masses): void => {
  const { world, toWorld } = specimen;
  const impulses = solveOnce(world, masses);
  noteReaction(reaction, specimen, impulses);
  if (!toWorld) noteMomentum(momentum, world, impulses, worldPullOf(specimen));
};

/** The rows of random states, and then what a solve of them does. What hangs on the world keeps no momentum, and does not count. */
export const checkStates = (
  definition: JointDefinition,
): RowReport & SolveReport & { readonly samples: Samples } => {
  const rowReport = { masses: nothing(), blocks: nothing(), balance: nothing() };
  const solveReport = { momentum: nothing(), reaction: nothing() };
  const samples = visit(definition, 4, slotsInUse(definition), (specimen, rows) => {
    const masses = massesOf(specimen.world, specimen.bodies);
    noteRows(rowReport, specimen, rows, masses);
    noteSolve(solveReport, specimen, masses);
    return specimen.toWorld ? rows : [];
  });
  return { ...rowReport, ...solveReport, samples };
};

const noteMomentum = (worst: Worst, world: World, impulses: Impulses, given: readonly Pull[]): void => {
  let linear: Vec3 = [0, 0, 0];
  let angular: Vec3 = [0, 0, 0];
  for (const [body, { push, turn }] of impulses) {
    linear = add(linear, push);
    angular = add(angular, add(cross(readVec3(world.bodies.centre, body * 3), push), turn));
  }
  for (const { point, push } of given) {
    linear = sub(linear, push);
    angular = sub(angular, cross(point, push));
  }
  const size = exchanged(world);
  note(worst, length(linear) / size.push, () => `linear ${linear} of ${size.push}`);
  note(worst, length(angular) / size.turn, () => `angular ${angular} of ${size.turn}`);
};

/** An impulse that the world gives at one of its points. */
interface Pull {
  readonly point: Vec3;
  readonly push: Vec3;
}

/** What the joints that pull at points of the world give their bodies there; nothing for all others. */
const worldPullOf = (specimen: Specimen): Pull[] => {
  const { world, joint } = specimen;
  const { type, slots } = jointDefinitions()[world.joints.definition[slotOf(joint)]];
  if (type !== 'pulley' && type !== 'mouse') return [];
  const rows = readRows(world, joint, slots);
  const sum = (begin: string): number =>
    rows.reduce((all, { name, data }) => all + (name.startsWith(begin) ? data[LAMBDA] : 0), 0);
  const def = jointDef(world, joint) as HeldDef;
  const anchor = (body: BodyHandle, { position }: { position: Vec3 }): Vec3 =>
    add(bodyPosition(world, body), rotate(bodyRotation(world, body), position));
  const anchorB = anchor(def.bodyB, def.frameB);
  // The spring is also a damper, so its force need not point at the target: it acts where the body is held.
  if (type === 'mouse') return [{ point: anchorB, push: [sum('point x'), sum('point y'), sum('point z')] }];
  // Along each end of the rope, from its anchor to the ground.
  const tension = (from: Vec3, ground: Vec3, lambda: number): Pull => {
    const way = sub(ground, from);
    return { point: ground, push: scale(way, -lambda / length(way)) };
  };
  return [
    tension(anchor(def.bodyA, def.frameA), def.groundA, sum('rope') + sum('lengthA ')),
    tension(anchorB, def.groundB, def.ratio * sum('rope') + sum('lengthB ')),
  ];
};

/** Of a pulley or a mouse, as far as it is needed here. */
type HeldDef = JointDef & {
  readonly bodyA: BodyHandle;
  readonly bodyB: BodyHandle;
  readonly frameA: { readonly position: Vec3 };
  readonly frameB: { readonly position: Vec3 };
  readonly groundA: Vec3;
  readonly groundB: Vec3;
  readonly ratio: number;
};

const noteReaction = (worst: Worst, { world, joint }: Specimen, impulses: Impulses): void => {
  const body = world.joints.bodyB[slotOf(joint)];
  let { push, turn } = impulses.get(body) as Impulse;
  for (const each of jointsOnto(world, body)) {
    const { force, torque } = jointReaction(world, each);
    const aboutCentre = add(torque, cross(leverOf(world, each, body), force));
    push = sub(push, scale(force, world.clock.substep));
    turn = sub(turn, scale(aboutCentre, world.clock.substep));
  }
  const size = exchanged(world);
  note(worst, length(push) / size.push, () => `force: ${push} of ${size.push}`);
  note(worst, length(turn) / size.turn, () => `torque: ${turn} of ${size.turn}`);
};
