import { expect } from 'vitest';
import {
  type CoordinateState,
  type JointDefinition,
  jointCoordinates,
  jointDef,
  type Vec3,
  type World,
} from '../../src/index.js';
import { multiply, type Quat, rotate } from '../../src/math/quat.js';
import { add, dot, length, scale, sub } from '../../src/math/vec3.js';
import { II, MOTION } from '../../src/state/bodies.js';
import { ERROR } from '../../src/state/rows.js';
import type { Specimen } from './random-joints.js';
import {
  advancePoses,
  derivative,
  exponential,
  type Poses,
  placeRows,
  type Row,
  rateOf,
  readRows,
  savePoses,
} from './row-math.js';
import {
  isPoint,
  lazy,
  norm,
  note,
  nothing,
  type Samples,
  slotsInUse,
  unitsOf,
  visit,
  type Worst,
} from './specimens.js';

/** Rows and coordinates against differences of what they are the derivatives of. */

/** s. Time steps of the differences: a wrong Jacobian is wrong with each of them, a steep C is right with the small ones. */
const STEPS = [1e-4, 1e-5, 1e-6];

/** Relative. */
export const LIMIT = 1e-6;

/** What `read` gives at -2, -1, 1 and 2 steps from now; the world is left as it was. */
const around = <T>(world: World, poses: Poses, step: number, read: () => T): T[] => {
  const go = (time: number): void => {
    advancePoses(world, poses, time);
    placeRows(world);
  };
  const values = [-2, -1, 1, 2].map((k) => {
    go(k * step);
    return read();
  });
  go(0);
  return values;
};

/** The smallest error of `rate` against differences with the steps, each tried only if the one before did not do. */
const slopeErrors = (rate: number, size: number, valuesAt: (k: number) => readonly number[]): number[] => {
  const errors: number[] = [];
  for (const [k, step] of STEPS.entries()) {
    if (k > 0 && errors[k - 1] < LIMIT / 10) break;
    const slope = derivative(valuesAt(k), step);
    errors.push(Math.abs(rate - slope) / Math.max(size, Math.abs(slope), 1e-9));
  }
  return errors;
};

/** How easily a body turns: the trace of its inverse inertia. */
const easeOf = ({ bodies }: World, body: number): number =>
  [0, 3, 5].reduce((sum, i) => sum + bodies.motion[body * MOTION + II + i], 0);

/**
 * The rows of a point are written along the axes of the world at that moment, but their C is along axes that turn with both bodies, more with
 * the one that is harder to turn. So the distance at another moment is turned back by what these axes have turned since (`poses` are those of now).
 */
const asSeenFromBoth = (world: World, poses: Poses, rows: Row[]): Row[] => {
  const [x, y, z] = rows.filter(isPoint);
  if (x === undefined) return rows;
  const [easeA, easeB] = [easeOf(world, x.bodyA), easeOf(world, x.bodyB)];
  const a = easeA > 0 ? easeB / (easeA + easeB) : 1;
  const turned = (body: number): Vec3 => turnRate(poses.rotation, world.bodies.rotation, body, 1);
  const back = exponential(add(scale(turned(x.bodyA), -a), scale(turned(x.bodyB), a - 1)));
  const seen = rotate(back, [x.data[ERROR], y.data[ERROR], z.data[ERROR]]);
  for (const [i, row] of [x, y, z].entries()) row.data[ERROR] = seen[i];
  return rows;
};

type Limits = readonly [slot: string, coordinate: string, lower: number, upper: number];

const limitsOf = ({ world, joint }: Specimen, { coordinateNames }: JointDefinition): Limits[] => {
  const def = jointDef(world, joint);
  return coordinateNames.map((name) => {
    const controls = (coordinateNames.length === 1 ? def : def[name]) as { limits: [number, number] };
    return [`${name} limit`, name, ...controls.limits];
  });
};

/** What is seen of a joint at one moment. */
interface Sight {
  readonly units: Row[][];
  readonly coordinates: Record<string, CoordinateState>;
  /** The slots of limits whose upper end is the nearer one. */
  readonly nearUpper: readonly string[];
}

const see = (
  { world, joint }: Specimen,
  { slots }: JointDefinition,
  limits: readonly Limits[],
  poses: Poses,
): Sight => {
  const coordinates = jointCoordinates(world, joint);
  const isUpper = ([, name, lower, upper]: Limits): boolean =>
    coordinates[name].value - lower > upper - coordinates[name].value;
  return {
    units: unitsOf(asSeenFromBoth(world, poses, readRows(world, joint, slots))),
    coordinates,
    nearUpper: limits.filter(isUpper).map(([slot]) => slot),
  };
};

/** m or rad. Nothing here is so fast that its C would change by as much between the moments of the narrowest differences. */
const JUMP = 1e-3;

/** Whether J or C jumps between two moments: what limits the joint is another point of the edge than before. */
const jumps = (before: Row, after: Row): boolean => {
  const change = before.data.slice(0, 12).map((x, i) => x - after.data[i]);
  const turns = norm(change) > 0.1 * norm(before.data.slice(0, 12));
  return turns || Math.abs(after.data[ERROR] - before.data[ERROR]) > JUMP;
};

