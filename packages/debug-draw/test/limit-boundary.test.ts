import {
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  createJoint,
  createWorld,
  type JointDef,
  type JointHandle,
  type Quat,
  updateBody,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { jointRows, type LimitShape, limitShapes } from '@tenon/physics-core/inspect';
import { describe, expect, test } from 'vitest';
import { multiply, normalizeQuat, rotate } from '../../physics-core/src/math/quat.js';
import { add, cross, dot, length, normalize, scale, sub } from '../../physics-core/src/math/vec3.js';
import {
  between,
  createRandom,
  type Random,
  randomRotation,
  randomVector,
} from '../../physics-core/test/determinism/context.js';
import { randomBody } from '../../physics-core/test/joints/random-joints.js';
import { placeRows } from '../../physics-core/test/joints/row-math.js';
import { colour, drawnLines, onlyLayers } from './drawn.js';

/**
 * The picture and the solver must mean the same limit. Joints of random frames stand at a random place inside their limits; every vertex
 * that was drawn on the edge of the limit is taken out of the buffer of floats, B is moved so that it points there, and the limit
 * row's C is read as the solver computes it.
 */
const LARGEST_ERROR = 1e-6;
const JOINTS = 16;
/** m: large against the rounding of a 32-bit float, so that the pictures' own rounding is not what is tested. */
const SCALE = 2;
const STOP = 1.12 * SCALE;

interface Case {
  readonly world: World;
  readonly joint: JointHandle;
  readonly bodyB: BodyHandle;
}

/** A joint whose coordinates are all 0: both frames at the same place. */
const createCase = (random: Random, def: JointDef): Case => {
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
  const bodyA = randomBody(world, random);
  const bodyB = randomBody(world, random);
  const place = { anchor: randomVector(random, 1), axis: normalize(randomVector(random, 1)) };
  return { world, bodyB, joint: createJoint(world, { ...def, bodyA, bodyB, ...place }) };
};

const turn = ({ world, bodyB }: Case, about: Vec3, rotation: Quat): void => {
  const position = add(about, rotate(rotation, sub(bodyPosition(world, bodyB), about)));
  updateBody(world, bodyB, {
    position,
    rotation: normalizeQuat(multiply(rotation, bodyRotation(world, bodyB))),
  });
};

const about = (axis: Vec3, angle: number): Quat => {
  const [x, y, z] = scale(axis, Math.sin(angle / 2));
  return [x, y, z, Math.cos(angle / 2)];
};

/** The shortest turn from one unit vector to another. */
const shortestTurn = (from: Vec3, to: Vec3): Quat => {
  const axis = cross(from, to);
  const sine = length(axis);
  return sine > 0 ? about(scale(axis, 1 / sine), Math.atan2(sine, dot(from, to))) : [0, 0, 0, 1];
};

const onlyShape = <K extends LimitShape['kind']>(item: Case, kind: K): Extract<LimitShape, { kind: K }> => {
  const shapes = limitShapes(item.world, item.joint).filter((shape) => shape.kind === kind);
  expect(shapes).toHaveLength(1);
  return shapes[0] as Extract<LimitShape, { kind: K }>;
};

/** The smallest |C| of the joint's limit rows of these names. */
const limitError = ({ world, joint }: Case, names: readonly string[]): number => {
  placeRows(world);
  const rows = jointRows(world, joint).filter(({ name }) => names.includes(name));
  expect(rows.length).toBeGreaterThan(0);
  return Math.min(...rows.map(({ error }) => Math.abs(error)));
};

const edgeColour = colour('limit', 'soft');

/** Vertices in the colour of limits at this distance from a point. */
const drawnAt = (world: World, origin: Vec3, distance: number): Vec3[] => {
  const options = { ...onlyLayers('limits'), scale: SCALE };
  return drawnLines(world, options)
    .filter((line) => line.colour === edgeColour)
    .flatMap(({ from, to }) => [from, to])
    .filter((point) => Math.abs(length(sub(point, origin)) - distance) < 1e-5);
};

/** Both stops of a sector: B is turned on about the axis until its hand points there. */
const checkSector = (item: Case, row: string): void => {
  const { origin, axis, zero, value } = onlyShape(item, 'sector');
  const stops = drawnAt(item.world, origin, STOP);
  expect(stops).toHaveLength(2);
  const hand = add(scale(zero, Math.cos(value)), scale(cross(axis, zero), Math.sin(value)));
  const start = [bodyPosition(item.world, item.bodyB), bodyRotation(item.world, item.bodyB)] as const;
  for (const [end, stop] of stops.entries()) {
    updateBody(item.world, item.bodyB, { position: start[0], rotation: start[1] });
    const to = normalize(sub(stop, origin));
    const short = Math.atan2(dot(cross(hand, to), axis), dot(hand, to));
    // The lower stop lies backwards, the upper one ahead; in pieces, so that the turns are counted.
    const full = 2 * Math.PI;
    const way = end === 0 ? -(((-short % full) + full) % full) : ((short % full) + full) % full;
    for (let k = 0; k < 8; k++) {
      turn(item, origin, about(axis, way / 8));
      placeRows(item.world);
    }
    expect(limitError(item, [row])).toBeLessThan(LARGEST_ERROR);
    for (let k = 0; k < 8; k++) {
      turn(item, origin, about(axis, -way / 8));
      placeRows(item.world);
    }
  }
};

/** All points of a surface's edge: B's axis is swung there. */
const checkDirections = (
  item: Case,
  apex: Vec3,
  current: Vec3,
  rows: readonly string[],
  least: number,
): void => {
  const points = drawnAt(item.world, apex, SCALE);
  expect(points.length).toBeGreaterThan(least);
  const start = [bodyPosition(item.world, item.bodyB), bodyRotation(item.world, item.bodyB)] as const;
  for (const point of points) {
    updateBody(item.world, item.bodyB, { position: start[0], rotation: start[1] });
    turn(item, apex, shortestTurn(current, normalize(sub(point, apex))));
    expect(limitError(item, rows)).toBeLessThan(LARGEST_ERROR);
  }
};

describe('points on the drawn edge of a limit have C = 0', () => {
  test('hinge', () => {
    const random = createRandom(1);
    for (let i = 0; i < JOINTS; i++) {
      const limits = [between(random, -3, -0.1), between(random, 0.1, 3)];
      const item = createCase(random, { type: 'hinge', limits });
      const { origin, axis } = onlyShape(item, 'sector');
      turn(item, origin, about(axis, between(random, limits[0], limits[1])));
      placeRows(item.world);
      checkSector(item, 'angle limit');
    }
  });

  test('twist of a swing-twist joint that is swung out', () => {
    const random = createRandom(2);
    for (let i = 0; i < JOINTS; i++) {
      const limits = [between(random, -2.5, -0.1), between(random, 0.1, 2.5)];
      const item = createCase(random, { type: 'swing-twist', twist: { limits } });
      const { origin, axis } = onlyShape(item, 'sector');
      turn(item, origin, about(axis, between(random, limits[0], limits[1])));
      turn(item, origin, about(normalize(cross(axis, randomVector(random, 1))), between(random, 0, 2)));
      placeRows(item.world);
      checkSector(item, 'twist limit');
    }
  });

  test('universal joint: both of its angles', () => {
    const random = createRandom(3);
    for (let i = 0; i < JOINTS; i++) {
      const limits = [between(random, -1.4, -0.1), between(random, 0.1, 1.4)];
      for (const name of ['first', 'second']) {
        const item = createCase(random, { type: 'universal', [name]: { limits } });
        const { origin, axis } = onlyShape(item, 'sector');
        turn(item, origin, about(axis, between(random, limits[0], limits[1])));
        placeRows(item.world);
        checkSector(item, `${name} limit`);
      }
    }
  });

  test('slider', () => {
    const random = createRandom(4);
    for (let i = 0; i < JOINTS; i++) {
      const limits = [between(random, -1, -0.1), between(random, 0.1, 1)];
      const item = createCase(random, { type: 'slider', limits });
      const { origin, direction } = onlyShape(item, 'segment');
      const way = between(random, limits[0], limits[1]);
      const home = bodyPosition(item.world, item.bodyB);
      updateBody(item.world, item.bodyB, { position: add(home, scale(direction, way)) });
      const [rail] = drawnLines(item.world, { ...onlyLayers('limits'), scale: SCALE });
      for (const end of [rail.from, rail.to]) {
        updateBody(item.world, item.bodyB, { position: add(home, sub(end, origin)) });
        expect(limitError(item, ['translation limit'])).toBeLessThan(LARGEST_ERROR);
      }
    }
  });

  test.each(['cone', 'ball'])('%s: every vertex of the cone', (type) => {
    const random = createRandom(5);
    const name = type === 'cone' ? 'angle' : 'swing';
    for (let i = 0; i < JOINTS; i++) {
      const limits = [0, between(random, 0.1, 3)];
      const item = createCase(random, type === 'cone' ? { type, limits } : { type, swing: { limits } });
      turn(item, onlyShape(item, 'cone').apex, randomRotation(random));
      const { apex, current } = onlyShape(item, 'cone');
      checkDirections(item, apex, current, [`${name} limit`], 36);
    }
  });

  test('swing-twist: every vertex of the elliptic cone', () => {
    const random = createRandom(6);
    for (let i = 0; i < JOINTS; i++) {
      const range = () => ({ limits: [between(random, -2, -0.1), between(random, 0.1, 2)] });
      const item = createCase(random, { type: 'swing-twist', swingY: range(), swingZ: range() });
      const { apex, basis } = onlyShape(item, 'swing');
      turn(item, apex, about(basis[0], between(random, -3, 3)));
      turn(
        item,
        apex,
        about(normalize(cross(basis[0], randomVector(random, 1))), between(random, 0.05, 0.5)),
      );
      const shape = onlyShape(item, 'swing');
      checkDirections(item, apex, shape.current, ['swing limit'], 36);
      // The shape itself, without the rounding of the buffer, and its distance to the edge.
      for (const azimuth of [0, 1, 2, 3, 4, 5, 6]) {
        const again = onlyShape(item, 'swing');
        turn(item, apex, shortestTurn(again.current, again.boundary(azimuth)));
        expect(limitError(item, ['swing limit'])).toBeLessThan(1e-9);
        expect(Math.abs(onlyShape(item, 'swing').distance)).toBeLessThan(1e-9);
      }
    }
  });

  test('six-dof: every vertex of the box of swings that is below half a turn', () => {
    const random = createRandom(7);
    for (let i = 0; i < JOINTS; i++) {
      const range = () => ({ limits: [between(random, -1.5, -0.1), between(random, 0.1, 1.5)] });
      const free = { rotationX: 'free', rotationY: 'free', rotationZ: 'free' };
      const item = createCase(random, { type: 'six-dof', ...free, swingY: range(), swingZ: range() });
      const { apex, current } = onlyShape(item, 'swing');
      checkDirections(item, apex, current, ['swingY limit', 'swingZ limit'], 36);
    }
  });

  test('wedge: every vertex of both half circles', () => {
    const random = createRandom(8);
    for (let i = 0; i < JOINTS; i++) {
      const limits = [between(random, -3, -0.2), between(random, 0.2, 3)];
      const item = createCase(random, { type: 'wedge', limits });
      turn(item, onlyShape(item, 'lune').origin, randomRotation(random));
      const { origin, current } = onlyShape(item, 'lune');
      checkDirections(item, origin, current, ['lower edge', 'upper edge'], 36);
    }
  });

  test('rope: the sphere', () => {
    const random = createRandom(9);
    for (let i = 0; i < JOINTS; i++) {
      const item = createCase(random, { type: 'distance', mode: 'rope', length: between(random, 1, 3) });
      const { centre, point, upper } = onlyShape(item, 'shell');
      const home = bodyPosition(item.world, item.bodyB);
      const points = drawnAt(item.world, centre, upper);
      expect(points.length).toBeGreaterThan(36);
      for (const end of points) {
        updateBody(item.world, item.bodyB, { position: add(home, sub(end, point)) });
        expect(limitError(item, ['length'])).toBeLessThan(LARGEST_ERROR);
      }
    }
  });
});
