import { expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyPosition,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  hinge,
  moveCharacter,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '../../src/index.js';
import { add as plus } from '../../src/math/vec3.js';
import { add, DT } from './context.js';

/** m. What 100 km cost: doubles are 1.5e-11 m apart there. */
const FAR: Vec3 = [1e5, 0, -1e5];
const CLOSE = 1e-6;
const STEPS = 600;

interface Scene {
  readonly bodies: BodyHandle[];
  readonly drive?: () => void;
}

/** Each scene at an origin of its own; none of them is chaotic. */
const scenes: Record<string, (world: World, o: Vec3) => Scene> = {
  'a stack that is set down': (world, o) => {
    add(world, box(5, 0.5, 5), { type: 'static', position: plus(o, [0, -0.5, 0]) });
    const bodies = [0, 1, 2, 3].map((i) =>
      add(world, box(0.5, 0.5, 0.5), { position: plus(o, [0.02 * i, 0.52 + 1.02 * i, 0]) }),
    );
    return { bodies };
  },
  'a pendulum': (world, o) => {
    const bob = add(world, sphere(0.2), { position: plus(o, [1, 0, 0]) });
    createJoint(world, hinge({ bodyB: bob, anchor: o, axis: [0, 0, 1] }));
    return { bodies: [bob] };
  },
  'a ball that bounces': (world, o) => {
    add(world, box(5, 0.5, 5), { type: 'static', position: plus(o, [0, -0.5, 0]) }, { restitution: 0.8 });
    return { bodies: [add(world, sphere(0.3), { position: plus(o, [0, 3, 0]) }, { restitution: 0.8 })] };
  },
  'a spinning body in free flight': (world, o) => {
    const body = createBody(world, { position: o, angularVelocity: [1, 7, 2], gravityScale: 0 });
    createCollider(world, body, { shape: box(0.5, 0.2, 0.3), density: 100 });
    return { bodies: [body] };
  },
  'a character on stairs': (world, o) => {
    add(world, box(20, 0.5, 5), { type: 'static', position: plus(o, [0, -0.5, 0]) });
    for (let i = 1; i <= 4; i++)
      add(world, box(0.25, 0.1 * i, 1), { type: 'static', position: plus(o, [1 + 0.5 * i, 0.1 * i, 0]) });
    const man = add(world, capsule(0.3, 0.6), { type: 'kinematic', position: plus(o, [0, 0.91, 0]) });
    let fall = 0;
    const drive = (): void => {
      const { ground } = moveCharacter(world, man, [0.7, fall, 0], DT);
      fall = ground ? 0 : fall - 9.81 * DT;
    };
    return { bodies: [man], drive };
  },
};

it.each(Object.entries(scenes))('%s is the same 100 km from the origin, over 10 s', (_, build) => {
  const [near, far] = [createWorld(), createWorld()];
  const here = build(near, [0, 0, 0]);
  const there = build(far, FAR);
  let worst = 0;
  for (let i = 0; i < STEPS; i++) {
    here.drive?.();
    there.drive?.();
    stepWorld(near, DT);
    stepWorld(far, DT);
    for (const [k, body] of here.bodies.entries()) {
      const p = bodyPosition(near, body);
      const q = bodyPosition(far, there.bodies[k]);
      for (let j = 0; j < 3; j++) worst = Math.max(worst, Math.abs(q[j] - FAR[j] - p[j]));
    }
  }
  expect(worst).toBeLessThan(CLOSE);
});
