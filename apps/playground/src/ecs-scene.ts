import { bodyOf, box, type ComponentSet, halfSpace, jointOf, physicsPre } from '@tenon/ecs-plugin';
import type { BodyHandle, JointHandle, WorldSettings } from '@tenon/physics-core';
import { defineScene } from '@tenon/scenes';
import { addEntity, type EntityId, type World } from 'bitecs';
import { createRunner, type Runner } from './runner.js';

const PLANK = 0.5;
const HALF = [PLANK / 2 - 0.02, 0.04, 0.6] as const;
const HEIGHT = 2;

interface Bridge extends Planks {
  readonly crates: readonly EntityId[];
}

/** Slope of the bridge at its ends, rad. Hung with slack, because a straight one would pull without measure. */
const SLOPE = 0.3;

/** Ends of the planks along an arc, and the slope of each plank. */
const arc = (
  count: number,
  middle: number,
  height: number,
): { ends: [x: number, y: number][]; slopes: number[] } => {
  const slopes = Array.from({ length: count }, (_, i) => SLOPE * ((2 * i + 1) / count - 1));
  const width = slopes.reduce((sum, slope) => sum + PLANK * Math.cos(slope), 0);
  const ends: [number, number][] = [[middle - width / 2, height]];
  for (const [i, slope] of slopes.entries())
    ends.push([ends[i][0] + PLANK * Math.cos(slope), ends[i][1] + PLANK * Math.sin(slope)]);
  return { ends, slopes };
};

export interface Planks {
  readonly planks: readonly EntityId[];
  readonly hinges: readonly EntityId[];
}

/** Planks that hang between two points of the world, at the same height and on both sides of the middle. */
export const addPlanks = (
  world: World,
  { position, rotation, rigidBody, collider, hinge }: ComponentSet,
  count: number,
  [middle, height]: readonly [x: number, y: number],
): Planks => {
  const { ends, slopes } = arc(count, middle, height);
  const planks = slopes.map((slope, i) =>
    addEntity(
      world,
      rigidBody({ mass: 8, angularDamping: 0.2 }),
      position((ends[i][0] + ends[i + 1][0]) / 2, (ends[i][1] + ends[i + 1][1]) / 2, 0),
      rotation(0, 0, Math.sin(slope / 2), Math.cos(slope / 2)),
      collider(box(...HALF)),
    ),
  );
  const hinges = ends.map(([x, y], i) => {
    const bodyA = planks[i - 1];
    const bodyB = planks[i] ?? planks[count - 1];
    const between = bodyA !== undefined && i < count ? { bodyA } : {};
    return addEntity(world, hinge({ ...between, bodyB, anchor: [x, y, 0], axis: [0, 0, 1], friction: 0.5 }));
  });
  return { planks, hinges };
};

/** A hanging bridge, and crates that fall onto it: nothing but entities with components. */
const buildBridge = (world: World, components: ComponentSet, count: number, crateCount: number): Bridge => {
  const { position, rigidBody, collider } = components;
  addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
  const planks = addPlanks(world, components, count, [0, HEIGHT]);
  const crates = Array.from({ length: crateCount }, (_, i) =>
    addEntity(
      world,
      rigidBody(),
      position((i - (crateCount - 1) / 2) * 0.7, HEIGHT + 1 + 0.5 * i, 0),
      collider(box(0.2, 0.2, 0.2), { density: 200 }),
    ),
  );
  return { ...planks, crates };
};

/** Handles by name and number, for the page. */
export const named = <Handle>(
  world: World,
  name: string,
  list: readonly EntityId[],
  handleOf: (world: World, eid: EntityId) => Handle | undefined,
): Record<string, Handle> =>
  Object.fromEntries(
    list.flatMap((eid, i): [string, Handle][] => {
      const handle = handleOf(world, eid);
      return handle === undefined ? [] : [[`${name}${i}`, handle]];
    }),
  );

const start = (values: Readonly<Record<string, number>>, settings: Partial<WorldSettings>): Runner =>
  createRunner(settings, ({ entities, components }) => {
    const bridge = buildBridge(entities, components, values.planks ?? 14, values.crates ?? 3);
    // The pre system makes bodies and joints of what was added; then the page can show them before the first step.
    physicsPre(entities);
    return {
      bodies: {
        ...named<BodyHandle>(entities, 'plank', bridge.planks, bodyOf),
        ...named<BodyHandle>(entities, 'crate', bridge.crates, bodyOf),
      },
      joints: named<JointHandle>(entities, 'hinge', bridge.hinges, jointOf),
    };
  });

const bridgeTexts = defineScene({
  id: 'ecs-bridge',
  title: 'Bridge of bitECS entities',
  group: 'basics',
  description:
    'Planks, hinges and crates are entities with components; the plugin’s three systems take each step.',
  watch: 'The bridge sags, carries the crates and comes to rest. Drag a crate off it.',
  camera: { target: [0, 1.6, 0], distance: 9, yaw: 0.35, pitch: 0.25 },
  params: {
    planks: { title: 'Planks', unit: '1', default: 14, min: 2, max: 40, step: 1 },
    crates: { title: 'Crates', unit: '1', default: 3, min: 0, max: 10, step: 1 },
  },
  build: () => ({}),
});

export const bridgeOfEntities = { ...bridgeTexts, start };
