import { createStores, type Stores } from './components/components.js';
import { bodyFactories, characterFactory } from './factories/body.js';
import { colliderFactory } from './factories/collider.js';
import { type JointFactories, jointFactories } from './factories/joint.js';
import { rememberFactories } from './factories/known.js';
import { loadAllCode } from './load-code.js';

/** Components and the factories that fill them. */
export type ComponentSet = Stores &
  ReturnType<typeof bodyFactories> & {
    readonly character: ReturnType<typeof characterFactory>;
    readonly collider: ReturnType<typeof colliderFactory>;
  } & JointFactories;

/**
 * Components of one world alone, for worlds in one process whose entities have the same ids: pass them to createPhysics, and use them
 * and the factories that come with them instead of those that the package exports.
 */
export const createComponents = (): ComponentSet => {
  loadAllCode();
  const stores = createStores();
  const factories = {
    ...bodyFactories(stores),
    character: characterFactory(stores),
    collider: colliderFactory(stores),
    ...jointFactories(stores),
  };
  rememberFactories(factories);
  return { ...stores, ...factories };
};
