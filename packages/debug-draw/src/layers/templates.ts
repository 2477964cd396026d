/**
 * Unit shapes as lists of vertices, four floats each: x, y, z and a fourth number. A shape scales x, y, z by its own sizes and moves
 * y by the fourth times its half length, which is how the two caps of a capsule come apart.
 */
export type Template = Float64Array;

const CIRCLE = 24;

const circle = (axis: number, from: number, count: number, shift: number): number[] => {
  const point = (k: number): number[] => {
    const angle = (2 * Math.PI * k) / CIRCLE;
    const place = [0, 0, 0];
    place[(axis + 1) % 3] = Math.cos(angle);
    place[(axis + 2) % 3] = Math.sin(angle);
    return [...place, shift];
  };
  return Array.from({ length: count }, (_, k) => [...point(from + k), ...point(from + k + 1)]).flat();
};

/** Three circles, one around each local axis: they show how the sphere turns. */
export const sphereLines: Template = Float64Array.from(
  [0, 1, 2].flatMap((axis) => circle(axis, 0, CIRCLE, 0)),
);

const half = CIRCLE / 2;
const side = (x: number, z: number): number[] => [x, 0, z, 1, x, 0, z, -1];

export const capsuleLines: Template = Float64Array.from([
  ...circle(1, 0, CIRCLE, 1),
  ...circle(1, 0, CIRCLE, -1),
  // About z the angle runs from x to y, about x from y to z: the upper halves begin at x and at -z.
  ...circle(2, 0, half, 1),
  ...circle(2, half, half, -1),
  ...circle(0, -half / 2, half, 1),
  ...circle(0, half / 2, half, -1),
  ...side(1, 0),
  ...side(-1, 0),
  ...side(0, 1),
  ...side(0, -1),
]);

/** m: from the middle of a plane's grid to its border, and between two lines. */
const GRID = 30;
const GRID_STEP = 1;
/** Lines are cut into pieces of this length, so that they can fade with the distance. */
const GRID_PIECE = 5;

/** In the plane y = 0; every fifth line apart, so that it can be drawn stronger. */
const grid = (strong: boolean): Template => {
  const list: number[] = [];
  for (let k = -GRID; k <= GRID; k += GRID_STEP) {
    if ((k % 5 === 0) !== strong) continue;
    for (let from = -GRID; from < GRID; from += GRID_PIECE) {
      list.push(k, 0, from, 0, k, 0, from + GRID_PIECE, 0, from, 0, k, 0, from + GRID_PIECE, 0, k, 0);
    }
  }
  return Float64Array.from(list);
};

export const gridLines: Template = grid(false);
export const strongGridLines: Template = grid(true);

type Triple = readonly number[];

/** Three vertices of a face, each with its fourth number. */
const face = (a: Triple, b: Triple, c: Triple, shifts: Triple): number[] =>
  [a, b, c].flatMap((p, i) => [p[0], p[1], p[2], shifts[i]]);

const ROUND = 16;
const RINGS = 10;

/**
 * Triangles of a sphere of rings, its upper and lower half moved apart by the fourth number where `apart` is 1. The normal of every
 * vertex is its place on the unit sphere.
 */
const roundFaces = (apart: number): Template => {
  const point = (ring: number, k: number): number[] => {
    const polar = (Math.PI * ring) / RINGS;
    const angle = (2 * Math.PI * k) / ROUND;
    return [Math.sin(polar) * Math.cos(angle), Math.cos(polar), -Math.sin(polar) * Math.sin(angle)];
  };
  const list: number[] = [];
  const quad = (a: Triple, b: Triple, c: Triple, d: Triple, up: number, down: number): void => {
    list.push(...face(a, b, c, [up, down, down]), ...face(a, c, d, [up, down, up]));
  };
  for (let k = 0; k < ROUND; k++) {
    for (let ring = 0; ring < RINGS; ring++) {
      const shift = ring < RINGS / 2 ? apart : -apart;
      quad(point(ring, k), point(ring + 1, k), point(ring + 1, k + 1), point(ring, k + 1), shift, shift);
    }
    const [a, b] = [point(RINGS / 2, k), point(RINGS / 2, k + 1)];
    if (apart !== 0) quad(a, a, b, b, apart, -apart);
  }
  return Float64Array.from(list);
};

export const sphereFaces: Template = roundFaces(0);
export const capsuleFaces: Template = roundFaces(1);