export interface DerivativeReport {
  /** |J v - dC/dt| of every row with a C, relative to the sum of the absolute terms of J v. */
  readonly rows: Worst;
  /** The same for what jointCoordinates calls rate and value, relative to 1 m/s or rad/s at least. */
  readonly coordinates: Worst;
  readonly samples: Samples;
  /** Limit rows looked at, and those left out because another end or edge became the nearer one within the differences. */
  limits: number;
  switched: number;
}

export const checkDerivatives = (definition: JointDefinition): DerivativeReport => {
  const found = { rows: nothing(), coordinates: nothing(), limits: 0, switched: 0 };
  const samples = visit(definition, 1, slotsWithError(definition), (specimen, rows) => {
    const { world } = specimen;
    const poses = savePoses(world);
    const limits = limitsOf(specimen, definition);
    const look = (): Sight => see(specimen, definition, limits, poses);
    const here = look();
    const sightsAt = STEPS.map((step) => lazy(() => around(world, poses, step, look)));
    for (const [name, { rate }] of Object.entries(here.coordinates)) {
      const errors = slopeErrors(rate, Math.max(1, Math.abs(rate)), (k) =>
        sightsAt[k]().map(({ coordinates }) => coordinates[name].value),
      );
      note(found.coordinates, Math.min(...errors), () => `${name}: rate ${rate}, off by ${errors}`);
    }
    const leftOut: string[] = [];
    for (const [i, unit] of here.units.entries()) {
      const { name, role } = unit[0];
      if (definition.rateSlots.includes(name)) continue;
      const { rate, size } = rateOf(world, unit);
      const errors = slopeErrors(rate, size, (k) =>
        sightsAt[k]().map(({ units }) => units[i][0].data[ERROR]),
      );
      if (role === 'limit') found.limits++;
      if (errors.length > 1 && isSwitching(here, sightsAt, i)) {
        found.switched++;
        leftOut.push(name);
      } else note(found.rows, Math.min(...errors), () => `${name}: J v = ${rate}, off by ${errors}`);
    }
    return rows.filter(({ name }) => leftOut.includes(name));
  });
  return { ...found, samples };
};

/** Whether a limit row has another nearer end or another nearest edge within the narrowest differences. */
const isSwitching = (here: Sight, sightsAt: readonly (() => Sight[])[], i: number): boolean => {
  const { name, role } = here.units[i][0];
  if (role !== 'limit') return false;
  const isUpper = here.nearUpper.includes(name);
  const sights = sightsAt[sightsAt.length - 1]();
  if (sights.some(({ nearUpper }) => nearUpper.includes(name) !== isUpper)) return true;
  return jumps(sights[0].units[i][0], sights[sights.length - 1].units[i][0]);
};

/** The slots whose rows have a C: rates have none. */
const slotsWithError = (definition: JointDefinition): string[] =>
  slotsInUse(definition).filter((slot) => !definition.rateSlots.includes(slot));

/** Angular velocity of a body from its rotation now and then: twice the vector part of a small turn, put right for its length. */
const turnRate = (now: readonly number[], then: readonly number[], body: number, time: number): Vec3 => {
  const read = (from: readonly number[]): Quat => {
    const [x, y, z, w] = from.slice(body * 4, body * 4 + 4);
    return [x, y, z, w];
  };
  const [x, y, z, w] = read(now);
  const [tx, ty, tz, tw] = multiply(read(then), [-x, -y, -z, w]);
  const sine = length([tx, ty, tz]);
  return scale([tx, ty, tz], sine > 0 ? (2 * Math.atan2(sine, tw)) / (sine * time) : 0);
};

/** Rows that are rates: no C, no lever, and J v is the turn of B against A about a unit axis. */
export const checkRates = (definition: JointDefinition): { worst: Worst; samples: Samples } => {
  const worst = nothing();
  const samples = visit(definition, 2, definition.rateSlots, ({ world }, rows) => {
    const rates = rows.filter(({ name }) => definition.rateSlots.includes(name));
    const poses = savePoses(world);
    const time = 1e-3;
    advancePoses(world, poses, time);
    const later = savePoses(world);
    advancePoses(world, poses, 0);
    const spin = (body: number): Vec3 => turnRate(poses.rotation, later.rotation, body, time);
    for (const row of rates) {
      const { data, name, bodyA, bodyB } = row;
      const [x, y, z] = data.slice(9, 12);
      expect([...data.slice(0, 3), ...data.slice(6, 9), data[ERROR]]).toEqual([0, 0, 0, 0, 0, 0, 0]);
      expect(data.slice(3, 6).map((g) => -g)).toEqual(data.slice(9, 12));
      note(worst, Math.abs(length([x, y, z]) - 1), () => `${name}: the axis is no unit vector`);
      const measured = dot([x, y, z], sub(spin(bodyB), spin(bodyA)));
      const { rate } = rateOf(world, [row]);
      note(worst, Math.abs(rate - measured), () => `${name}: J v = ${rate}, turned at ${measured}`);
    }
    return [];
  });
  return { worst, samples };
};
