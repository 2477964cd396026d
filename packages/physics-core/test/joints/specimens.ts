import { expect } from 'vitest';
import type { JointDefinition } from '../../src/index.js';
import { COUPLED } from '../../src/state/rows.js';
import { createRandom } from '../determinism/context.js';
import { type Disorder, randomSpecimen, type Specimen, scatter } from './random-joints.js';
import { placeRows, type Row, readRows } from './row-math.js';

/** Random states of a joint type, at least five hundred for each of its rows, and the worst of what is found there. */

/** In so many states each row is looked at. */
const SAMPLES = 500;
const POSES = 10;
/** Joints after which a row counts as one that never comes: the rarest comes with every fifth. */
const MOST_JOINTS = 2000;

const disorders: readonly Disorder[] = ['wild', 'wild', 'slight', 'wild', 'met'];

/** How often each row was looked at. */
export type Samples = ReadonlyMap<string, number>;

/** Slots that are there because every coordinate has them, but whose limits are held by rows of the joint's own. */
const withoutRows: Readonly<Record<string, readonly string[]>> = {
  'swing-twist': ['swingY limit', 'swingZ limit'],
  wedge: ['azimuth limit'],
};

export const slotsInUse = ({ type, slots }: JointDefinition): string[] =>
  slots.filter((slot) => !withoutRows[type]?.includes(slot));

/**
 * Shows `look` states with their rows placed, until it has looked at each row of the given slots in 500 of them; it returns those that it left
 * out. States without any row that is still lacking are passed over. Every fourth joint hangs on the world.
 */
export const visit = (
  definition: JointDefinition,
  seed: number,
  slots: readonly string[],
  look: (specimen: Specimen, rows: Row[]) => readonly Row[],
): Samples => {
  const random = createRandom(seed);
  const samples = new Map(slots.map((slot) => [slot, 0]));
  const isLacking = ({ name }: Row): boolean => (samples.get(name) ?? SAMPLES) < SAMPLES;
  const isDone = (): boolean => [...samples.values()].every((count) => count >= SAMPLES);
  for (let i = 0; i < MOST_JOINTS && !isDone(); i++) {
    const specimen = randomSpecimen(random, definition, { toWorld: i % 4 === 3 });
    for (let k = 0; k < POSES; k++) {
      scatter(random, specimen, disorders[k % disorders.length]);
      placeRows(specimen.world);
      const rows = readRows(specimen.world, specimen.joint, definition.slots);
      if (!rows.some(isLacking)) break;
      const leftOut = look(specimen, rows);
      for (const row of rows) {
        const before = samples.get(row.name);
        if (before !== undefined && !leftOut.includes(row)) samples.set(row.name, before + 1);
      }
    }
  }
  return samples;
};

export const expectSamples = (samples: Samples): void => {
  expect(samples.size).toBeGreaterThan(0);
  expect([...samples].filter(([, count]) => count < SAMPLES)).toEqual([]);
};

/** Rows that share one λ belong together: the pairs of a coupling, every other row alone. */
export const unitsOf = (rows: readonly Row[]): Row[][] => {
  const list: Row[][] = [];
  for (const [i, row] of rows.entries()) {
    if (row.block === COUPLED) list.push([row, rows[i + 1]]);
    else if (rows[i - 1]?.block !== COUPLED) list.push([row]);
  }
  return list;
};

/** Rows that are solved together by the inverse of their K. */
export const blocksOf = (rows: readonly Row[]): Row[][] =>
  rows.flatMap(({ block }, i) => (block === 2 || block === 3 ? [rows.slice(i, i + block)] : []));

export interface Worst {
  error: number;
  what: string;
}

export const nothing = (): Worst => ({ error: 0, what: 'nothing was looked at' });

/** Remembers the larger error; one that is no number is the worst of all. */
export const note = (worst: Worst, error: number, what: () => string): void => {
  if (!(error <= worst.error)) Object.assign(worst, { error, what: what() });
};

export const expectBelow = (worst: Worst, limit: number): void =>
  expect(worst.error, worst.what).toBeLessThan(limit);

export const norm = (list: ArrayLike<number>): number => Math.hypot(...Array.from(list));

/** Made when it is first asked for, then kept. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Whether a row belongs to a block that parts/point.ts writes. */
export const isPoint = ({ name, role }: Row): boolean => role === 'lock' && name.startsWith('point ');
