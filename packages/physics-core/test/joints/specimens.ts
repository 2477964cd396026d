import { expect } from 'vitest';
import type { JointDefinition } from '../../src/index.js';
import { COUPLED } from '../../src/state/rows.js';
import { createRandom } from '../determinism/context.js';
import { type Disorder, randomSpecimen, type Specimen, scatter } from './random-joints.js';
import { placeRows, type Row, readRows } from './row-math.js';

/** Five hundred random states of a joint type, and the worst of what is found there. */

const JOINTS = 50;
const POSES = 10;

const disorders: readonly Disorder[] = ['wild', 'wild', 'slight', 'wild', 'met'];

/** Shows `look` each state with its rows placed. Every fourth joint hangs on the world. */
export const visit = (
  definition: JointDefinition,
  seed: number,
  look: (specimen: Specimen, rows: Row[]) => void,
): void => {
  const random = createRandom(seed);
  for (let i = 0; i < JOINTS; i++) {
    const specimen = randomSpecimen(random, definition, { toWorld: i % 4 === 3 });
    for (let k = 0; k < POSES; k++) {
      scatter(random, specimen, disorders[k % disorders.length]);
      placeRows(specimen.world);
      look(specimen, readRows(specimen.world, specimen.joint, definition.slots));
    }
  }
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
