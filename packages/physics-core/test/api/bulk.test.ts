import { describe, expect, it } from 'vitest';
import {
  awakeRows,
  type BodyColumns,
  bodyGeneration,
  bodyRow,
  colliderGeneration,
  colliderRow,
  EVENT,
  EVENT_A,
  EventKind,
  eventNumbers,
  jointRow,
  readAwakeBodies,
  readBody,
  readPose,
  readRowRanges,
  writeJointNumber,
  writeNextPose,
  writeVelocity,
} from '../../src/api/bulk.js';
import {
  angularVelocity,
  bodyColliders,
  bodyPosition,
  bodyRotation,
  createBody,
  createJoint,
  createWorld,
  destroyBody,
  hashWorld,
  hinge,
  isBodyAwake,
  jointDef,
  linearVelocity,
  restoreSnapshot,
  setNextPose,
  sleep,
  takeSnapshot,
  updateBody,
  updateJoint,
  worldStats,
} from '../../src/index.js';
import { add, addFloor, run, unitBox } from './context.js';

const reals = (): Float64Array => new Float64Array(8);
const createColumns = (): BodyColumns => ({
  position: { x: reals(), y: reals(), z: reals() },
  rotation: { x: reals(), y: reals(), z: reals(), w: reals() },
  linearVelocity: { x: reals(), y: reals(), z: reals() },
  angularVelocity: { x: reals(), y: reals(), z: reals() },
});

const at = ({ position, rotation, linearVelocity: v, angularVelocity: w }: BodyColumns, i: number) => ({
  position: [position.x[i], position.y[i], position.z[i]],
  rotation: [rotation.x[i], rotation.y[i], rotation.z[i], rotation.w[i]],
  linear: [v.x[i], v.y[i], v.z[i]],
  angular: [w.x[i], w.y[i], w.z[i]],
});

const spinning = {
  position: [0, 5, 1],
  linearVelocity: [1, 2, 3],
  angularVelocity: [0.1, 0.2, 0.3],
} as const;

describe('columns of many bodies', () => {
  it('reading gives what the getters give', () => {
    const world = createWorld();
    const body = add(world, unitBox, spinning);
    run(world, 7);
    const columns = createColumns();
    readBody(world, bodyRow(world, body), columns, 3);
    const expected = {
      position: bodyPosition(world, body),
      rotation: bodyRotation(world, body),
      linear: linearVelocity(world, body),
      angular: angularVelocity(world, body),
    };
    expect(at(columns, 3)).toEqual(expected);
    const pose = new Float64Array(9);
    readPose(world, bodyRow(world, body), pose, 2);
    expect([...pose]).toEqual([0, 0, ...expected.position, ...expected.rotation]);
  });

  it('all awake bodies at once; sleepers and strangers are left alone', () => {
    const world = createWorld();
    const bodies = [0, 2, 4].map((x) => add(world, unitBox, { position: [x, 9, 0] }));
    const stranger = add(world, unitBox, { position: [8, 9, 0] });
    sleep(world, bodies[1]);
    run(world, 3);
    const indexOf = new Int32Array(16);
    for (const [i, body] of bodies.entries()) indexOf[bodyRow(world, body)] = i + 1;
    const columns = createColumns();
    readAwakeBodies(world, indexOf, columns);
    expect(at(columns, 1).position).toEqual(bodyPosition(world, bodies[0]));
    expect(at(columns, 2).position).toEqual([0, 0, 0]);
    expect(at(columns, 3).linear).toEqual(linearVelocity(world, bodies[2]));
    expect(at(columns, 0).position).toEqual([0, 0, 0]);
    const { count, items } = awakeRows(world);
    const awake = [bodies[0], bodies[2], stranger].map((body) => bodyRow(world, body));
    expect([...items.subarray(0, count)].sort()).toEqual(awake.sort());
  });

  it('writing a velocity does what updateBody does', () => {
    const world = createWorld();
    addFloor(world);
    const body = add(world, unitBox, { position: [0, 0.5, 0] });
    run(world, 60);
    expect(isBodyAwake(world, body)).toBe(false);
    const before = takeSnapshot(world);
    const columns = createColumns();
    columns.linearVelocity.x[1] = 2;
    columns.angularVelocity.y[1] = -1;
    writeVelocity(world, bodyRow(world, body), columns, 1);
    expect(isBodyAwake(world, body)).toBe(true);
    const written = hashWorld(world);
    restoreSnapshot(world, before);
    updateBody(world, body, { linearVelocity: [2, 0, 0], angularVelocity: [0, -1, 0] });
    expect(hashWorld(world)).toBe(written);
  });

  it('a bad velocity is refused and changes nothing', () => {
    const world = createWorld();
    const body = add(world, unitBox);
    const columns = createColumns();
    const hash = hashWorld(world);
    for (const [value, code] of [
      [Number.NaN, 'not-finite'],
      [Infinity, 'not-finite'],
      [-1e10, 'out-of-range'],
    ] as const) {
      columns.angularVelocity.z[1] = value;
      expect(() => writeVelocity(world, bodyRow(world, body), columns, 1)).toThrow(
        expect.objectContaining({ code, message: expect.stringMatching(/angularVelocity\[2\]/) }),
      );
    }
    expect(hashWorld(world)).toBe(hash);
  });

  it('a static body has no velocity to write', () => {
    const world = createWorld();
    const body = createBody(world, { type: 'static' });
    const columns = createColumns();
    columns.linearVelocity.x[1] = 2;
    writeVelocity(world, bodyRow(world, body), columns, 1);
    expect(linearVelocity(world, body)).toEqual([0, 0, 0]);
  });

  it('a next pose is that of setNextPose', () => {
    const world = createWorld();
    const body = add(world, unitBox, { type: 'kinematic' });
    const before = takeSnapshot(world);
    writeNextPose(world, bodyRow(world, body), Float64Array.of(1, 2, 3, 0, 0, 0, 1));
    const written = hashWorld(world);
    restoreSnapshot(world, before);
    setNextPose(world, body, [1, 2, 3]);
    expect(hashWorld(world)).toBe(written);
  });
});

