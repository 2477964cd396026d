import {
  applyImpulse,
  box,
  collider,
  createPhysics,
  hinge,
  KinematicTarget,
  kinematicTarget,
  Position,
  position,
  Rotation,
  rigidBody,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld());
const run = (seconds: number, system = (_time: number): void => {}): void => {
  for (let i = 1; i <= seconds * 60; i++) {
    system(i / 60);
    stepPhysics(world, 1 / 60);
  }
};

// A door of 20 kg that opens by up to 100 degrees. A weak servo closes it again.
const door = addEntity(
  world,
  position(0.5, 1, 0),
  rigidBody({ mass: 20 }),
  collider(box(0.45, 1, 0.03)),
  hinge({
    anchor: [0, 1, 0],
    axis: [0, 1, 0],
    limits: [0, (100 * Math.PI) / 180],
    motor: { target: 0, hertz: 0.5, dampingRatio: 1, maxForce: 40 },
  }),
);
const openness = (): string => `${Math.round((360 / Math.PI) * Math.asin(Rotation.y[door]))}°`;
run(0.1);
applyImpulse(world, door, [0, 0, -60], [0.9, 1, 0]);
run(0.4);
console.log('pushed', openness()); // pushed 97°
run(6);
console.log('closed', openness()); // closed 0°

// A lift: a kinematic body goes where its target says, and carries what stands on it.
const lift = addEntity(
  world,
  position(5, 0, 0),
  rigidBody({ type: 'kinematic' }),
  kinematicTarget([5, 0, 0]),
  collider(box(1, 0.1, 1)),
);
const crate = addEntity(world, position(5, 0.6, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)));
run(4, (time) => {
  KinematicTarget.y[lift] = 1.5 * (1 - Math.cos((Math.PI * time) / 4));
});
console.log('up', Position.y[lift].toFixed(2), Position.y[crate].toFixed(2)); // up 3.00 3.60
