import { PhysicsError } from '../errors.js';
import { HandleKind, writeHandle } from '../handles.js';
import type { PairView } from '../hooks.js';
import type { World } from '../state/world.js';
import { show } from '../validate.js';

/** The pair that a hook is asked about. */
type Pair = { -readonly [Field in keyof PairView]: PairView[Field] };

/** Scratch: handles of both bodies, then of both colliders. */
const handles = new Float64Array(4);

/** Fills the view of two colliders. */
export const writePairView = (world: World, view: Pair, a: number, b: number): void => {
  const { colliders, bodies } = world;
  const bodyA = colliders.body[a];
  const bodyB = colliders.body[b];
  writeHandle(handles, 0, world, HandleKind.body, bodyA, bodies.generation[bodyA]);
  writeHandle(handles, 1, world, HandleKind.body, bodyB, bodies.generation[bodyB]);
  writeHandle(handles, 2, world, HandleKind.collider, a, colliders.generation[a]);
  writeHandle(handles, 3, world, HandleKind.collider, b, colliders.generation[b]);
  view.bodyA = handles[0];
  view.bodyB = handles[1];
  view.colliderA = handles[2];
  view.colliderB = handles[3];
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
