import { expect, it } from 'vitest';
import {
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  hashWorld,
  hinge,
  sphere,
  stepWorld,
} from '../../src/index.js';
import { parseRecording, recordWorld } from '../../src/inspect.js';

const pendulum = () => {
  const world = createWorld();
  const bob = createBody(world, { position: [1, 0, 0] });
  createCollider(world, bob, { shape: sphere(0.1) });
  const arm = createJoint(world, hinge({ bodyB: bob, anchor: [0, 0, 0], axis: [0, 0, 1] }));
  return { world, bob, arm };
};

it('records bodies, joints and energies, and reads its own table back to the last digit', () => {
  const { world, bob, arm } = pendulum();
  const recording = recordWorld(world, { bodies: { bob }, joints: { arm }, energy: true });
  for (let i = 0; i < 60; i++) {
    stepWorld(world, 1 / 60);
    recording.sample();
  }
  const read = parseRecording(recording.toCsv());
  expect(read).toEqual(recording.toJson());
  expect(JSON.parse(JSON.stringify(recording.toJson()))).toEqual(read);
  expect(read.rows).toHaveLength(60);
  const column = (name: string): number[] => read.rows.map((row) => row[read.columns.indexOf(name)]);
  expect(column('time').at(-1)).toBeCloseTo(1, 12);
  // The bob hangs at the angle of its own coordinate.
  column('arm.angle').forEach((angle, i) => {
    expect(column('bob.position.x')[i]).toBeCloseTo(Math.cos(angle), 2);
    expect(column('bob.position.y')[i]).toBeCloseTo(Math.sin(angle), 2);
  });
  const total = column('energy.kinetic').map((kinetic, i) => kinetic + column('energy.potential')[i]);
  expect(Math.max(...total) - Math.min(...total)).toBeLessThan(0.02 * Math.max(...column('energy.kinetic')));
});

it('changes nothing', () => {
  const { world, bob, arm } = pendulum();
  stepWorld(world, 1 / 60);
  const before = hashWorld(world);
  recordWorld(world, { bodies: { bob }, joints: { arm }, energy: true }).sample();
  expect(hashWorld(world)).toBe(before);
});

it('refuses names that would break the table, what is gone, and tables that are none', () => {
  const { world, bob } = pendulum();
  expect(() => recordWorld(world, { bodies: { 'a,b': bob } })).toThrow(/cannot name a column/);
  const recording = recordWorld(world, { bodies: { bob } });
  destroyBody(world, bob);
  expect(() => recording.sample()).toThrow(/does not exist any more/);
  expect(() => recordWorld(world, { bodies: { bob } })).toThrow(/does not exist any more/);
  expect(() => parseRecording('a,b\n1,2\n')).toThrow(/not a recording/);
  expect(() => parseRecording('time,b\n1,2\n3\n')).toThrow(/Line 3/);
});
