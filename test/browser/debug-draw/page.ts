import {
  type LayerName,
  layerNames,
  type OrbitCamera,
  pan,
  projectPoint,
  viewProjection,
} from '@tenon/debug-draw';
import { createDebugView, type DebugView } from '@tenon/debug-draw/pixi';
import {
  allJoints,
  bodyPosition,
  bodyType,
  createWorld,
  type JointHandle,
  jointDef,
  stepWorld,
  type World,
} from '@tenon/physics-core';
import { createReading, JointRecord, readJoints } from '@tenon/physics-core/inspect';
import { findScene, type Scene, type SceneContent, startScene } from '@tenon/scenes';
import { Application, Graphics } from 'pixi.js';

/** A page with nothing but a view, which tests drive by `window.debugDraw`. */

const STEP = 1 / 60;
/** Part of the scene's own distance from which a joint is looked at. */
const CLOSE_UP = 0.5;
const background = { dark: 0x0d1015, light: 0xf7f8fa };

/** What to show. Whatever is not given is as a user finds it. */
export interface PictureRequest {
  readonly scene: string;
  readonly steps?: number;
  readonly theme?: 'dark' | 'light';
  /** Exactly these layers. */
  readonly layers?: readonly LayerName[];
  readonly camera?: Partial<OrbitCamera>;
  /** Goes to the first joint of this type. */
  readonly focus?: string;
  /** Hovers over the joint of `focus`. */
  readonly hover?: boolean;
  readonly rowLength?: 'lambda' | 'unit';
  readonly scale?: number;
}

export interface DebugDrawPage {
  readonly renderer: string;
  show(request: PictureRequest): void;
  /** How many pixels of what is shown now are not background. */
  drawnPixels(): number;
  /** How many pixels differ between what is shown now and another picture, which stays. */
  changedPixels(other: PictureRequest): number;
  /** How many pixels each of these layers changes in a picture. */
  layerPixels(request: PictureRequest, layers: readonly LayerName[]): Record<string, number>;
  camera(): OrbitCamera;
  /** Where bodies and joints of the scene are in the picture, by name. */
  bodyPlaces(): Record<string, [x: number, y: number]>;
  jointPlaces(): Record<string, [x: number, y: number]>;
  /** Names, and where the pointer's ray meets the body. */
  pickBody(x: number, y: number): { name: string; point: readonly number[] } | undefined;
  pickJoint(x: number, y: number): string | undefined;
  /** At points this many pixels apart, where one body is all around: what is picked there, and the colour seen. */
  seenBodies(spacing: number): { picked: string; colour: number[] }[];
  /** Draws a plain Pixi shape under the view, as a game would. */
  addBackdrop(): void;
}

declare global {
  interface Window {
    debugDraw: DebugDrawPage;
  }
}

const app = new Application();
await app.init({
  preference: new URLSearchParams(location.search).get('renderer') === 'webgpu' ? 'webgpu' : 'webgl',
  resizeTo: window,
  antialias: true,
  autoDensity: true,
  resolution: window.devicePixelRatio,
  autoStart: false,
});
document.body.append(app.canvas);

let world: World = createWorld();
let content: SceneContent = {};
const view: DebugView = createDebugView(app, world);
app.stage.addChild(view.container);

let built = '';

/** Builds the scene and lets it run, unless it is there already. */
const build = (scene: Scene, steps: number): void => {
  if (built === `${scene.id} ${steps}`) return;
  built = `${scene.id} ${steps}`;
  const started = startScene(scene);
  ({ world } = started);
  content = started;
  for (let i = 0; i < steps; i++) {
    content.beforeStep?.(world, i * STEP);
    stepWorld(world, STEP);
  }
};

const show = (request: PictureRequest): void => {
  const scene = findScene(request.scene);
  if (scene === undefined) throw new Error(`There is no scene ${request.scene}.`);
  build(scene, request.steps ?? 0);
  const { theme = 'dark' } = request;
  const { options } = view;
  app.renderer.background.color = background[theme];
  options.theme = theme;
  options.rowLength = request.rowLength ?? 'unit';
  options.scale = request.scale ?? 0.3;
  const joint = allJoints(world).find((handle) => jointDef(world, handle).type === request.focus);
  options.hoveredJoint = request.hover ? joint : undefined;
  if (request.layers) for (const name of layerNames) options.layers[name] = request.layers.includes(name);
  const { camera } = scene;
  Object.assign(view.camera, { projection: 'perspective', planar: false });
  const target = joint === undefined ? camera.target : jointAnchor(joint);
  const distance = joint === undefined ? camera.distance : camera.distance * CLOSE_UP;
  Object.assign(view.camera, { ...camera, target: [...target], distance }, request.camera);
  // The labels stand to the right of their joint.
  if (request.hover) pan(view.camera, -app.screen.width / 8, 0, app.screen.height);
  view.update(world);
  app.render();
};

