export { buildMixedPile, type MixedPileOptions } from './mixed-pile.js';
export { buildPile, type PileOptions, type SceneBody } from './pile.js';
export { buildPyramid, type PyramidOptions } from './pyramid.js';
export { createRandom, type Random } from './random.js';
export { buildStack, overlappingStack, paperStack, type StackOptions } from './stack.js';
