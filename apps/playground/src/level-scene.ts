import {
  applyImpulse,
  bodyOf,
  box,
  type ComponentSet,
  capsule,
  castRay,
  heightField,
  jointOf,
  physicsPre,
  Sensor,
  sphere,
} from '@tenon/ecs-plugin';
import {
  type BodyHandle,
  bodyContacts,
  bodyExists,
  bodyPosition,
  type JointHandle,
  type Shape,
  type Vec3,
  type World,
  type WorldSettings,
} from '@tenon/physics-core';
import { defineScene } from '@tenon/scenes';
import { addEntity, type EntityId, type World as EntityWorld } from 'bitecs';
import { named } from './ecs-scene.js';
import { createRunner, type Runner } from './runner.js';

/** The level of the recipes (examples/level.ts), to walk in: along x a yard, stairs, a door, a lift and a deck. m. */
const STEPS = 4;
const STEP_RISE = 0.2;
const PLATFORM = STEPS * STEP_RISE;
const DOOR = 6.5;
const OPEN = 1.7;
const LIFT = 10.05;
const LIFT_HALF = 0.1;
const DECK = 3;
/** m/s. */
const LIFT_SPEED = 1;
const GUARD = 14;

/** Points along a side of the terrain, 1 m apart. */
const SIDE = 61;

const hills = (): number[] =>
  Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, z] = [(i % SIDE) - 30, Math.floor(i / SIDE) - 30];
    const away = Math.max(0, Math.hypot(x - 6, z) - 12);
    return 0.03 * away * away * (1 + 0.3 * Math.sin(0.7 * x) * Math.cos(0.5 * z));
  });

const addHouse = (world: EntityWorld, { position, rigidBody, collider }: ComponentSet): EntityId => {
  const block = (shape: Shape, [x, y, z]: Vec3): EntityId =>
    addEntity(world, position(x, y, z), rigidBody({ type: 'static' }), collider(shape));
  const terrain = block(heightField(SIDE, SIDE, hills()), [0, 0, 0]);
  for (let i = 1; i <= STEPS; i++) {
    const half = (i * STEP_RISE) / 2;
    block(box(0.2, half, 1.5), [3 + 0.4 * i, half, 0]);
  }
  block(box(2.1, PLATFORM / 2, 1.5), [6.9, PLATFORM / 2, 0]);
  for (const z of [-1, 1]) block(box(0.1, 1.2, 0.5), [DOOR, PLATFORM + 1.2, z]);
  block(box(2, DECK / 2, 1.5), [13.1, DECK / 2, 0]);
  return terrain;
};

const addDoor = (world: EntityWorld, components: ComponentSet): { door: EntityId; zone: EntityId } => {
  const { position, rigidBody, collider, hinge } = components;
  const door = addEntity(
    world,
    position(DOOR, PLATFORM + 1.05, 0),
    rigidBody({ mass: 25 }),
    collider(box(0.04, 1, 0.45)),
    hinge({
      anchor: [DOOR, PLATFORM + 1.05, -0.48],
      axis: [0, 1, 0],
      limits: [0, OPEN],
      motor: { target: 0, hertz: 1, dampingRatio: 1, maxForce: 200 },
    }),
  );
  const zone = addEntity(
    world,
    position(DOOR, PLATFORM + 1, 0),
    rigidBody({ type: 'static' }),
    collider(box(1.5, 0.9, 1)),
    Sensor,
  );
  return { door, zone };
};

interface Guard {
  readonly parts: readonly EntityId[];
  readonly joints: readonly EntityId[];
}

const addGuard = (world: EntityWorld, components: ComponentSet): Guard => {
  const { position, rigidBody, collider, swingTwist } = components;
  const part = (y: number, mass: number, shape: Shape): EntityId =>
    addEntity(world, position(GUARD, y, 0), rigidBody({ mass, angularDamping: 0.5 }), collider(shape));
  const legs = part(DECK + 0.45, 25, capsule(0.14, 0.3));
  const chest = part(DECK + 1.17, 35, box(0.12, 0.28, 0.24));
  const head = part(DECK + 1.58, 5, sphere(0.12));
  const bend = { limits: [-0.7, 0.7] } as const;
  const pairs = [
    [legs, chest, DECK + 0.88],
    [chest, head, DECK + 1.46],
  ] as const;
  const joints = pairs.map(([bodyA, bodyB, y]) =>
    addEntity(
      world,
      swingTwist({ bodyA, bodyB, anchor: [GUARD, y, 0], axis: [0, 1, 0], swingY: bend, swingZ: bend }),
    ),
  );
  return { parts: [legs, chest, head], joints };
};

