import {
  type JointDef,
  type JointHandle,
  jointDef,
  jointDefinitions,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { JointRecord } from '@tenon/physics-core/inspect';
import type { LineBuffer } from '../line-buffer.js';
import { reserve } from '../vertex-buffer.js';
import type { Drawing } from './drawing.js';
import { isJointHidden } from './isolate.js';
import type { DrawOptions } from './options.js';
import { type Ink, inkOf, levelOffset } from './palette.js';
import { FACTOR, inkColours, LENGTH, load, P0, P1, P2, pen, ray, SIZE, segment, writeLength } from './pen.js';
import { arcArrow, arrow, cross } from './primitives.js';

const axisInks: readonly Ink[] = [inkOf('frameX'), inkOf('frameY'), inkOf('frameZ')];
const linkInk = inkOf('link', 'soft');
const selectedInk = inkOf('highlight');
const disabledInk = inkOf('link', 'faint');
const gapInk = inkOf('broken');
const reactionInk = inkOf('reaction');
const SOFT = levelOffset('soft');

/** Axes of A's and of B's frame, times `scale`. */
const AXIS_A = 0.5;
const AXIS_B = 0.32;
/** m. Anchors farther apart than this are joined by a line. */
const GAP = 1e-4;

/** Frames, anchors, and lines to them from the centres of mass. */
export const drawFrames = ({ lines, readings }: Drawing, options: DrawOptions): void => {
  const { floats, count } = readings.joints;
  for (let k = 0; k < count; k++) {
    const at = k * JointRecord.size;
    const handle = floats[at + JointRecord.handle];
    if (isJointHidden(readings, handle, options)) continue;
    const selected = handle === options.selectedJoint || handle === options.hoveredJoint;
    const enabled = floats[at + JointRecord.enabled] !== 0;
    const ink = selected ? selectedInk : enabled ? linkInk : disabledInk;
    const anchorA = at + JointRecord.anchorA;
    const anchorB = at + JointRecord.anchorB;
    if (floats[at + JointRecord.bodyA] !== 0) segment(lines, floats, at + JointRecord.centreA, anchorA, ink);
    segment(lines, floats, at + JointRecord.centreB, anchorB, ink);
    const dx = floats[anchorB] - floats[anchorA];
    const dy = floats[anchorB + 1] - floats[anchorA + 1];
    const dz = floats[anchorB + 2] - floats[anchorA + 2];
    const apart = Math.sqrt(dx * dx + dy * dy + dz * dz) > GAP;
    if (apart && !isOverPulleys(floats[at + JointRecord.definition]))
      segment(lines, floats, anchorA, anchorB, ink);
    if (!enabled) continue;
    pen[FACTOR] = AXIS_A * options.scale;
    drawAxes(lines, floats, at + JointRecord.axesA, anchorA, 0);
    pen[FACTOR] = AXIS_B * options.scale;
    drawAxes(lines, floats, at + JointRecord.axesB, anchorB, SOFT);
  }
};

/** Whether the ends of a joint are ropes from points of the world, as those of a pulley are. */
const isOverPulleys = (definition: number): boolean => {
  const { coordinates } = jointDefinitions()[definition];
  return coordinates.length === 2 && isEnd(coordinates[0], 'groundA') && isEnd(coordinates[1], 'groundB');
};

const isEnd = ({ shape }: { readonly shape?: object | undefined }, ground: string): boolean =>
  shape !== undefined && 'ground' in shape && shape.ground === ground;

/** Ropes over pulleys: from A's anchor to its pulley, over to B's and down to B. The definition has the pulleys. */
export const drawPulleys = ({ lines, readings }: Drawing, world: World, options: DrawOptions): void => {
  const { floats, count } = readings.joints;
  for (let k = 0; k < count; k++) {
    const at = k * JointRecord.size;
    if (!isOverPulleys(floats[at + JointRecord.definition])) continue;
    const handle = floats[at + JointRecord.handle];
    if (isJointHidden(readings, handle, options)) continue;
    const selected = handle === options.selectedJoint || handle === options.hoveredJoint;
    const enabled = floats[at + JointRecord.enabled] !== 0;
    const ink = selected ? selectedInk : enabled ? linkInk : disabledInk;
    const { groundA, groundB } = jointDef(world, handle as JointHandle) as JointDef & PulleyPoints;
    load(P0, floats, at + JointRecord.anchorA);
    pen.set(groundA, P1);
    segment(lines, pen, P0, P1, ink);
    pen.set(groundB, P0);
    segment(lines, pen, P1, P0, ink);
    load(P1, floats, at + JointRecord.anchorB);
    segment(lines, pen, P0, P1, ink);
  }
};

interface PulleyPoints {
  readonly groundA: Vec3;
  readonly groundB: Vec3;
}

/** Three axes of a record from the point `origin` of it, as long as pen[FACTOR]. */
const drawAxes = (
  lines: LineBuffer,
  record: Float64Array,
  first: number,
  origin: number,
  level: number,
): void => {
  reserve(lines, 6);
  const { floats, words } = lines;
  const length = pen[FACTOR];
  const x = record[origin];
  const y = record[origin + 1];
  const z = record[origin + 2];
  let at = lines.vertexCount * 4;
  for (let axis = 0; axis < 3; axis++) {
    const a = first + 3 * axis;
    const colour = inkColours()[axisInks[axis] + level];
    floats[at] = x;
    floats[at + 1] = y;
    floats[at + 2] = z;
    words[at + 3] = colour;
    floats[at + 4] = x + length * record[a];
    floats[at + 5] = y + length * record[a + 1];
    floats[at + 6] = z + length * record[a + 2];
    words[at + 7] = colour;
    at += 8;
  }
  lines.vertexCount += 6;
};

/** No arrow is longer, times `scale`. */
const LONGEST = 5;
/** Radius of the arc of 1 N·m, against the length of 1 N. */
const TORQUE = 0.5;
/** m. Shorter arrows are left out. */
const SHORTEST = 1e-4;

/** Force and torque of each joint on its body B, at B's anchor. */
export const drawReactions = ({ lines, readings }: Drawing, options: DrawOptions): void => {
  const { floats, count } = readings.joints;
  const longest = LONGEST * options.scale;
  for (let k = 0; k < count; k++) {
    const at = k * JointRecord.size;
    load(P0, floats, at + JointRecord.anchorB);
    load(P1, floats, at + JointRecord.force);
    writeLength(P1);
    const force = options.forceScale * pen[LENGTH];
    if (force > SHORTEST) {
      const factor = (options.forceScale * Math.min(force, longest)) / force;
      for (let i = 0; i < 3; i++) pen[P1 + i] *= factor;
      arrow(lines, P0, P1, reactionInk);
    }
    load(P1, floats, at + JointRecord.torque);
    writeLength(P1);
    const torque = options.forceScale * TORQUE * pen[LENGTH];
    if (torque > SHORTEST) {
      pen[SIZE] = Math.min(torque, 0.4 * longest);
      arcArrow(lines, P0, P1, reactionInk);
    }
  }
};

/** A burst at a point: `age` runs from 0 to 1. */
export const drawBurst = (lines: LineBuffer, point: number, age: number, scale: number): void => {
  const ink = age < 0.5 ? gapInk : gapInk + SOFT;
  pen[SIZE] = scale * (0.3 + 0.7 * age);
  cross(lines, point, ink);
  for (let k = 0; k < 8; k++) {
    const out = pen[SIZE] * 0.75;
    pen[P2] = (k & 1) === 0 ? out : -out;
    pen[P2 + 1] = (k & 2) === 0 ? out : -out;
    pen[P2 + 2] = (k & 4) === 0 ? out : -out;
    ray(lines, point, P2, ink);
  }
};
