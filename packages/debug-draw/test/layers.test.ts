import {
  allBodies,
  allJoints,
  ball,
  box,
  type ColliderDef,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  distance,
  halfSpace,
  hinge,
  pulley,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { contactRows } from '@tenon/physics-core/inspect';
import { beforeEach, describe, expect, test } from 'vitest';
import { dot, sub } from '../../physics-core/src/math/vec3.js';
import { createDrawing, type DrawOptions, drawWorld, layerNames, legend } from '../src/index.js';
import { inksOf, islandInk } from '../src/layers/palette.js';
import { colour, drawnLines, onlyLayers } from './drawn.js';

let world: World;

const addBody = (position: Vec3, shape: ColliderDef['shape']) => {
  const body = createBody(world, { position });
  createCollider(world, body, { shape });
  return body;
};

/** A door with a motor, and two balls on the floor, far apart. */
beforeEach(() => {
  world = createWorld({ sleeping: false });
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const door = addBody([0.5, 2, 0], box(0.5, 1, 0.05));
  createJoint(
    world,
    hinge({
      bodyB: door,
      anchor: [0, 2, 0],
      axis: [0, 1, 0],
      limits: [-1, 1],
      motor: { speed: 1, maxForce: 500 },
    }),
  );
  for (const x of [10, 20]) addBody([x, 0.5, 0], sphere(0.5));
  for (let i = 0; i < 30; i++) stepWorld(world, 1 / 60);
});

const verticesOf = (options: DrawOptions): number => {
  const drawing = createDrawing();
  drawWorld(drawing, world, options);
  return drawing.lines.vertexCount + drawing.triangles.vertexCount;
};

test.each(layerNames.filter((name) => name !== 'islands' && name !== 'labels'))(
  '%s shows something',
  (name) => {
    expect(verticesOf(onlyLayers())).toBe(0);
    expect(verticesOf(onlyLayers(name))).toBeGreaterThan(0);
  },
);

test('islands have different colours', () => {
  const colours = new Set(drawnLines(world, onlyLayers('wire', 'islands')).map((line) => line.colour));
  const known = [0, 1, 2, 3, 4, 5, 6].map((island) => inksOf('dark')[islandInk(island)]);
  expect(known.filter((each) => colours.has(each)).length).toBe(3);
});

test('a limit lights up when it acts', () => {
  const [edge, lit] = [colour('limit', 'soft'), colour('limit')];
  const seen = () => drawnLines(world, onlyLayers('limits')).map((line) => line.colour);
  expect(seen()).toContain(edge);
  expect(seen()).not.toContain(lit);
  for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
  expect(seen()).toContain(lit);
});

const labelsOf = (options: DrawOptions) => {
  const drawing = createDrawing();
  drawWorld(drawing, world, options);
  return drawing.labels;
};

test('labels show zero without a sign, and count revolutions', () => {
  const wheel = addBody([0, 5, 0], sphere(0.5));
  const hoveredJoint = createJoint(
    world,
    hinge({ bodyB: wheel, anchor: [0, 5, 0], axis: [0, 1, 0], motor: { speed: -10, maxForce: 1e4 } }),
  );
  const text = () => labelsOf({ ...onlyLayers('labels'), hoveredJoint }).map((label) => label.text);
  expect(text().join('\n')).toBe('hinge\n0 N  0 N·m\nangle 0°  0°/s\nmotor to -573°/s');
  for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
  const [, degrees, turns] = /^angle (-.*)° {2}\((-.*) turns\) {2}-573°\/s/.exec(text()[1]) ?? [];
  expect(Number(degrees)).toBeLessThan(-360);
  expect(Number(turns)).toBeCloseTo(Number(degrees) / 360, 2);
});

test('labels belong to the hovered joint alone, and lie at its anchor', () => {
  expect(labelsOf(onlyLayers('labels'))).toEqual([]);
  const [hoveredJoint] = allJoints(world);
  const labels = labelsOf({ ...onlyLayers('labels'), hoveredJoint });
  const text = labels.map((label) => label.text).join('\n');
  expect(text).toMatch(
    /^hinge\n.* N {2}.* N·m\nangle .*° {2}.*°\/s\nlimits -57\.3° … 57\.3°\nmotor to 57\.3°\/s$/,
  );
  for (const { x, y, z } of labels) expect(Math.hypot(x, y - 2, z)).toBeLessThan(0.01);
});

describe('rows', () => {
  test('a highlighted row stands out, also when the layer is hidden', () => {
    const [joint] = allJoints(world);
    const options = { ...onlyLayers(), highlightedRow: { joint, name: 'point y' } };
    const lit = drawnLines(world, options);
    expect(lit.map((line) => line.colour)).toEqual(Array(5).fill(colour('highlight')));
    expect(lit[0].to[1] - lit[0].from[1]).toBeCloseTo(1.5 * options.scale, 5);
    expect(drawnLines(world, { ...options, ...onlyLayers('rows') }).length).toBeGreaterThan(5);
  });

  test('a highlighted row of a contact stands out: force at its point, torque as an arc about it', () => {
    const [, , body] = allBodies(world);
    const rows = contactRows(world, body);
    expect(rows.map(({ role }) => role)).toEqual([
      'contact',
      'friction',
      'friction',
      'twist',
      'rolling',
      'rolling',
    ]);
    for (const [index, { point, linearB, angularB, role }] of rows.entries()) {
      const options = { ...onlyLayers(), highlightedRow: { body, index } };
      const lit = drawnLines(world, options);
      expect(new Set(lit.map((line) => line.colour))).toEqual(new Set([colour('highlight')]));
      const isForce = role === 'contact' || role === 'friction';
      expect(lit.length).toBe(isForce ? 5 : 11);
      const { from, to } = lit[0];
      for (let i = 0; i < 3; i++) {
        if (isForce) {
          expect(from[i]).toBeCloseTo(point[i], 5);
          expect(to[i] - from[i]).toBeCloseTo(1.5 * options.scale * linearB[i], 5);
        }
      }
      // The arc lies across its axis.
      if (!isForce) expect(dot(sub(from, point), angularB)).toBeCloseTo(0, 5);
    }
    expect(drawnLines(world, { ...onlyLayers(), highlightedRow: { body, index: 99 } })).toEqual([]);
  });

  test('with lengths by λ the arrow of the row that bears the weight is the force times forceScale', () => {
    const weight = 9.81 * 1000 * 1 * 2 * 0.1;
    const options: DrawOptions = { ...onlyLayers('rows'), rowLength: 'lambda', forceScale: 1e-4, scale: 1 };
    const up = drawnLines(world, options).map(({ from, to }) => to[1] - from[1]);
    expect(Math.max(...up)).toBeCloseTo(weight * 1e-4, 2);
  });
});

test('of a long rope only the end of its reach is drawn, all of it at the full length', () => {
  const load = addBody([0, 20, 0], sphere(0.1));
  createJoint(
    world,
    distance({ bodyB: load, anchorA: [0, 29, 0], anchorB: [0, 20, 0], mode: 'rope', length: 10 }),
  );
  const limit = colour('limit', 'soft');
  const drawn = drawnLines(world, onlyLayers('limits')).filter(
    ({ from, colour: ink }) => ink === limit && from[1] > 10,
  );
  expect(drawn.length).toBeGreaterThan(20);
  for (const { from } of drawn) {
    expect(Math.hypot(from[0], from[1] - 29, from[2])).toBeCloseTo(10, 4);
    expect(Math.hypot(from[0], from[2])).toBeLessThan(1);
  }
});

test('a joint that breaks flashes for a while', () => {
  const body = addBody([0, 10, 0], sphere(0.5));
  createJoint(world, ball({ bodyB: body, anchor: [0, 10, 0], breakForce: 1 }));
  const drawing = createDrawing();
  const flashes = (): boolean => {
    drawing.lines.vertexCount = 0;
    drawWorld(drawing, world, onlyLayers());
    return drawing.lines.vertexCount > 0;
  };
  expect(flashes()).toBe(false);
  stepWorld(world, 1 / 60);
  expect(flashes()).toBe(true);
  for (let i = 0; i < 20; i++) stepWorld(world, 1 / 60);
  expect(flashes()).toBe(true);
  for (let i = 0; i < 20; i++) stepWorld(world, 1 / 60);
  expect(flashes()).toBe(false);
});

test('the legend explains every colour, in both themes', () => {
  const [dark, light] = [legend('dark'), legend('light')];
  expect(light.map(({ name }) => name)).toEqual(dark.map(({ name }) => name));
  for (const { meaning } of dark) expect(meaning.length).toBeGreaterThan(3);
});

test('the rope of a pulley is drawn over its pulleys, and not straight from body to body', () => {
  const hoist = createWorld();
  const mass = { massProperties: { mass: 1, inertia: [1, 1, 1] } } as const;
  const bodyA = createBody(hoist, { position: [-2, 0, 0], ...mass });
  const bodyB = createBody(hoist, { position: [2, 1, 0], ...mass });
  createJoint(hoist, pulley({ bodyA, bodyB, groundA: [-2, 5, 0], groundB: [2, 5, 0] }));
  stepWorld(hoist, 1 / 60);
  const ends = drawnLines(hoist, onlyLayers('frames'))
    .filter((line) => line.colour === colour('link', 'soft'))
    .map(({ from, to }) => [from, to].map((point) => point.map((x) => Number(x.toFixed(1)))));
  expect(ends).toContainEqual([
    [-2, 0, 0],
    [-2, 5, 0],
  ]);
  expect(ends).toContainEqual([
    [-2, 5, 0],
    [2, 5, 0],
  ]);
  expect(ends).toContainEqual([
    [2, 5, 0],
    [2, 1, 0],
  ]);
  expect(ends).not.toContainEqual([
    [-2, 0, 0],
    [2, 1, 0],
  ]);
});
