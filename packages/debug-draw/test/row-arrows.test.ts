import { type JointDefinition, jointDefinitions } from '@tenon/physics-core';
import {
  createReading,
  JointRecord,
  jointRows,
  RowRecord,
  readJoints,
  readRows,
} from '@tenon/physics-core/inspect';
import { describe, expect, test } from 'vitest';
import { add, cross, dot, length, scale, sub, type Vec3 } from '../../physics-core/src/math/vec3.js';
import { createRandom } from '../../physics-core/test/determinism/context.js';
import {
  type Disorder,
  randomSpecimen,
  type Specimen,
  scatter,
} from '../../physics-core/test/joints/random-joints.js';
import { placeRows } from '../../physics-core/test/joints/row-math.js';
import { isMirrored, Wrench, writeWrenchOnA, writeWrenchOnB } from '../src/layers/row-geometry.js';
import { type DrawnLine, drawnLines, onlyLayers } from './drawn.js';

const JOINTS = 4;
const disorders: readonly Disorder[] = ['wild', 'slight', 'met'];
const SCALE = 1.5;
/** Lines of an arrow and of an arc with its head. */
const ARROW = 5;
const ARC = 11;
/** Radius of the arc of a unit angular part. */
const ARC_RADIUS = 0.45;
/** Pictures are made of 32-bit floats. */
const ROUNDING = 2e-6;

interface DrawnPush {
  readonly point: Vec3;
  readonly linear: Vec3;
  readonly moment: Vec3;
}

const at = (floats: Float64Array, first: number): Vec3 => [
  floats[first],
  floats[first + 1],
  floats[first + 2],
];

const readPush = (write: (out: Float64Array) => void): DrawnPush => {
  const out = new Float64Array(Wrench.size);
  write(out);
  return { point: at(out, Wrench.point), linear: at(out, Wrench.linear), moment: at(out, Wrench.moment) };
};

const expectSame = (a: Vec3, b: Vec3, tolerance: number): void =>
  expect(length(sub(a, b))).toBeLessThan(tolerance * (1 + length(b)));

/** The next arrow and arc of the picture are those of this push. Returns how many lines they have. */
const checkDrawn = (lines: readonly DrawnLine[], next: number, push: DrawnPush): number => {
  let used = 0;
  if (length(push.linear) > 1e-9) {
    const shaft = lines[next];
    expectSame(shaft.from, push.point, ROUNDING);
    expectSame(sub(shaft.to, shaft.from), scale(push.linear, SCALE), ROUNDING);
    used += ARROW;
  }
  const size = length(push.moment);
  if (size > 1e-9) {
    const radius = SCALE * ARC_RADIUS * size;
    const axis = scale(push.moment, 1 / size);
    const arc = lines.slice(next + used, next + used + ARC - 2);
    for (const { from, to } of arc) {
      const a = sub(from, push.point);
      const b = sub(to, push.point);
      expect(Math.abs(length(a) - radius)).toBeLessThan(ROUNDING * (1 + radius));
      expect(Math.abs(dot(a, axis))).toBeLessThan(ROUNDING * (1 + radius));
      // Right-handed about the moment.
      if (radius > 1e-3) expect(dot(cross(a, b), axis)).toBeGreaterThan(0);
    }
    used += ARC;
  }
  return used;
};

const checkState = ({ world, joint }: Specimen): void => {
  placeRows(world);
  const joints = createReading();
  const rows = createReading();
  readJoints(world, joints);
  readRows(world, rows);
  const lines = drawnLines(world, { ...onlyLayers('rows'), scale: SCALE });
  let next = 0;
  let seen = 0;
  for (let k = 0; k < rows.count; k++) {
    const first = k * RowRecord.size;
    const owner = rows.floats[first + RowRecord.joint] * JointRecord.size;
    const mine = joints.floats[owner + JointRecord.handle] === joint;
    const onB = readPush((out) => writeWrenchOnB(rows.floats, first, out, 0));
    next += checkDrawn(lines, next, onB);
    const mirrored = isMirrored(rows.floats, first);
    const onA = readPush((out) => writeWrenchOnA(rows.floats, first, joints.floats, owner, out, 0));
    if (!mirrored) next += checkDrawn(lines, next, onA);
    if (!mine) continue;
    // Force and torque of the arrows about the centres of mass are the Jacobian of the row as everybody reads it.
    const row = jointRows(world, joint)[seen++];
    const centreA = at(rows.floats, first + RowRecord.centreA);
    const centreB = at(rows.floats, first + RowRecord.centreB);
    expectSame(onB.linear, row.linearB, 1e-12);
    expectSame(add(cross(sub(onB.point, centreB), onB.linear), onB.moment), row.angularB, 1e-9);
    const asOnA = mirrored
      ? { point: onB.point, linear: scale(onB.linear, -1), moment: scale(onB.moment, -1) }
      : onA;
    expectSame(asOnA.linear, row.linearA, 1e-9);
    expectSame(add(cross(sub(asOnA.point, centreA), asOnA.linear), asOnA.moment), row.angularA, 2e-6);
  }
  expect(next).toBe(lines.length);
  expect(seen).toBe(jointRows(world, joint).length);
};

const definitions: [string, JointDefinition][] = jointDefinitions().map((each) => [each.type, each]);

describe('the arrows of a row are its Jacobian: force, torque and where they act', () => {
  test.each(definitions)('%s', (_, definition) => {
    const random = createRandom(17);
    let rows = 0;
    for (let i = 0; i < JOINTS; i++) {
      const specimen = randomSpecimen(random, definition, { toWorld: i % 4 === 3 });
      for (const disorder of disorders) {
        scatter(random, specimen, disorder);
        checkState(specimen);
        rows += jointRows(specimen.world, specimen.joint).length;
      }
    }
    expect(rows).toBeGreaterThan(0);
  });
});
