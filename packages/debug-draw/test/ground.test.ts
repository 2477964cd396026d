import {
  type BodyHandle,
  ball,
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  halfSpace,
  stepWorld,
  updateBody,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { expect, test } from 'vitest';
import { createDrawing, type DrawOptions, drawWorld } from '../src/index.js';
import { colour, drawnLines, onlyLayers } from './drawn.js';

const TILES = 144;
const SHADOW = 14;

const addFloor = (world: World): void => {
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
};

const addBox = (world: World, position: Vec3): BodyHandle => {
  const body = createBody(world, { position });
  createCollider(world, body, { shape: box(0.5, 0.5, 0.5) });
  return body;
};

const drawn = (world: World, options: DrawOptions) => {
  const drawing = createDrawing();
  drawWorld(drawing, world, options);
  const { floats, words, vertexCount } = drawing.triangles;
  return {
    triangles: vertexCount / 3,
    vertices: Array.from({ length: vertexCount }, (_, v) => ({
      place: [...floats.subarray(4 * v, 4 * v + 3)],
      opacity: words[4 * v + 3] >>> 24,
    })),
  };
};

test('the ground lies just below the floor, with a shadow below each body near it', () => {
  const world = createWorld();
  addFloor(world);
  expect(drawn(world, onlyLayers('ground')).triangles).toBe(2 * TILES);
  addBox(world, [3, 0.5, -2]);
  const { triangles, vertices } = drawn(world, onlyLayers('ground'));
  expect(triangles).toBe(2 * TILES + SHADOW);
  for (const { place } of vertices.slice(0, 6 * TILES)) expect(place[1]).toBeLessThan(0);
  const shadow = vertices.slice(6 * TILES);
  for (const { place } of shadow) {
    expect(place[1]).toBeGreaterThan(0);
    expect(Math.hypot(place[0] - 3, place[2] + 2)).toBeLessThan(1);
  }
  expect(shadow[0].opacity).toBeGreaterThan(80);
  expect(shadow[1].opacity).toBe(0);
});

test('what has flown beyond all bounds has no shadow, and the rest is drawn', () => {
  const world = createWorld();
  addFloor(world);
  addBox(world, [3, 0.5, -2]);
  updateBody(world, addBox(world, [0, 1e9, 0]), { linearVelocity: [0, 400, 0] });
  stepWorld(world, 1 / 60);
  expect(drawn(world, onlyLayers('ground')).triangles).toBe(2 * TILES + SHADOW);
});

test('a shadow is weaker the higher its body is, and then gone', () => {
  const strengthAt = (height: number): number => {
    const world = createWorld();
    addFloor(world);
    addBox(world, [0, 0.5 + height, 0]);
    return drawn(world, onlyLayers('ground')).vertices[6 * TILES]?.opacity ?? 0;
  };
  const strengths = [0, 0.3, 0.6, 1, 2].map(strengthAt);
  expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
  expect(new Set(strengths).size).toBe(5);
  expect(strengths[4]).toBe(0);
});

test('shadows fall on platforms and slopes, and not through them', () => {
  const world = createWorld();
  addFloor(world);
  const ramp = createBody(world, {
    type: 'static',
    position: [0, 1, 0],
    rotation: [0, 0, Math.sin(0.2), Math.cos(0.2)],
  });
  createCollider(world, ramp, { shape: box(3, 0.1, 3) });
  addBox(world, [1, 2.5, 0]);
  const { triangles, vertices } = drawn(world, onlyLayers('ground'));
  expect(triangles).toBe(2 * TILES + SHADOW);
  // All of it lies on the upper side of the ramp.
  for (const { place } of vertices.slice(6 * TILES)) {
    const above = -Math.sin(0.4) * place[0] + Math.cos(0.4) * (place[1] - 1);
    expect(above).toBeCloseTo(0.1, 2);
  }
});

test('a world without a floor gets a ground where the options want it', () => {
  const world = createWorld();
  expect(drawn(world, onlyLayers('ground')).triangles).toBe(0);
  const { vertices } = drawn(world, { ...onlyLayers('ground'), groundHeight: -3 });
  expect(vertices[0].place[1]).toBeCloseTo(-3, 1);
});

test('bodies that joints connect have one colour, others their own', () => {
  const world = createWorld();
  const bodies = [0, 1, 2, 3].map((i) => addBox(world, [3 * i, 5, 0]));
  createJoint(world, ball({ bodyA: bodies[0], bodyB: bodies[2], anchor: [3, 5, 0] }));
  const coloursOf = (options: DrawOptions): number[] => {
    const lines = drawnLines(world, options);
    return bodies.map((_, i) => lines[12 * i].colour);
  };
  const [a, b, c, d] = coloursOf({ ...onlyLayers('wire'), bodyColours: 'figure' });
  expect(a).toBe(c);
  expect(new Set([a, b, d]).size).toBe(3);
  expect(new Set(coloursOf(onlyLayers('wire')))).toEqual(new Set([colour('body')]));
});

test('a selected joint is shown alone, and the bodies of others are dimmed', () => {
  const world = createWorld();
  const bodies = [0, 1, 2].map((i) => addBox(world, [3 * i, 5, 0]));
  const joints = [0, 1].map((i) =>
    createJoint(world, ball({ bodyA: bodies[i], bodyB: bodies[i + 1], anchor: [3 * i + 1.5, 5, 0] })),
  );
  const frames = (options: Partial<DrawOptions>): number =>
    drawnLines(world, { ...onlyLayers('frames'), ...options }).length;
  expect(frames({ selectedJoint: joints[0] })).toBe(
    2 * frames({ selectedJoint: joints[0], isolateSelected: true }),
  );
  const lines = drawnLines(world, { ...onlyLayers('wire'), selectedJoint: joints[0], isolateSelected: true });
  expect([0, 12, 24].map((i) => lines[i].colour)).toEqual([
    colour('body'),
    colour('body'),
    colour('body', 'faint'),
  ]);
  const drawing = createDrawing();
  const options = { ...onlyLayers('labels'), selectedJoint: joints[0], isolateSelected: true };
  drawWorld(drawing, world, { ...options, selectedNames: ['left', 'right'] });
  expect(drawing.labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['A left', 'B right']));
});
