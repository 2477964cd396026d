import RAPIER from '@dimforge/rapier3d-compat';
import {
  box,
  collider,
  createPhysics,
  destroyPhysics,
  physicsPre,
  position,
  rigidBody,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';
import { expect, it } from 'vitest';

const COUNT = 2000;
const RUNS = 12;

/** ms of this process, whatever else the machine does. */
const cpuTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const best = (run: () => void): number => {
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const start = cpuTime();
    run();
    times.push(cpuTime() - start);
  }
  return Math.min(...times);
};

const spawnEntities = (): void => {
  const world = createPhysics(createWorld());
  for (let i = 0; i < COUNT; i++) {
    const place = position(2 * (i % 50), 1, 2 * Math.floor(i / 50));
    addEntity(world, place, rigidBody(), collider(box(0.5, 0.5, 0.5)));
  }
  physicsPre(world);
  destroyPhysics(world);
};

const spawnInRapier = (): void => {
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  for (let i = 0; i < COUNT; i++) {
    const desc = RAPIER.RigidBodyDesc.dynamic().setTranslation(2 * (i % 50), 1, 2 * Math.floor(i / 50));
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5), world.createRigidBody(desc));
  }
  world.free();
};

/**
 * Spawning 2,000 entities, with bitECS, factories and checks, against 2,000 bodies of Rapier alone. The goal is 3; alone on a machine it
 * is 2.7 to 3.5. The test notices when something of the old cost, 10 and more, comes back.
 */
it('spawning is within a small factor of Rapier', async () => {
  await RAPIER.init();
  const [ours, theirs] = [best(spawnEntities), best(spawnInRapier)];
  console.log(`2,000 entities: ${ours.toFixed(1)} ms, Rapier ${theirs.toFixed(1)} ms`);
  expect(ours / theirs).toBeLessThan(6);
});
