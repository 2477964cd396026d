import {
  createBody,
  createJoint,
  createWorld,
  jointCoordinate,
  slider,
  stepWorld,
} from '@tenon/physics-core';

// Balls on rails fly at 2 m/s against a stop at 1 m: one that bounces by half, one that is a spring.
const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
const addRail = (controls: Omit<Parameters<typeof slider>[0], 'bodyB'>) => {
  const massProperties = { mass: 2, inertia: [1, 1, 1] } as const;
  const bodyB = createBody(world, { massProperties, linearVelocity: [2, 0, 0] });
  return createJoint(world, slider({ bodyB, axis: [1, 0, 0], limits: [-10, 1], ...controls }));
};
const rigid = addRail({ limitRestitution: 0.5 });
const soft = addRail({ limitSpring: { hertz: 1, dampingRatio: 0 } });
let deepest = 0;
for (let i = 0; i < 90; i++) {
  stepWorld(world, 1 / 60);
  deepest = Math.max(deepest, jointCoordinate(world, soft).value - 1);
}
console.log(jointCoordinate(world, rigid).rate.toFixed(3)); // -1.000
// A spring takes v / ω to stop it, and gives all of it back.
console.log(deepest.toFixed(2), (2 / (2 * Math.PI)).toFixed(2)); // 0.32 0.32
console.log(jointCoordinate(world, soft).rate.toFixed(2)); // -2.00
