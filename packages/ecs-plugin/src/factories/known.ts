/** The names of the factories, so that the error about a factory that was added to an entity without being called can name it. */
const names = new WeakMap<object, string>();

export const rememberFactories = (factories: Readonly<Record<string, object>>): void => {
  for (const [name, factory] of Object.entries(factories)) names.set(factory, name);
};

/** What a factory is called; undefined for everything else. */
export const factoryName = (component: object): string | undefined => names.get(component);

export const remembered = <F extends Readonly<Record<string, object>>>(factories: F): F => {
  rememberFactories(factories);
  return factories;
};

export const named = <F extends object>(name: string, factory: F): F => {
  rememberFactories({ [name]: factory });
  return factory;
};