describe('rows', () => {
  it('generations tell tenants apart', () => {
    const world = createWorld();
    const first = add(world, unitBox);
    const row = bodyRow(world, first);
    const collider = colliderRow(world, bodyColliders(world, first)[0]);
    const before = [bodyGeneration(world, row), colliderGeneration(world, collider)];
    destroyBody(world, first);
    const second = add(world, unitBox);
    expect(bodyRow(world, second)).toBe(row);
    expect(bodyGeneration(world, row)).not.toBe(before[0]);
    expect(colliderGeneration(world, collider)).not.toBe(before[1]);
    expect(() => bodyRow(world, first)).toThrow(/does not exist any more/);
  });

  it('a number of a joint is written like updateJoint does', () => {
    const world = createWorld();
    const body = add(world, unitBox);
    const joint = createJoint(world, hinge({ bodyB: body, motor: { speed: 1 } }));
    const { params } = hinge.definition;
    const speed = params.find(({ path }) => path.join('.') === 'motor.speed')!;
    const before = takeSnapshot(world);
    writeJointNumber(world, jointRow(world, joint), speed.at, Float64Array.of(0, -3), 1);
    expect(jointDef(world, joint)).toMatchObject({ motor: { speed: -3, mode: 'speed' } });
    const written = hashWorld(world);
    restoreSnapshot(world, before);
    updateJoint(world, joint, { motor: { speed: -3 } });
    expect(hashWorld(world)).toBe(written);
  });

  it('row ranges and events are those of the step', () => {
    const world = createWorld();
    const body = add(world, unitBox);
    const joint = createJoint(world, hinge({ bodyB: body }));
    sleep(world, body);
    updateBody(world, body, { gravityScale: 0.5 });
    run(world, 1);
    const [first, counts] = [new Uint32Array(4), new Uint32Array(4)];
    readRowRanges(world, Int32Array.of(jointRow(world, joint)), Int32Array.of(2), 1, first, counts);
    expect([first[2], counts[2]]).toEqual([0, worldStats(world).jointRows]);
    const { data, published } = eventNumbers(world);
    const kinds = Array.from({ length: published }, (_, i) => data[i * EVENT]);
    expect(kinds).toEqual([EventKind.sleep, EventKind.wake]);
    expect(data[EVENT_A]).toBe(bodyRow(world, body));
  });
});
