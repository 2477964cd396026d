import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  bodyColliders,
  bodyContacts,
  bodyMass,
  bodyPosition,
  box,
  capsule,
  colliderBody,
  colliderDef,
  colliderExists,
  createBody,
  createCollider,
  createWorld,
  destroyCollider,
  halfSpace,
  hull,
  isBodyAwake,
  linearVelocity,
  type Shape,
  sphere,
  updateBody,
  updateCollider,
  type Vec3,
} from '../../src/index.js';
import { about, add, addFloor, expectVector, height, run, touches, unitBox, weightless } from './context.js';

describe('several colliders on a body', () => {
  it('are listed in order and know their body', () => {
    const world = weightless();
    const body = createBody(world);
    const list = [1, 2, 3].map((x) => createCollider(world, body, { shape: sphere(1), position: [x, 0, 0] }));
    expect(bodyColliders(world, body)).toEqual(list);
    expect(list.map((collider) => colliderBody(world, collider))).toEqual([body, body, body]);
    destroyCollider(world, list[1]);
    expect(bodyColliders(world, body)).toEqual([list[0], list[2]]);
  });

  it('do not touch each other', () => {
    const world = weightless();
    const body = add(world, unitBox);
    createCollider(world, body, { shape: unitBox, position: [0.5, 0, 0] });
    run(world, 5);
    expect(touches(world)).toEqual([]);
    expect(bodyContacts(world, body)).toEqual([]);
  });

  it('a table stands on its four legs', () => {
    const world = createWorld();
    addFloor(world);
    const table = createBody(world, { position: [0, 1, 0] });
    createCollider(world, table, { shape: box(1, 0.05, 1), density: 100 });
    for (const x of [-0.9, 0.9]) {
      for (const z of [-0.9, 0.9]) {
        createCollider(world, table, { shape: box(0.05, 0.5, 0.05), density: 100, position: [x, -0.5, z] });
      }
    }
    run(world, 120);
    expect(height(world, table)).toBeCloseTo(1, 2);
    expect(bodyContacts(world, table)).toHaveLength(4);
  });

  it('a body leans to the side of its heavier collider', () => {
    const world = createWorld();
    const body = createBody(world, { position: [0, 1, 0] });
    createCollider(world, body, { shape: box(1, 0.1, 0.5), density: 1 });
    const weight = createCollider(world, body, { shape: sphere(0.3), position: [0.9, 0.3, 0], density: 1 });
    add(world, box(0.2, 0.45, 2), { type: 'static', position: [0, 0.45, 0] });
    updateCollider(world, weight, { density: 50 });
    run(world, 30);
    expect(angularVelocity(world, body)[2]).toBeLessThan(-0.5);
  });
});

describe('a collider as data', () => {
  const shapes: Shape[] = [
    sphere(1),
    box(1, 2, 3),
    capsule(0.5, 1),
    hull([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]),
  ];

  it.each(shapes)('$kind: the definition read back makes the same collider again', (shape) => {
    const world = weightless();
    const body = createBody(world);
    const given = {
      shape,
      position: [1, 2, 3],
      rotation: [0, 0.6, 0, 0.8],
      density: 5,
      friction: 0.1,
      restitution: 0.2,
      rollingResistance: 0.3,
      twistResistance: 0.4,
      frictionRule: 'maximum',
      restitutionRule: 'multiply',
      surfaceVelocity: [4, 5, 6],
      layer: 2,
      mask: 6,
      sensor: true,
      persistEvents: true,
      userData: 77,
    } as const;
    const read = colliderDef(world, createCollider(world, body, given));
    expect({ ...read, shape: 0 }).toEqual({ ...given, shape: 0 });
    expect(colliderDef(world, createCollider(world, body, read))).toEqual(read);
  });

  it('a half-space comes back as normal and offset in the frame of its body', () => {
    const world = weightless();
    const body = createBody(world, { type: 'static' });
    const rotation = about([0, 0, 1], -Math.PI / 2);
    const { shape } = colliderDef(
      world,
      createCollider(world, body, { shape: halfSpace([0, 3, 0], 6), rotation }),
    );
    if (shape.kind !== 'half-space') throw new Error('not a half-space');
    expectVector(shape.normal, [1, 0, 0]);
    expect(shape.offset).toBeCloseTo(2, 12);
  });
});

describe('density', () => {
  it('changes mass and motion at run time', () => {
    const world = weightless();
    const body = add(world, unitBox);
    updateCollider(world, bodyColliders(world, body)[0], { density: 8 });
    expect(bodyMass(world, body).mass).toBe(8);
    expectVector(bodyMass(world, body).inertia, [8 / 6, 0, 0, 8 / 6, 0, 8 / 6]);
  });
});

describe('destroyCollider', () => {
  it('takes mass and contact away and lets fall what it held', () => {
    const world = createWorld();
    const shelf = createBody(world, { type: 'static' });
    const board = createCollider(world, shelf, { shape: unitBox });
    createCollider(world, shelf, { shape: unitBox, position: [9, 0, 0] });
    const cup = add(world, unitBox, { position: [0, 1, 0] });
    run(world, 120);
    destroyCollider(world, board);
    expect(colliderExists(world, board)).toBe(false);
    expect(isBodyAwake(world, cup)).toBe(true);
    run(world, 1);
    expect(touches(world)).toEqual(['end']);
    run(world, 30);
    expect(height(world, cup)).toBeLessThan(0.5);
  });

  it('moves the centre of mass to what is left', () => {
    const world = weightless();
    const body = add(world, unitBox);
    const second = createCollider(world, body, { shape: unitBox, density: 1, position: [2, 0, 0] });
    destroyCollider(world, second);
    expect(bodyMass(world, body)).toMatchObject({ mass: 1, centre: [0, 0, 0] });
  });
});

