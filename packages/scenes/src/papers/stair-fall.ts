import { inDegrees } from '../scene.js';

/** What the falls down both staircases have in common (Kleppmann 2007 §4.3.4). */

/** Of clothes on polished steps: a person slides on instead of lying down on the first ones. */
export const FRICTION = 0.2;

export const WATCH = 'Every bone stays in its joint and no joint bends further than a human one does.';

export const fallParams = {
  steps: { title: 'Steps', unit: '1', default: 16, min: 4, max: 30, step: 1 },
  push: { title: 'Speed at the start', unit: 'm/s', default: 1.5, min: 0.5, max: 4, step: 0.1 },
  turn: inDegrees({
    title: 'Turned about the vertical',
    unit: '°',
    default: 15,
    min: -175,
    max: 175,
    step: 5,
  }),
  stiffness: { title: 'Stiffness of the joints', unit: 'N·m/kg', default: 0, min: 0, max: 5, step: 0.1 },
} as const;
