export { createDebugView, type DebugView, type DebugViewOptions } from './debug-view.js';
export { createPixiLines, type PixiLines, uploadLines } from './lines.js';
export { listenForOrbit, type OrbitInputOptions } from './orbit-input.js';
export type { ShineThrough } from './picture-passes.js';
export type { PictureView } from './vertex-mesh.js';
