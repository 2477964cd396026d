export { buildChains, type ChainsOptions } from './chains.js';
export { buildHuman, type Human, type HumanOptions } from './human.js';
export { buildJointField, type JointFieldOptions } from './joint-field.js';
export { buildJointGrid, type JointGridOptions } from './joint-grid.js';
export { buildMixedPile, type MixedPileOptions } from './mixed-pile.js';
export { freeTop } from './papers/free-top.js';
export { gyroscope } from './papers/gyroscope.js';
export { heavyChain } from './papers/heavy-chain.js';
export { doublePendulum, eightPendulum, triplePendulum } from './papers/n-pendulum.js';
export { newtonsCradle } from './papers/newtons-cradle.js';
export { lengthOf, pendulumWave } from './papers/pendulum-wave.js';
export { buildPile, type PileOptions, type SceneBody } from './pile.js';
export { buildPyramid, type PyramidOptions } from './pyramid.js';
export { buildRagdolls, type RagdollsOptions } from './ragdolls.js';
export { createRandom, type Random } from './random.js';
export { findScene, scenes } from './registry.js';
export {
  defineScene,
  type Scene,
  type SceneCamera,
  type SceneContent,
  type SceneGroup,
  type SceneParam,
  sceneGroups,
  startScene,
} from './scene.js';
export { buildStack, overlappingStack, paperStack, type StackOptions } from './stack.js';
