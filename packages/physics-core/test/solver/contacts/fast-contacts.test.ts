import { expect, it } from 'vitest';
import { beginStep } from '../../../src/begin-step.js';
import { detectContacts } from '../../../src/contacts/detect-contacts.js';
import {
  type BodyHandle,
  bodyRotation,
  box,
  createWorld,
  stepWorld,
  type World,
} from '../../../src/index.js';
import { kineticEnergy, potentialEnergy } from '../../../src/inspect.js';
import { setFloats } from '../../../src/math/floats.js';
import { rotate } from '../../../src/math/quat.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { detectFastContacts, solveFastContacts } from '../../../src/solver/contacts/fast-contacts.js';
import { warmStartContacts } from '../../../src/solver/contacts/warm-start.js';
import { integratePositions } from '../../../src/solver/integrate/integrate-positions.js';
import { DR, MOTION } from '../../../src/state/bodies.js';
import { PL, POINT, POINTS, RECORD } from '../../../src/state/contacts.js';
import { writeSubstep } from '../../../src/state/substep.js';
import {
  addBody,
  addFloor,
  createRandom,
  DT,
  randomRotation,
  randomVector,
} from '../../determinism/context.js';
import { slotOf } from '../../joints/row-math.js';
import { expectClose } from '../dense.js';
import { boxPair, normalImpulses, normalRows } from './context.js';

it.each([1, 2, 3, 4])('a rod that tumbles over the floor at 30 rad/s gains no energy, seed %i', (seed) => {
  const random = createRandom(seed);
  const world = createWorld({ sleeping: false });
  addFloor(world);
  const [x, y, z] = randomVector(random, 1);
  const spin = 30 / Math.hypot(x, y, z);
  addBody(
    world,
    {
      position: [0, 1, 0],
      rotation: randomRotation(random),
      angularVelocity: [x * spin, y * spin, z * spin],
    },
    box(0.5, 0.04, 0.04),
    { friction: 0.5 },
  );
  const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
  let least = energy();
  for (let i = 0; i < 90; i++) {
    stepWorld(world, DT);
    // What the position step takes from the height of a penetrating rod is below 2 % of the energy in hand.
    expect(energy()).toBeLessThan(1.02 * least);
    least = Math.min(least, energy());
  }
});

const spinning = (): { world: World; body: BodyHandle } => {
  const world = createWorld({ sleeping: false, gravity: [0, 0, 0] });
  addFloor(world, { friction: 0 });
  const def = { position: [0, 0.039, 0] as Vec3, angularVelocity: [0, 40, 0] as Vec3 };
  return { world, body: addBody(world, def, box(0.5, 0.04, 0.1), { friction: 0 }) };
};

it('points are found for the pose of the substep, with impulses that are not warm-started', () => {
  const { world, body } = spinning();
  const { substep } = world.scratch;
  const { record, count } = world.contacts;
  writeSubstep(substep, world.settings, DT);
  beginStep(world, DT);
  detectContacts(world, DT);
  expect(world.fastContacts.count).toBe(1);
  const contact = world.fastContacts.items[0];
  integratePositions(world, substep);
  for (let i = 0; i < count[contact]; i++) record[contact * RECORD + POINTS + i * POINT + PL] = 5;
  detectFastContacts(world, substep, false);
  const pair = { ...boxPair(1, 0), world, contact };
  expect(normalImpulses(pair)).toEqual([0, 0, 0, 0]);
  // r × n of the four rows: the corners of the rod as it lies now, seen from its centre.
  const slot = slotOf(body);
  const side = world.contacts.bodyA[contact] === slot ? 0 : 6;
  expect(world.bodies.motion[slot * MOTION + DR + 1]).toBeCloseTo(40 * substep.h, 9);
  const corners = [-1, 1].flatMap((sx) => [-1, 1].map((sz): Vec3 => [0.5 * sx, 0, 0.1 * sz]));
  const turned = corners.map((corner) => rotate(bodyRotation(world, body), corner));
  for (const row of normalRows(pair)) {
    const [nx, ny, nz, tx, , tz] = row.slice(side, side + 6);
    expectClose([nx, nz], [0, 0]);
    // (x, ·, z) from r × n = (-z ny, ·, x ny).
    const distances = turned.map(([x, , z]) => Math.hypot(tz / ny - x, -tx / ny - z));
    expect(Math.min(...distances)).toBeLessThan(1e-9);
  }
});

it('the impulse of a fast contact is not warm-started', () => {
  const { world, body } = spinning();
  const { substep } = world.scratch;
  const slot = slotOf(body);
  const at = slot * MOTION;
  writeSubstep(substep, world.settings, DT);
  setFloats(world.bodies.motion, [0, -1, 0], at);
  beginStep(world, DT);
  detectContacts(world, DT);
  detectFastContacts(world, substep, true);
  solveFastContacts(world, substep);
  const velocity = world.bodies.motion.slice(at, at + 6);
  expect(velocity[1]).toBeGreaterThan(-0.5);
  warmStartContacts(world);
  expect(world.bodies.motion.slice(at, at + 6)).toEqual(velocity);
});
