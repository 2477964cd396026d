import {
  type BodyHandle,
  type ColliderDef,
  createBody,
  createJoint,
  createWorld,
  destroyBody,
  hinge,
  type JointDef,
  jointDefinitions,
  sphere,
  stepWorld,
  type World,
} from '@tenon/physics-core';
import { checkCollider, hasField, isArray, solidSize } from '@tenon/physics-core/bulk';
import { isHull } from '../components/names.js';

/**
 * Dry runs. Factories check their values where they are called, with the checks of physics-core itself. A joint is made in a world of its
 * own and destroyed at once. What physics-core refuses is refused here with the same words.
 */
let shared: World | undefined;

const dryRunWorld = (): World => {
  shared ??= createWorld();
  return shared;
};

/** The rest of the world ignores a disabled body, which makes the dry run quicker. */
const DISABLED = { enabled: false } as const;

let unread = 0;
const MOST_UNREAD = 64;

/** Nobody reads the events of this world, and only a step clears them. */
const clearEvents = (world: World): void => {
  unread = (unread + 1) % MOST_UNREAD;
  if (unread === 0) stepWorld(world, 1 / 60);
};

/** Shapes that were found to be good, by their numbers: a hull takes long to build, and many things have the same shape. */
const goodHulls = new Set<string>();
const MOST_HULLS = 1000;

export const dryRunCollider = (given: ColliderDef): void => {
  const { shape } = given;
  if (!hasField(shape, 'points') || !isHull(shape) || !isArray(shape.points)) return checkCollider(given);
  const key = `${shape.kind} ${solidSize(shape)} ${shape.points.flat(2).join(' ')}`;
  if (goodHulls.has(key)) return checkCollider({ ...given, shape: sphere(1) });
  checkCollider(given);
  if (goodHulls.size >= MOST_HULLS) goodHulls.clear();
  goodHulls.add(key);
};

/** A force or impulse on a body that is not made yet. */
export const dryRunPush = (push: (world: World, body: BodyHandle) => void): void => {
  const world = dryRunWorld();
  const body = createBody(world);
  try {
    push(world, body);
  } finally {
    destroyBody(world, body);
  }
};

/** The bodies and joints that the definition names exist only in its own world; the dry run uses others in their place. */
export const dryRunJoint = ({ bodyA, bodyB, jointA, jointB, ...def }: JointDef): void => {
  const world = dryRunWorld();
  const a = createBody(world, { position: [-1, 0, 0], ...DISABLED });
  const b = createBody(world, { position: [1, 0, 0], ...DISABLED });
  const couples = jointDefinitions().some(({ type, couples: does }) => type === def.type && does);
  try {
    createJoint(world, {
      ...def,
      ...(couples
        ? {
            jointA: createJoint(world, hinge({ bodyB: a })),
            jointB: createJoint(world, hinge({ bodyB: b })),
          }
        : { bodyA: a, bodyB: b }),
    });
  } finally {
    destroyBody(world, a);
    destroyBody(world, b);
    clearEvents(world);
  }
};
