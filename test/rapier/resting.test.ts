import {
  type BodyHandle,
  box,
  capsule,
  heightField,
  mesh,
  type Quat,
  type Shape,
  sphere,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { describe, expect, test } from 'vitest';
import { crossChecks, inBoth } from './cross-check.js';
import { addBody, addBoxFloor, prism } from './shapes.js';

const { check } = crossChecks(
  'Resting heights of mixed stacks after 4 s, each body started 5 mm above its place',
);

/** A body with the height at which its origin must come to rest. */
interface Resting {
  readonly name: string;
  readonly body: BodyHandle;
  readonly height: number;
  /** How many contacts lie between it and the ground. */
  readonly level: number;
}

const DROP = 0.005;
/** Of a capsule, which stands along y. */
const ALONG_X: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const ALONG_Z: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** Puts a body a little above its place; the n-th of a stack starts n times as high. */
const put = (
  world: World,
  name: string,
  shape: Shape,
  [x, height, z]: Vec3,
  level = 1,
  rotation: Quat = [0, 0, 0, 1],
): Resting => {
  const position: Vec3 = [x, height + level * DROP, z];
  return { name, body: addBody(world, shape, { position, rotation }), height, level };
};

const boxTower = (world: World): Resting[] => {
  const sizes = [0.6, 0.5, 0.4, 0.3, 0.2];
  let top = 0;
  return sizes.map((half, i) => {
    const place: Vec3 = [0, top + half, 0];
    top += 2 * half;
    return put(world, `box ${i + 1}`, box(half, half, half), place, i + 1);
  });
};

/** The two logs lie crosswise: on parallel ones the plank could roll away, which no friction prevents. */
const lyingCapsules = (world: World): Resting[] => [
  put(world, 'log along x', capsule(0.2, 0.6), [0, 0.2, -0.4], 1, ALONG_X),
  put(world, 'log along z', capsule(0.2, 0.3), [0, 0.2, 0.45], 1, ALONG_Z),
  put(world, 'plank on both', box(0.5, 0.1, 0.8), [0, 0.5, 0], 2),
  put(world, 'box on the plank', box(0.2, 0.2, 0.2), [0, 0.8, 0], 3),
];

const hullTower = (world: World): Resting[] => [
  put(world, 'hexagonal prism', prism(6, 0.6, 0.2), [0, 0.2, 0], 1),
  put(world, 'box', box(0.4, 0.15, 0.4), [0, 0.55, 0], 2),
  put(world, 'triangular prism', prism(3, 0.4, 0.1), [0, 0.8, 0], 3),
  put(world, 'upright capsule', capsule(0.1, 0.1), [0, 1.1, 0], 4),
];

/** A ball in a square frame touches its four upper inner edges, √(r² - w²) below its centre. */
const ballInFrame = (world: World): Resting[] => {
  const [radius, inner, half] = [0.5, 0.3, 0.2];
  const middle = inner + half;
  const side = (x: number, z: number, across: Vec3): Resting =>
    put(world, `frame at ${x}, ${z}`, box(...across), [x, half, z]);
  return [
    side(middle, 0, [half, half, inner]),
    side(-middle, 0, [half, half, inner]),
    side(0, middle, [inner + 2 * half, half, half]),
    side(0, -middle, [inner + 2 * half, half, half]),
    put(world, 'ball', sphere(radius), [0, 2 * half + Math.sqrt(radius * radius - inner * inner), 0], 2),
  ];
};

const SCENES: readonly (readonly [string, (world: World) => Resting[]])[] = [
  ['tower of boxes', boxTower],
  ['capsules and planks', lyingCapsules],
  ['tower with hulls', hullTower],
  ['ball in a frame', ballInFrame],
];

const CELLS = 20;
const CELL = 0.73;

/** A flat field; its cells have no line in common with the bodies. */
const addFieldFloor = (world: World): BodyHandle =>
  addBody(
    world,
    heightField(CELLS + 1, CELLS + 1, new Array((CELLS + 1) ** 2).fill(0), { spacing: [CELL, CELL] }),
    { type: 'static', position: [0.17, 0, 0.11] },
  );

/** The same as a mesh. */
const addMeshFloor = (world: World): BodyHandle => {
  const side = CELLS + 1;
  const vertices = Array.from({ length: side * side }, (_, v) => [
    ((v % side) - CELLS / 2) * CELL,
    0,
    (Math.floor(v / side) - CELLS / 2) * CELL,
  ]).flat();
  const indices = Array.from({ length: CELLS * CELLS }, (_, cell) => {
    const a = Math.floor(cell / CELLS) * side + (cell % CELLS);
    return [a, a + side, a + 1, a + 1, a + side, a + side + 1];
  }).flat();
  return addBody(world, mesh(vertices, indices), { type: 'static', position: [0.17, 0, 0.11] });
};

const FLOORS: readonly (readonly [string, (world: World) => BodyHandle])[] = [
  ['', addBoxFloor],
  [' on a mesh', addMeshFloor],
  [' on a height field', addFieldFloor],
];

const CASES = FLOORS.flatMap(([floor, addGround]) =>
  SCENES.map(([name, build]) => [name + floor, build, addGround] as const),
);

describe.each(CASES)('%s', (scene, build, addGround) => {
  test('rests where geometry says, to 1 mm a contact below: contacts have compliance and penetrate under the weight, in both', () => {
    const {
      scene: bodies,
      tenon,
      rapier,
      run,
    } = inBoth({}, (world) => {
      addGround(world);
      return build(world);
    });
    run(240);
    for (const { name, body, height, level } of bodies) {
      const what = `${scene}: ${name}, m`;
      const found = { tenon: tenon.position(body)[1], rapier: rapier.position(body)[1] };
      check({ what, ideal: height, ...found, tolerance: level * 1e-3, rapierTolerance: level * 1e-3 });
    }
    const fastest = Math.max(...bodies.map(({ body }) => Math.hypot(...tenon.linearVelocity(body))));
    expect(fastest, 'residual speed, m/s: at rest').toBeLessThan(1e-3);
  });

  test('does not wander: less than 0.1 mm in the fourth second, however often contacts are recycled', () => {
    const {
      scene: bodies,
      tenon,
      run,
    } = inBoth({}, (world) => {
      addGround(world);
      return build(world);
    });
    run(180);
    const before = bodies.map(({ body }) => tenon.position(body));
    run(60);
    bodies.forEach(({ name, body }, i) => {
      const moved = Math.hypot(...tenon.position(body).map((x, axis) => x - before[i][axis]));
      expect(moved, name).toBeLessThan(1e-4);
    });
  });
});
