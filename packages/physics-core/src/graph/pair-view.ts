import { PhysicsError } from '../errors.js';
import { pairHandles, writePairHandles } from '../handles.js';
import type { PairView } from '../hooks.js';
import type { World } from '../state/world.js';
import { show } from '../validate.js';

/** The pair that a hook is asked about. */
type Pair = { -readonly [Field in keyof PairView]: PairView[Field] };

/** Fills the view of two colliders. */
export const writePairView = (world: World, view: Pair, a: number, b: number): void => {
  const { colliders } = world;
  writePairHandles(world, a, b);
  view.bodyA = pairHandles[0];
  view.bodyB = pairHandles[1];
  view.colliderA = pairHandles[2];
  view.colliderB = pairHandles[3];
  view.userDataA = colliders.userData[a];
  view.userDataB = colliders.userData[b];
};

const pair: Pair = { bodyA: 0, bodyB: 0, colliderA: 0, colliderB: 0, userDataA: 0, userDataB: 0 };

/** What the user's filter says of two colliders, true where there is none. */
export const passesFilter = (world: World, first: number, second: number): boolean => {
  const { filterPair } = world.hooks;
  if (filterPair === undefined) return true;
  const { kind } = world.colliders;
  const ordered = kind[first] <= kind[second];
  writePairView(world, pair, ordered ? first : second, ordered ? second : first);
  const answer: unknown = filterPair(pair);
  if (typeof answer === 'boolean') return answer;
  throw new PhysicsError(
    'wrong-type',
    `filterPair returned ${show(answer)}`,
    'Return true for pairs that may touch and false for others',
  );
};
