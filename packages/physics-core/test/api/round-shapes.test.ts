import { describe, expect, it } from 'vitest';
import {
  bodyColliders,
  bodyPosition,
  box,
  castRay,
  colliderDef,
  coneShape,
  containsPoint,
  createBody,
  createCollider,
  createWorld,
  cylinder,
  halfSpace,
  hashWorld,
  heightField,
  moveCharacter,
  overlapShape,
  restoreSnapshot,
  roundedBox,
  roundedHull,
  type Shape,
  sceneToWorld,
  setHooks,
  stepWorld,
  takeSnapshot,
  taperedCapsule,
  taperedCylinder,
  type Vec3,
  worldEvents,
  worldToScene,
} from '../../src/index.js';
import { add, DT } from './context.js';

/** What goes through the whole API with the shapes that came later than sphere, box, capsule and hull. */

const octahedron: Vec3[] = [
  [0.3, 0, 0],
  [-0.3, 0, 0],
  [0, 0.3, 0],
  [0, -0.3, 0],
  [0, 0, 0.3],
  [0, 0, -0.3],
];

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['cylinder', cylinder(0.4, 0.5)],
  ['cone', coneShape(0.4, 0.5)],
  ['tapered cylinder', taperedCylinder(0.4, 0.3, 0.5)],
  ['rounded cylinder', cylinder(0.3, 0.4, 0.1)],
  ['tapered capsule', taperedCapsule(0.4, 0.3, 0.4)],
  ['rounded box', roundedBox(0.3, 0.4, 0.3, 0.1)],
  ['rounded hull', roundedHull(octahedron, 0.15)],
];

/** Three of a shape fall on uneven ground, and on each other. */
const heap = (shape: Shape) => {
  const world = createWorld();
  const ground = createBody(world, { type: 'static' });
  const heights = Array.from({ length: 81 }, (_, i) => 0.2 * Math.sin(i));
  createCollider(world, ground, { shape: heightField(9, 9, heights) });
  const bodies = [0, 1, 2].map((i) =>
    add(world, shape, { position: [0.1 * i, 1 + 1.2 * i, 0], rotation: [0.1 * i, 0, 0.2, 1] }),
  );
  return { world, bodies };
};

describe.each(SHAPES)('a %s', (_name, shape) => {
  it('is read back as it was given', () => {
    const { world, bodies } = heap(shape);
    const found = colliderDef(world, bodyColliders(world, bodies[0])[0]).shape;
    if (shape.kind === 'rounded-hull' && found.kind === 'rounded-hull') {
      expect(found.rounding).toBe(shape.rounding);
      expect([...found.points].sort()).toEqual([...shape.points].sort());
    } else expect(found).toEqual(shape);
  });

  it('goes on from a snapshot and from a scene file with the same bits', () => {
    const { world } = heap(shape);
    for (let i = 0; i < 60; i++) stepWorld(world, DT);
    const saved = takeSnapshot(world);
    const other = createWorld();
    restoreSnapshot(other, saved);
    for (let i = 0; i < 60; i++) {
      stepWorld(world, DT);
      stepWorld(other, DT);
    }
    expect(hashWorld(other)).toBe(hashWorld(world));
    const fresh = heap(shape);
    const { world: read } = sceneToWorld(JSON.parse(JSON.stringify(worldToScene(fresh.world))));
    for (let i = 0; i < 30; i++) {
      stepWorld(fresh.world, DT);
      stepWorld(read, DT);
    }
    expect(hashWorld(read)).toBe(hashWorld(fresh.world));
  });

  it('is found by queries, tripped by sensors and seen by hooks', () => {
    const world = createWorld();
    add(world, halfSpace(), { type: 'static' });
    const body = add(world, shape, { position: [0, 1.5, 0] });
    expect(castRay(world, [-5, 1.5, 0], [1, 0, 0])?.body).toBe(body);
    expect(containsPoint(world, [0, 1.5, 0]).map((hit) => hit.body)).toEqual([body]);
    expect(containsPoint(world, [0, 2.5, 0])).toEqual([]);
    expect(overlapShape(world, { shape, position: [0.1, 1.6, 0] }).map((hit) => hit.body)).toEqual([body]);
    add(world, box(2, 0.1, 2), { type: 'static', position: [0, 0.9, 0] }, { sensor: true });
    let asked = 0;
    setHooks(world, {
      filterPair: () => {
        asked++;
        return true;
      },
    });
    let tripped = 0;
    for (let i = 0; i < 60; i++) {
      stepWorld(world, DT);
      tripped += worldEvents(world).filter(({ kind }) => kind === 'begin').length;
    }
    expect(asked).toBeGreaterThan(0);
    expect(tripped).toBeGreaterThan(0);
  });

  it('moves 100 km from the origin as it does there, to 1e-6 m', () => {
    const far = 1e5;
    const [here, there] = [0, far].map((x) => {
      const world = createWorld();
      add(world, box(3, 0.5, 3), { type: 'static', position: [x, -0.5, 0] });
      // It lands flat: tumbling would make more of the last digits.
      const body = add(world, shape, { position: [x, 0.6, 0], linearVelocity: [0.5, 0, 0] });
      for (let i = 0; i < 60; i++) stepWorld(world, DT);
      const [px, py, pz] = bodyPosition(world, body);
      return [px - x, py, pz];
    });
    for (let i = 0; i < 3; i++) expect(Math.abs(here[i] - there[i])).toBeLessThan(1e-6);
  });

  it('walks as a character: up a step, and stops at a wall', () => {
    const world = createWorld();
    add(world, halfSpace(), { type: 'static' });
    add(world, box(1, 0.1, 3), { type: 'static', position: [2.5, 0.1, 0] });
    add(world, box(0.5, 2, 3), { type: 'static', position: [4, 2, 0] });
    const man = add(world, shape, { type: 'kinematic', position: [0, 0.85, 0] });
    for (let i = 0; i < 180; i++) {
      moveCharacter(world, man, [2, -3, 0], DT, { stepHeight: 0.3 });
      stepWorld(world, DT);
    }
    const [x, y] = bodyPosition(world, man);
    expect(x).toBeGreaterThan(2.6);
    expect(x).toBeLessThan(3.3);
    expect(y).toBeGreaterThan(0.6);
  });
});
