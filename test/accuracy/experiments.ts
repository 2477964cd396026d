import type { Experiment } from './experiment.js';
import { bounce, bullets, slope } from './experiments/contacts.js';
import { equilibrium } from './experiments/equilibrium.js';
import { falls } from './experiments/falls.js';
import { hingeLimit, motors } from './experiments/hinges.js';
import { chain, cradle, double, wave } from './experiments/pendulums.js';
import { gyro, top } from './experiments/spinning.js';
import { overlap, stack } from './experiments/stacks.js';
import { projectedGaussSeidel } from './experiments/sweeps.js';
import { classicStacks, hingeForms, printedPendulums, softConstraint } from './experiments/texts.js';

/** The scenes of the accuracy list, a to t. */
export const experiments: readonly Experiment[] = [
  stack,
  overlap,
  chain,
  gyro,
  top,
  cradle,
  double,
  hingeLimit,
  motors,
  slope,
  bounce,
  bullets,
  equilibrium,
  wave,
  falls,
  hingeForms,
  classicStacks,
  softConstraint,
  printedPendulums,
  projectedGaussSeidel,
];
