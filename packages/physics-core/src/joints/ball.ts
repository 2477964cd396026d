import { pointRows } from '../parts/point.js';
import { writeTwist } from '../parts/rotation.js';
import { defineJoint } from './define-joint.js';

export const ball = defineJoint({
  type: 'ball',
  about: 'Two points stay together; everything turns.',
  slots: ['point x', 'point y', 'point z'],
  coordinates: {
    twist: { unit: 'rad', write: writeTwist, countsTurns: true, about: 'Turn about the axis.' },
  },
  rows: (j) => pointRows(j, 0),
});
