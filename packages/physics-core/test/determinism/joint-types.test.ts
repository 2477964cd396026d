import { expect, it } from 'vitest';
import {
  createBody,
  createJoint,
  createWorld,
  defineJoint,
  hashWorld,
  hinge,
  type JointDefinition,
  jointDefinitions,
  restoreSnapshot,
  stepWorld,
  takeSnapshot,
} from '../../src/index.js';
import { axisRow, needAxes, XA } from '../../src/parts.js';

const rail = (type: string) =>
  defineJoint({
    type,
    about: 'Holds one axis.',
    slots: ['axis'],
    rows: (j) => {
      needAxes(j);
      axisRow(j, 0, XA);
    },
  });

const first = rail('test first rail');
const second = rail('test second rail');

const build = () => {
  const world = createWorld({ sleeping: false });
  const a = createBody(world, { massProperties: { mass: 1, inertia: [1, 1, 1] } });
  const b = createBody(world, { position: [1, 0, 0], massProperties: { mass: 1, inertia: [1, 1, 1] } });
  createJoint(world, hinge({ bodyB: a }));
  createJoint(world, second({ bodyA: a, bodyB: b, axis: [0, 1, 0] }));
  for (let i = 0; i < 10; i++) stepWorld(world, 1 / 60);
  return world;
};

/** The registry as a game would have it that defined its types in another order, or not at all. */
const registry = jointDefinitions() as JointDefinition[];

it('finds the types of a snapshot by name when they were defined in another order', () => {
  const world = build();
  const bytes = takeSnapshot(world);
  for (let i = 0; i < 10; i++) stepWorld(world, 1 / 60);
  const after = Array.from(world.bodies.position);
  const [x, y] = [registry.indexOf(first.definition), registry.indexOf(second.definition)];
  [registry[x], registry[y]] = [registry[y], registry[x]];
  const copy = createWorld();
  restoreSnapshot(copy, bytes);
  for (let i = 0; i < 10; i++) stepWorld(copy, 1 / 60);
  expect(Array.from(copy.bodies.position).slice(0, 9)).toEqual(after.slice(0, 9));
  [registry[x], registry[y]] = [registry[y], registry[x]];
});

it('refuses a snapshot with a type that does not exist here, and changes nothing', () => {
  const bytes = takeSnapshot(build());
  const removed = registry.splice(registry.indexOf(second.definition), 1);
  const copy = createWorld();
  const before = hashWorld(copy);
  expect(() => restoreSnapshot(copy, bytes)).toThrow(/joints of type 'test second rail'/);
  expect(hashWorld(copy)).toBe(before);
  registry.push(...removed);
});
