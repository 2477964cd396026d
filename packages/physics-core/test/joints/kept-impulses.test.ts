import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyContacts,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  halfSpace,
  hinge,
  jointError,
  linearVelocity,
  slider,
  sphere,
  stepWorld,
  updateBody,
  type Vec3,
  type World,
} from '../../src/index.js';
import { length } from '../../src/math/vec3.js';
import { eventsOf } from '../api/context.js';
import { addBox, DT, G, jointWorld, off, run } from './context.js';

/** Impulses of joints and contacts that are kept, or given back, when something else happens to them. */

it.each([
  ['ball', sphere(0.2)],
  ['box', box(0.2, 0.2, 0.2)],
] as const)(
  'a %s on a vertical slider presses on the floor with its weight, no more with time',
  (_, shape) => {
    const world = jointWorld();
    createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace([0, 1, 0]) });
    const body = createBody(world, { position: [0, 0.2, 0], mass: 3 });
    createCollider(world, body, { shape });
    createJoint(world, slider({ bodyB: body, anchor: [0, 0, 0], axis: [0, 1, 0] }));
    run(world, 3, (time) => {
      if (time < 0.5) return;
      const pressed = bodyContacts(world, body).flatMap((contact) => contact.points.map((p) => p.impulse));
      expect(off(pressed.reduce((sum, impulse) => sum + impulse, 0) / DT, 3 * G)).toBeLessThan(0.01);
    });
  },
);

const LINK = [0.05, 0.4, 0.05] as const;

/** Links of 1 kg with a heavy end, hanging from `top` of the world or a body. */
const hangChain = (world: World, [x, y, z]: Vec3, from?: BodyHandle): BodyHandle[] => {
  const chain: BodyHandle[] = [];
  for (let i = 0; i < 5; i++) {
    const bodyB = addBox(world, [x, y - 0.5 - i, z], i === 4 ? 20 : 1, LINK);
    const above = chain.at(-1) ?? from;
    const anchor = [x, y - i, z] as const;
    createJoint(world, above === undefined ? ball({ bodyB, anchor }) : ball({ bodyA: above, bodyB, anchor }));
    chain.push(bodyB);
  }
  return chain;
};

it('a joint that breaks disturbs no other: a chain beside it goes on to the last bit', () => {
  const build = (breaks: boolean): number[] => {
    const world = jointWorld();
    const chain = hangChain(world, [0, 0, 0]);
    const weight = addBox(world, [9, 0, 0], 5);
    createJoint(world, ball({ bodyB: weight, anchor: [9, 0, 0], breakForce: breaks ? 4 * G : 1e9 }));
    const states: number[] = [];
    let broken = 0;
    run(world, 0.5, () => {
      broken += eventsOf(world, 'joint-break').length;
      for (const body of chain) states.push(...bodyPosition(world, body), ...linearVelocity(world, body));
    });
    expect(broken).toBe(breaks ? 1 : 0);
    return states;
  };
  expect(build(true)).toEqual(build(false));
});

describe('a door that strikes its stop', () => {
  const MASS = 12;
  const HALF = 0.5;
  const SPIN = 8;

  /** A door of 1 m that turns about y at one edge and is a quarter of a substep before its stop. */
  const swing = (breakForce: number): World => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const door = createBody(world, {
      position: [HALF, 0, 0],
      mass: MASS,
      linearVelocity: [0, 0, -SPIN * HALF],
      angularVelocity: [0, SPIN, 0],
    });
    createCollider(world, door, { shape: box(HALF, 1, 0.02) });
    createJoint(
      world,
      hinge({
        bodyB: door,
        anchor: [0, 0, 0],
        axis: [0, 1, 0],
        limits: [-3, (SPIN * DT) / 16],
        breakForce,
      }),
    );
    return world;
  };

  it('pulls at its hinge with the impulse that stops its middle', () => {
    const world = swing(1000);
    stepWorld(world, DT);
    const [event] = eventsOf(world, 'joint-break');
    // The stop is a torque; that the middle stops is the hinge's work: m ω l in one substep.
    expect(off(length(event.force), (MASS * SPIN * HALF) / (DT / 4))).toBeLessThan(0.02);
  });
});

it('a dumbbell that runs into a wall in one step is not torn: only what passes with its middle is put back', () => {
  // m/s: 0.2 m a step. Put back whole, a ball of 0.1 m would be torn off by up to 9 cm.
  const speed = 12;
  let worst = 0;
  for (let i = 0; i < 40; i++) {
    const world = jointWorld({ gravity: [0, 0, 0] });
    createCollider(world, createBody(world, { type: 'static' }), { shape: box(0.05, 5, 5) });
    const start = -0.5 - (speed * DT * i) / 40;
    const [bodyA, bodyB] = [start, start - 0.6].map((x) => {
      const body = createBody(world, { position: [x, 0, 0], linearVelocity: [speed, 0, 0], mass: 1 });
      createCollider(world, body, { shape: sphere(0.1) });
      return body;
    });
    const joint = createJoint(world, ball({ bodyA, bodyB, anchor: [start - 0.3, 0, 0] }));
    run(world, 0.5, () => {
      worst = Math.max(worst, jointError(world, joint).linear);
    });
  }
  expect(worst).toBeLessThan(0.04);
});

it.each([
  [60, 240],
  [240, 60],
])(
  'a hinge that strikes its stop goes on with the load it bore, from %d to %d steps a second',
  (rate, next) => {
    const world = jointWorld();
    const top = addBox(world, [0, -0.5, 0], 1, LINK);
    const load = hangChain(world, [0, -1, 0], top).at(-1) as BodyHandle;
    // Created last, so that the chain below is solved before it.
    createJoint(world, hinge({ bodyB: top, anchor: [0, 0, 0], axis: [0, 0, 1], limits: [-1, 0.002] }));
    for (let i = 0; i < 2 * rate; i++) stepWorld(world, 1 / rate);
    updateBody(world, top, { angularVelocity: [0, 0, 2], linearVelocity: [1, 0, 0] });
    for (let i = 0; i < 6; i++) {
      stepWorld(world, 1 / next);
      // m/s. The link that strikes hangs straight, so the load does not move; let go for one substep it falls at 0.04 m/s.
      expect(Math.abs(linearVelocity(world, load)[1])).toBeLessThan(0.004);
    }
  },
);
