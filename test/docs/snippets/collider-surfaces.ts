import {
  bodyPosition,
  createBody,
  createCollider,
  createWorld,
  heightField,
  mesh,
  meshReport,
  sphere,
  stepWorld,
} from '@tenon/physics-core';

const world = createWorld();
const ground = createBody(world, { type: 'static' });

// A ramp of two triangles. Corners run counter-clockwise, seen from above.
const ramp = mesh([0, 0, 0, 0, 0, 2, 4, 1, 0, 4, 1, 2], [0, 1, 2, 2, 1, 3]);
console.log(meshReport(ramp).openEdges); // 4
createCollider(world, ground, { shape: ramp, position: [6, 0, -1] });

// Hills of 32 by 32 cells, with a hole in the middle and a stripe of ice.
const size = 33;
const heights = Array.from({ length: size * size }, (_, i) => Math.sin(i % size) * 0.2);
const cells = Array.from({ length: (size - 1) * (size - 1) }, (_, cell) => cell);
const hills = heightField(size, size, heights, {
  spacing: [0.25, 0.25],
  holes: cells.map((cell) => (cell === 16 * 32 + 16 ? 1 : 0)),
  materials: [{ friction: 0.02 }],
  cellMaterials: cells.map((cell) => (cell % 32 < 4 ? 0 : -1)),
});
createCollider(world, ground, { shape: hills });

const ball = createBody(world, { position: [8, 2, 0] });
createCollider(world, ball, { shape: sphere(0.2) });
for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
console.log(bodyPosition(world, ball)[0] < 8); // true
