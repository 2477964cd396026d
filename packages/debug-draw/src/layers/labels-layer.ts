import { jointDefinitions } from '@tenon/physics-core';
import { CoordinateRecord as C, JointRecord, ShapeKinds } from '@tenon/physics-core/inspect';
import type { Drawing } from './drawing.js';
import { addLabel } from './label.js';
import type { DrawOptions } from './options.js';
import { type Ink, inkOf } from './palette.js';
import { inkColours } from './pen.js';

const valueInk = inkOf('value');
const limitInk = inkOf('limit');
const reactionInk = inkOf('reaction');
const bodyInk = inkOf('lock');

const DEGREES = 180 / Math.PI;

/** The values of the hovered joint, or else of the selected one. Texts are made anew each frame: only here the package allocates. */
export const drawLabels = (drawing: Drawing, options: DrawOptions): void => {
  const wanted = options.hoveredJoint ?? options.selectedJoint;
  if (wanted === undefined) return;
  const { floats, count } = drawing.readings.joints;
  for (let k = 0; k < count; k++) {
    const at = k * JointRecord.size;
    const handle = floats[at + JointRecord.handle];
    if (handle === wanted) labelJoint(drawing, floats, at, k);
    if (handle === drawing.readings.isolated.joint) labelBodies(drawing, options, floats, at);
  }
};

/** Which body is A and which is B, at their centres of mass. */
const labelBodies = (drawing: Drawing, options: DrawOptions, floats: Float64Array, at: number): void => {
  const [a, b] = options.selectedNames ?? ['', ''];
  const put = (text: string, centre: number): void =>
    addLabel(
      drawing.labelList,
      text.trim(),
      floats[centre],
      floats[centre + 1],
      floats[centre + 2],
      inkColours()[bodyInk],
    );
  if (floats[at + JointRecord.bodyA] !== 0) put(`A ${a}`, at + JointRecord.centreA);
  put(`B ${b}`, at + JointRecord.centreB);
};

const labelJoint = (drawing: Drawing, floats: Float64Array, at: number, index: number): void => {
  const { type, coordinateNames } = jointDefinitions()[floats[at + JointRecord.definition]];
  const anchor = at + JointRecord.anchorB;
  const put = (text: string, x: number, y: number, z: number, ink: Ink): void =>
    addLabel(drawing.labelList, text, x, y, z, inkColours()[ink]);
  const force = Math.hypot(...floats.subarray(at + JointRecord.force, at + JointRecord.force + 3));
  const torque = Math.hypot(...floats.subarray(at + JointRecord.torque, at + JointRecord.torque + 3));
  const state = floats[at + JointRecord.enabled] === 0 ? ' (disabled)' : '';
  put(
    `${type}${state}\n${short(force)} N  ${short(torque)} N·m`,
    floats[anchor],
    floats[anchor + 1],
    floats[anchor + 2],
    reactionInk,
  );
  const { floats: c, count } = drawing.readings.coordinates;
  for (let k = 0; k < count; k++) {
    const from = k * C.size;
    if (c[from + C.joint] !== index) continue;
    const name = c[from + C.coordinate] < 0 ? undefined : coordinateNames[c[from + C.coordinate]];
    if (name === undefined && c[from + C.kind] !== ShapeKinds.swing) continue;
    const text = name === undefined ? swingText(c, from) : coordinateText(name, c, from);
    const ink = c[from + C.limitLambda] !== 0 ? limitInk : valueInk;
    put(text, c[from + C.origin], c[from + C.origin + 1], c[from + C.origin + 2], ink);
  }
};

const coordinateText = (name: string, c: Float64Array, at: number): string => {
  const angle = c[at + C.angle] !== 0;
  const value = quantity(c[at + C.value], angle);
  const revolutions = c[at + C.value] / (2 * Math.PI);
  const counted =
    angle && c[at + C.kind] === ShapeKinds.sector && Math.abs(revolutions) > 0.5
      ? `  (${revolutions.toFixed(2)} turns)`
      : '';
  const rate = speed(c[at + C.rate], angle);
  const limits =
    c[at + C.limited] !== 0 && c[at + C.grouped] === 0
      ? `\nlimits ${quantity(c[at + C.lower], angle)} … ${quantity(c[at + C.upper], angle)}`
      : '';
  return `${name} ${value}${counted}  ${rate}${limits}${motorText(c, at, angle)}`;
};

const motorText = (c: Float64Array, at: number, angle: boolean): string => {
  const mode = c[at + C.motorMode];
  if (mode === 1) return `\nmotor to ${speed(c[at + C.motorSpeed], angle)}`;
  if (mode === 2) return `\nservo to ${quantity(c[at + C.motorTarget], angle)}`;
  return mode === 3 ? '\nmotor pushes' : '';
};

const swingText = (c: Float64Array, at: number): string =>
  `swing ${quantity(c[at + C.value], true)}\n${quantity(c[at + C.reach] - c[at + C.value], true)} to the limit`;

const speed = (value: number, angle: boolean): string =>
  angle ? `${short(value * DEGREES)}°/s` : `${short(value)} m/s`;

const quantity = (value: number, angle: boolean): string => {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  return angle ? `${fixed(value * DEGREES, 1)}°` : `${short(value)} m`;
};

/** Three significant digits, without an exponent in the range that a scene of metres and kilograms has. */
const short = (value: number): string => {
  const size = Math.abs(value);
  if (size >= 1e5) return value.toExponential(2);
  return fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
};

/** What rounds to nothing is 0, without a sign. */
const fixed = (value: number, digits: number): string => {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? '0' : text;
};