describe('layers and masks', () => {
  const falls = (floor: { layer: number; mask: number }, ball: { layer: number; mask: number }): boolean => {
    const world = createWorld();
    addFloor(world, floor);
    const body = add(world, sphere(0.5), { position: [0, 0.6, 0] }, ball);
    run(world, 60);
    return height(world, body) < 0;
  };

  it.each([
    ['each in the mask of the other', { layer: 1, mask: 2 }, { layer: 2, mask: 1 }, false],
    ['only A in the mask of B', { layer: 1, mask: 4 }, { layer: 2, mask: 1 }, true],
    ['only B in the mask of A', { layer: 1, mask: 2 }, { layer: 2, mask: 4 }, true],
    ['the highest bit', { layer: 2 ** 31, mask: 0xffffffff }, { layer: 1, mask: -(2 ** 31) }, false],
    ['no layer at all', { layer: 0, mask: -1 }, { layer: 1, mask: -1 }, true],
  ])('%s', (_, a, b, through) => {
    expect(falls(a, b)).toBe(through);
    expect(falls(b, a)).toBe(through);
  });

  it('a changed filter ends the contact, and back again begins one', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0] });
    const [collider] = bodyColliders(world, body);
    run(world, 120);
    updateCollider(world, collider, { mask: 0 });
    run(world, 1);
    expect(touches(world)).toEqual(['end']);
    run(world, 3);
    expect(height(world, body)).toBeLessThan(0.5);
    updateCollider(world, collider, { mask: -1 });
    run(world, 1);
    expect(touches(world)).toEqual(['begin']);
    run(world, 60);
    expect(height(world, body)).toBeCloseTo(0.5, 2);
  });

  it('changed on the floor, wakes the sleeper on it', () => {
    const world = createWorld();
    const floor = addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 120);
    updateCollider(world, bodyColliders(world, floor)[0], { layer: 2, mask: 2 });
    run(world, 30);
    expect(height(world, body)).toBeLessThan(0);
  });
});

describe('sensors', () => {
  it('report the passage of a body and do not push it', () => {
    const world = createWorld();
    add(world, box(1, 1, 1), { type: 'static', position: [0, -3, 0] }, { sensor: true });
    const body = add(world, sphere(0.2));
    const seen: string[] = [];
    run(world, 120, () => seen.push(...touches(world)));
    expect(seen).toEqual(['begin', 'end']);
    expect(height(world, body)).toBeCloseTo(-0.5 * 9.81 * 4, 6);
  });

  it.each(['static', 'kinematic'] as const)('of a %s body see kinematic bodies', (type) => {
    const world = createWorld();
    add(world, box(1, 1, 1), { type }, { sensor: true });
    add(world, unitBox, { type: 'kinematic', position: [-3, 0, 0], linearVelocity: [3, 0, 0] });
    const seen: string[] = [];
    run(world, 120, () => seen.push(...touches(world)));
    expect(seen).toEqual(['begin', 'end']);
  });

  it('see a sleeper without waking it', () => {
    const world = createWorld();
    addFloor(world);
    const sleeper = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 120);
    add(
      world,
      box(1, 1, 1),
      { type: 'kinematic', position: [-5, 1.2, 0], linearVelocity: [6, 0, 0] },
      { sensor: true },
    );
    const seen: string[] = [];
    run(world, 120, () => {
      seen.push(...touches(world));
      expect(isBodyAwake(world, sleeper)).toBe(false);
    });
    expect(seen).toEqual(['begin', 'end']);
  });

  it('stay touched by a body that falls asleep inside', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0] });
    add(world, box(2, 2, 2), { type: 'static' }, { sensor: true });
    const seen: string[] = [];
    run(world, 200, () => seen.push(...touches(world)));
    expect(isBodyAwake(world, body)).toBe(false);
    expect(seen).toEqual(['begin', 'begin']);
    updateBody(world, body, { position: [9, 0.5, 0] });
    run(world, 1);
    // The sensor alone: the body stands on the floor there too.
    expect(touches(world)).toEqual(['end']);
  });

  it('become solid and back at run time', () => {
    const world = createWorld();
    const floor = add(world, box(5, 0.5, 5), { type: 'static', position: [0, -0.5, 0] });
    const [collider] = bodyColliders(world, floor);
    const body = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 120);
    updateCollider(world, collider, { sensor: true });
    run(world, 6);
    expect(height(world, body)).toBeLessThan(0.49);
    updateCollider(world, collider, { sensor: false });
    run(world, 120);
    expect(height(world, body)).toBeCloseTo(0.5, 1);
  });
});

describe('a moved local pose', () => {
  it('puts the shape where it says', () => {
    const world = createWorld();
    addFloor(world);
    const up: Vec3 = [0, 2, 0];
    const body = add(
      world,
      capsule(0.5, 1),
      { position: [0, 1, 0] },
      { position: up, rotation: about([0, 0, 1], Math.PI / 2) },
    );
    run(world, 120);
    expect(bodyPosition(world, body)[1]).toBeCloseTo(-1.5, 1);
    expectVector(linearVelocity(world, body), [0, 0, 0], 0.01);
  });
});

it('a hull of a million points is refused at once', () => {
  const points: Vec3[] = Array.from({ length: 1_000_000 }, (_, i) => [
    i % 100,
    (i * 7) % 100,
    (i * 13) % 100,
  ]);
  const start = performance.now();
  expect(() => hull(points)).toThrow(
    'hull(points): points has 1000000 points and may have 65536. Take the points of a coarser mesh.',
  );
  expect(performance.now() - start).toBeLessThan(100);
});
