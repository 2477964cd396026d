import { describe, expect, it } from 'vitest';
import {
  bodyContacts,
  bodyExists,
  bodyPosition,
  bodyUserData,
  colliderUserData,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  isBodyAwake,
  isBodyEnabled,
  jointUserData,
  linearVelocity,
  sleep,
  sphere,
  updateBody,
  updateCollider,
  updateJoint,
  updateSettings,
  wake,
} from '../../src/index.js';
import {
  add,
  addFloor,
  addStack,
  expectVector,
  height,
  run,
  touches,
  unitBox,
  weightless,
} from './context.js';

describe('teleport', () => {
  it('keeps the velocity and makes contacts at the new place only', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 10);
    updateBody(world, body, { position: [0, 50, 0], linearVelocity: [1, 0, 0] });
    run(world, 1);
    expect(touches(world)).toEqual(['end']);
    expect(bodyContacts(world, body)).toEqual([]);
    expect(linearVelocity(world, body)[0]).toBe(1);
    updateBody(world, body, { position: [3, 0.5, 0] });
    run(world, 1);
    expect(touches(world)).toEqual(['begin']);
    expect(bodyContacts(world, body)[0].points).toHaveLength(4);
  });

  it('refreshes contacts although the body moved less than its padding', () => {
    const world = weightless();
    add(world, unitBox, { type: 'static' });
    const body = add(world, unitBox, { position: [0, 1, 0] });
    run(world, 2);
    updateBody(world, body, { position: [0, 1.015, 0] });
    run(world, 1);
    expect(touches(world)).toEqual(['end']);
    updateBody(world, body, { position: [0, 1, 0] });
    run(world, 1);
    expect(touches(world)).toEqual(['begin']);
  });

  it('wakes a sleeper and what rested on it', () => {
    const world = createWorld();
    addFloor(world);
    const [lower, upper] = addStack(world, 2);
    run(world, 120);
    expect(isBodyAwake(world, upper)).toBe(false);
    updateBody(world, lower, { position: [5, 0.5, 0] });
    expect([lower, upper].map((body) => isBodyAwake(world, body))).toEqual([true, true]);
    run(world, 60);
    expect(height(world, upper)).toBeCloseTo(0.5, 2);
  });

  it('of a static body wakes what rested on it', () => {
    const world = createWorld();
    const shelf = add(world, unitBox, { type: 'static' });
    const cup = add(world, unitBox, { position: [0, 1, 0] });
    run(world, 120);
    updateBody(world, shelf, { position: [9, 0, 0] });
    run(world, 30);
    expect(height(world, cup)).toBeLessThan(0);
  });

  it('of a half-space moves the plane', () => {
    const world = createWorld();
    const floor = addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 120);
    updateBody(world, floor, { position: [0, -2, 0] });
    run(world, 180);
    expect(height(world, body)).toBeCloseTo(-1.5, 2);
  });
});

describe('enable and disable', () => {
  it('a disabled body keeps its state and touches nothing', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0], linearVelocity: [1, 0, 0] });
    const passer = add(world, sphere(0.2), { position: [0, 4, 0] });
    run(world, 2);
    const velocity = linearVelocity(world, body);
    updateBody(world, body, { enabled: false });
    const at = bodyPosition(world, body);
    run(world, 1);
    expect(touches(world)).toEqual(['end']);
    run(world, 120);
    expect(isBodyEnabled(world, body)).toBe(false);
    expect(isBodyAwake(world, body)).toBe(false);
    expect(bodyPosition(world, body)).toEqual(at);
    expect(linearVelocity(world, body)).toEqual(velocity);
    expect(bodyContacts(world, body)).toEqual([]);
    expect(height(world, passer)).toBeCloseTo(0.2, 2);
  });

  it('an enabled body begins its contacts again', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0], enabled: false });
    run(world, 10);
    updateBody(world, body, { enabled: true });
    run(world, 1);
    expect(touches(world)).toEqual(['begin']);
    run(world, 60);
    expect(height(world, body)).toBeCloseTo(0.5, 2);
  });

  it('what stood on a disabled body falls', () => {
    const world = createWorld();
    addFloor(world);
    const [lower, upper] = addStack(world, 2);
    run(world, 120);
    updateBody(world, lower, { enabled: false });
    run(world, 60);
    expect(height(world, upper)).toBeCloseTo(0.5, 2);
  });

  it('a body moved and given colliders while disabled is enabled there', () => {
    const world = createWorld();
    addFloor(world);
    const body = createBody(world, { enabled: false });
    createCollider(world, body, { shape: unitBox });
    updateBody(world, body, { position: [7, 0.5, 0] });
    updateBody(world, body, { enabled: true });
    run(world, 30);
    expectVector(bodyPosition(world, body), [7, 0.5, 0], 0.01);
  });
});

