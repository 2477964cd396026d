import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyAngularImpulse,
  applyForce,
  applyImpulse,
  applyTorque,
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  box,
  createWorld,
  linearVelocity,
  type Quat,
  updateBody,
  type Vec3,
  velocityAt,
  type World,
  worldSettings,
} from '../../src/index.js';
import { rotate } from '../../src/math/quat.js';
import { normalize, scale } from '../../src/math/vec3.js';
import { createRandom } from '../determinism/context.js';
import { add, DT, expectVector, G, run, unitBox, weightless } from './context.js';

/** 2 × 4 × 6 m, 48 kg: moments m (b² + c²) / 12 = 208, 160, 80 kg m². */
const brick = box(1, 2, 3);
const MASS = 48;
const MOMENTS: Vec3 = [208, 160, 80];

const addBrick = (world: World): BodyHandle => add(world, brick, { position: [1, 2, 3] });

describe('forces', () => {
  it('accelerates by F/m for one step and is then forgotten', () => {
    const world = weightless();
    const body = addBrick(world);
    applyForce(world, body, [96, 0, -48]);
    run(world, 1);
    expectVector(linearVelocity(world, body), [2 * DT, 0, -DT]);
    run(world, 10);
    expectVector(linearVelocity(world, body), [2 * DT, 0, -DT]);
    expect(angularVelocity(world, body)).toEqual([0, 0, 0]);
  });

  it('turns by I⁻¹ τ in the world, whatever its orientation', () => {
    const random = createRandom(17);
    for (let i = 0; i < 20; i++) {
      const any = (): Vec3 => [0, 1, 2].map(() => 2 * random() - 1) as unknown as Vec3;
      const world = weightless();
      const [x, y, z] = normalize(any());
      const [s, c] = [Math.sin(1 + i), Math.cos(1 + i)];
      const body = add(world, brick, { rotation: [x * s, y * s, z * s, c] });
      // So small that it does not turn notably within the step.
      const torque = scale(any(), 1e-3);
      applyTorque(world, body, torque);
      run(world, 1);
      const [qx, qy, qz, qw] = bodyRotation(world, body);
      const turned: Quat = [-qx, -qy, -qz, qw];
      const [ownTorque, ownSpin] = [torque, angularVelocity(world, body)].map((v) => rotate(turned, v));
      expectVector(
        ownSpin,
        ownTorque.map((each, k) => (each * DT) / MOMENTS[k]),
        1e-12,
      );
    }
  });

  it('adds several forces up', () => {
    const world = weightless();
    const body = addBrick(world);
    applyForce(world, body, [MASS, 0, 0]);
    applyForce(world, body, [0, MASS, 0]);
    run(world, 1);
    expectVector(linearVelocity(world, body), [DT, DT, 0]);
  });

  it('moves by ½ F/m t² under a constant force', () => {
    const world = weightless();
    const body = addBrick(world);
    for (let i = 0; i < 60; i++) {
      applyForce(world, body, [MASS, 0, 0]);
      run(world, 1);
    }
    expectVector(bodyPosition(world, body), [1.5, 2, 3], 1e-10);
  });

  it('turns by r × F when it acts at a point', () => {
    const world = weightless();
    const body = addBrick(world);
    applyForce(world, body, [0, 0, 160], [2, 2, 3]);
    run(world, 1);
    expectVector(linearVelocity(world, body), [0, 0, (160 / MASS) * DT]);
    expectVector(angularVelocity(world, body), [0, -DT, 0]);
  });

  it.each([0, 1, 2])('a torque about axis %i gives τ/I', (axis) => {
    const world = weightless();
    const body = addBrick(world);
    const unit = [0, 1, 2].map((i) => (i === axis ? 1 : 0)) as unknown as Vec3;
    applyTorque(world, body, unit);
    run(world, 1);
    expectVector(
      angularVelocity(world, body),
      unit.map((x, i) => (x * DT) / MOMENTS[i]),
      1e-15,
    );
    expect(linearVelocity(world, body)).toEqual([0, 0, 0]);
  });
});

