import {
  addBox,
  addCapsule,
  addHalfSpace,
  addHull,
  addSphere,
  clearLines,
  createCamera,
  createLineBuffer,
  createPixiLines,
  type GridStyle,
  type LineBuffer,
  type OrbitCamera,
  type PixiLines,
  packColour,
  uploadLines,
  viewProjection,
} from '@tenon/debug-draw';
import { bodyPosition, bodyRotation, type World } from '@tenon/physics-core';
import type { SceneBody } from '@tenon/scenes';
import type { Application } from 'pixi.js';

export interface View {
  readonly camera: OrbitCamera;
  readonly buffer: LineBuffer;
  readonly lines: PixiLines;
  readonly matrix: Float32Array;
}

/** The same colours as the legend in style.css. */
const COLOURS = {
  box: packColour(0xf0b35b, 0.9),
  sphere: packColour(0x5cc8c2, 0.75),
  capsule: packColour(0xa99bf5, 0.8),
  hull: packColour(0xf07f7f, 0.9),
  fixed: packColour(0x5f6b7a, 0.9),
};

const FLOOR: GridStyle = {
  halfSize: 40,
  spacing: 1,
  colour: packColour(0x8d97a5, 0.1),
  majorEvery: 5,
  majorColour: packColour(0x8d97a5, 0.26),
};

/** Lines fade from the camera's target on; this many target distances further they are gone. */
const FADE_LENGTH = 2.2;

export const createView = (app: Application): View => {
  const lines = createPixiLines();
  app.stage.addChild(lines.mesh);
  return {
    camera: createCamera({ target: [0, 1.2, 0], distance: 17, yaw: 0.6, pitch: 0.38 }),
    buffer: createLineBuffer(32768),
    lines,
    matrix: new Float32Array(16),
  };
};

export const drawScene = (view: View, app: Application, world: World, bodies: readonly SceneBody[]): void => {
  clearLines(view.buffer);
  for (const body of bodies) drawBody(view.buffer, world, body);
  const { width, height } = app.screen;
  const { distance } = view.camera;
  uploadLines(view.lines, view.buffer, {
    matrix: viewProjection(view.camera, width / height, view.matrix),
    width,
    height,
    fadeStart: distance,
    fadeEnd: distance * (1 + FADE_LENGTH),
  });
  app.render();
};

const drawBody = (buffer: LineBuffer, world: World, { body, shape, fixed }: SceneBody): void => {
  const position = bodyPosition(world, body);
  const rotation = bodyRotation(world, body);
  const colour = (kind: keyof typeof COLOURS): number => COLOURS[fixed ? 'fixed' : kind];
  switch (shape.kind) {
    case 'sphere':
      addSphere(buffer, position, rotation, shape.radius, colour('sphere'));
      break;
    case 'capsule':
      addCapsule(buffer, position, rotation, shape.radius, shape.halfLength, colour('capsule'));
      break;
    case 'box':
      addBox(buffer, position, rotation, shape.halfExtents, colour('box'));
      break;
    case 'hull':
      addHull(buffer, position, rotation, shape.geometry.vertices, shape.geometry.edges, colour('hull'), 4);
      break;
    case 'halfSpace':
      addHalfSpace(buffer, position, rotation, FLOOR);
  }
};
