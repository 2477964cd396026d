import * as rapier from '@dimforge/rapier3d-compat';
import { bodyMass, createWorld, hull, type Vec3 } from '@tenon/physics-core';
import { test } from 'vitest';
import { shapeDesc } from './adapter.js';
import { crossChecks } from './cross-check.js';
import { principalAxes } from './principal-axes.js';
import { addBody, RESTING_SHAPES } from './shapes.js';

const { check } = crossChecks(
  'Mass properties at 1000 kg/m³ (ideal: Tenon, whose closed forms are tested in the core)',
);

/** Eight corners of a box, pushed about: no symmetry is left, so the principal axes are skew. */
const ROCK: readonly Vec3[] = [
  [-0.5, -0.3, -0.4],
  [0.6, -0.4, -0.3],
  [-0.4, 0.5, -0.5],
  [0.5, 0.3, -0.6],
  [-0.6, -0.4, 0.5],
  [0.4, -0.3, 0.3],
  [-0.3, 0.4, 0.6],
  [0.7, 0.5, 0.4],
];

/** Single precision of Rapier's sums, relative. */
const SINGLE = 1e-5;

/** Rapier gives rounded shapes the mass of their core. */
const sharp = RESTING_SHAPES.filter(([name]) => !name.startsWith('rounded'));

test.each([...sharp, ['skew hull', hull(ROCK), 0] as const])(
  'mass, centre and moments of a %s: both engines integrate the same solid',
  (name, shape) => {
    const world = createWorld();
    const { mass, centre, inertia } = bodyMass(world, addBody(world, shape, {}));
    const copy = new rapier.World({ x: 0, y: 0, z: 0 });
    const twin = copy.createRigidBody(rapier.RigidBodyDesc.dynamic());
    copy.createCollider(shapeDesc(rapier, shape).setDensity(1000), twin);
    copy.step();
    const compare = (what: string, tenon: number, other: number, scale: number): void =>
      check({
        what: `${name}: ${what}`,
        ideal: tenon,
        tenon,
        rapier: other,
        tolerance: 0,
        rapierTolerance: SINGLE * scale,
      });
    compare('mass, kg', mass, twin.mass(), mass);
    const { x, y, z } = twin.localCom();
    compare('centre x + 2y + 3z, m', centre[0] + 2 * centre[1] + 3 * centre[2], x + 2 * y + 3 * z, 1);
    const ascending = (a: number, b: number): number => a - b;
    const own = [...principalAxes(inertia).moments].sort(ascending);
    const { x: ix, y: iy, z: iz } = twin.principalInertia();
    const others = [ix, iy, iz].sort(ascending);
    for (const i of [0, 1, 2]) compare(`moment ${i + 1}, kg m²`, own[i], others[i], own[2]);
    copy.free();
  },
);