describe('sleep of one body', () => {
  it('maySleep: false never sleeps', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0], maySleep: false });
    run(world, 300, () => expect(isBodyAwake(world, body)).toBe(true));
  });

  it('maySleep: false keeps its whole stack awake, and wakes it when it comes later', () => {
    const world = createWorld();
    addFloor(world);
    const [lower, upper] = addStack(world, 2);
    run(world, 120);
    updateBody(world, upper, { maySleep: false });
    run(world, 120);
    expect([lower, upper].map((body) => isBodyAwake(world, body))).toEqual([true, true]);
  });

  it('sleep() stops a body in the air until wake()', () => {
    const world = createWorld();
    const body = add(world, unitBox, { linearVelocity: [1, 0, 0] });
    sleep(world, body);
    run(world, 30);
    expect(bodyPosition(world, body)).toEqual([0, 0, 0]);
    wake(world, body);
    run(world, 30);
    expect(height(world, body)).toBeLessThan(-1);
  });

  it('a world that stops sleeping wakes all', () => {
    const world = createWorld();
    addFloor(world);
    const stack = addStack(world, 2);
    run(world, 120);
    updateSettings(world, { sleeping: false });
    run(world, 120);
    expect(stack.map((body) => isBodyAwake(world, body))).toEqual([true, true]);
  });

  it('new gravity wakes all', () => {
    const world = createWorld();
    addFloor(world);
    const [body] = addStack(world, 1);
    run(world, 120);
    updateSettings(world, { gravity: [0, 5, 0] });
    run(world, 60);
    expect(height(world, body)).toBeCloseTo(3, 1);
  });
});

describe('user data and destruction', () => {
  it('user data comes back and can be changed', () => {
    const world = weightless();
    const body = createBody(world, { userData: 42.5 });
    expect(bodyUserData(world, body)).toBe(42.5);
    expect(bodyUserData(world, createBody(world))).toBe(0);
    updateBody(world, body, { userData: -7 });
    expect(bodyUserData(world, body)).toBe(-7);
  });

  it('that of colliders and joints is read without their definitions', () => {
    const world = weightless();
    const body = createBody(world);
    const collider = createCollider(world, body, { shape: unitBox, userData: 5 });
    const joint = createJoint(world, { type: 'ball', bodyB: body, userData: 6 });
    expect([colliderUserData(world, collider), jointUserData(world, joint)]).toEqual([5, 6]);
    updateCollider(world, collider, { userData: 7 });
    updateJoint(world, joint, { userData: 8 });
    expect([colliderUserData(world, collider), jointUserData(world, joint)]).toEqual([7, 8]);
  });

  it('a new body in a used slot starts from scratch', () => {
    const world = weightless();
    const first = createBody(world, {
      userData: 9,
      gravityScale: 3,
      locks: ['x'],
      linearDamping: 5,
      mass: 4,
    });
    destroyBody(world, first);
    const second = add(world, unitBox, { linearVelocity: [1, 0, 0] });
    expect(bodyExists(world, first)).toBe(false);
    expect(bodyUserData(world, second)).toBe(0);
    run(world, 60);
    expectVector(bodyPosition(world, second), [1, 0, 0], 1e-12);
  });

  it('a stack wakes and falls when the body under it is destroyed', () => {
    const world = createWorld();
    addFloor(world);
    const [bottom, middle, top] = addStack(world, 3);
    run(world, 120);
    expect(isBodyAwake(world, top)).toBe(false);
    destroyBody(world, bottom);
    expect(isBodyAwake(world, top)).toBe(true);
    run(world, 120);
    expect(height(world, middle)).toBeCloseTo(0.5, 2);
    expect(height(world, top)).toBeCloseTo(1.5, 2);
  });
});
