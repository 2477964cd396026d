import { expect, it } from 'vitest';
import {
  allBodies,
  bodyPosition,
  createJoint,
  createWorld,
  defineJoint,
  linearVelocity,
  stepWorld,
  updateBody,
  type World,
} from '../../src/index.js';
import { kineticEnergy, potentialEnergy } from '../../src/inspect.js';
import { COORDINATE, frame, GRADIENT, needAxes, writeTranslation, XA, YA } from '../../src/parts.js';
import { addFloor, createRandom, DT, randomVector } from '../determinism/context.js';
import { addFigure } from '../determinism/joint-scenes.js';
import { addBox } from './context.js';

/** Two stops for nearly the same way: along x, and along x with a hundredth of y. */
const twinStops = defineJoint({
  type: 'test twin stops',
  about: 'For this test.',
  slots: ['none'],
  rows: needAxes,
  coordinates: {
    along: { unit: 'm', write: () => writeTranslation(XA), about: 'Way along x.' },
    askew: {
      unit: 'm',
      write: () => {
        writeTranslation(YA);
        const across = frame.slice(COORDINATE, GRADIENT + 12);
        writeTranslation(XA);
        for (const [i, y] of across.entries()) frame[COORDINATE + i] += 0.01 * y;
      },
      about: 'Way along x and a little of y.',
    },
  },
});

it('of two stops that are nearly the same and disagree, none pulls', () => {
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
  const bodyB = addBox(world, [0, 0, 0]);
  createJoint(
    world,
    twinStops({ bodyB, along: { limits: [0.01, Infinity] }, askew: { limits: [0.03, Infinity] } }),
  );
  updateBody(world, bodyB, { linearVelocity: [-3, 0, 0] });
  for (let i = 0; i < 60; i++) {
    stepWorld(world, DT);
    // Both would be content at once only with two metres along y.
    expect(Math.abs(linearVelocity(world, bodyB)[1])).toBeLessThan(0.2);
  }
  expect(bodyPosition(world, bodyB)[0]).toBeCloseTo(0.03, 2);
});

const energyOf = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

/** A figure thrown onto the floor, every limb with its own velocity, so that it runs into its limits at once. */
const throwFigure = (seed: number): World => {
  const random = createRandom(seed);
  const world = createWorld({ sleeping: false });
  addFloor(world);
  addFigure(world, [0, 1.6, 0]);
  for (const body of allBodies(world).slice(1)) {
    updateBody(world, body, {
      linearVelocity: randomVector(random, 6),
      angularVelocity: randomVector(random, 12),
    });
  }
  return world;
};

it('limits, locks and contacts together never throw a figure about: energy falls', () => {
  let worst = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const world = throwFigure(seed);
    const start = energyOf(world);
    let lowest = start;
    for (let i = 0; i < 90; i++) {
      stepWorld(world, DT);
      const energy = energyOf(world);
      worst = Math.max(worst, (energy - lowest) / start);
      lowest = Math.min(lowest, energy);
    }
  }
  console.log(`largest rise of the energy: ${(100 * worst).toFixed(2)} % of the start`);
  expect(worst).toBeLessThan(0.05);
});
