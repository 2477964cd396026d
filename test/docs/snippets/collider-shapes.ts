import {
  bodyColliders,
  bodyMass,
  box,
  capsule,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  hull,
  sphere,
} from '@tenon/physics-core';

const world = createWorld();

const floor = createBody(world, { type: 'static' });
createCollider(world, floor, { shape: halfSpace([0, 1, 0], 0) });

const dumbbell = createBody(world, { position: [0, 2, 0] });
createCollider(world, dumbbell, { shape: sphere(0.3), position: [-0.6, 0, 0] });
createCollider(world, dumbbell, { shape: sphere(0.3), position: [0.6, 0, 0] });
const quarterTurn = Math.SQRT1_2;
createCollider(world, dumbbell, {
  shape: capsule(0.05, 0.5),
  rotation: [0, 0, quarterTurn, quarterTurn],
  density: 0,
});
console.log(bodyColliders(world, dumbbell).length); // 3
console.log(bodyMass(world, dumbbell).mass.toFixed(1)); // 226.2

const wedge = createBody(world, { position: [3, 0, 0] });
createCollider(world, wedge, {
  shape: hull([
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 1],
    [0, 1, 1],
  ]),
});
console.log(bodyMass(world, wedge).mass.toFixed(1)); // 500.0

const plank = createBody(world, { position: [-3, 1, 0] });
createCollider(world, plank, { shape: box(1, 0.05, 0.2) });
