import { expect, it } from 'vitest';
import { beginStep } from '../../src/begin-step.js';
import { detectContacts } from '../../src/contacts/detect-contacts.js';
import {
  type BodyHandle,
  bodyPosition,
  createWorld,
  sleep,
  sphere,
  stepWorld,
  type World,
} from '../../src/index.js';
import { length, sub } from '../../src/math/vec3.js';
import { POINTS, PS, RECORD } from '../../src/state/contacts.js';
import { addBody, between, createRandom, DT, randomVector } from '../determinism/context.js';
import { slotOf } from '../joints/row-math.js';

/** Pairs of spheres with points, by the slots of their bodies, and the separation. */
const touching = ({ contacts, listed }: World): Map<string, number> => {
  const found = new Map<string, number>();
  for (let k = 0; k < listed.count; k++) {
    const contact = listed.items[k];
    if (contacts.count[contact] === 0) continue;
    const ends = [contacts.bodyA[contact], contacts.bodyB[contact]].sort((x, y) => x - y);
    found.set(ends.join(' '), contacts.record[contact * RECORD + POINTS + PS]);
  }
  return found;
};

it.each([1, 2, 3])('a swarm of spheres: every pair nearer than the margin has its point, seed %i', (seed) => {
  const random = createRandom(seed);
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
  const radii: number[] = [];
  const bodies = Array.from({ length: 40 }, (): BodyHandle => {
    radii.push(between(random, 0.1, 0.4));
    const def = { position: randomVector(random, 1.2), linearVelocity: randomVector(random, 1) };
    return addBody(world, def, sphere(radii[radii.length - 1]));
  });
  const { speculativeMargin } = world.settings;
  let [missed, off, points] = [0, 0, 0];
  for (let step = 0; step < 20; step++) {
    beginStep(world, DT);
    detectContacts(world, DT);
    const found = touching(world);
    points += found.size;
    for (let i = 0; i < bodies.length; i++) {
      for (let j = 0; j < i; j++) {
        const distance = length(sub(bodyPosition(world, bodies[i]), bodyPosition(world, bodies[j])));
        const gap = distance - radii[i] - radii[j];
        const slots = [slotOf(bodies[i]), slotOf(bodies[j])].sort((x, y) => x - y);
        const separation = found.get(slots.join(' '));
        if (gap <= speculativeMargin && separation === undefined) missed++;
        // Points are recycled while the bodies move less than recycleDistance.
        if (separation !== undefined) off = Math.max(off, Math.abs(separation - gap));
      }
    }
    world.clock.stepping = false;
    stepWorld(world, DT);
  }
  expect(points).toBeGreaterThan(100);
  expect(missed).toBe(0);
  expect(off).toBeLessThan(2e-3);
});

it.each([
  [0.5, true],
  [1.5, false],
])('a sleeping sphere wakes when another is %f steps away: %s', (steps, wakes) => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const sleeper = addBody(world, {}, sphere(0.5));
  const SPEED = 3;
  addBody(world, { position: [1 + steps * SPEED * DT, 0, 0], linearVelocity: [-SPEED, 0, 0] }, sphere(0.5));
  sleep(world, sleeper);
  beginStep(world, DT);
  detectContacts(world, DT);
  expect(world.bodies.awakeIndex[slotOf(sleeper)] >= 0).toBe(wakes);
  expect(world.solved.count).toBe(wakes ? 1 : 0);
});

it.each([
  [0.5, 0.08, 1],
  [0.05, 0.08, 0],
  [0.05, 0.02, 1],
])('spheres of %f m that are %f m apart are a listed pair: %i', (radius, gap, pairs) => {
  const world = createWorld({ gravity: [0, 0, 0] });
  addBody(world, {}, sphere(radius));
  addBody(world, { position: [2 * radius + gap, 0, 0] }, sphere(radius));
  stepWorld(world, DT);
  expect(world.listed.count).toBe(pairs);
});
