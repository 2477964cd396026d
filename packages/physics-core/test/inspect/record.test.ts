import { expect, it } from 'vitest';
import {
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  halfSpace,
  hashWorld,
  hinge,
  sphere,
  stepWorld,
} from '../../src/index.js';
import { parseRecording, recordWorld, tableToCsv, tableToJson } from '../../src/inspect.js';

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
  expect(recording.toJson()).toEqual({ format: 'tenon-trajectory', version: 1, ...read });
  expect(JSON.parse(JSON.stringify(recording.toJson()))).toEqual(recording.toJson());
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
  expect(() => recordWorld(world, { bodies: { '': bob } })).toThrow(/cannot name a column/);
  const recording = recordWorld(world, { bodies: { bob } });
  destroyBody(world, bob);
  expect(() => recording.sample()).toThrow(/does not exist any more/);
  expect(() => recordWorld(world, { bodies: { bob } })).toThrow(/does not exist any more/);
  expect(() => parseRecording('a,b\n1,2\n')).toThrow(/not a recording/);
  expect(() => parseRecording('time,b\n1,2\n3\n')).toThrow(/Line 3/);
});

it('keeps any name, and cells without a value, through a table and back', () => {
  const { world, bob } = pendulum();
  const name = 'a "b", c\nd';
  const recording = recordWorld(world, { bodies: { [name]: bob, plain: bob }, contacts: true });
  recording.sample();
  const { columns, rows } = parseRecording(recording.toCsv());
  expect(columns).toEqual(recording.columns);
  expect(columns[1]).toBe(`${name}.position.x`);
  expect(rows).toEqual(recording.rows);
  const gaps = tableToCsv({
    columns: ['time', 'x'],
    rows: [
      [0, Number.NaN],
      [1, null],
    ],
  });
  expect(gaps).toBe('time,x\n0,\n1,\n');
  expect(parseRecording(gaps).rows).toEqual([
    [0, Number.NaN],
    [1, Number.NaN],
  ]);
  expect(tableToJson(['time'], [[Infinity]]).rows).toEqual([[null]]);
});

it('records what touches: a ball at rest presses with its weight', () => {
  const world = createWorld({ sleeping: false });
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const ball = createBody(world, { position: [0, 0.5, 0], mass: 3 });
  createCollider(world, ball, { shape: sphere(0.5) });
  const recording = recordWorld(world, { contacts: true });
  for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
  recording.sample();
  const [, count, deepest, impulse] = recording.rows[0];
  expect(recording.columns.slice(1)).toEqual(['contacts.count', 'contacts.deepest', 'contacts.impulse']);
  expect(count).toBe(1);
  expect(deepest).toBeGreaterThan(0);
  expect(deepest).toBeLessThan(1e-3);
  expect(impulse * 60).toBeCloseTo(3 * 9.81, 6);
});
