import { PhysicsError } from '@tenon/physics-core';
import { addComponent, addEntity, createWorld } from 'bitecs';
import { expect, it } from 'vitest';
import * as plugin from '../src/index.js';

/** Values that a slip, or JavaScript without types, may pass. Some cannot be turned into text. */
const WRONG: readonly unknown[] = [
  ...[undefined, null, -1, 1.5, Number.NaN, 1e308, 2 ** 53, 10n, 'x', true, Symbol('s'), () => undefined],
  ...[{}, Object.create(null), { bodyB: 1 }, [], [1, 2, 3], [[0, 0, 0]], [Number.NaN, 0, 0]],
];

const start = () => {
  const world = plugin.createPhysics(createWorld(), { onWarning: () => undefined });
  const body = addEntity(
    world,
    plugin.position(0, 2, 0),
    plugin.rigidBody(),
    plugin.collider(plugin.box(1, 1, 1)),
  );
  const joint = addEntity(world, plugin.hinge({ bodyB: body, axis: [0, 1, 0] }));
  plugin.stepPhysics(world, 1 / 60);
  return { world, body, joint };
};

type Scene = ReturnType<typeof start>;

/** A wrong value in each place of calls as they may be. */
const callsWith = ({ world, body, joint }: Scene, wrong: unknown): unknown[][] => [
  [wrong],
  [wrong, wrong],
  [world, wrong],
  [world, wrong, wrong],
  [world, body, wrong],
  [world, joint, wrong],
  [world, body, [0, 1, 0], wrong],
  [world, [0, 5, 0], wrong],
  [world, [0, 5, 0], [0, -1, 0], wrong],
  [world, plugin.sphere(1), wrong],
  [world, 'begin', wrong],
  [world, { bodies: wrong }],
  [world, { groups: { all: wrong } }],
  [[0, 5, 0], wrong],
  [1, wrong],
  [{ bodyB: body, axis: wrong }],
  [{ bodyB: body, motor: wrong }],
  [{ bodyB: wrong }],
  [plugin.box(1, 1, 1), wrong],
  [plugin.box(1, 1, 1), { body: wrong }],
];

const isValue = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'component' in value;

/** What is thrown that is no PhysicsError. */
const foundIn = (act: () => void): string | undefined => {
  try {
    act();
  } catch (error) {
    return error instanceof PhysicsError ? undefined : String(error);
  }
  return undefined;
};

const functions = Object.entries(plugin).filter(
  // It takes nothing, and makes much.
  ([name, value]) => typeof value === 'function' && !/^[A-Z]|^createComponents$/.test(name),
) as [name: string, call: (...values: unknown[]) => unknown][];

it.each(functions)('%s takes wrong values or refuses them with a PhysicsError', (name, call) => {
  let scene = start();
  const thrown: string[] = [];
  for (const wrong of WRONG) {
    for (const values of [[], ...callsWith(scene, wrong)]) {
      let given: unknown;
      const found = foundIn(() => {
        given = call(...values);
      });
      if (found !== undefined) thrown.push(`with a ${typeof wrong}: ${found}`);
      if (isValue(given)) addComponent(scene.world, addEntity(scene.world), given as never);
    }
    const found = foundIn(() => plugin.stepPhysics(scene.world, 1 / 60));
    if (found !== undefined) thrown.push(`a step after a ${typeof wrong}: ${found}`);
    if (name === 'destroyPhysics') scene = start();
  }
  expect(thrown).toEqual([]);
});

it.each([
  [
    () => plugin.position([0, 1, 0] as never, 0, 0),
    /^position\(x, y, z\): x is \[0, 1, 0\]\. Pass three numbers one by one/,
  ],
  [() => plugin.linearVelocity(1, 2, undefined as never), /^linearVelocity\(x, y, z\): z is undefined/],
  [
    () => plugin.rotation(0, 90, 0, undefined as never),
    /w is undefined\. Pass the four numbers of a quaternion .* angles are none/,
  ],
  [
    () => plugin.collider(plugin.box(1, 1, 1), { isTrigger: true } as never),
    /Add the tag Sensor to the entity/,
  ],
])('slips with the form of arguments are named: %#', (call, message) => {
  expect(call).toThrow(message);
});
