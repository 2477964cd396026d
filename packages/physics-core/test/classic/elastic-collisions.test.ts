import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  edgeEdge,
  frameAlong,
  halfSpace,
  hinge,
  type JointDef,
  jointCoordinates,
  linearVelocity,
  loadClassicMethods,
  rod,
  rope,
  slider,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '../../src/index.js';
import { kineticEnergy, momentum, potentialEnergy } from '../../src/inspect.js';
import { createRandom } from '../determinism/context.js';
import { DT } from '../joints/context.js';

loadClassicMethods();

/** Tamis & Maggiore §8.2: the speed along the row after a collision is ε times that before it. */

const addBall = (world: World, x: number, speed: number, mass: number, restitution: number): BodyHandle => {
  const body = createBody(world, { position: [x, 0, 0], mass, linearVelocity: [speed, 0, 0] });
  createCollider(world, body, { shape: sphere(0.5), restitution, friction: 0 });
  return body;
};

describe.each(['baumgarte', 'push-factor'] as const)('%s, elastic collisions', (method) => {
  const empty = (): World => createWorld({ method, gravity: [0, 0, 0], sleeping: false });

  it('two balls head-on: any gap, masses, speeds and restitution', () => {
    const random = createRandom(11);
    for (let i = 0; i < 100; i++) {
      const world = empty();
      const gap = 0.4 * random();
      const [m1, m2] = [10 ** (3 * random() - 1.5), 10 ** (3 * random() - 1.5)];
      const [v1, v2] = [1 + 8 * random(), 3 * random() - 3];
      const e = i % 5 === 0 ? 1 : random();
      const left = addBall(world, 0, v1, m1, e);
      const right = addBall(world, 1 + gap, v2, m2, e);
      for (let k = 0; k < 60; k++) stepWorld(world, DT);
      const [u1, u2] = [left, right].map((body) => linearVelocity(world, body)[0]);
      expect(Math.abs((u2 - u1) / (v1 - v2) - e), `gap ${gap}, e ${e}`).toBeLessThan(1e-6);
      expect(Math.abs(m1 * u1 + m2 * u2 - m1 * v1 - m2 * v2)).toBeLessThan(1e-9 * m1 * v1 + 1e-9 * m2);
      // The moment of the impact is right, too: the way since then is that of the new speeds.
      const t = gap / (v1 - v2);
      const apart = bodyPosition(world, right)[0] - bodyPosition(world, left)[0] - 1;
      expect(Math.abs(apart - (1 - t) * e * (v1 - v2))).toBeLessThan(1e-6);
    }
  });

  it.each([1, 0.9, 0.7, 0.5, 0.2])('a ball dropped from 5 m returns to e² of it: e = %d', (restitution) => {
    for (const start of [5, 5.013, 5.037, 5.061]) {
      const world = createWorld({ method, gravity: [0, -10, 0], sleeping: false });
      createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), restitution });
      const body = createBody(world, { position: [0, start + 0.25, 0] });
      createCollider(world, body, { shape: sphere(0.25), restitution });
      const height = (): number => bodyPosition(world, body)[1] - 0.25;
      const rising = (): boolean => linearVelocity(world, body)[1] > 0;
      for (let i = 0; i < 120 && !rising(); i++) stepWorld(world, DT);
      let top = 0;
      for (let i = 0; i < 120 && rising(); i++) {
        stepWorld(world, DT);
        top = Math.max(top, height());
      }
      // Where a step ends at the surface itself, continuous collision leaves half the slop, 2.5 mm.
      const ideal = restitution * restitution * start;
      expect(Math.abs(top - ideal), `from ${start} m`).toBeLessThan(0.01 * ideal + 0.0025);
    }
  });

  it('e = 1: a ball keeps its height for 50 bounces', () => {
    const world = createWorld({ method, gravity: [0, -10, 0], sleeping: false });
    createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), restitution: 1 });
    const body = createBody(world, { position: [0, 1.25, 0] });
    createCollider(world, body, { shape: sphere(0.25), restitution: 1 });
    const before = kineticEnergy(world) + potentialEnergy(world);
    for (let i = 0; i < 50 / DT; i++) stepWorld(world, DT);
    expect(Math.abs((kineticEnergy(world) + potentialEnergy(world)) / before - 1)).toBeLessThan(1e-6);
  });

  it('a box that lands flat, and one against a wall while it slides, bounce with all their points', () => {
    for (const gap of [0.003, 0.02, 0.05, 0.071]) {
      const world = empty();
      const wall = createBody(world, { type: 'static' });
      createCollider(world, wall, { shape: halfSpace(), restitution: 0.6, friction: 0 });
      const body = createBody(world, { position: [0, 0.5 + gap, 0], linearVelocity: [1, -4, 0.5] });
      createCollider(world, body, { shape: box(0.5, 0.5, 0.5), restitution: 0.6, friction: 0 });
      for (let i = 0; i < 10; i++) stepWorld(world, DT);
      const [x, y, z] = linearVelocity(world, body);
      expect(Math.abs(y / 2.4 - 1)).toBeLessThan(0.01);
      expect(Math.hypot(x - 1, z - 0.5)).toBeLessThan(1e-9);
    }
  });

  it('three balls in a row with gaps: the impact passes on from step to step', () => {
    for (const gaps of [
      [0.2, 0.001],
      [0.03, 0.01],
      [0.4, 0.1],
    ]) {
      const world = empty();
      const balls = [0, 1 + gaps[0], 2 + gaps[0] + gaps[1]].map((x, i) =>
        addBall(world, x, i === 0 ? 4 : 0, 1, 1),
      );
      for (let i = 0; i < 60; i++) stepWorld(world, DT);
      const speeds = balls.map((body) => linearVelocity(world, body)[0]);
      // The last ball may be struck one step late, in penetration. That is not an error of position.
      expect(Math.abs(speeds[2] - 4)).toBeLessThan(1e-6);
      expect(momentum(world).linear[0]).toBeCloseTo(4, 9);
    }
  });

  it('bodies that penetrate by more than a step explains: υ of restitution and of position are added', () => {
    const world = empty();
    const left = addBall(world, 0, 3, 1, 0.5);
    const right = addBall(world, 0.8, 0, 1, 0.5);
    stepWorld(world, DT);
    const [u1, u2] = [left, right].map((body) => linearVelocity(world, body)[0]);
    // One step of approach is the lateness of the impact, the rest an error.
    const push = (0.2 * (0.2 - 3 * DT)) / DT;
    expect(u2 - u1).toBeCloseTo(0.5 * 3 + (method === 'baumgarte' ? push : 0), 6);
    const apart = bodyPosition(world, right)[0] - bodyPosition(world, left)[0] - 0.8;
    expect(apart).toBeCloseTo(3 * DT + 0.5 * 3 * 2 * DT + push * DT, 6);
  });

  it('slow approaches are stopped: a ball comes to rest', () => {
    const world = createWorld({ method, gravity: [0, -10, 0], sleeping: false });
    createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), restitution: 0.5 });
    const body = createBody(world, { position: [0, 1, 0] });
    createCollider(world, body, { shape: sphere(0.25), restitution: 0.5 });
    for (let i = 0; i < 300; i++) stepWorld(world, DT);
    expect(bodyPosition(world, body)[1]).toBeCloseTo(0.25, 3);
    expect(Math.abs(linearVelocity(world, body)[1])).toBeLessThan(0.05);
  });

  it('slow approaches bounce as well, down to a thousandth of a metre a second', () => {
    const random = createRandom(12);
    for (let i = 0; i < 60; i++) {
      const world = empty();
      const speed = 10 ** (-2.9 + 2.6 * random());
      const gap = 0.2 * speed * random();
      const e = i % 3 === 0 ? 1 : random();
      const left = addBall(world, 0, speed, 10 ** (2 * random() - 1), e);
      const right = addBall(world, 1 + gap, 0, 10 ** (2 * random() - 1), e);
      for (let k = 0; k < 30; k++) stepWorld(world, DT);
      const [u1, u2] = [left, right].map((body) => linearVelocity(world, body)[0]);
      expect(Math.abs((u2 - u1) / speed - e), `${speed} m/s, gap ${gap}, e ${e}`).toBeLessThan(1e-6);
    }
  });

  it.each([1, 0.6, 0.3])('a drop from a few centimetres bounces by the law, too: e = %d', (restitution) => {
    for (const start of [0.02, 0.033, 0.05, 0.1]) {
      const world = createWorld({ method, gravity: [0, -10, 0], sleeping: false });
      createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), restitution });
      const body = createBody(world, { position: [0, start + 0.25, 0] });
      createCollider(world, body, { shape: sphere(0.25), restitution });
      const speed = (): number => linearVelocity(world, body)[1];
      for (let i = 0; i < 30 && speed() <= 0; i++) stepWorld(world, DT);
      const top = bodyPosition(world, body)[1] - 0.25 + speed() ** 2 / 20;
      expect(top / (restitution * restitution * start), `from ${start} m`).toBeCloseTo(1, 4);
    }
  });

  it('a stack with restitution stands: residual speeds of bodies that bear a load are no impacts', () => {
    const world = createWorld({ method, sleeping: false });
    createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), restitution: 0.4 });
    const boxes = [0, 1, 2, 3, 4].map((i) => {
      const body = createBody(world, { position: [0, 0.55 + 1.02 * i, 0] });
      createCollider(world, body, { shape: box(0.5, 0.5, 0.5), restitution: 0.4 });
      return body;
    });
    for (let i = 0; i < 600; i++) stepWorld(world, DT);
    let fastest = 0;
    for (let i = 0; i < 60; i++) {
      stepWorld(world, DT);
      for (const body of boxes) fastest = Math.max(fastest, Math.hypot(...linearVelocity(world, body)));
    }
    // 25 sweeps without a warm start leave up to 0.07 m/s. What bounces is twice as fast.
    expect(fastest).toBeLessThan(0.1);
    expect(bodyPosition(world, boxes[4])[1]).toBeCloseTo(4.5, 1);
  });

  interface Bounce {
    readonly def: (limitRestitution: number, gap: number) => JointDef;
    readonly coordinate: string;
    readonly linear?: Vec3;
    readonly angular?: Vec3;
    readonly speed: number;
  }

  const START: Vec3 = [1, 0, 0];
  const lines = { frameA: frameAlong([0, 0, 0], [0, 1, 0]), frameB: frameAlong([0, 0, 0], [0, 0, 1]) };
  const bounces: Record<string, Bounce> = {
    'slider, upper': {
      def: (limitRestitution, gap) => slider({ axis: [1, 0, 0], limits: [-1, gap], limitRestitution }),
      coordinate: 'translation',
      linear: [4, 0, 0],
      speed: 4,
    },
    'slider, lower': {
      def: (limitRestitution, gap) => slider({ axis: [1, 0, 0], limits: [-gap, 1], limitRestitution }),
      coordinate: 'translation',
      linear: [-4, 0, 0],
      speed: -4,
    },
    hinge: {
      def: (limitRestitution, gap) =>
        hinge({ anchor: [0, 0, 0], axis: [0, 0, 1], limits: [-1, gap], limitRestitution }),
      coordinate: 'angle',
      linear: [0, 3, 0],
      angular: [0, 0, 3],
      speed: 3,
    },
    'cone of a ball joint': {
      def: (limitRestitution, gap) =>
        ball({ anchor: START, axis: [1, 0, 0], swing: { limits: [0, gap], limitRestitution } }),
      coordinate: 'swing',
      angular: [0, 0, 3],
      speed: 3,
    },
    rope: {
      def: (limitRestitution, gap) =>
        rope({ anchorA: [0, 0, 0], anchorB: [0, 0, 0], maxLength: 1 + gap, limitRestitution }),
      coordinate: 'length',
      linear: [4, 0, 0],
      speed: 4,
    },
    'edge-edge': {
      def: (limitRestitution, gap) =>
        edgeEdge({ ...lines, mode: 'atLeast', distance: 1 - gap, limitRestitution }),
      coordinate: 'distance',
      linear: [-4, 0, 0],
      speed: -4,
    },
  };

  it.each(Object.entries(bounces))('limit of a joint, %s: any gap and restitution', (_, bounce) => {
    for (let i = 0; i < 24; i++) {
      const restitution = [1, 0.8, 0.5, 0.3][i % 4];
      // Further than the first step, in which a cone that begins at its middle has no direction.
      const gap = 0.07 + 0.013 * i;
      const world = empty();
      const body = createBody(world, {
        position: START,
        massProperties: { mass: 2, inertia: [0.5, 0.5, 0.5] },
        linearVelocity: bounce.linear ?? [0, 0, 0],
        angularVelocity: bounce.angular ?? [0, 0, 0],
      });
      const joint = createJoint(world, { ...bounce.def(restitution, gap), bodyB: body });
      const rate = (): number => jointCoordinates(world, joint)[bounce.coordinate].rate;
      // The speed just before: the hinge itself changes it by up to 0.3 % a step.
      let before = bounce.speed;
      for (let k = 0; k < 30 && (k < 2 || before * rate() > 0); k++) {
        before = k === 0 ? bounce.speed : rate();
        stepWorld(world, DT);
      }
      expect(Math.abs(rate() / before + restitution), `gap ${gap}`).toBeLessThan(0.01);
    }
  });

  it('a ball on a rod strikes another: a cradle of two passes all of its speed on', () => {
    const world = createWorld({ method, sleeping: false });
    const hang = (x: number, angle: number): BodyHandle => {
      const body = createBody(world, {
        position: [x - 2 * Math.sin(angle), -2 * Math.cos(angle), 0],
        massProperties: { mass: 1, inertia: [0.1, 0.1, 0.1] },
      });
      createCollider(world, body, { shape: sphere(0.25), restitution: 1, friction: 0, density: 0 });
      createJoint(world, rod({ bodyB: body, anchorA: [x, 0, 0], anchorB: [0, 0, 0] }));
      return body;
    };
    const first = hang(0, 0.5);
    const second = hang(0.502, 0);
    let reach = 0;
    for (let i = 0; i < 90; i++) {
      stepWorld(world, DT);
      reach = Math.max(reach, bodyPosition(world, second)[0] - 0.502);
    }
    expect(Math.abs(reach / (2 * Math.sin(0.5)) - 1)).toBeLessThan(0.05);
    expect(bodyPosition(world, first)[0]).toBeLessThan(0.1);
  });
});
