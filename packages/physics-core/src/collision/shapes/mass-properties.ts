import { addSym3, rotateSym3, type Sym3, scaleSym3, shiftInertia } from '../../math/mat3.js';
import { type Quat, rotate } from '../../math/quat.js';
import { add, cross, dot, scale, sub, type Vec3 } from '../../math/vec3.js';
import type { HullGeometry } from './hull-geometry.js';

/**
 * Mass (kg), centre of mass (m) and inertia (kg m²) of uniform solids.
 * Half-spaces have none: they do not move.
 *
 * Hull: split into tetrahedra (o, a, b, c) from a reference point o to the fan of each face. With o as
 * origin, D = a·(b × c) and s = a + b + c, the affine map of the unit tetrahedron gives
 *   V = D / 6,   ∫ r dV = V s / 4,   ∫ r rᵀ dV = V (a aᵀ + b bᵀ + c cᵀ + s sᵀ) / 20,
 * and the inertia about o is ρ (tr P 1 - P) with P = Σ ∫ r rᵀ dV. The signs make the sum right for any o; with
 * the hull's centroid as o no digits cancel in the shift to the centre.
 */
export interface MassProperties {
  readonly mass: number;
  readonly centre: Vec3;
  /** About `centre`, along the axes of the frame in which `centre` is given. */
  readonly inertia: Sym3;
}

const ORIGIN: Vec3 = [0, 0, 0];

const diagonal = (x: number, y: number, z: number): Sym3 => [x, 0, 0, y, 0, z];

export const sphereMass = (radius: number, density: number): MassProperties => {
  const mass = (4 / 3) * Math.PI * radius * radius * radius * density;
  const moment = 0.4 * mass * radius * radius;
  return { mass, centre: ORIGIN, inertia: diagonal(moment, moment, moment) };
};

/**
 * A cylinder of length 2h along y and two hemispheres. A hemisphere has its centre of mass 3r/8
 * above its flat side, and across the axis 83/320 m r² about that centre; the two caps,
 * together mc, have theirs at ±(h + 3r/8):
 *   Iy = mz r²/2 + 2/5 mc r²
 *   Ix = mz (r²/4 + h²/3) + mc (83/320 r² + (h + 3r/8)²) = ... + mc (2/5 r² + h² + 3/4 h r)
 */
export const capsuleMass = (radius: number, halfLength: number, density: number): MassProperties => {
  const r2 = radius * radius;
  const h = halfLength;
  const cylinder = 2 * Math.PI * r2 * h * density;
  const caps = (4 / 3) * Math.PI * r2 * radius * density;
  const across = cylinder * (r2 / 4 + (h * h) / 3) + caps * (0.4 * r2 + h * h + 0.75 * h * radius);
  const along = cylinder * 0.5 * r2 + caps * 0.4 * r2;
  return { mass: cylinder + caps, centre: ORIGIN, inertia: diagonal(across, along, across) };
};

export const boxMass = (hx: number, hy: number, hz: number, density: number): MassProperties => {
  const mass = 8 * hx * hy * hz * density;
  const k = mass / 3;
  const inertia = diagonal(k * (hy * hy + hz * hz), k * (hx * hx + hz * hz), k * (hx * hx + hy * hy));
  return { mass, centre: ORIGIN, inertia };
};

/** r rᵀ as xx, xy, xz, yy, yz, zz. */
export const square = ([x, y, z]: Vec3): Sym3 => [x * x, x * y, x * z, y * y, y * z, z * z];

export interface Moments {
  /** ∫ dV. */
  readonly volume: number;
  /** ∫ r dV. */
  readonly first: Vec3;
  /** ∫ r rᵀ dV. */
  readonly second: Sym3;
}

/** About the point o. */
export const hullMoments = (hull: HullGeometry, o: Vec3): Moments => {
  const corner = (k: number): Vec3 => {
    const v = 3 * hull.faceVertices[k];
    return [hull.vertices[v] - o[0], hull.vertices[v + 1] - o[1], hull.vertices[v + 2] - o[2]];
  };
  let volume = 0;
  let first: Vec3 = ORIGIN;
  let second: Sym3 = diagonal(0, 0, 0);
  for (let f = 0; f < hull.faceCount; f++) {
    const a = corner(hull.faceStart[f]);
    for (let k = hull.faceStart[f] + 1; k + 1 < hull.faceStart[f + 1]; k++) {
      const b = corner(k);
      const c = corner(k + 1);
      const v = dot(a, cross(b, c)) / 6;
      const s = add(a, add(b, c));
      volume += v;
      first = add(first, scale(s, v / 4));
      const squares = addSym3(addSym3(square(a), square(b)), addSym3(square(c), square(s)));
      second = addSym3(second, scaleSym3(squares, v / 20));
    }
  }
  return { volume, first, second };
};

export const hullMass = (hull: HullGeometry, density: number): MassProperties => {
  const o = hull.centre;
  const { volume, first, second } = hullMoments(hull, o);
  const mass = volume * density;
  const [xx, xy, xz, yy, yz, zz] = scaleSym3(second, density);
  const toCentre = scale(first, 1 / volume);
  const inertia = shiftInertia([yy + zz, -xy, -xz, xx + zz, -yz, xx + yy], -mass, toCentre);
  return { mass, centre: add(o, toCentre), inertia };
};

/** The same shape made heavier or lighter, for users who give a mass instead of a density. */
export const withMass = (props: MassProperties, mass: number): MassProperties => ({
  mass,
  centre: props.centre,
  inertia: scaleSym3(props.inertia, mass / props.mass),
});

/** The same solid, rotated and then moved. */
export const transformMass = (props: MassProperties, position: Vec3, rotation: Quat): MassProperties => {
  const [x, y, z] = rotation;
  const rotated = x !== 0 || y !== 0 || z !== 0;
  return {
    mass: props.mass,
    centre: add(position, rotated ? rotate(rotation, props.centre) : props.centre),
    inertia: rotated ? rotateSym3(rotation, props.inertia) : props.inertia,
  };
};

/**
 * One rigid body made of several solids in the same frame; where they overlap the mass counts twice.
 * An empty list has mass 0 at the origin.
 */
export const combineMass = (list: readonly MassProperties[]): MassProperties => {
  let mass = 0;
  let moment: Vec3 = ORIGIN;
  for (const part of list) {
    mass += part.mass;
    moment = add(moment, scale(part.centre, part.mass));
  }
  const centre = mass > 0 ? scale(moment, 1 / mass) : ORIGIN;
  let inertia: Sym3 = diagonal(0, 0, 0);
  for (const part of list) {
    inertia = addSym3(inertia, shiftInertia(part.inertia, part.mass, sub(part.centre, centre)));
  }
  return { mass, centre, inertia };
};
