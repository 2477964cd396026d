export {
  createCamera,
  depthTowardsEye,
  eyePosition,
  hasPerspective,
  type OrbitCamera,
  orbit,
  pan,
  pickRay,
  projectPoint,
  type Ray,
  viewProjection,
  zoom,
} from './camera.js';
export { type ColliderMesh, colliderMesh } from './collider-mesh.js';
export { drawWorld } from './layers/draw-world.js';
export { clearDrawing, createDrawing, type Drawing } from './layers/drawing.js';
export type { Label } from './layers/label.js';
export {
  type DrawOptions,
  defaultDrawOptions,
  type HighlightedRow,
  type LayerName,
  layerNames,
} from './layers/options.js';
export {
  type ColourName,
  type LegendEntry,
  legend,
  type ThemeName,
} from './layers/palette.js';
export { addLine, clearLines, createLineBuffer, type LineBuffer } from './line-buffer.js';
export {
  type BodyHit,
  type JointHit,
  type PictureFrame,
  pickBody,
  pickJoint,
} from './picking.js';
export type { Point, Rotation } from './pose.js';
export { addBox, addCapsule, addHalfSpace, addHull, addSphere, type GridStyle } from './shapes.js';
export { solidOutline } from './solid-mesh.js';
export {
  addFlatTriangle,
  addTriangle,
  clearTriangles,
  createTriangleBuffer,
  type TriangleBuffer,
} from './triangle-buffer.js';
export { BYTES_PER_VERTEX, type Colour, packColour } from './vertex-buffer.js';
