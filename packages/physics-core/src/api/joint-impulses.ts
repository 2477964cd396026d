import { settleMasses } from '../bodies/pending-mass.js';
import { type JointHandle, jointSlot } from '../handles.js';
import { jointStages } from '../joint-stages.js';
import { controlSlots } from '../joints/controls.js';
import { jointDefinitions } from '../joints/define-joint.js';
import { enterJoint, enterJoints, writeCoordinate } from '../joints/write-joint.js';
import { createFloats, type Floats, setFloats } from '../math/floats.js';
import { solvePositive } from '../math/solve-positive.js';
import { frame, GRADIENT } from '../rows/context.js';
import { solvedRows } from '../rows/expand-points.js';
import { BODY_A, BODY_B, J, LAMBDA, ROLE, ROW, ROW_INTS, Role, SLOT } from '../state/rows.js';
import type { World } from '../state/world.js';

/** The impulses of the rows of a joint in the last substep, by role. */

/** Roles of the rows of joints. */
export const jointRoles = ['lock', 'limit', 'motor', 'spring', 'friction', 'coupling'] as const;
export type JointRole = (typeof jointRoles)[number];

export interface CoordinateImpulses {
  /**
   * N·s or N·m·s over the last substep, positive when it increases the coordinate. What acts on several
   * coordinates together counts for each.
   */
  readonly limit: number;
  readonly motor: number;
  readonly spring: number;
  readonly friction: number;
}

/**
 * What the controls of each coordinate did in the last substep. Divided by the
 * substep's length it is a force or torque.
 */
export const jointImpulses = (world: World, handle: JointHandle): Record<string, CoordinateImpulses> => {
  const joint = jointSlot(world, handle);
  jointStages.settleRows(world);
  settleMasses(world);
  const { slots, coordinateNames } = jointDefinitions()[world.joints.definition[joint]];
  const own = slots.length - controlSlots.length * coordinateNames.length;
  const bySlot = createFloats(slots.length);
  forEachRow(world, joint, (row) => {
    bySlot[world.rows.index[row * ROW_INTS + SLOT]] = world.rows.data[row * ROW + LAMBDA];
  });
  const shared = controlSlots.map((name) =>
    alongCoordinates(
      world,
      joint,
      sumImpulses(world, joint, (role, slot) => role === Role[name] && slot < own),
    ),
  );
  return Object.fromEntries(
    coordinateNames.map((name, k) => {
      const [limit, motor, spring, friction] = controlSlots.map(
        (_, i) => bySlot[own + k * controlSlots.length + i] + shared[i][k],
      );
      return [name, { limit, motor, spring, friction }];
    }),
  );
};

const forEachRow = (world: World, joint: number, visit: (row: number) => void): void => {
  const first = world.joints.firstRow[joint];
  for (let row = first; row < first + world.joints.rowCount[joint]; row++) visit(row);
};

/**
 * Σ Jᵀλ over chosen rows: impulse and angular impulse on A, then on B. The rows of a coupling act on the
 * bodies of the joints it couples; what counts is what reaches its own two, on whichever side.
 */
const sumImpulses = (
  world: World,
  joint: number,
  isChosen: (role: number, slot: number) => boolean,
): Floats => {
  const { data, index } = solvedRows(world);
  const bodies = [world.joints.bodyA[joint], world.joints.bodyB[joint]];
  const out = createFloats(12);
  forEachRow(world, joint, (row) => {
    const k = row * ROW_INTS;
    if (!isChosen(index[k + ROLE], index[k + SLOT])) return;
    const lambda = data[row * ROW + LAMBDA];
    for (const [half, body] of [index[k + BODY_A], index[k + BODY_B]].entries()) {
      for (const [side, own] of bodies.entries()) {
        if (own !== body) continue;
        for (let i = 0; i < 6; i++) out[6 * side + i] += lambda * data[row * ROW + J + 6 * half + i];
      }
    }
  });
  return out;
};

/**
 * What an impulse p on both bodies does along each coordinate: the f of Σ f ∇q that comes
 * nearest to p, from Σ f (∇q·∇qₖ) = p·∇qₖ. An elliptic limit is a function of both parts of the
 * swing, so there it is met exactly; so is every torque where the coordinates are three angles.
 */
const alongCoordinates = (world: World, joint: number, impulse: Floats): Floats => {
  const { coordinates } = jointDefinitions()[world.joints.definition[joint]];
  const along = createFloats(coordinates.length);
  if (impulse.every((x) => x === 0)) return along;
  const j = enterJoints(world);
  const gradients = coordinates.map((coordinate, k) => {
    enterJoint(world, j, joint);
    writeCoordinate(j, coordinate, k);
    return frame.slice(GRADIENT, GRADIENT + 12);
  });
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, x, i) => sum + x * b[i], 0);
  const matrix = gradients.map((g) => gradients.map((other) => product(g, other)));
  const right = gradients.map((g) => product(g, impulse));
  setFloats(along, solvePositive(matrix, right), 0);
  return along;
};
