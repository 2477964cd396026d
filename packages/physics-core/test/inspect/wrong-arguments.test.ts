import {
  createQueryHits,
  createWorld,
  mesh,
  meshReport,
  PhysicsError,
  sphere,
  stepWorld,
} from '@tenon/physics-core';
import * as inspect from '@tenon/physics-core/inspect';
import { expect, it } from 'vitest';

const refused = (call: () => unknown, message: RegExp): void => {
  expect(call).toThrow(PhysicsError);
  expect(call).toThrow(message);
};

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const readers = [
  inspect.kineticEnergy,
  inspect.potentialEnergy,
  inspect.momentum,
  inspect.allJointRows,
  inspect.allContactRows,
  inspect.stepLength,
  inspect.substepLength,
  inspect.countIslands,
  inspect.articulationStats,
  inspect.colliderHull,
  inspect.colliderTriangles,
  inspect.readBodies,
  inspect.readContacts,
  inspect.readJoints,
  inspect.readRows,
] as unknown as readonly ((world: never) => unknown)[];

it.each(readers.map((read) => [read.name, read] as const))('%s wants a world', (_, read) => {
  for (const wrong of [undefined, 7, {}, revoked()]) refused(() => read(wrong as never), /is not a world/);
});

it('readers want a reading', () => {
  const world = createWorld();
  for (const read of [inspect.readBodies, inspect.readContacts, inspect.readJoints, inspect.readRows]) {
    refused(() => read(world, {} as never), /is no reading\. Pass what createReading returned\.$/);
    expect(() => read(world, inspect.createReading())).not.toThrow();
  }
  stepWorld(world, 1 / 60);
});

it('what is no mesh, no text and no number', () => {
  refused(() => meshReport(sphere(1) as never), /is no mesh\. Pass what mesh/);
  refused(() => mesh(revoked() as never, [0, 1, 2]), /Pass a flat array of numbers/);
  refused(() => inspect.parseRecording(createWorld() as never), /is no text/);
  for (const wrong of [Number.NaN, -1, 1.5, 2 ** 40, '8'])
    refused(() => createQueryHits(wrong as never), /^createQueryHits\(capacity\): capacity is /);
});
