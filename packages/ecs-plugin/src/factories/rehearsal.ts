import {
  type BodyDef,
  type BodyHandle,
  type ColliderDef,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  hinge,
  type JointDef,
  jointDefinitions,
  type Shape,
  sphere,
  stepWorld,
  type World,
} from '@tenon/physics-core';

/**
 * Factories check their values where they are called, with the checks of physics-core itself: the thing is made in a world that nobody
 * sees, and thrown away. What physics-core refuses is refused here with the same words.
 */
let stage: World | undefined;

const rehearsalWorld = (): World => {
  stage ??= createWorld();
  return stage;
};

/** The world around a disabled body takes no notice of it, which is all the quicker. */
const OFF_STAGE = { enabled: false } as const;

let unread = 0;
const MOST_UNREAD = 64;

/** Nobody reads the events of this world, and only a step forgets them. */
const forgetEvents = (world: World): void => {
  unread = (unread + 1) % MOST_UNREAD;
  if (unread === 0) stepWorld(world, 1 / 60);
};

export const rehearseBody = (def: BodyDef): void => {
  const world = rehearsalWorld();
  destroyBody(world, createBody(world, { ...def, ...OFF_STAGE }));
};

/** Shapes that were found to be good, by their numbers: a hull takes long to build, and many things have the same shape. */
const goodShapes = new Set<string>();
const MOST_SHAPES = 1000;

const keyOf = (shape: Shape): string =>
  typeof shape === 'object' && shape !== null ? Object.values(shape).flat(2).join(' ') : String(shape);

export const rehearseCollider = (given: ColliderDef): void => {
  const world = rehearsalWorld();
  const key = keyOf(given.shape);
  const def = goodShapes.has(key) ? { ...given, shape: sphere(1) } : given;
  // The one type that may have any shape: which body it will be is not known yet.
  const body = createBody(world, { type: 'static', ...OFF_STAGE });
  try {
    createCollider(world, body, def);
    if (goodShapes.size >= MOST_SHAPES) goodShapes.clear();
    goodShapes.add(key);
  } finally {
    destroyBody(world, body);
  }
};

/** A push on a body that is not made yet. */
export const rehearsePush = (push: (world: World, body: BodyHandle) => void): void => {
  const world = rehearsalWorld();
  const body = createBody(world);
  try {
    push(world, body);
  } finally {
    destroyBody(world, body);
  }
};

/** The bodies and joints that the definition names are only known in its own world; here others stand in for them. */
export const rehearseJoint = ({ bodyA, bodyB, jointA, jointB, ...def }: JointDef): void => {
  const world = rehearsalWorld();
  const a = createBody(world, { position: [-1, 0, 0], ...OFF_STAGE });
  const b = createBody(world, { position: [1, 0, 0], ...OFF_STAGE });
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
    forgetEvents(world);
  }
};
