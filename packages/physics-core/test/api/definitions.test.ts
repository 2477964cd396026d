import { describe, expect, it } from 'vitest';
import {
  type BodyDef,
  bodyColliders,
  bodyDef,
  bodyPosition,
  capsule,
  colliderDef,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  hull,
  stepWorld,
  updateBody,
} from '../../src/index.js';
import { hullEdges } from '../../src/inspect.js';
import { add, DT, unitBox } from './context.js';

describe('definitions read back', () => {
  const def: BodyDef = {
    position: [1, 5, 2],
    rotation: [0.5, 0.5, 0.5, 0.5],
    linearVelocity: [1, -2, 3],
    angularVelocity: [0.5, 2, -1],
    gravityScale: 0.5,
    linearDamping: 0.1,
    angularDamping: 0.2,
    maxLinearSpeed: 30,
    maxAngularSpeed: 20,
    maySleep: false,
    bullet: true,
    userData: 7,
  };

  it('make a body again that falls just the same', () => {
    const world = createWorld();
    const first = add(world, capsule(0.2, 0.5), def, { position: [0.3, 0, 0], layer: 2, mask: 4 });
    const twin = createBody(world, bodyDef(world, first));
    for (const collider of bodyColliders(world, first))
      createCollider(world, twin, colliderDef(world, collider));
    for (let i = 0; i < 60; i++) stepWorld(world, DT);
    for (let i = 0; i < 3; i++) {
      expect(bodyPosition(world, twin)[i]).toBeCloseTo(bodyPosition(world, first)[i], 12);
    }
    expect(bodyDef(world, twin)).toMatchObject({
      gravityScale: 0.5,
      maxLinearSpeed: 30,
      maySleep: false,
      bullet: true,
      userData: 7,
    });
  });

  it('name the locks, of which planar adds and takes away its three', () => {
    const world = createWorld();
    const body = add(world, unitBox, { locks: ['x'], planar: true });
    expect(bodyDef(world, body).locks).toEqual(['x', 'z', 'rotationX', 'rotationY']);
    updateBody(world, body, { planar: false });
    expect(bodyDef(world, body).locks).toEqual(['x']);
    updateBody(world, body, { locks: ['y', 'rotationZ'] });
    expect(bodyDef(world, body).locks).toEqual(['y', 'rotationZ']);
  });

  it('give a half-space back as its plane', () => {
    const world = createWorld();
    const wall = add(world, halfSpace([0, 0, 2], 3), { type: 'static' });
    const { shape } = colliderDef(world, bodyColliders(world, wall)[0]);
    expect(shape).toMatchObject({ kind: 'half-space', offset: expect.closeTo(1.5, 12) });
  });
});

describe('hullEdges', () => {
  it('are the 12 edges of a box and the 6 of a tetrahedron, as indices into its points', () => {
    const world = createWorld();
    const cube = add(world, unitBox);
    expect(hullEdges(world, bodyColliders(world, cube)[0])).toHaveLength(24);
    const inner = [0.1, 0.1, 0.1] as const;
    const solid = add(world, hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], inner]));
    const [collider] = bodyColliders(world, solid);
    const { shape } = colliderDef(world, collider);
    const edges = hullEdges(world, collider);
    expect(edges).toHaveLength(12);
    expect(shape.kind === 'hull' && shape.points).toHaveLength(4);
    expect(new Set(edges)).toEqual(new Set([0, 1, 2, 3]));
  });
});
