import {
  allJoints,
  createBody,
  createJoint,
  createWorld,
  destroyJoint,
  swingTwist,
  updateJoint,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { beforeEach, expect, test } from 'vitest';
import { clearDrawing, createDrawing, type Drawing, drawWorld } from '../src/index.js';
import { onlyLayers } from './drawn.js';

/** What a drawing keeps from frame to frame must not show: a picture is the same as one that is drawn for the first time. */

let world: World;
const options = onlyLayers('limits');

const contentOf = ({ lines, triangles }: Drawing): number[][] =>
  [lines, triangles].map(({ words, vertexCount }) => [...words.subarray(0, 4 * vertexCount)]);

const pictureIn = (drawing: Drawing): number[][] => {
  clearDrawing(drawing);
  drawWorld(drawing, world, options);
  return contentOf(drawing);
};

const addSwing = (anchor: Vec3, upper: number): void => {
  const bodyB = createBody(world, { position: anchor });
  createJoint(
    world,
    swingTwist({ bodyB, anchor, swingY: { limits: [-0.5, upper] }, swingZ: { limits: [-0.4, 0.4] } }),
  );
};

beforeEach(() => {
  world = createWorld();
  addSwing([0, 0, 0], 0.8);
  addSwing([2, 0, 0], 0.3);
  options.scale = 0.3;
});

test.each<[name: string, change: () => void]>([
  ['a limit', () => updateJoint(world, allJoints(world)[0], { swingZ: { limits: [-0.2, 0.9] } })],
  [
    'the scale',
    () => {
      options.scale = 0.7;
    },
  ],
  ['the joint that comes first', () => destroyJoint(world, allJoints(world)[0])],
  ['one joint more', () => addSwing([4, 0, 0], 1)],
])('the outlines of swings are right when this changes: %s', (_, change) => {
  const used = createDrawing();
  const before = pictureIn(used);
  expect(pictureIn(used)).toEqual(before);
  change();
  const after = pictureIn(used);
  expect(after).toEqual(pictureIn(createDrawing()));
  expect(after).not.toEqual(before);
});
