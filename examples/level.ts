import {
  applyImpulse,
  box,
  Character,
  capsule,
  castRay,
  character,
  collider,
  createPhysics,
  heightField,
  hinge,
  Joint,
  KinematicTarget,
  kinematicTarget,
  mouse,
  observeEvents,
  otherSide,
  Position,
  position,
  rigidBody,
  Sensor,
  sphere,
  stepPhysics,
  swingTwist,
} from '@tenon/ecs-plugin';
import type { Shape, Vec3 } from '@tenon/physics-core';
import { addEntity, createWorld, removeEntity } from 'bitecs';

const world = createPhysics(createWorld());
const block = (shape: Shape, [x, y, z]: Vec3): number =>
  addEntity(world, position(x, y, z), rigidBody({ type: 'static' }), collider(shape));

// Terrain: 60 m by 60 m, flat where the house stands, hills around it.
const N = 61;
const heights = Array.from({ length: N * N }, (_, i) => {
  const [x, z] = [(i % N) - 30, Math.floor(i / N) - 30];
  const away = Math.max(0, Math.hypot(x - 6, z) - 12);
  return 0.03 * away * away * (1 + 0.3 * Math.sin(0.7 * x) * Math.cos(0.5 * z));
});
block(heightField(N, N, heights), [0, 0, 0]);

// Stairs of 20 cm up to a platform, a wall with a gap on it, and a deck 3 m up.
for (let i = 1; i <= 4; i++) block(box(0.2, 0.1 * i, 1.5), [3 + 0.4 * i, 0.1 * i, 0]);
block(box(2.1, 0.4, 1.5), [6.9, 0.4, 0]);
for (const z of [-1, 1]) block(box(0.1, 1.2, 0.5), [6.5, 2, z]);
block(box(2, 1.5, 1.5), [13.1, 1.5, 0]);

// A door in the gap. Its servo holds it shut, and opens it when somebody stands in the zone.
const door = addEntity(
  world,
  position(6.5, 1.85, 0),
  rigidBody({ mass: 25 }),
  collider(box(0.04, 1, 0.45)),
  hinge({
    anchor: [6.5, 1.85, -0.48],
    axis: [0, 1, 0],
    limits: [0, 1.7],
    motor: { target: 0, hertz: 1, dampingRatio: 1, maxForce: 200 },
  }),
);
const zone = addEntity(
  world,
  position(6.5, 1.8, 0),
  rigidBody({ type: 'static' }),
  collider(box(1.5, 0.9, 1)),
  Sensor,
);

// A lift behind the door: it rises when the player stands on it.
const lift = addEntity(
  world,
  position(10.05, 0.7, 0),
  rigidBody({ type: 'kinematic' }),
  kinematicTarget([10.05, 0.7, 0]),
  collider(box(1, 0.1, 1.4)),
);

// A guard of three parts on the deck, and a crate in the yard.
const part = (y: number, mass: number, shape: Shape): number =>
  addEntity(world, position(14, y, 0), rigidBody({ mass, angularDamping: 0.5 }), collider(shape));
const legs = part(3.45, 25, capsule(0.14, 0.3));
const chest = part(4.17, 35, box(0.12, 0.28, 0.24));
const head = part(4.58, 5, sphere(0.12));
const bend = { limits: [-0.7, 0.7] } as const;
for (const [bodyA, bodyB, y] of [
  [legs, chest, 3.88],
  [chest, head, 4.46],
] as const)
  addEntity(
    world,
    swingTwist({ bodyA, bodyB, anchor: [14, y, 0], axis: [0, 1, 0], swingY: bend, swingZ: bend }),
  );
const crate = addEntity(world, position(2, 0.25, 2), rigidBody({ mass: 8 }), collider(box(0.25, 0.25, 0.25)));

const player = addEntity(
  world,
  position(0, 0.91, 0),
  rigidBody({ type: 'kinematic' }),
  collider(capsule(0.3, 0.6)),
  character(),
);

// The trigger. The door itself stands in the zone, too: only the player counts.
for (const [kind, angle] of [
  ['begin', 1.7],
  ['end', 0],
] as const) {
  observeEvents(world, kind, (event) => {
    if (otherSide(event, zone)?.entity === player) Joint.motorTarget[door] = angle;
  });
}

const run = (seconds: number, each = (): void => {}): void => {
  for (let i = 0; i < seconds * 60; i++) {
    each();
    stepPhysics(world, 1 / 60);
  }
};
const where = (entity: number): string => `${Position.x[entity].toFixed(1)} ${Position.y[entity].toFixed(1)}`;

// What was added is seen from the first step on.
run(0.5);

// Pick the crate up with the mouse, and put it on the first step.
const eye: Vec3 = [0, 1.7, 2];
const picked = castRay(world, eye, [0.81, -0.587, 0], 4);
if (picked) {
  const hand = addEntity(world, mouse({ bodyB: picked.body, target: [2, 1.2, 2], maxForce: 300 }));
  run(1);
  console.log('picked', picked.entity === crate, where(crate)); // picked true 2.0 1.2
  removeEntity(world, hand);
}

// Up the stairs and through the door, which opens in time.
Character.x[player] = 2;
run(2.8);
console.log('at the door', where(player)); // at the door 5.5 1.7
run(2.2);
console.log('on the lift', Character.ground[player] === lift); // on the lift true

// The lift goes up at 1 m/s while the player stands on it.
Character.x[player] = 0;
run(3, () => {
  if (Character.ground[player] === lift && KinematicTarget.y[lift] < 2.9) KinematicTarget.y[lift] += 1 / 60;
});
Character.x[player] = 2;
run(0.8);
console.log('on the deck', where(player)); // on the deck 11.3 3.9

// A shot at the guard: the ray says what it meets and where, the impulse acts there.
const muzzle: Vec3 = [Position.x[player] + 0.4, Position.y[player] + 0.4, 0];
const shot = castRay(world, muzzle, [1, 0.1, 0], 20);
if (shot) applyImpulse(world, shot.body, [40, 5, 0], shot.point);
console.log('hit', shot && [legs, chest, head].includes(shot.entity)); // hit true
Character.x[player] = 0;
run(3);
console.log('down', Position.y[head] < 3.6); // down true
