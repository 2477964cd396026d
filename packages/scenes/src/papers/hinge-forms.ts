import {
  type BodyHandle,
  box,
  createJoint,
  hinge,
  type JointDef,
  type JointHandle,
  updateBody,
} from '@tenon/physics-core';
import { about } from '../rotations.js';
import { defineScene } from '../scene.js';
import { addSolid, GHOST } from '../solids.js';
import { dotHinge, twoPointHinge } from './text-joints.js';

const HALF = [0.5, 0.02, 0.25] as const;
const SPACING = 1.6;
const DEGREE = Math.PI / 180;

/** Hinges of the same axis in three forms of Tamis 2015: swing vector (§3.2.4), dot products (§3.2.1), two points (§3.2.2). */
export const hingeForms = defineScene({
  id: 'hinge-forms',
  title: 'Three forms of a hinge',
  group: 'papers',
  description:
    'Plates on hinges about their length, tilted away from the axis: the form of this engine, the one of dot products, and the one of two points. Form 0 shows all, 1 to 3 one of them.',
  watch:
    'All turn back to the axis. Tilted by more than 90° the plate on dot products ends upside down, where that hinge sees no error. The one on two points comes back from 120°, but not from 150°. The form of this engine comes back from any tilt.',
  camera: { target: [0.6, 0.5, 0], distance: 6.5, yaw: 0.2, pitch: 0.6 },
  // The text compares how the forms converge under its own solver, which iterates over rows.
  settings: { sleeping: false, gravity: [0, 0, 0], jointSolver: 'sweeps' },
  params: {
    form: { title: 'Form', unit: '1', default: 0, min: 0, max: 3, step: 1 },
    tilt: { title: 'Tilt', unit: '°', default: 60, min: 0, max: 180, step: 1 },
  },
  build: (world, { form, tilt }) => {
    const forms: readonly (readonly [name: string, make: (def: Partial<JointDef>) => JointDef])[] = [
      ['swing', hinge as (def: Partial<JointDef>) => JointDef],
      ['dots', dotHinge()],
      ['points', twoPointHinge()],
    ];
    const bodies: Record<string, BodyHandle> = {};
    const joints: Record<string, JointHandle> = {};
    for (const [i, [name, make]] of forms.entries()) {
      if (form !== 0 && form !== i + 1) continue;
      const place = [0, 0, (i - 1) * SPACING] as const;
      const plate = addSolid(world, box(...HALF), { position: place, mass: 1 }, GHOST);
      joints[name] = createJoint(world, make({ bodyB: plate, anchor: place, axis: [1, 0, 0] }));
      updateBody(world, plate, { rotation: about([0, 0, 1], tilt * DEGREE) });
      bodies[name] = plate;
    }
    return { bodies, joints };
  },
});
