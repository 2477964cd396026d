import { createBody, createCollider, createWorld, halfSpace, sphere, stepWorld } from '@tenon/physics-core';
import { countIslands, stepStages, stepTimes, timeSteps } from '@tenon/physics-core/inspect';

const world = createWorld();
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
for (let i = 0; i < 20; i++) {
  const ball = createBody(world, { position: [2 * i, 1, 0] });
  createCollider(world, ball, { shape: sphere(0.5) });
}

timeSteps(world, () => performance.now());
stepWorld(world, 1 / 60);
const times = stepTimes(world);
console.log(stepStages.every((stage) => times[stage] >= 0)); // true
console.log(countIslands(world)); // { islands: 20, awake: 20 }
timeSteps(world, undefined);
