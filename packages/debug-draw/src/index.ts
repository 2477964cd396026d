export {
  createCamera,
  eyePosition,
  type OrbitCamera,
  orbit,
  pan,
  pickRay,
  type Ray,
  viewProjection,
  zoom,
} from './camera.js';
export {
  addLine,
  BYTES_PER_VERTEX,
  type Colour,
  clearLines,
  createLineBuffer,
  type LineBuffer,
  packColour,
} from './line-buffer.js';
export { createPixiLines, type LineView, type PixiLines, uploadLines } from './pixi-lines.js';
export type { Point, Rotation } from './pose.js';
export { addBox, addCapsule, addHalfSpace, addHull, addSphere, type GridStyle } from './shapes.js';
