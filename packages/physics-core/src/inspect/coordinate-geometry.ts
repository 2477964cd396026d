import {
  COORDINATE,
  frame,
  GRADIENT,
  type JointContext,
  Q,
  RA,
  RB,
  XA,
  XB,
  YA,
  YB,
  ZA,
  ZB,
} from '../rows/context.js';
import type { CoordinatePlan } from './coordinate-plans.js';
import { CoordinateRecord as C, ShapeKinds } from './coordinate-record.js';
import { add3, copy3 } from './reading.js';

/** Where the coordinate last written lies in space: kind, origin, directions and pointer of its record. */

export const writeGeometry = (j: JointContext, plan: CoordinatePlan, out: Float64Array, at: number): void => {
  writeOrigin(j, out, at, j.bodyB, RB);
  switch (plan.kind) {
    case 'twist':
      return writeTwistSector(out, at);
    case 'azimuth':
      return writeAzimuthSector(plan, out, at);
    case 'swing':
      return writeSwingSector(plan.axis === YA ? 1 : -1, out, at);
    case 'translation':
      writeOrigin(j, out, at, j.bodyA, RA);
      return writeRail(plan.axis, out, at);
    case 'cone':
      return writeAxes(ShapeKinds.cone, XA, YA, ZA, out, at);
    case 'lune':
      return writeAxes(ShapeKinds.lune, ZA, XA, YA, out, at);
    case 'distance':
      writeOrigin(j, out, at, j.bodyA, RA);
      return writeShell(plan.direction, out, at);
    case 'end':
      copy3(out, at + C.origin, j.floats, j.params + plan.ground);
      return writeShell(plan.direction, out, at);
    case 'approach':
      return writeApproachRail(j, out, at);
  }
};

const writeOrigin = (j: JointContext, out: Float64Array, at: number, body: number, lever: number): void =>
  add3(out, at + C.origin, j.centre, body * 3, frame, lever);

const writeAxes = (kind: number, x: number, y: number, z: number, out: Float64Array, at: number): void => {
  out[at + C.kind] = kind;
  copy3(out, at + C.x, frame, x);
  copy3(out, at + C.y, frame, y);
  copy3(out, at + C.z, frame, z);
  copy3(out, at + C.pointer, frame, XB);
};

/**
 * The frame of B is that of A after the swing S, rotated by the twist θ about its own x: yB = cos θ S yA + sin
 * θ S zA. So S yA and S zA are yB and zB rotated back by θ, and the hand of the sector is yB itself.
 */
const writeTwistSector = (out: Float64Array, at: number): void => {
  // cos θ and sin θ of θ = 2 atan2(x, w) without the angle itself.
  const x = frame[Q];
  const w = frame[Q + 3];
  const square = x * x + w * w;
  const c = square > 0 ? (w * w - x * x) / square : 1;
  const s = square > 0 ? (2 * x * w) / square : 0;
  out[at + C.kind] = ShapeKinds.sector;
  for (let i = 0; i < 3; i++) {
    const y = frame[YB + i];
    const z = frame[ZB + i];
    out[at + C.x + i] = frame[XB + i];
    out[at + C.y + i] = c * y - s * z;
    out[at + C.z + i] = s * y + c * z;
    out[at + C.pointer + i] = y;
  }
};

/**
 * Of a vector of B in A's frame (p, q): the hand is its projection cos φ p + sin φ q, about
 * k = p × q. Of a vector of A in B's frame: B rotates in the other sense, about -k, its axis p is the hand,
 * and zero is the projection of A's vector.
 */
const writeAzimuthSector = (plan: CoordinatePlan, out: Float64Array, at: number): void => {
  const { axis: u, from: p, to: q, ofB } = plan;
  const up = frame[u] * frame[p] + frame[u + 1] * frame[p + 1] + frame[u + 2] * frame[p + 2];
  const uq = frame[u] * frame[q] + frame[u + 1] * frame[q + 1] + frame[u + 2] * frame[q + 2];
  const shadowLength = Math.sqrt(up * up + uq * uq);
  const c = shadowLength > 0 ? up / shadowLength : 1;
  const s = shadowLength > 0 ? uq / shadowLength : 0;
  out[at + C.kind] = ShapeKinds.sector;
  for (let i = 0; i < 3; i++) {
    const n = i === 2 ? 0 : i + 1;
    const m = i === 0 ? 2 : i - 1;
    const k = frame[p + n] * frame[q + m] - frame[p + m] * frame[q + n];
    const shadow = c * frame[p + i] + s * frame[q + i];
    out[at + C.x + i] = ofB ? k : -k;
    out[at + C.y + i] = ofB ? frame[p + i] : shadow;
    out[at + C.z + i] = ofB ? frame[q + i] : s * frame[p + i] - c * frame[q + i];
    out[at + C.pointer + i] = ofB ? shadow : frame[p + i];
  }
};

/**
 * One part of the swing alone, as the rotation of A's x axis about A's y (side 1) or z
 * axis (side -1). Its hand is B's axis.
 */
const writeSwingSector = (side: number, out: Float64Array, at: number): void => {
  const about = side > 0 ? YA : ZA;
  const across = side > 0 ? ZA : YA;
  out[at + C.kind] = ShapeKinds.sector;
  for (let i = 0; i < 3; i++) {
    out[at + C.x + i] = frame[about + i];
    out[at + C.y + i] = frame[XA + i];
    out[at + C.z + i] = -side * frame[across + i];
    out[at + C.pointer + i] = frame[XB + i];
  }
};

const writeRail = (direction: number, out: Float64Array, at: number): void => {
  const next = direction === ZA ? XA : direction + 3;
  const last = direction === XA ? ZA : direction - 3;
  writeAxes(ShapeKinds.segment, direction, next, last, out, at);
  copy3(out, at + C.pointer, frame, direction);
};

/** The gradient of a distance begins with its direction. */
const writeShell = (direction: number, out: Float64Array, at: number): void => {
  writeAxes(ShapeKinds.shell, XA, YA, ZA, out, at);
  copy3(out, at + C.pointer, frame, direction);
};

/**
 * The force on B is along n at the lever b, g = b × n: along n through the point b of the line that is nearest to
 * the anchor, rB + n × (g - rB × n). Zero lies q before it.
 */
const writeApproachRail = (j: JointContext, out: Float64Array, at: number): void => {
  const n = GRADIENT + 6;
  out[at + C.kind] = ShapeKinds.segment;
  for (let i = 0; i < 3; i++) moment[i] = frame[GRADIENT + 9 + i] - cross(RB, n, i);
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const m = i === 0 ? 2 : i - 1;
    const shift = frame[n + k] * moment[m] - frame[n + m] * moment[k];
    const point = j.centre[j.bodyB * 3 + i] + frame[RB + i] + shift;
    out[at + C.origin + i] = point - frame[COORDINATE] * frame[n + i];
    out[at + C.x + i] = frame[n + i];
    out[at + C.y + i] = frame[XA + i];
    out[at + C.z + i] = frame[XB + i];
    out[at + C.pointer + i] = frame[n + i];
  }
};

/** Scratch: g - rB × n. */
const moment = new Float64Array(3);

const cross = (a: number, b: number, i: number): number => {
  const k = i === 2 ? 0 : i + 1;
  const m = i === 0 ? 2 : i - 1;
  return frame[a + k] * frame[b + m] - frame[a + m] * frame[b + k];
};
