import { expect, test } from 'vitest';
import {
  allBodies,
  allJoints,
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  hashWorld,
  hinge,
  type JointDef,
  jointDefinitions,
  jointReaction,
  sixDof,
  stepWorld,
  type World,
} from '../../src/index.js';
import {
  allJointRows,
  BodyRecord,
  CoordinateRecord,
  createReading,
  JointRecord,
  limitShapes,
  RowRecord,
  readBodies,
  readColliders,
  readContacts,
  readCoordinates,
  readJoints,
  readRows,
  readTree,
} from '../../src/inspect.js';
import { createRandom } from '../determinism/context.js';
import { randomSpecimen, scatter } from '../joints/random-joints.js';

const hung = (def: JointDef): World => {
  const world = createWorld({ sleeping: false });
  const body = createBody(world, { position: [1, 0, 0] });
  createCollider(world, body, { shape: box(0.5, 0.1, 0.1) });
  createJoint(world, { ...def, bodyB: body, anchor: [0, 0, 0] });
  return world;
};

test('a hinge is a sector with its angle, active once it lies on its limit', () => {
  const world = hung(hinge({ limits: [-0.5, 1] }));
  const [joint] = allJoints(world);
  expect(limitShapes(world, joint)).toMatchObject([
    {
      kind: 'sector',
      coordinates: ['angle'],
      lower: -0.5,
      upper: 1,
      value: 0,
      revolutions: 0,
      active: false,
    },
  ]);
  for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
  const [sector] = limitShapes(world, joint);
  expect(sector.active).toBe(true);
  expect(sector.kind === 'sector' && sector.value).toBeCloseTo(-0.5, 5);
});

test('turns are counted', () => {
  const world = hung(hinge({ limits: [-50, 50], motor: { speed: 8, maxForce: 1e4 } }));
  for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);
  const [sector] = limitShapes(world, allJoints(world)[0]);
  expect(sector.kind === 'sector' && sector.revolutions).toBe(Math.round((8 * 2) / (2 * Math.PI)));
});

test('the ways of a six-dof joint are one box, flat where it is locked and infinite where it is free', () => {
  const ways = { translationX: { limits: [-1, 2] }, x: 'free', y: 'free' } as const;
  const world = hung(sixDof(ways));
  expect(limitShapes(world, allJoints(world)[0])).toMatchObject([
    { kind: 'box', lower: [-1, -Infinity, 0], upper: [2, Infinity, 0], value: [0, 0, 0] },
  ]);
});

test('readings hold what the other read-outs say, and looking changes nothing', () => {
  const random = createRandom(3);
  for (const definition of jointDefinitions()) {
    const specimen = randomSpecimen(random, definition);
    const { world } = specimen;
    scatter(random, specimen, 'slight');
    stepWorld(world, 1 / 60);
    const before = hashWorld(world);
    const [bodies, colliders, tree, contacts, joints, rows, coordinates] = Array.from(
      { length: 7 },
      createReading,
    );
    readBodies(world, bodies);
    readColliders(world, colliders);
    readTree(world, tree);
    readContacts(world, contacts);
    readJoints(world, joints);
    readRows(world, rows);
    readCoordinates(world, coordinates);
    expect(hashWorld(world)).toBe(before);
    const handles = ({ floats, count }: typeof bodies, size: number): number[] =>
      Array.from({ length: count }, (_, i) => floats[i * size]);
    expect(handles(bodies, BodyRecord.size)).toEqual(allBodies(world));
    expect(handles(joints, JointRecord.size)).toEqual(allJoints(world));
    allJoints(world).forEach((joint, i) => {
      const at = i * JointRecord.size + JointRecord.force;
      const { force, torque } = jointReaction(world, joint);
      expect([...joints.floats.subarray(at, at + 6)]).toEqual([...force, ...torque]);
    });
    const lambdas = Array.from(
      { length: rows.count },
      (_, i) => rows.floats[i * RowRecord.size + RowRecord.lambda],
    );
    expect(lambdas.sort()).toEqual(
      allJointRows(world)
        .map(({ lambda }) => lambda)
        .sort(),
    );
    for (let i = 0; i < coordinates.count * CoordinateRecord.size; i++)
      expect(coordinates.floats[i]).not.toBeNaN();
  }
});
