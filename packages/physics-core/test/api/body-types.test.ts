import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyForce,
  bodyPosition,
  bodyRotation,
  bodyType,
  box,
  createWorld,
  isBodyAwake,
  linearVelocity,
  setNextPose,
  sphere,
  updateBody,
} from '../../src/index.js';
import { about, add, addFloor, DT, expectVector, height, run, unitBox, weightless } from './context.js';

describe('static bodies', () => {
  it('never move, whatever hits them', () => {
    const world = createWorld();
    const wall = add(world, unitBox, {
      type: 'static',
      linearVelocity: [1, 1, 1],
      angularVelocity: [1, 1, 1],
    });
    add(world, sphere(0.5), { position: [-3, 0, 0], linearVelocity: [50, 0, 0] });
    run(world, 60);
    expect(bodyPosition(world, wall)).toEqual([0, 0, 0]);
    expect(bodyRotation(world, wall)).toEqual([0, 0, 0, 1]);
    expect(linearVelocity(world, wall)).toEqual([0, 0, 0]);
  });
});

describe('kinematic bodies moved by velocity', () => {
  it('ignore gravity, forces and what they hit, and keep going', () => {
    const world = createWorld();
    const body = add(world, unitBox, {
      type: 'kinematic',
      linearVelocity: [1, 0, 0],
      angularVelocity: [0, 0, 1],
    });
    add(world, unitBox, { position: [1.5, 0, 0] });
    applyForce(world, body, [100, 100, 100]);
    run(world, 60);
    expectVector(bodyPosition(world, body), [1, 0, 0], 1e-12);
    expectVector(bodyRotation(world, body), about([0, 0, 1], 1), 1e-12);
  });

  it('push a dynamic body along at their own speed', () => {
    const world = weightless();
    add(world, unitBox, { type: 'kinematic', linearVelocity: [2, 0, 0] });
    const box = add(world, unitBox, { position: [1.2, 0, 0] });
    run(world, 60);
    expect(linearVelocity(world, box)[0]).toBeCloseTo(2, 3);
    expect(bodyPosition(world, box)[0]).toBeCloseTo(3, 2);
  });

  it.each([0.001, 0.01, 0.04])('keep a speed of %f m/s, far below that of sleepers, for ever', (speed) => {
    const world = createWorld();
    const body = add(world, unitBox, { type: 'kinematic', linearVelocity: [speed, 0, 0] });
    run(world, 300);
    expect(bodyPosition(world, body)[0]).toBeCloseTo(5 * speed, 12);
  });

  it('sleep when they stand still', () => {
    const world = createWorld();
    const body = add(world, unitBox, { type: 'kinematic' });
    run(world, 60);
    expect(isBodyAwake(world, body)).toBe(false);
  });

  it('do not touch each other or the static world', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { type: 'kinematic', position: [0, 1, 0], linearVelocity: [0, -1, 0] });
    add(world, unitBox, { type: 'kinematic' });
    run(world, 120);
    expect(height(world, body)).toBeCloseTo(-1, 12);
  });
});

