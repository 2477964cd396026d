import { bodyOf, jointOf, physicsPre, sceneToWorld } from '@tenon/ecs-plugin';
import {
  type BodyHandle,
  type JointHandle,
  updateSettings,
  type World,
  worldStats,
} from '@tenon/physics-core';
import { defineScene, type SceneCamera, type SceneContent } from '@tenon/scenes';
import type { EntityId } from 'bitecs';
import { boundsOf } from './framing.js';
import { createRunner, type Runner } from './runner.js';
import type { PlaygroundScene } from './scene-list.js';

/** In the state and the address of the page, while a scene from a file is open. */
const FILE_SCENE = 'file';

/** A scene of entities that a file describes. Throws what is wrong with the file. */
export const sceneFromFile = (title: string, data: unknown): PlaygroundScene => {
  const start: PlaygroundScene['start'] = (_, settings) => {
    const runner = startFile(data);
    updateSettings(runner.world, settings);
    return runner;
  };
  const { world } = startFile(data);
  const { bodies, joints } = worldStats(world);
  const texts = defineScene({
    id: FILE_SCENE,
    title,
    group: 'basics',
    description: `From a file: ${bodies} bodies and ${joints} joints.`,
    watch: 'The address of the page does not hold it: save it to keep what you change.',
    camera: cameraFor(world),
    build: () => ({}),
  });
  return { ...texts, start };
};

const startFile = (data: unknown): Runner =>
  createRunner({}, ({ entities }): SceneContent => {
    const scene = sceneToWorld(entities, data);
    // The pre system makes bodies and joints of the entities; then the page can show them before the first step.
    physicsPre(entities);
    const body = (eid: EntityId): BodyHandle => bodyOf(entities, eid) as BodyHandle;
    const joint = (eid: EntityId): JointHandle => jointOf(entities, eid) as JointHandle;
    const named = <Handle>(names: ReadonlyMap<string, EntityId>, handleOf: (eid: EntityId) => Handle) =>
      Object.fromEntries([...names].map(([name, eid]) => [name, handleOf(eid)]));
    return {
      bodies: named(scene.bodyNames, body),
      joints: named(scene.jointNames, joint),
      groups: Object.fromEntries(
        [...scene.groups].map(([name, group]) => [
          name,
          { bodies: group.bodies.map(body), joints: group.joints.map(joint) },
        ]),
      ),
    };
  });

/** Least distance of the eye, m, and how many times the scene's extent it is. */
const NEAREST = 4;
const EXTENTS = 1.6;

/** Looks at the middle of what moves, or of everything where nothing does. */
const cameraFor = (world: World): SceneCamera => {
  const [low, high] = boundsOf(world) ?? [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const middle = (axis: number): number => (low[axis] + high[axis]) / 2;
  const extent = Math.hypot(...low.map((value, axis) => high[axis] - value));
  return {
    target: [middle(0), middle(1), middle(2)],
    distance: NEAREST + EXTENTS * extent,
    yaw: 0.5,
    pitch: 0.25,
  };
};
