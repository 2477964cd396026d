import {
  allJoints,
  type BodyHandle,
  ball,
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  destroyJoint,
  halfSpace,
  hashWorld,
  restoreSnapshot,
  sphere,
  stepWorld,
  takeSnapshot,
  type World,
  worldStats,
} from '@tenon/physics-core';
import { createRandom } from '@tenon/scenes';
import { expect, it } from 'vitest';
import { soakScale } from '../fuzz-scale.js';

const DT = 1 / 60;
const CROWD = 60;

interface Life {
  readonly world: World;
  readonly bodies: BodyHandle[];
}

const begin = (): Life => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  return { world, bodies: [] };
};

/** One step of a world in which bodies and joints come and go. */
const live = ({ world, bodies }: Life, { next, between }: ReturnType<typeof createRandom>): void => {
  if (bodies.length < CROWD || next() < 0.5) {
    const body = createBody(world, { position: [between(-3, 3), between(1, 4), between(-3, 3)] });
    createCollider(world, body, { shape: next() < 0.5 ? sphere(0.3) : box(0.3, 0.2, between(0.1, 0.4)) });
    const last = bodies.at(-1);
    if (last !== undefined && next() < 0.5) {
      createJoint(world, ball({ bodyA: last, bodyB: body, anchor: [0, 3, 0] }));
    }
    bodies.push(body);
  }
  if (bodies.length > CROWD) destroyBody(world, bodies.splice(Math.floor(next() * bodies.length), 1)[0]);
  const joints = allJoints(world);
  if (joints.length > 20) destroyJoint(world, joints[0]);
  stepWorld(world, DT);
};

/** Things come and go for a minute of a world's time, with `npm run soak` for an hour: memory, snapshots and counts stay as they are. */
it('a world in which bodies and joints come and go does not grow', () => {
  const life = begin();
  const random = createRandom(5);
  const steps = 3600 * soakScale;
  let early = 0;
  let largest = 0;
  for (let i = 0; i < steps; i++) {
    live(life, random);
    if (i % 300 !== 299) continue;
    const bytes = takeSnapshot(life.world);
    if (i < steps / 3) early = Math.max(early, bytes.length);
    else largest = Math.max(largest, bytes.length);
    const copy = createWorld();
    restoreSnapshot(copy, bytes);
    expect(hashWorld(copy)).toBe(hashWorld(life.world));
    expect(worldStats(life.world).bodies).toBeLessThanOrEqual(CROWD + 2);
  }
  console.log(`${steps} steps: ${early} B of snapshot in the first third, ${largest} B after`);
  expect(largest).toBeLessThan(1.3 * early);
}, 600_000);
