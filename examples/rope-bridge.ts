import {
  box,
  collider,
  createPhysics,
  Position,
  position,
  rigidBody,
  rope,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld } from 'bitecs';

// Planks between two banks, one a metre. A rope at each corner ties a plank to the one before it, a little longer than the gap.
const PLANKS = 11;
const GAP = 0.1;
const HALF = (1 - GAP) / 2;
const world = createPhysics(createWorld());

const addSlab = (type: 'static' | 'dynamic', x: number): number => {
  // Ropes swing for long: the damping is that of wood and rope.
  const plank = { mass: 15, linearDamping: 1, angularDamping: 1 };
  const body = rigidBody(type === 'static' ? { type } : plank);
  return addEntity(world, position(x, -0.05, 0), body, collider(box(HALF, 0.05, 1)));
};
const tie = (bodyA: number, bodyB: number): void => {
  // These anchors are in the frames of their bodies.
  for (const z of [-0.8, 0.8]) {
    addEntity(
      world,
      rope({ bodyA, bodyB, anchorA: [HALF, 0, z], anchorB: [-HALF, 0, z], maxLength: 1.2 * GAP }),
    );
  }
};
const slabs = [addSlab('static', 0)];
for (let i = 1; i <= PLANKS + 1; i++) {
  slabs.push(addSlab(i <= PLANKS ? 'dynamic' : 'static', i));
  tie(slabs[i - 1], slabs[i]);
}
const middle = slabs[(PLANKS + 1) / 2];
const run = (seconds: number): string => {
  for (let i = 0; i < seconds * 60; i++) stepPhysics(world, 1 / 60);
  return Position.y[middle].toFixed(2);
};
console.log('empty bridge at', run(20)); // empty bridge at -1.05

// Somebody of 80 kg stands in the middle.
const load = addEntity(
  world,
  position((PLANKS + 1) / 2, Position.y[middle] + 0.4, 0),
  rigidBody({ mass: 80 }),
  collider(box(0.3, 0.3, 0.3)),
);
console.log('loaded bridge at', run(20), 'and bears it:', Position.y[load] > Position.y[middle]); // loaded bridge at -1.13 and bears it: true
