/** Union-find over body slots: `parents` links each slot to a slot of its set, roots to themselves. */

/** The lower slot becomes the root, so that the result does not depend on the order of the edges. */
export const join = (parents: Int32Array, a: number, b: number): void => {
  const rootA = findRoot(parents, a);
  const rootB = findRoot(parents, b);
  if (rootA < rootB) parents[rootB] = rootA;
  else parents[rootA] = rootB;
};

/** The root of a slot's set. Halves the path on the way up. */
export const findRoot = (parents: Int32Array, body: number): number => {
  let root = body;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]];
    root = parents[root];
  }
  return root;
};
