import { addLine, type LineBuffer } from './line-buffer.js';
import { alignFrame, frame, type Point, type Rotation, setFrame } from './pose.js';
import type { Colour } from './vertex-buffer.js';

/** Segments of a full circle; a multiple of 4, so that half circles end on the axes. */
const CIRCLE_SEGMENTS = 32;
const circleCos = Float64Array.from({ length: CIRCLE_SEGMENTS + 1 }, (_, i) =>
  Math.cos((2 * Math.PI * i) / CIRCLE_SEGMENTS),
);
const circleSin = Float64Array.from({ length: CIRCLE_SEGMENTS + 1 }, (_, i) =>
  Math.sin((2 * Math.PI * i) / CIRCLE_SEGMENTS),
);

/** Three circles, one around each local axis: they show how the sphere turns. */
export const addSphere = (
  buffer: LineBuffer,
  position: Point,
  rotation: Rotation,
  radius: number,
  colour: Colour,
): void => {
  setFrame(position, rotation);
  for (let axis = 0; axis < 3; axis++)
    addArc(buffer, (axis + 1) % 3, (axis + 2) % 3, radius, 0, 0, CIRCLE_SEGMENTS, colour);
};

/** The core segment lies along the local y axis from -halfLength to +halfLength. */
export const addCapsule = (
  buffer: LineBuffer,
  position: Point,
  rotation: Rotation,
  radius: number,
  halfLength: number,
  colour: Colour,
): void => {
  setFrame(position, rotation);
  const half = CIRCLE_SEGMENTS / 2;
  for (let end = 0; end < 2; end++) {
    const y = end === 0 ? halfLength : -halfLength;
    const first = end * half;
    addArc(buffer, 2, 0, radius, y, 0, CIRCLE_SEGMENTS, colour);
    addArc(buffer, 0, 1, radius, y, first, half, colour);
    addArc(buffer, 2, 1, radius, y, first, half, colour);
  }
  for (let side = 0; side < 4; side++) {
    const x = radius * Math.round(circleCos[(side * CIRCLE_SEGMENTS) / 4]);
    const z = radius * Math.round(circleSin[(side * CIRCLE_SEGMENTS) / 4]);
    addLocalLine(buffer, x, -halfLength, z, x, halfLength, z, colour);
  }
};

export const addBox = (
  buffer: LineBuffer,
  position: Point,
  rotation: Rotation,
  halfExtents: Point,
  colour: Colour,
): void => {
  setFrame(position, rotation);
  const [x, y, z] = halfExtents;
  for (let corner = 0; corner < 4; corner++) {
    const s = corner & 1 ? 1 : -1;
    const t = corner & 2 ? 1 : -1;
    addLocalLine(buffer, -x, s * y, t * z, x, s * y, t * z, colour);
    addLocalLine(buffer, s * x, -y, t * z, s * x, y, t * z, colour);
    addLocalLine(buffer, s * x, t * y, -z, s * x, t * y, z, colour);
  }
};

/** Edges are pairs of point numbers, as physics-core's inspect `hullEdges` gives them. */
export const addHull = (
  buffer: LineBuffer,
  position: Point,
  rotation: Rotation,
  points: readonly Point[],
  edges: ArrayLike<number>,
  colour: Colour,
): void => {
  setFrame(position, rotation);
  for (let e = 0; e < edges.length; e += 2) {
    const a = points[edges[e]];
    const b = points[edges[e + 1]];
    addLocalLine(buffer, a[0], a[1], a[2], b[0], b[1], b[2], colour);
  }
};

export interface GridStyle {
  /** From the middle to the border, metres. */
  readonly halfSize: number;
  /** Between two lines, metres. */
  readonly spacing: number;
  readonly colour: Colour;
  /** Every n-th line counted from the middle is drawn in `majorColour`. */
  readonly majorEvery: number;
  readonly majorColour: Colour;
}

/** The boundary of the half-space normal · x <= offset as a square grid; the normal is a unit vector. */
export const addHalfSpace = (
  buffer: LineBuffer,
  position: Point,
  rotation: Rotation,
  normal: Point,
  offset: number,
  style: GridStyle,
): void => {
  setFrame(position, rotation);
  alignFrame(normal, offset);
  const { halfSize, spacing } = style;
  const count = Math.floor(halfSize / spacing);
  for (let pass = 0; pass < 2; pass++) {
    // Major lines last, so that they lie on top where lines cross.
    for (let i = -count; i <= count; i++) {
      const major = i % style.majorEvery === 0;
      if (major !== (pass === 1)) continue;
      const colour = major ? style.majorColour : style.colour;
      const s = i * spacing;
      addFadingRow(buffer, s, halfSize, true, spacing * style.majorEvery, colour);
      addFadingRow(buffer, s, halfSize, false, spacing * style.majorEvery, colour);
    }
  }
};

/** One grid line in pieces, so that a shader that fades by depth has vertices to interpolate between. */
const addFadingRow = (
  buffer: LineBuffer,
  offset: number,
  halfSize: number,
  alongX: boolean,
  piece: number,
  colour: Colour,
): void => {
  for (let from = -halfSize; from < halfSize; from += piece) {
    const to = Math.min(halfSize, from + piece);
    if (alongX) addLocalLine(buffer, from, 0, offset, to, 0, offset, colour);
    else addLocalLine(buffer, offset, 0, from, offset, 0, to, colour);
  }
};

/** Part of a circle in the plane of two local axes (0 = x, 1 = y, 2 = z), its centre at height y on the local y axis. */
const addArc = (
  buffer: LineBuffer,
  axisU: number,
  axisV: number,
  radius: number,
  y: number,
  first: number,
  segments: number,
  colour: Colour,
): void => {
  for (let i = first; i < first + segments; i++) {
    const u0 = radius * circleCos[i];
    const v0 = radius * circleSin[i];
    const u1 = radius * circleCos[i + 1];
    const v1 = radius * circleSin[i + 1];
    addLocalLine(
      buffer,
      along(0, axisU, u0, axisV, v0),
      along(1, axisU, u0, axisV, v0) + y,
      along(2, axisU, u0, axisV, v0),
      along(0, axisU, u1, axisV, v1),
      along(1, axisU, u1, axisV, v1) + y,
      along(2, axisU, u1, axisV, v1),
      colour,
    );
  }
};

const along = (axis: number, axisU: number, u: number, axisV: number, v: number): number =>
  axis === axisU ? u : axis === axisV ? v : 0;

const addLocalLine = (
  buffer: LineBuffer,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
  colour: Colour,
): void => {
  const f = frame;
  addLine(
    buffer,
    f[0] * x0 + f[1] * y0 + f[2] * z0 + f[9],
    f[3] * x0 + f[4] * y0 + f[5] * z0 + f[10],
    f[6] * x0 + f[7] * y0 + f[8] * z0 + f[11],
    f[0] * x1 + f[1] * y1 + f[2] * z1 + f[9],
    f[3] * x1 + f[4] * y1 + f[5] * z1 + f[10],
    f[6] * x1 + f[7] * y1 + f[8] * z1 + f[11],
    colour,
  );
};
