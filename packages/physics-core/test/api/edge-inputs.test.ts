import { describe, expect, it } from 'vitest';
import {
  bodyPosition,
  box,
  capsule,
  castRay,
  castRayAll,
  castShape,
  createBody,
  createCollider,
  createWorld,
  heightField,
  mesh,
  meshReport,
  moveCharacter,
  PhysicsError,
  sphere,
  stepWorld,
  type Vec3,
} from '../../src/index.js';
import { DT } from './context.js';

/** Input that is legal at the edge has a defined result; what is not is refused, and nothing is half made. */

const codeOf = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    if (error instanceof PhysicsError) return error.code;
    throw error;
  }
  return 'none';
};

describe('rays', () => {
  const world = createWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape: box(1, 1, 1) });

  it('a direction without length is refused', () => {
    for (const direction of [
      [0, 0, 0],
      [1e-30, 0, 0],
    ] as const)
      expect(codeOf(() => castRay(world, [0, 5, 0], direction, 9))).toBe('out-of-range');
    expect(codeOf(() => castRay(world, [0, 5, 0], [Number.NaN, 0, 0], 9))).toBe('not-finite');
  });

  it('a ray of length 0 hits what holds its origin, and nothing else', () => {
    expect(castRay(world, [0, 0.5, 0], [0, -1, 0], 0)).toMatchObject({ distance: 0 });
    expect(castRay(world, [0, 1.5, 0], [0, -1, 0], 0)).toBeUndefined();
    expect(castRayAll(world, [0, 0.5, 0], [0, -1, 0], 0)).toHaveLength(1);
  });

  it('a shape that is cast nowhere hits what it touches', () => {
    expect(castShape(world, { shape: sphere(0.5), position: [0, 1.4, 0] }, [0, 0, 0])).toMatchObject({
      fraction: 0,
    });
    expect(castShape(world, { shape: sphere(0.5), position: [0, 1.6, 0] }, [0, 0, 0])).toBeUndefined();
  });
});

/** bad-input.test.ts has what is refused. */
describe('meshes and height fields', () => {
  const square = [0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1];
  it('of a mesh with some bad triangles the good ones stay, and the report counts the others', () => {
    const shape = mesh([...square, 2, 0, 0], [0, 2, 1, 0, 1, 4, 0, 3, 2]);
    expect(meshReport(shape)).toMatchObject({ triangles: 2 });
    const world = createWorld();
    createCollider(world, createBody(world, { type: 'static' }), { shape });
    expect(castRay(world, [0.7, 1, 0.3], [0, -1, 0])?.distance).toBeCloseTo(1, 12);
  });

  it('a field of holes holds nothing', () => {
    const world = createWorld();
    createCollider(world, createBody(world, { type: 'static' }), {
      shape: heightField(2, 2, [0, 0, 0, 0], { holes: [1] }),
    });
    expect(castRay(world, [0, 1, 0], [0, -1, 0])).toBeUndefined();
  });
});

describe('a character inside a wall', () => {
  const build = (position: Vec3, half: Vec3) => {
    const world = createWorld();
    createCollider(world, createBody(world, { type: 'static', position: [0, -0.5, 0] }), {
      shape: box(20, 0.5, 20),
    });
    createCollider(world, createBody(world, { type: 'static', position: [0, 1, 0] }), {
      shape: box(...half),
    });
    const body = createBody(world, { type: 'kinematic', position });
    createCollider(world, body, { shape: capsule(0.3, 0.6) });
    return { world, body };
  };

  it('comes out of a thin one, on the nearer side', () => {
    const { world, body } = build([0.2, 0.92, 0], [0.1, 1, 5]);
    for (let i = 0; i < 60; i++) {
      moveCharacter(world, body, [0, -1, 0], DT);
      stepWorld(world, DT);
    }
    expect(bodyPosition(world, body)[0]).toBeGreaterThan(0.39);
    expect(bodyPosition(world, body)[0]).toBeLessThan(0.6);
  });

  it('deep in a thick one it stays finite, and says what it is', () => {
    const { world, body } = build([0, 0.92, 0], [3, 1, 5]);
    for (let i = 0; i < 120; i++) {
      const { crushed } = moveCharacter(world, body, [2, -1, 0], DT);
      expect(typeof crushed).toBe('boolean');
      stepWorld(world, DT);
      for (const x of bodyPosition(world, body)) expect(Math.abs(x)).toBeLessThan(20);
    }
  });
});
