import {
  createBody,
  createJoint,
  createWorld,
  jointCoordinate,
  slider,
  stepWorld,
} from '@tenon/physics-core';

// Four carriages of 2 kg on rails along x, each with another control, and what it did after 2 s.
const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
const addCarriage = (controls: Omit<Parameters<typeof slider>[0], 'bodyB'>, speed = 0) => {
  const massProperties = { mass: 2, inertia: [1, 1, 1] } as const;
  const bodyB = createBody(world, { massProperties, linearVelocity: [speed, 0, 0] });
  return createJoint(world, slider({ bodyB, axis: [1, 0, 0], ...controls }));
};
const driven = addCarriage({ motor: { speed: 5, maxForce: 3 } });
const servo = addCarriage({ motor: { target: 1, hertz: 2 } });
const pushed = addCarriage({ motor: { effort: 1 } });
const braked = addCarriage({ friction: 1 }, 1);
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
// maxForce t / m, below the wanted speed.
console.log(jointCoordinate(world, driven).rate.toFixed(3)); // 3.000
// At its target.
console.log(jointCoordinate(world, servo).value.toFixed(3)); // 1.000
// effort t / m.
console.log(jointCoordinate(world, pushed).rate.toFixed(3)); // 1.000
// At rest after m v² / (2 friction).
console.log(jointCoordinate(world, braked).value.toFixed(2)); // 1.00
