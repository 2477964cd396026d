export { buildPile, type PileOptions, type SceneBody } from './pile.js';
export { createRandom, type Random } from './random.js';