/** Whether one body touches the sensor of another, as of the last step: so a plan goes on rightly from any snapshot. */
const isInside = (world: World, zone: BodyHandle | undefined, body: BodyHandle | undefined): boolean =>
  zone !== undefined &&
  bodyExists(world, zone) &&
  bodyContacts(world, zone).some(
    ({ bodyA, bodyB, touching }) => touching && (bodyA === body || bodyB === body),
  );

const start = (values: Readonly<Record<string, number>>, settings: Partial<WorldSettings>): Runner => {
  let player = 0;
  const runner = createRunner(settings, ({ entities, components }) => {
    const { position, rigidBody, collider, character, kinematicTarget } = components;
    const { Character, Joint, KinematicTarget } = components;
    const terrain = addHouse(entities, components);
    const { door, zone } = addDoor(entities, components);
    const lift = addEntity(
      entities,
      position(LIFT, PLATFORM - LIFT_HALF, 0),
      rigidBody({ type: 'kinematic' }),
      kinematicTarget([LIFT, PLATFORM - LIFT_HALF, 0]),
      collider(box(1, LIFT_HALF, 1.4)),
    );
    const guard = addGuard(entities, components);
    const crates = Array.from({ length: values.crates ?? 3 }, (_, i) =>
      addEntity(
        entities,
        position(2 + 0.6 * (i % 4), 0.25 + 0.51 * Math.floor(i / 4), 2),
        rigidBody({ mass: 8 }),
        collider(box(0.25, 0.25, 0.25)),
      ),
    );
    player = addEntity(
      entities,
      position(0, 0.91, 0),
      rigidBody({ type: 'kinematic' }),
      collider(capsule(0.3, 0.6)),
      character(),
    );
    physicsPre(entities);
    return {
      bodies: {
        ...named<BodyHandle>(entities, 'player', [player], bodyOf),
        ...named<BodyHandle>(entities, 'terrain', [terrain], bodyOf),
        ...named<BodyHandle>(entities, 'door', [door], bodyOf),
        ...named<BodyHandle>(entities, 'zone', [zone], bodyOf),
        ...named<BodyHandle>(entities, 'lift', [lift], bodyOf),
        ...named<BodyHandle>(entities, 'guard', guard.parts, bodyOf),
        ...named<BodyHandle>(entities, 'crate', crates, bodyOf),
      },
      joints: {
        ...named<JointHandle>(entities, 'hinge', [door], jointOf),
        ...named<JointHandle>(entities, 'neck', guard.joints, jointOf),
      },
      beforeStep: (world) => {
        if (jointOf(entities, door) !== undefined)
          Joint.motorTarget[door] = isInside(world, bodyOf(entities, zone), bodyOf(entities, player))
            ? OPEN
            : 0;
        const rise = (Character.ground[player] === lift ? LIFT_SPEED : -LIFT_SPEED) / 60;
        const height = KinematicTarget.y[lift] + rise;
        KinematicTarget.y[lift] = Math.min(DECK - LIFT_HALF, Math.max(PLATFORM - LIFT_HALF, height));
      },
    };
  });
  return { ...runner, player };
};

/** N·s. */
const SHOT = 40;

/** A ray from the eyes of the player along the view: what it meets gets an impulse where it was met. */
export const shoot = ({ entities, world, player = 0 }: Runner, [x, z]: readonly [number, number]): void => {
  const body = bodyOf(entities, player);
  if (body === undefined) return;
  const [px, py, pz] = bodyPosition(world, body);
  const hit = castRay(entities, [px, py + 0.5, pz], [x, 0, z], 30, { exclude: player });
  // What was made in physics-core itself, such as what is dropped into the scene, has no entity.
  if (hit && hit.body > 0) applyImpulse(entities, hit.body, [SHOT * x, 0.1 * SHOT, SHOT * z], hit.point);
};

const texts = defineScene({
  id: 'level',
  title: 'Level',
  group: 'basics',
  description:
    'A small level of a game: terrain, stairs, a door with a trigger zone, a lift, crates to pick up with the mouse, and a guard.',
  watch:
    'Walk up the stairs: the door opens for you. The lift rises while you stand on it. Shoot the guard on the deck with F.',
  camera: { target: [0, 0.9, 0], distance: 9, yaw: -Math.PI / 2, pitch: 0.5 },
  params: {
    crates: { title: 'Crates', unit: '1', default: 3, min: 0, max: 12, step: 1 },
  },
  build: () => ({}),
});

export const level = { ...texts, start };
