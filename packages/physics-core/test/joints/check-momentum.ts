import {
  bodyMass,
  bodyPosition,
  type JointDefinition,
  type JointSolver,
  jointReaction,
  linearVelocity,
  stepWorld,
  updateJoint,
  type WorldSettings,
} from '../../src/index.js';
import { jointRows, momentum } from '../../src/inspect.js';
import { length, scale, sub } from '../../src/math/vec3.js';
import { createRandom } from '../determinism/context.js';
import { DT } from './context.js';
import { type Disorder, randomSpecimen, type Specimen, scatter } from './random-joints.js';
import { note, nothing, type Worst } from './specimens.js';

/** Momentum over whole steps in space: sweeps, direct solves, impacts at limits and the steps of the bodies, all that there is. */

const JOINTS = 12;
const STEPS = 8;
const disorders: readonly Disorder[] = ['met', 'slight', 'wild'];

/** N·s of all bodies, and N·m·s with the way from the origin for a lever: what the errors are relative to. */
const sizeOf = ({ world, bodies }: Specimen): { push: number; turn: number } => {
  const size = { push: 0, turn: 0 };
  for (const body of bodies) {
    const push = bodyMass(world, body).mass * length(linearVelocity(world, body));
    size.push += push;
    size.turn += push * (1 + length(bodyPosition(world, body)));
  }
  return size;
};

/** Shows `look` every step of random joints between bodies, with all their controls on: met, pulled apart and torn. */
const watchSteps = (
  definition: JointDefinition,
  settings: Partial<WorldSettings>,
  params: Readonly<Record<string, unknown>>,
  look: (specimen: Specimen, step: () => void) => void,
): void => {
  const random = createRandom(6);
  for (let i = 0; i < JOINTS; i++) {
    const specimen = randomSpecimen(random, definition, { settings });
    updateJoint(specimen.world, specimen.joint, params);
    scatter(random, specimen, disorders[i % disorders.length]);
    for (let k = 0; k < STEPS; k++) look(specimen, () => stepWorld(specimen.world, DT));
  }
};

/**
 * What rounding may leave of impulses that cancel: a motor and a friction without bound that want different speeds push against
 * each other with 1e5 times the momentum of the bodies.
 */
const roundingOf = ({ world, joint }: Specimen): number =>
  Number.EPSILON * jointRows(world, joint).reduce((sum, { lambda }) => sum + Math.abs(lambda), 0);

/** The largest change of momentum and of angular momentum in a step, beyond the rounding of the impulses. */
export const checkFreeSteps = (definition: JointDefinition, jointSolver: JointSolver): Worst => {
  const worst = nothing();
  watchSteps(definition, { jointSolver }, {}, (specimen, step) => {
    const before = momentum(specimen.world);
    step();
    const after = momentum(specimen.world);
    const size = sizeOf(specimen);
    const rounding = roundingOf(specimen);
    const linear = length(sub(after.linear, before.linear)) - rounding;
    const angular = length(sub(after.angular, before.angular)) - rounding;
    note(worst, Math.max(0, linear) / size.push, () => 'linear');
    note(worst, Math.max(0, angular) / size.turn, () => 'angular');
  });
  return worst;
};

/** Both ends of the rope lead to the origin: all tension acts there, so angular momentum about it stays. */
export const checkPulleySteps = (definition: JointDefinition, jointSolver: JointSolver): Worst => {
  const worst = nothing();
  const grounds = { groundA: [0, 0, 0], groundB: [0, 0, 0] };
  watchSteps(definition, { jointSolver }, grounds, (specimen, step) => {
    const before = momentum(specimen.world);
    step();
    const change = sub(momentum(specimen.world).angular, before.angular);
    note(worst, length(change) / sizeOf(specimen).turn, () => 'angular');
  });
  return worst;
};

/** In a step of one substep the force that the joint reports, times the step, is the change of momentum. */
export const checkMouseSteps = (definition: JointDefinition, jointSolver: JointSolver): Worst => {
  const worst = nothing();
  watchSteps(definition, { jointSolver, substeps: 1 }, {}, (specimen, step) => {
    const { world, joint } = specimen;
    const before = momentum(world);
    step();
    const change = sub(momentum(world).linear, before.linear);
    const given = scale(jointReaction(world, joint).force, DT);
    note(worst, length(sub(change, given)) / sizeOf(specimen).push, () => 'linear');
  });
  return worst;
};
