import { bodyOf, box, type ComponentSet, capsule, halfSpace, jointOf, physicsPre } from '@tenon/ecs-plugin';
import type { BodyHandle, JointHandle, Shape, Vec3, WorldSettings } from '@tenon/physics-core';
import { defineScene } from '@tenon/scenes';
import { addEntity, type EntityId, type World } from 'bitecs';
import { addPlanks, named } from './ecs-scene.js';
import { createRunner, type Runner } from './runner.js';

/** A course along x: stairs, a hanging bridge between two platforms, a ramp, crates, a lift to a deck. m. */
const WIDTH = 1.5;
const STEPS = 5;
const STEP_DEPTH = 0.5;
const STEP_RISE = 0.2;
const FIRST_STEP = 2;
const PLATFORM = STEPS * STEP_RISE;
const PLANKS = 10;
const BRIDGE: readonly [from: number, to: number] = [6.5, 11.44];
const RAMP: readonly [from: number, to: number] = [13, 16];
const CRATES = 18.5;
const LIFT = 22;
const LIFT_HALF = 0.1;
const LIFT_RISE = 2;
/** s. */
const LIFT_PERIOD = 10;
const DECK = LIFT_RISE + 2 * LIFT_HALF;

/** Waits at both ends for a while, and starts and stops without a jerk. */
const liftRise = (time: number): number => {
  const part = 0.5 - 0.9 * Math.cos((2 * Math.PI * time) / LIFT_PERIOD);
  const u = Math.min(1, Math.max(0, part));
  return LIFT_RISE * u * u * (3 - 2 * u);
};

type Add = (shape: Shape, at: Vec3, angle?: number) => EntityId;

/** What stands still. */
const addLevel = (add: Add): void => {
  for (let i = 1; i <= STEPS; i++) {
    const half = (i * STEP_RISE) / 2;
    add(box(STEP_DEPTH / 2, half, WIDTH), [FIRST_STEP + (i - 0.5) * STEP_DEPTH, half, 0]);
  }
  const addBlock = (from: number, to: number, height: number): EntityId =>
    add(box((to - from) / 2, height / 2, WIDTH), [(from + to) / 2, height / 2, 0]);
  addBlock(FIRST_STEP + STEPS * STEP_DEPTH, BRIDGE[0], PLATFORM);
  addBlock(BRIDGE[1], RAMP[0], PLATFORM);
  addBlock(LIFT + 1.02, LIFT + 4, DECK);
  const [run, thickness] = [RAMP[1] - RAMP[0], 0.2];
  const angle = Math.atan2(-PLATFORM, run);
  const length = Math.hypot(run, PLATFORM);
  // Its upper face goes from the edge of the platform to the floor.
  const middle: Vec3 = [
    (RAMP[0] + RAMP[1]) / 2 + (thickness / 2) * Math.sin(angle),
    PLATFORM / 2 - (thickness / 2) * Math.cos(angle),
    0,
  ];
  add(box(length / 2, thickness / 2, WIDTH), middle, angle);
};

const addCrates = (world: World, components: ComponentSet, count: number): EntityId[] =>
  Array.from({ length: count }, (_, i) => {
    const [row, level] = [i % 3, Math.floor(i / 3)];
    return addEntity(
      world,
      components.rigidBody(),
      components.position(CRATES, 0.25 + 0.5 * level, 0.52 * (row - 1)),
      components.collider(box(0.25, 0.25, 0.25), { density: 100 }),
    );
  });

const start = (values: Readonly<Record<string, number>>, settings: Partial<WorldSettings>): Runner => {
  let player = 0;
  const runner = createRunner(settings, ({ entities, components }) => {
    const { position, rotation, rigidBody, collider, character, kinematicTarget } = components;
    const { KinematicTarget } = components;
    const floor = addEntity(entities, rigidBody({ type: 'static' }), collider(halfSpace()));
    addLevel((shape, [x, y, z], angle = 0) =>
      addEntity(
        entities,
        rigidBody({ type: 'static' }),
        position(x, y, z),
        rotation(0, 0, Math.sin(angle / 2), Math.cos(angle / 2)),
        collider(shape),
      ),
    );
    const bridge = addPlanks(entities, components, PLANKS, [(BRIDGE[0] + BRIDGE[1]) / 2, PLATFORM - 0.04]);
    const crates = addCrates(entities, components, values.crates ?? 9);
    const lift = addEntity(
      entities,
      rigidBody({ type: 'kinematic' }),
      position(LIFT, LIFT_HALF, 0),
      collider(box(1, LIFT_HALF, 1)),
      kinematicTarget([LIFT, LIFT_HALF, 0]),
    );
    player = addEntity(
      entities,
      rigidBody({ type: 'kinematic' }),
      position(0, 0.91, 0),
      collider(capsule(0.3, 0.6)),
      character({ pushForce: values.push ?? 500 }),
    );
    physicsPre(entities);
    return {
      bodies: {
        ...named<BodyHandle>(entities, 'floor', [floor], bodyOf),
        ...named<BodyHandle>(entities, 'player', [player], bodyOf),
        ...named<BodyHandle>(entities, 'lift', [lift], bodyOf),
        ...named<BodyHandle>(entities, 'plank', bridge.planks, bodyOf),
        ...named<BodyHandle>(entities, 'crate', crates, bodyOf),
      },
      joints: named<JointHandle>(entities, 'hinge', bridge.hinges, jointOf),
      beforeStep: (_, time) => {
        KinematicTarget.y[lift] = LIFT_HALF + liftRise(time);
      },
    };
  });
  return { ...runner, player };
};

const texts = defineScene({
  id: 'walk',
  title: 'Walk',
  group: 'basics',
  description:
    'One walks and jumps with the keyboard: a capsule with the component Character, on a course of entities.',
  watch:
    'It climbs the stairs, the bridge gives way under it, it walks down the ramp, pushes the crates and rides the lift up to the deck.',
  camera: { target: [0, 0.9, 0], distance: 7, yaw: -Math.PI / 2, pitch: 0.35 },
  params: {
    crates: { title: 'Crates', unit: '1', default: 9, min: 0, max: 30, step: 1 },
    push: { title: 'Force of the push', unit: 'N', default: 500, min: 0, max: 2000, step: 50 },
  },
  build: () => ({}),
});

export const walk = { ...texts, start };
