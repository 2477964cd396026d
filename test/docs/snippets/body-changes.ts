import {
  bodyPosition,
  createBody,
  createCollider,
  createWorld,
  destroyBody,
  isBodyEnabled,
  linearVelocity,
  sphere,
  stepWorld,
  updateBody,
} from '@tenon/physics-core';

const world = createWorld();
const ball = createBody(world, { planar: true, linearVelocity: [1, 0, 5] });
createCollider(world, ball, { shape: sphere(0.5) });
console.log(linearVelocity(world, ball)); // [ 1, 0, 0 ]

updateBody(world, ball, { position: [0, 10, 0], gravityScale: 0, maxLinearSpeed: 0.5 });
stepWorld(world, 1 / 60);
console.log(linearVelocity(world, ball)); // [ 0.5, 0, 0 ]

updateBody(world, ball, { enabled: false });
stepWorld(world, 1 / 60);
console.log(isBodyEnabled(world, ball), bodyPosition(world, ball)[1]); // false 10

destroyBody(world, ball);
