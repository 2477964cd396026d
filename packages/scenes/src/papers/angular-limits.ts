import {
  type BodyHandle,
  box,
  createJoint,
  type JointDef,
  type JointHandle,
  updateBody,
  wedge,
} from '@tenon/physics-core';
import { about, compose } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { addSolid, GHOST } from '../solids.js';
import { angularLimit } from './text-joints.js';

const SPACING = 1.6;
/** rad. The arms begin this far from the middle of the limits. */
const AZIMUTH = 0.9;
const LIMIT = 0.5;
/** The same about all axes, or the torque about the vertical would turn a slanted arm about another axis. */
const BALL = { mass: 1, inertia: [0.1, 0.1, 0.1] } as const;

/** The angular limit of Tamis 2015 §3.2.8 beside the wedge (§3.2.7), which this engine uses. */
export const angularLimits = defineScene({
  id: 'angular-limits',
  title: 'Angular limit and wedge',
  group: 'papers',
  description:
    'Two arms that begin 0.9 rad from the middle of limits of ±0.5 rad: the angular limit of the text, and the wedge. Latitude lifts them out of the plane of the limit.',
  watch:
    'Both arms come back to 0.5 rad. The text turns its arm about the vertical by the whole 0.4 rad, also near the pole; the wedge takes the shortest way, which is less.',
  camera: { target: [0, 0, 0], distance: 4.5, yaw: 0.3, pitch: 0.7 },
  settings: { sleeping: false, gravity: [0, 0, 0] },
  params: { latitude: inDegrees({ title: 'Latitude', unit: '°', default: 60, min: 0, max: 85, step: 1 }) },
  build: (world, { latitude }) => {
    const forms: readonly (readonly [name: string, make: (def: Partial<JointDef>) => JointDef])[] = [
      ['text', angularLimit()],
      ['wedge', wedge as (def: Partial<JointDef>) => JointDef],
    ];
    const bodies: Record<string, BodyHandle> = {};
    const joints: Record<string, JointHandle> = {};
    for (const [i, [name, make]] of forms.entries()) {
      const position = [(i - 0.5) * SPACING, 0, 0] as const;
      const arm = addSolid(world, box(0.5, 0.04, 0.04), { position, massProperties: BALL }, GHOST);
      const def = { bodyB: arm, axis: [1, 0, 0], secondAxis: [0, 0, -1], limits: [-LIMIT, LIMIT] } as const;
      joints[name] = createJoint(world, make(def as unknown as Partial<JointDef>));
      updateBody(world, arm, { rotation: compose(about([0, 1, 0], AZIMUTH), about([0, 0, 1], latitude)) });
      bodies[name] = arm;
    }
    return { bodies, joints };
  },
});