/** The picture that was rendered last in this task: later the browser may have cleared the canvas. */
const readPixels = (): Uint32Array => {
  app.render();
  const { width, height } = app.canvas;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser has no 2D canvas.');
  context.drawImage(app.canvas, 0, 0);
  return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
};

const countDiffering = (pixels: Uint32Array, other: (i: number) => number): number =>
  pixels.reduce((count, pixel, i) => (pixel === other(i) ? count : count + 1), 0);

const changedPixels = (other: PictureRequest): number => {
  const before = readPixels();
  show(other);
  return countDiffering(readPixels(), (i) => before[i]);
};

const placeOf = ([x, y, z]: readonly number[]): [number, number] => {
  const { width, height } = app.screen;
  const matrix = viewProjection(view.camera, width / height, new Float32Array(16));
  const place = new Float64Array(3);
  projectPoint(matrix, x, y, z, width, height, place);
  return [place[0], place[1]];
};

/** B's anchor, world space. */
const jointAnchor = (joint: JointHandle): readonly number[] => {
  const joints = createReading();
  readJoints(world, joints);
  const anchor = allJoints(world).indexOf(joint) * JointRecord.size + JointRecord.anchorB;
  return [...joints.floats.subarray(anchor, anchor + 3)];
};

const nameOf = (
  handles: Readonly<Record<string, number>> | undefined,
  handle: number | undefined,
): string | undefined => Object.entries(handles ?? {}).find(([, value]) => value === handle)?.[0];

const mapValues = <T, U>(record: Readonly<Record<string, T>> = {}, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

/** How far around a point a body must be alone, pixels: edges are smoothed. */
const CLEAR = 3;

const seenBodies = (spacing: number): { picked: string; colour: number[] }[] => {
  const pixels = readPixels();
  const { width, height } = app.canvas;
  const seen: { picked: string; colour: number[] }[] = [];
  for (let y = CLEAR; y < height - CLEAR; y += spacing) {
    for (let x = CLEAR; x < width - CLEAR; x += spacing) {
      const body = view.pickBody(x + 0.5, y + 0.5)?.body;
      const around = [
        [-CLEAR, -CLEAR],
        [CLEAR, -CLEAR],
        [-CLEAR, CLEAR],
        [CLEAR, CLEAR],
      ];
      if (body === undefined || around.some(([dx, dy]) => view.pickBody(x + dx, y + dy)?.body !== body))
        continue;
      const pixel = pixels[y * width + x];
      seen.push({
        picked: bodyType(world, body),
        colour: [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255],
      });
    }
  }
  return seen;
};

window.debugDraw = {
  renderer: app.renderer.name,
  show,
  drawnPixels: () => {
    const pixels = readPixels();
    return countDiffering(pixels, () => pixels[0]);
  },
  changedPixels,
  layerPixels: (request, layers) => {
    const shown = request.layers ?? [];
    const entries = layers.map((layer) => {
      show(request);
      return [layer, changedPixels({ ...request, layers: shown.filter((name) => name !== layer) })];
    });
    return Object.fromEntries(entries);
  },
  camera: () => ({ ...view.camera, target: [...view.camera.target] }),
  bodyPlaces: () => mapValues(content.bodies, (body) => placeOf(bodyPosition(world, body))),
  jointPlaces: () => mapValues(content.joints, (joint) => placeOf(jointAnchor(joint))),
  pickBody: (x, y) => {
    const hit = view.pickBody(x, y);
    return hit && { name: nameOf(content.bodies, hit.body) ?? '?', point: hit.point };
  },
  pickJoint: (x, y) => nameOf(content.joints, view.pickJoint(x, y)?.joint),
  seenBodies,
  addBackdrop: () => {
    app.stage.addChildAt(
      new Graphics().rect(0, 0, app.screen.width / 2, app.screen.height).fill(0x24364a),
      0,
    );
  },
};
