export { buildChains, type ChainsOptions } from './builders/build-chains.js';
export { buildHuman, type Human, type HumanOptions } from './builders/build-human.js';
export { buildJointField, type JointFieldOptions } from './builders/build-joint-field.js';
export { buildJointGrid, type JointGridOptions } from './builders/build-joint-grid.js';
export { buildMixedPile, buildRoundPile, type MixedPileOptions } from './builders/build-mixed-pile.js';
export { buildPile, type PileOptions, type SceneBody } from './builders/build-pile.js';
export { buildPyramid, type PyramidOptions, touchingBoxes } from './builders/build-pyramid.js';
export {
  buildHangingRagdolls,
  buildLimitedRagdolls,
  buildRagdolls,
  type RagdollsOptions,
} from './builders/build-ragdolls.js';
export { buildRain, type RainOptions } from './builders/build-rain.js';
export { buildStack, overlappingStack, paperStack, type StackOptions } from './builders/build-stack.js';
export { buildTerrain, type TerrainOptions } from './builders/build-terrain.js';
export {
  buildWashingMachine,
  DRUM_LENGTH,
  DRUM_RADIUS,
  type WashingMachineOptions,
} from './builders/build-washing-machine.js';
export { carCommands } from './machines/car.js';
export { freeTop } from './papers/free-top.js';
export { gyroscope } from './papers/gyroscope.js';
export { heavyChain, heavyPendulum } from './papers/heavy-chain.js';
export { doublePendulum, eightPendulum, triplePendulum } from './papers/n-pendulum.js';
export { newtonsCradle } from './papers/newtons-cradle.js';
export { lengthOf, pendulumWave } from './papers/pendulum-wave.js';
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
