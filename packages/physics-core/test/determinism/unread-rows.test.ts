import { expect, it } from 'vitest';
import {
  allBodies,
  allJoints,
  applyImpulse,
  ball,
  box,
  capsule,
  createJoint,
  createWorld,
  destroyJoint,
  hashWorld,
  hinge,
  jointDef,
  jointReaction,
  restoreSnapshot,
  sleep,
  slider,
  stepWorld,
  swingTwist,
  takeSnapshot,
  updateBody,
  updateJoint,
  updateSettings,
  type World,
} from '../../src/index.js';
import { allJointRows, createReading, limitShapes, readCoordinates } from '../../src/inspect.js';
import { addBody, addFloor, createRandom, DT, type Random } from './context.js';

/** Rows and λ of articulations wait until they are read (solver/articulations/settle-rows.ts). */

const STEPS = 80;

/** A chain of joints whose rows wait: it has no motors, springs or loops. */
const addArm = (world: World, x: number): void => {
  let last = addBody(world, { position: [x, 1.5, 0] }, box(0.1, 0.2, 0.1));
  for (let i = 1; i < 5; i++) {
    const next = addBody(world, { position: [x, 1.5 + 0.5 * i, 0.1 * i] }, capsule(0.15, 0.06));
    const at = { bodyA: last, bodyB: next, anchor: [x, 1.25 + 0.5 * i, 0.1 * i] as const };
    const limits = [-0.3, 0.4] as const;
    const turns = { swingY: { limits }, swingZ: { limits }, twist: { limits } };
    if (i === 1) createJoint(world, ball(at));
    else if (i === 2) createJoint(world, hinge({ ...at, axis: [1, 0, 0], limits }));
    else createJoint(world, swingTwist({ ...at, axis: [0, 1, 0], ...turns }));
    last = next;
  }
};

const build = (): World => {
  const world = createWorld({ timeToSleep: 0.3 });
  addFloor(world);
  for (let i = 0; i < 3; i++) addArm(world, 0.4 * i);
  // Its rows are placed anew in every step, and wait in none.
  const drawer = addBody(world, { position: [-2, 1, 0] }, box(0.2, 0.2, 0.2));
  createJoint(world, slider({ bodyB: drawer, axis: [1, 0, 0], limits: [-0.5, 0.5] }));
  return world;
};

/** One change of what rows depend on, or of what follows from them. */
const change = (world: World, random: Random): void => {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const body = pick(allBodies(world).slice(1));
  const joints = allJoints(world);
  const joint = pick(joints);
  const what = Math.floor(random() * 11);
  const some = (): number => 2 * random() - 1;
  if (what === 0) updateBody(world, body, { linearVelocity: [some(), some(), some()] });
  if (what === 1) applyImpulse(world, body, [3 * some(), 3 * some(), 3 * some()]);
  if (what === 2) updateBody(world, body, { mass: 1 + random() });
  if (what === 3) sleep(world, body);
  if (what === 4) updateJoint(world, joint, { enabled: random() < 0.5 });
  if (what === 5 && joints.length > 8) destroyJoint(world, joint);
  if (what === 6) updateSettings(world, { gravity: [0, -9.81 + some(), 0] });
  if (what === 7) restoreSnapshot(world, takeSnapshot(world));
  if (what === 8) updateJoint(world, joint, { breakForce: random() < 0.5 ? 200 : Infinity });
  if (what === 9) updateBody(world, body, { position: [some(), 2 + some(), some()] });
  if (what === 10 && jointDef(world, joint).type === 'hinge')
    updateJoint(world, joint, { motor: { speed: some(), maxForce: 5 } });
};

const read = (world: World, step: number): void => {
  const joint = allJoints(world)[step % allJoints(world).length];
  if (step % 4 === 0) allJointRows(world);
  if (step % 4 === 1) jointReaction(world, joint);
  if (step % 4 === 2) limitShapes(world, joint);
  if (step % 4 === 3) readCoordinates(world, createReading());
};

it.each([1, 2, 3])('what is read decides nothing, with random changes (seed %i)', (seed) => {
  const worlds = [build(), build(), build()];
  const randoms = worlds.map(() => createRandom(seed));
  const moments = createRandom(seed + 1000);
  for (let step = 0; step < STEPS; step++) {
    const changes = moments() < 0.15;
    worlds.forEach((world, k) => {
      if (changes) change(world, randoms[k]);
      stepWorld(world, DT);
      if (k === 1) hashWorld(world);
      if (k === 2 && step % 5 === 0) read(world, step / 5);
    });
  }
  const [unread, hashed, readAtTimes] = worlds.map(hashWorld);
  expect(hashed).toBe(unread);
  expect(readAtTimes).toBe(unread);
});

it('readers get the rows of the last step, whatever was read before', () => {
  const [unread, always] = [build(), build()];
  for (let step = 0; step < 60; step++) {
    stepWorld(unread, DT);
    stepWorld(always, DT);
    allJointRows(always);
  }
  // The momenta of the links are taken when the step ends.
  updateBody(unread, allBodies(unread)[4], { linearVelocity: [0, 1, 0] });
  const loads = (world: World): unknown => allJoints(world).map((joint) => jointReaction(world, joint));
  expect(loads(unread)).toEqual(loads(always));
  const lambdas = (world: World): number[] => allJointRows(world).map((row) => row.lambda);
  expect(lambdas(unread)).toEqual(lambdas(always));
  expect(lambdas(unread).some((lambda) => lambda !== 0)).toBe(true);
});

it('rows wait until they are read', () => {
  const world = build();
  stepWorld(world, DT);
  expect(world.rows.isDue).toBe(true);
  allJointRows(world);
  expect(world.rows.isDue).toBe(false);
});
