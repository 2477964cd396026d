/** The built-in joints, in the order of their numbers in snapshots: new ones go to the end. */
export { ball } from './ball.js';
export { hinge } from './hinge.js';
export { slider } from './slider.js';
