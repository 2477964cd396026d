import { describe, expect, it } from 'vitest';
import { ball, bodyPosition, createJoint, updateBody, type World } from '../../src/index.js';
import { readVec3 } from '../../src/math/columns.js';
import { type Quat, rotate } from '../../src/math/quat.js';
import { add, cross, scale, sub, type Vec3 } from '../../src/math/vec3.js';
import { generaliseRows, solvedRows, storePointImpulses } from '../../src/rows/expand-points.js';
import { MOTION, W } from '../../src/state/bodies.js';
import { IMPULSE } from '../../src/state/points.js';
import { ERROR, INVERSE, KIND, Kind, LAMBDA, MASS, RESPONSE, ROW } from '../../src/state/rows.js';
import { createRandom, randomRotation, randomVector } from '../determinism/context.js';
import { jointWorld } from '../joints/context.js';
import { addMass } from '../joints/joint-rig.js';
import { advancePoses, derivative, massesOf, placeRows, savePoses, slotOf } from '../joints/row-math.js';
import { denseK, expectClose, responseOf, solveDense, times, velocitiesOf } from '../solver/dense.js';

/** The rows of a ball joint that is apart, expanded from its record, against differences of C and dense algebra. */

const start = (seed: number) => {
  const random = createRandom(seed);
  const world = jointWorld({ gravity: [0, 0, 0] });
  const motion = () => ({
    rotation: randomRotation(random),
    linearVelocity: randomVector(random, 2),
    angularVelocity: randomVector(random, 3),
  });
  const bodyA = addMass(world, [0, 0, 0], 2, [0.5, 0.5, 0.5], motion());
  const bodyB = addMass(world, [1, 0.5, -0.3], 1, [0.2, 0.2, 0.2], motion());
  const anchor: Vec3 = [0.4, 0.3, -0.2];
  const joint = createJoint(world, ball({ bodyA, bodyB, anchor }));
  const gap = randomVector(random, 0.2);
  updateBody(world, bodyB, { position: add(bodyPosition(world, bodyB), gap) });
  placeRows(world);
  const [a, b] = [slotOf(bodyA), slotOf(bodyB)];
  return { world, joint, a, b, gap, anchor, masses: massesOf(world, [bodyA, bodyB]) };
};

const expanded = (world: World): number[][] => {
  const { data } = solvedRows(world);
  return [0, 1, 2].map((row) => data.slice(row * ROW, row * ROW + 12));
};

const readPose = ({ bodies }: World, body: number): { centre: Vec3; rotation: Quat } => ({
  centre: readVec3(bodies.centre, body * 3),
  rotation: bodies.rotation.slice(body * 4, body * 4 + 4) as unknown as Quat,
});

const inverse = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];

describe.each([1, 2, 3])('the rows of a point, seed %i', (seed) => {
  it('J v is dC/dt along axes that turn with both bodies', () => {
    const { world, a, b, gap, anchor } = start(seed);
    const rows = expanded(world);
    const local = (body: number, point: Vec3): Vec3 => {
      const { centre, rotation } = readPose(world, body);
      return rotate(inverse(rotation), sub(point, centre));
    };
    const [anchorA, anchorB] = [local(a, anchor), local(b, add(anchor, gap))];
    const distance = (): Vec3 => {
      const [poseA, poseB] = [readPose(world, a), readPose(world, b)];
      const pointA = add(poseA.centre, rotate(poseA.rotation, anchorA));
      return sub(add(poseB.centre, rotate(poseB.rotation, anchorB)), pointA);
    };
    const speeds = times(rows, velocitiesOf(world, a, b));
    const poses = savePoses(world);
    const h = 1e-3;
    const samples = [-2 * h, -h, h, 2 * h].map((t) => {
      advancePoses(world, poses, t);
      return distance();
    });
    const rate = [0, 1, 2].map((i) =>
      derivative(
        samples.map((d) => d[i]),
        h,
      ),
    ) as unknown as Vec3;
    // tr I⁻¹ is 6 for A and 15 for B: the axes turn with 15/21 ωA + 6/21 ωB.
    const spin = (body: number): Vec3 => readVec3(world.bodies.motion, body * MOTION + W);
    const turn = add(scale(spin(a), 15 / 21), scale(spin(b), 6 / 21));
    expectClose(speeds, sub(rate, cross(turn, gap)), 1e-8);
  });

  it('C is the gap, and K⁻¹ and the masses are those of J', () => {
    const { world, a, b, gap, masses } = start(seed);
    const rows = expanded(world);
    const { data } = world.rows;
    const k = denseK(masses, a, b, rows);
    for (let i = 0; i < 3; i++) {
      expect(data[i * ROW + ERROR]).toBeCloseTo(gap[i], 12);
      expect(data[i * ROW + MASS] * k[i][i]).toBeCloseTo(1, 9);
      const unit = [0, 1, 2].map((m) => (m === i ? 1 : 0));
      expectClose(data.slice(i * ROW + INVERSE, i * ROW + INVERSE + 3), solveDense(k, unit));
    }
  });
});

it('λ goes from the record to the rows and back', () => {
  const { world, joint } = start(4);
  for (const i of [0, 1, 2]) world.rows.points[IMPULSE + i] = i + 1;
  const { data } = solvedRows(world);
  expect([0, 1, 2].map((row) => data[row * ROW + LAMBDA])).toEqual([1, 2, 3]);
  for (const row of [0, 1, 2]) data[row * ROW + LAMBDA] *= 2;
  storePointImpulses(world, slotOf(joint));
  expect(world.rows.points.slice(IMPULSE, IMPULSE + 3)).toEqual([2, 4, 6]);
});

it('general rows get their responses', () => {
  const { world, a, b, masses } = start(5);
  const rows = expanded(world);
  generaliseRows(world);
  expect(world.rows.index[KIND]).toBe(Kind.general);
  for (const [i, row] of rows.entries()) {
    const at = i * ROW + RESPONSE;
    expectClose(world.rows.data.slice(at, at + 12), responseOf(masses, a, b, row));
  }
});
