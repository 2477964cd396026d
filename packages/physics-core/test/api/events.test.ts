import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  bodyColliders,
  bodyExists,
  bodyPosition,
  box,
  createCollider,
  createWorld,
  destroyBody,
  destroyCollider,
  isBodyAwake,
  sleep,
  sphere,
  stepWorld,
  updateBody,
  updateCollider,
  updateSettings,
  type Vec3,
  type World,
  wake,
  worldEvents,
} from '../../src/index.js';
import {
  add,
  addFloor,
  addStack,
  DT,
  eventsOf,
  expectVector,
  run,
  touches,
  unitBox,
  weightless,
} from './context.js';

/** A box that has been standing on a floor for some steps. */
const standingBox = (): { world: World; floor: BodyHandle; body: BodyHandle } => {
  const world = createWorld();
  const floor = addFloor(world, { userData: 1 });
  const body = add(world, unitBox, { position: [0, 0.5, 0] }, { userData: 2 });
  run(world, 10);
  return { world, floor, body };
};

describe('begin and end', () => {
  it('a box that falls and rests begins once and never flickers', () => {
    const world = createWorld();
    addFloor(world);
    add(world, unitBox, { position: [0, 1.5, 0] });
    const seen: string[] = [];
    run(world, 600, () => seen.push(...touches(world)));
    expect(seen).toEqual(['begin']);
  });

  it('a bouncing ball begins and ends with every bounce', () => {
    const world = weightless();
    const walls = [-3, 3].map((x) =>
      add(world, unitBox, { type: 'static', position: [x, 0, 0] }, { restitution: 1, friction: 0 }),
    );
    add(world, sphere(0.5), { linearVelocity: [4, 0, 0] }, { restitution: 1, friction: 0 });
    expect(walls).toHaveLength(2);
    const seen: string[] = [];
    run(world, 300, () => seen.push(...touches(world)));
    // 20 m between walls that leave 4 m of way: 5 impacts.
    expect(seen).toEqual(Array.from({ length: 5 }, () => ['begin', 'end']).flat());
  });

  it('names both sides with handles and user data', () => {
    const world = createWorld();
    const floor = addFloor(world, { userData: 11 });
    const body = add(world, unitBox, { position: [0, 0.5, 0] }, { userData: 22 });
    run(world, 1);
    const [{ a, b }] = eventsOf(world, 'begin');
    const sides = [a, b].sort((p, q) => p.userData - q.userData);
    expect(sides).toEqual([
      { body: floor, collider: bodyColliders(world, floor)[0], userData: 11 },
      { body, collider: bodyColliders(world, body)[0], userData: 22 },
    ]);
  });

  const endings: [string, (world: World, floor: BodyHandle, body: BodyHandle) => void][] = [
    ['destroyBody', (world, _, body) => destroyBody(world, body)],
    ['destroyBody of the static side', (world, floor) => destroyBody(world, floor)],
    ['destroyCollider', (world, _, body) => destroyCollider(world, bodyColliders(world, body)[0])],
    ['disabling', (world, _, body) => updateBody(world, body, { enabled: false })],
    [
      'a changed filter',
      (world, _, body) => updateCollider(world, bodyColliders(world, body)[0], { layer: 0 }),
    ],
    ['a teleport', (world, _, body) => updateBody(world, body, { position: [0, 9, 0] })],
    ['becoming static', (world, _, body) => updateBody(world, body, { type: 'static' })],
  ];

  it.each(endings)('%s ends a touch exactly once, in the next step', (_, end) => {
    const { world, floor, body } = standingBox();
    end(world, floor, body);
    expect(touches(world)).toEqual([]);
    stepWorld(world, DT);
    expect(touches(world)).toEqual(['end']);
    const [event] = eventsOf(world, 'end');
    expect([event.a.userData, event.b.userData].sort()).toEqual([1, 2]);
    const later: string[] = [];
    run(world, 10, () => later.push(...touches(world)));
    expect(later).toEqual([]);
  });

  it.each(endings)('%s also ends the touch of a sleeper', (_, end) => {
    const { world, floor, body } = standingBox();
    run(world, 120);
    end(world, floor, body);
    stepWorld(world, DT);
    expect(touches(world)).toEqual(['end']);
  });

  it('the user data of an ended touch is that of the destroyed collider, not of the next in its slot', () => {
    const { world, body } = standingBox();
    destroyBody(world, body);
    add(world, unitBox, { position: [50, 50, 0] }, { userData: 99 });
    stepWorld(world, DT);
    const [event] = eventsOf(world, 'end');
    expect([event.a.userData, event.b.userData].sort()).toEqual([1, 2]);
    expect([event.a.body, event.b.body].filter((handle) => !bodyExists(world, handle))).toEqual([body]);
  });

  it('a second collider of the same body has its own touch', () => {
    const { world, body } = standingBox();
    createCollider(world, body, { shape: unitBox, position: [2, 0, 0] });
    run(world, 2);
    expect(eventsOf(world, 'begin').length + eventsOf(world, 'end').length).toBeLessThanOrEqual(1);
    destroyBody(world, body);
    stepWorld(world, DT);
    expect(touches(world)).toEqual(['end', 'end']);
  });
});