describe('impulses', () => {
  it('act at once at the centre', () => {
    const world = weightless();
    const body = addBrick(world);
    applyImpulse(world, body, [MASS, 2 * MASS, 0]);
    expectVector(linearVelocity(world, body), [1, 2, 0]);
    expect(angularVelocity(world, body)).toEqual([0, 0, 0]);
  });

  it('turn by I⁻¹ (r × p) at a point, seen in the velocity of the point', () => {
    const world = weightless();
    const body = addBrick(world);
    const point: Vec3 = [2, 2, 3];
    applyImpulse(world, body, [0, 0, 1], point);
    expectVector(angularVelocity(world, body), [0, -1 / 160, 0]);
    // 1/m + (r × n)·I⁻¹ (r × n) is the inverse of the effective mass at the point.
    expectVector(velocityAt(world, body, point), [0, 0, 1 / MASS + 1 / 160]);
  });

  it('an angular impulse gives L/I', () => {
    const world = weightless();
    const body = addBrick(world);
    applyAngularImpulse(world, body, [208, 160, 80]);
    expectVector(angularVelocity(world, body), [1, 1, 1]);
  });

  it.each(['static', 'kinematic'] as const)('push no %s body', (type) => {
    const world = weightless();
    const body = add(world, brick, { type });
    applyImpulse(world, body, [1, 1, 1], [1, 0, 0]);
    applyAngularImpulse(world, body, [1, 1, 1]);
    applyForce(world, body, [1, 1, 1]);
    applyTorque(world, body, [1, 1, 1]);
    run(world, 2);
    expect(linearVelocity(world, body)).toEqual([0, 0, 0]);
    expect(angularVelocity(world, body)).toEqual([0, 0, 0]);
  });
});

describe('gravity and damping', () => {
  it.each([0, 0.5, 1, -1])('falls with %f g', (gravityScale) => {
    const world = createWorld();
    const body = add(world, unitBox, { gravityScale });
    run(world, 60);
    expectVector(bodyPosition(world, body), [0, -0.5 * gravityScale * G, 0], 1e-9);
  });

  it('decays as v0 / (1 + h c)ⁿ, linear and angular each with its own c', () => {
    const world = weightless();
    const def = {
      linearVelocity: [3, 0, 0],
      angularVelocity: [0, 2, 0],
      linearDamping: 0.5,
      angularDamping: 4,
    } as const;
    const body = add(world, unitBox, def);
    run(world, 30);
    const { substeps } = worldSettings(world);
    const decay = (c: number): number => (1 + (DT / substeps) * c) ** (-30 * substeps);
    expectVector(linearVelocity(world, body), [3 * decay(0.5), 0, 0]);
    expectVector(angularVelocity(world, body), [0, 2 * decay(4), 0]);
  });

  it('a falling body with damping c approaches the speed g/c', () => {
    const world = createWorld();
    const body = add(world, unitBox, { linearDamping: 2 });
    run(world, 600);
    expect(linearVelocity(world, body)[1]).toBeCloseTo(-G / 2, 6);
  });
});

describe('speed caps', () => {
  it('hold the linear speed and keep its direction', () => {
    const world = weightless();
    const body = add(world, unitBox, { linearVelocity: [30, 40, 0], maxLinearSpeed: 5 });
    run(world, 60);
    expectVector(linearVelocity(world, body), [3, 4, 0]);
    expectVector(bodyPosition(world, body), [3, 4, 0], 1e-9);
  });

  it('hold the angular speed', () => {
    const world = weightless();
    const body = add(world, unitBox, { angularVelocity: [0, 100, 0], maxAngularSpeed: 10 });
    run(world, 2);
    expectVector(angularVelocity(world, body), [0, 10, 0]);
  });

  it('bound the speed of a fall', () => {
    const world = createWorld();
    const body = add(world, unitBox, { maxLinearSpeed: 2 });
    run(world, 120);
    expectVector(linearVelocity(world, body), [0, -2, 0]);
  });

  it('a cap of 0 nails the centre', () => {
    const world = createWorld();
    const body = add(world, unitBox, { maxLinearSpeed: 0 });
    run(world, 60);
    expectVector(bodyPosition(world, body), [0, 0, 0], 1e-6);
  });

  it('can be lifted again', () => {
    const world = weightless();
    const body = add(world, unitBox, { maxLinearSpeed: 1 });
    updateBody(world, body, { maxLinearSpeed: Number.POSITIVE_INFINITY, linearVelocity: [9, 0, 0] });
    run(world, 1);
    expectVector(linearVelocity(world, body), [9, 0, 0]);
  });
});