describe('kinematic bodies moved by a next pose', () => {
  const offCentre = { position: [2, 1, 0] } as const;

  it.each([
    ['centred', {}],
    ['off-centre', offCentre],
  ])('arrive exactly, position and rotation, with a %s collider', (_, collider) => {
    const world = createWorld();
    const body = add(world, unitBox, { type: 'kinematic', position: [5, 0, 0] }, collider);
    const rotation = about([0.6, 0.8, 0], 2);
    setNextPose(world, body, [0.1, 0.2, 0.3], rotation);
    run(world, 1);
    expect(bodyPosition(world, body)).toEqual([0.1, 0.2, 0.3]);
    expectVector(bodyRotation(world, body), rotation, 1e-15);
  });

  it('have the velocity that takes them there, and none afterwards', () => {
    const world = createWorld();
    const body = add(world, unitBox, { type: 'kinematic' });
    setNextPose(world, body, [0.1, 0, 0], about([0, 1, 0], 0.2));
    run(world, 1);
    expectVector(linearVelocity(world, body), [0.1 / DT, 0, 0], 1e-12);
    expectVector(angularVelocity(world, body), [0, 0.2 / DT, 0], 1e-10);
    run(world, 10);
    expect(linearVelocity(world, body)).toEqual([0, 0, 0]);
    expect(bodyPosition(world, body)).toEqual([0.1, 0, 0]);
  });

  it('keep their rotation when none is given', () => {
    const world = createWorld();
    const rotation = about([0, 0, 1], 0.7);
    const body = add(world, unitBox, { type: 'kinematic', rotation });
    setNextPose(world, body, [1, 0, 0]);
    run(world, 1);
    expectVector(bodyRotation(world, body), rotation, 1e-15);
  });

  it('keep a velocity that is given right after the arrival', () => {
    const world = createWorld();
    const body = add(world, unitBox, { type: 'kinematic' });
    setNextPose(world, body, [1, 0, 0], about([0, 1, 0], 1));
    run(world, 1);
    updateBody(world, body, { linearVelocity: [3, 0, 0] });
    run(world, 20);
    expectVector(linearVelocity(world, body), [3, 0, 0]);
    expectVector(bodyPosition(world, body), [2, 0, 0], 1e-12);
    expect(angularVelocity(world, body)).toEqual([0, 0, 0]);
  });

  it('carry a box that stands on them', () => {
    const world = createWorld();
    const platform = add(world, box(3, 0.5, 3), { type: 'kinematic' });
    const rider = add(world, unitBox, { position: [0, 1, 0] });
    run(world, 30);
    // To and fro with at most 2 m/s², where friction can give 4.9.
    let x = 0;
    run(world, 180, (i) => {
      x = 0.5 - 0.5 * Math.cos(2 * i * DT);
      setNextPose(world, platform, [x, 0, 0]);
      expect(Math.abs(bodyPosition(world, rider)[0] - bodyPosition(world, platform)[0])).toBeLessThan(0.02);
    });
    run(world, 1);
    expect(bodyPosition(world, platform)[0]).toBe(x);
    expect(height(world, rider)).toBeCloseTo(1, 2);
  });

  it('lift a box at their own speed', () => {
    const world = createWorld();
    const platform = add(world, box(1, 0.5, 1), { type: 'kinematic' });
    const rider = add(world, unitBox, { position: [0, 1, 0] });
    run(world, 30);
    for (let i = 1; i <= 60; i++) {
      setNextPose(world, platform, [0, i / 60, 0]);
      run(world, 1);
    }
    expect(height(world, rider)).toBeCloseTo(2, 1);
  });
});

describe('changing the type at run time', () => {
  it('static to dynamic falls, dynamic to static stops', () => {
    const world = createWorld();
    const body = add(world, unitBox, { type: 'static', position: [0, 10, 0] });
    run(world, 10);
    updateBody(world, body, { type: 'dynamic' });
    run(world, 60);
    expect(height(world, body)).toBeCloseTo(10 - 0.5 * 9.81, 6);
    updateBody(world, body, { type: 'static' });
    const at = bodyPosition(world, body);
    run(world, 10);
    expect(bodyType(world, body)).toBe('static');
    expect(bodyPosition(world, body)).toEqual(at);
    expect(linearVelocity(world, body)).toEqual([0, 0, 0]);
  });

  it('a floor that becomes dynamic falls with what stands on it', () => {
    const world = createWorld();
    const shelf = add(world, box(2, 0.1, 2), { type: 'static' });
    const cup = add(world, unitBox, { position: [0, 0.6, 0] });
    run(world, 120);
    expect(isBodyAwake(world, cup)).toBe(false);
    updateBody(world, shelf, { type: 'dynamic' });
    run(world, 30);
    expect(height(world, cup)).toBeLessThan(-0.5);
  });

  it('a kinematic body that becomes dynamic keeps its velocity and forgets its target', () => {
    const world = weightless();
    const body = add(world, unitBox, { type: 'kinematic', linearVelocity: [1, 0, 0] });
    setNextPose(world, body, [100, 0, 0]);
    updateBody(world, body, { type: 'dynamic' });
    run(world, 60);
    expectVector(bodyPosition(world, body), [1, 0, 0], 1e-12);
  });
});
