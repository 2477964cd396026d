import {
  castRays,
  createBody,
  createCollider,
  createQueryHits,
  createWorld,
  halfSpace,
} from '@tenon/physics-core';

const world = createWorld();
const floor = createBody(world, { type: 'static' });
createCollider(world, floor, { shape: halfSpace() });

// Origin, direction and longest distance of each ray.
const rays = new Float64Array(7 * 1000);
for (let i = 0; i < 1000; i++) rays.set([i, 2, 0, 0, i % 2 === 0 ? -1 : 1, 0, 100], 7 * i);

const hits = createQueryHits();
castRays(world, rays, hits);
console.log(hits.count); // 500
console.log(hits.query[1], hits.distance[1]); // 2 2
