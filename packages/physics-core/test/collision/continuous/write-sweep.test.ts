import { expect, it } from 'vitest';
import { rememberOrientations, rollBack } from '../../../src/collision/continuous/rollback.js';
import { ROTATION } from '../../../src/collision/continuous/time-of-impact.js';
import { writeSweep } from '../../../src/collision/continuous/write-sweep.js';
import {
  capsule,
  coneShape,
  createBody,
  createCollider,
  createWorld,
  cylinder,
  type Quat,
  type World,
} from '../../../src/index.js';
import { createFloats, floatsFrom } from '../../../src/math/floats.js';
import { multiply, rotate } from '../../../src/math/quat.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { rotateBody } from '../../../src/solver/integrate/rotation-step.js';
import { W } from '../../../src/state/bodies.js';
import { writeSubstep } from '../../../src/state/substep.js';
import { seeded } from '../narrowphase/polyhedron-fixture.js';

/** The slot of the only body. */
const BODY = 0;
const SUBSTEPS = 4;
const DT = 1 / 60;

const SHAPES = [
  ['a capsule', capsule(0.01, 0.4)],
  ['a cylinder', cylinder(0.3, 0.02)],
  ['a cone', coneShape(0.1, 0.2)],
] as const;

const orientation = (world: World): Quat => {
  const [x, y, z, w] = world.bodies.rotation;
  return [x, y, z, w];
};

const axisOf = (rotation: Quat): Vec3 => rotate(rotation, [0, 1, 0]);

/** The axis at the fraction t of a sweep from `start`. */
const sweptAxis = (sweep: ArrayLike<number>, start: Quat, t: number): Vec3 => {
  const theta = [sweep[ROTATION], sweep[ROTATION + 1], sweep[ROTATION + 2]];
  const angle = Math.hypot(...theta);
  const s = angle > 0 ? Math.sin((t * angle) / 2) / angle : 0;
  return axisOf(multiply([s * theta[0], s * theta[1], s * theta[2], Math.cos((t * angle) / 2)], start));
};

const expectAlike = (a: Vec3, b: Vec3): void => {
  for (let i = 0; i < 3; i++) expect(a[i]).toBeCloseTo(b[i], 5);
};

it.each(SHAPES)(
  'the axis of %s swings in the sweep as in free flight, around any number of times',
  (_, shape) => {
    const random = seeded(5);
    const part = (): number => 2 * random() - 1;
    for (let k = 0; k < 200; k++) {
      const world = createWorld();
      const spin = 10 ** (4 * random());
      const body = createBody(world, {
        rotation: [part(), part(), part(), part()],
        angularVelocity: [spin * part(), spin * part(), spin * part()],
      });
      createCollider(world, body, { shape });
      writeSubstep(world.scratch.substep, world.settings, DT);
      rememberOrientations(world);
      const start = orientation(world);
      const path = [axisOf(start)];
      for (let i = 0; i < SUBSTEPS; i++) {
        rotateBody(world.bodies, BODY, floatsFrom([DT / SUBSTEPS]));
        path.push(axisOf(orientation(world)));
      }
      const sweep = createFloats(9);
      writeSweep(world, BODY, sweep);
      for (let i = 0; i <= SUBSTEPS; i++) expectAlike(sweptAxis(sweep, start, i / SUBSTEPS), path[i]);

      // Rolled back, it has swung only so far, and the next sweep of the same step ends there.
      rollBack(world, BODY, sweep, floatsFrom([0.5]));
      const again = createFloats(9);
      writeSweep(world, BODY, again);
      for (let i = 0; i <= 2; i++) expectAlike(sweptAxis(again, start, i / 2), path[i]);
    }
  },
);

it('the sweep of a body that was struck within the step ends where the body does', () => {
  const random = seeded(6);
  const part = (): number => 2 * random() - 1;
  for (let k = 0; k < 200; k++) {
    const world = createWorld();
    const body = createBody(world, { rotation: [part(), part(), part(), part()] });
    createCollider(world, body, { shape: capsule(0.01, 0.4) });
    writeSubstep(world.scratch.substep, world.settings, DT);
    rememberOrientations(world);
    const start = orientation(world);
    for (let i = 0; i < SUBSTEPS; i++) {
      if (i % 2 === 0) for (let j = 0; j < 3; j++) world.bodies.motion[W + j] = 300 * part();
      rotateBody(world.bodies, BODY, floatsFrom([DT / SUBSTEPS]));
    }
    const sweep = createFloats(9);
    writeSweep(world, BODY, sweep);
    expectAlike(sweptAxis(sweep, start, 1), axisOf(orientation(world)));
  }
});
