import {
  addBox,
  addCapsule,
  addHalfSpace,
  addHull,
  addSphere,
  type Colour,
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
import {
  type BodyHandle,
  bodyColliders,
  bodyPosition,
  bodyRotation,
  colliderDef,
  isBodyAwake,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { hullEdges } from '@tenon/physics-core/inspect';
import type { SceneBody } from '@tenon/scenes';
import type { Application } from 'pixi.js';

export interface View {
  readonly camera: OrbitCamera;
  readonly buffer: LineBuffer;
  readonly lines: PixiLines;
  readonly matrix: Float32Array;
}

interface BodyColours {
  readonly awake: Colour;
  readonly asleep: Colour;
}

const bodyColours = (rgb: number, opacity: number): BodyColours => ({
  awake: packColour(rgb, opacity),
  asleep: packColour(rgb, opacity * 0.55),
});

/** The same colours as the legend in style.css. */
const COLOURS = {
  box: bodyColours(0xf0b35b, 0.95),
  sphere: bodyColours(0x5cc8c2, 0.75),
  capsule: bodyColours(0xa99bf5, 0.85),
  hull: bodyColours(0xf07f7f, 0.95),
};
const SURROUNDINGS = packColour(0x6b7787, 0.9);

const FLOOR: GridStyle = {
  halfSize: 40,
  spacing: 1,
  colour: packColour(0x8d97a5, 0.1),
  majorEvery: 5,
  majorColour: packColour(0x8d97a5, 0.26),
};

/** Lines fade from the camera's target on; this many target distances further they are gone. */
const FADE_LENGTH = 2.2;

/** Corners and edges of a hull as the engine sees it: points inside are gone. Read once for each body and forgotten with its world. */
interface HullLines {
  readonly points: readonly Vec3[];
  readonly edges: readonly number[];
}

const knownHulls = new WeakMap<World, Map<BodyHandle, HullLines>>();

const hullLines = (world: World, body: BodyHandle): HullLines => {
  const known = knownHulls.get(world) ?? new Map<BodyHandle, HullLines>();
  knownHulls.set(world, known);
  const found = known.get(body);
  if (found !== undefined) return found;
  const [collider] = bodyColliders(world, body);
  const { shape } = colliderDef(world, collider);
  const lines = { points: shape.kind === 'hull' ? shape.points : [], edges: hullEdges(world, collider) };
  known.set(body, lines);
  return lines;
};

/** Above the floor and within the scene: below it the grid looks the same, far out the pile is a speck. */
const startView = (): OrbitCamera =>
  createCamera({
    target: [0, 1.6, 0],
    distance: 18.5,
    yaw: 0.6,
    pitch: 0.38,
    minPitch: 0.02,
    minDistance: 3,
    maxDistance: 90,
  });

/** Puts the camera back where it started. */
export const resetCamera = (view: View): void => {
  Object.assign(view.camera, startView());
};

export const createView = (app: Application): View => {
  const lines = createPixiLines();
  app.stage.addChild(lines.mesh);
  return {
    camera: startView(),
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
  const state = isBodyAwake(world, body) ? 'awake' : 'asleep';
  const colourOf = (kind: keyof typeof COLOURS): Colour => (fixed ? SURROUNDINGS : COLOURS[kind][state]);
  switch (shape.kind) {
    case 'sphere':
      return addSphere(buffer, position, rotation, shape.radius, colourOf('sphere'));
    case 'capsule':
      return addCapsule(buffer, position, rotation, shape.radius, shape.halfLength, colourOf('capsule'));
    case 'box':
      return addBox(buffer, position, rotation, shape.halfExtents, colourOf('box'));
    case 'hull': {
      const { points, edges } = hullLines(world, body);
      return addHull(buffer, position, rotation, points, edges, colourOf('hull'));
    }
    case 'half-space':
      return addHalfSpace(buffer, position, rotation, shape.normal, shape.offset, FLOOR);
  }
};