describe('hits', () => {
  it.each([
    ['ball', sphere(0.5), 0.5],
    ['box', box(0.5, 0.5, 0.5), 0.5],
  ])('a falling %s reports speed, point and normal of the impact', (_, shape, half) => {
    const world = createWorld();
    const floor = addFloor(world);
    const body = add(world, shape, { position: [2, 5 + half, 3] });
    const hits = [];
    for (let i = 0; i < 90; i++) {
      stepWorld(world, DT);
      hits.push(...eventsOf(world, 'hit'));
    }
    expect(hits).toHaveLength(1);
    const [hit] = hits;
    expect(Math.abs(hit.speed / Math.sqrt(2 * 9.81 * 5) - 1)).toBeLessThan(0.02);
    expect(hit.point[1]).toBeCloseTo(0, 1);
    expect(Math.abs(hit.point[0] - 2)).toBeLessThan(0.51);
    expect(Math.abs(hit.point[2] - 3)).toBeLessThan(0.51);
    const upward: Vec3 = hit.a.body === floor ? [0, 1, 0] : [0, -1, 0];
    expectVector(hit.normal, upward, 1e-9);
    expect([hit.a.body, hit.b.body].sort()).toEqual([floor, body].sort());
  });

  it('two balls that meet head-on report their closing speed half way', () => {
    const world = weightless();
    add(world, sphere(0.5), { position: [-2, 1, 0], linearVelocity: [3, 0, 0] });
    add(world, sphere(0.5), { position: [2, 1, 0], linearVelocity: [-3, 0, 0] });
    const hits = [];
    for (let i = 0; i < 60; i++) {
      stepWorld(world, DT);
      hits.push(...eventsOf(world, 'hit'));
    }
    expect(hits).toHaveLength(1);
    expect(hits[0].speed).toBeCloseTo(6, 6);
    expectVector(hits[0].point, [0, 1, 0], 0.05);
    expectVector(hits[0].normal.map(Math.abs), [1, 0, 0], 1e-9);
  });

  it('setting a box down gently is no hit', () => {
    const world = createWorld();
    addFloor(world);
    add(world, unitBox, { position: [0, 0.52, 0] });
    run(world, 60, () => expect(eventsOf(world, 'hit')).toEqual([]));
  });

  it.each([0.3, 3])('an impact of 2 m/s is reported only above a threshold of %f m/s', (hitEventSpeed) => {
    const world = weightless({ hitEventSpeed });
    add(world, unitBox, { type: 'static' });
    add(world, sphere(0.5), { position: [2, 0, 0], linearVelocity: [-2, 0, 0] });
    let hits = 0;
    run(world, 60, () => {
      hits += eventsOf(world, 'hit').length;
    });
    expect(hits).toBe(hitEventSpeed < 2 ? 1 : 0);
  });

  it('a low threshold reports a soft impact', () => {
    const world = weightless({ hitEventSpeed: 0.1 });
    add(world, unitBox, { type: 'static' });
    add(world, sphere(0.5), { position: [1.1, 0, 0], linearVelocity: [-0.3, 0, 0] });
    const speeds: number[] = [];
    run(world, 60, () => speeds.push(...eventsOf(world, 'hit').map((hit) => hit.speed)));
    expect(speeds).toHaveLength(1);
    expect(speeds[0]).toBeCloseTo(0.3, 2);
  });

  it('a changed threshold reports no impact of the past', () => {
    const { world } = standingBox();
    updateSettings(world, { hitEventSpeed: 0 });
    run(world, 5, () => {
      for (const hit of eventsOf(world, 'hit')) expect(hit.speed).toBeLessThan(0.5);
    });
  });
});

describe('sleep and wake', () => {
  it('a body that was woken and destroyed before the step is not named', () => {
    const { world, body } = standingBox();
    const other = add(world, unitBox, { position: [5, 0.5, 0] });
    run(world, 5);
    sleep(world, body);
    sleep(world, other);
    run(world, 1);
    wake(world, body);
    wake(world, other);
    destroyBody(world, body);
    // The new body gets the row of the old one.
    add(world, unitBox, { position: [9, 0.5, 0] });
    run(world, 1);
    expect(eventsOf(world, 'wake').map((event) => event.body)).toEqual([other]);
    // A sleeper that is destroyed does not wake for it.
    sleep(world, other);
    run(world, 1);
    destroyBody(world, other);
    run(world, 1);
    expect(eventsOf(world, 'wake')).toEqual([]);
  });

  it('come in pairs, with the body', () => {
    const { world, body } = standingBox();
    const seen: string[] = [];
    const note = (): void => {
      for (const event of [...eventsOf(world, 'sleep'), ...eventsOf(world, 'wake')]) {
        expect(event.body).toBe(body);
        seen.push(event.kind);
      }
    };
    run(world, 120, note);
    wake(world, body);
    run(world, 120, note);
    expect(seen).toEqual(['sleep', 'wake', 'sleep']);
  });

  it('sleep() and wake() between two steps are told after the next', () => {
    const world = weightless();
    const body = add(world, unitBox);
    sleep(world, body);
    sleep(world, body);
    wake(world, body);
    wake(world, body);
    stepWorld(world, DT);
    expect(worldEvents(world).map((event) => event.kind)).toEqual(['sleep', 'wake']);
  });

  it('events are gone after the next step', () => {
    const world = createWorld();
    addFloor(world);
    add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 1);
    expect(worldEvents(world)).toHaveLength(1);
    run(world, 1);
    expect(worldEvents(world)).toEqual([]);
    expect(bodyPosition(world, add(world, unitBox))).toEqual([0, 0, 0]);
  });
});

it('of bodies that are gone it is not told that they woke', () => {
  const world = createWorld();
  addFloor(world);
  const [low, high] = addStack(world, 2);
  run(world, 120);
  expect(isBodyAwake(world, high)).toBe(false);
  wake(world, low);
  destroyBody(world, high);
  run(world, 1);
  const woken = worldEvents(world).flatMap((event) => (event.kind === 'wake' ? [event.body] : []));
  expect(woken).toEqual([low]);
  expect(woken.every((body) => bodyExists(world, body))).toBe(true);
});
