import {
  box,
  capsule,
  castShape,
  closestPoint,
  containsPoint,
  createBody,
  createCollider,
  createWorld,
  overlapBox,
  overlapShape,
  overlapShapeAny,
  sphere,
} from '@tenon/physics-core';

const world = createWorld();
const wall = createBody(world, { type: 'static', position: [3, 1, 0] });
createCollider(world, wall, { shape: box(0.5, 1, 5) });

const walker = { shape: capsule(0.3, 0.6), position: [0, 1, 0] } as const;
const hit = castShape(world, walker, [4, 0, 0]);
console.log(hit?.body === wall, hit?.fraction.toFixed(3)); // true 0.550
console.log(hit?.normal); // [ -1, 0, 0 ]

const blast = { shape: sphere(2.6), position: [0, 1, 0] } as const;
console.log(overlapShape(world, blast).length); // 1
console.log(overlapShapeAny(world, walker)); // false
console.log(overlapBox(world, [2, 0, 0], [9, 9, 9]).length); // 1
console.log(containsPoint(world, [3, 1, 1]).length); // 1

const near = closestPoint(world, [0, 1, 0], 10);
console.log(near?.point, near?.distance); // [ 2.5, 1, 0 ] 2.5
