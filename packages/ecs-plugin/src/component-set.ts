import { createStores, type Stores, sharedStores } from './components/components.js';
import { bodyFactories } from './factories/body.js';
import { colliderFactories } from './factories/collider.js';
import { type JointFactories, jointFactories } from './factories/joint.js';
import { rememberFactories } from './factories/known.js';

/** Components and the factories that fill them. */
export type ComponentSet = Stores &
  ReturnType<typeof bodyFactories> &
  ReturnType<typeof colliderFactories> &
  JointFactories;

const withFactories = (stores: Stores): ComponentSet => {
  const factories = { ...bodyFactories(stores), ...colliderFactories(stores), ...jointFactories(stores) };
  rememberFactories(factories);
  return { ...stores, ...factories };
};

/**
 * Components of one world alone, for worlds in one process whose entities have the same ids: pass them to createPhysics, and use them
 * and the factories that come with them instead of those that the package exports.
 */
export const createComponents = (): ComponentSet => withFactories(createStores());

/** The components that worlds share unless they have their own. */
export const sharedComponents: ComponentSet = withFactories(sharedStores);
