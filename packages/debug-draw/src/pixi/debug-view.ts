import type { World } from '@tenon/physics-core';
import { type Application, Container, RendererType } from 'pixi.js';
import {
  createCamera,
  depthTowardsEye,
  hasPerspective,
  type OrbitCamera,
  pickRay,
  viewProjection,
} from '../camera.js';
import { completeDrawOptions, type DrawFields } from '../layers/check-options.js';
import { drawWorld } from '../layers/draw-world.js';
import { clearDrawing, createDrawing, type Drawing } from '../layers/drawing.js';
import type { DrawOptions } from '../layers/options.js';
import { type BodyHit, type JointHit, pickBody, pickJoint } from '../picking.js';
import { createLabelLayer, showLabels } from './labels.js';
import { listenForOrbit } from './orbit-input.js';
import {
  createPicturePasses,
  destroyPicturePasses,
  type ShineThrough,
  showPicture,
} from './picture-passes.js';

export interface DebugViewOptions {
  /** Where the camera starts; `{ planar: true }` is the 2D mode. */
  readonly camera?: Partial<OrbitCamera>;
  /** What is drawn, as far as it differs from `defaultDrawOptions()`; the same of its layers. */
  readonly draw?: DrawFields;
  /** Whose pointer and wheel move the camera: by default the app's canvas; false for none. */
  readonly controls?: HTMLElement | false;
  /** How much of what lies behind faces shines through. */
  readonly shineThrough?: Partial<ShineThrough>;
}

export interface DebugView {
  /** The one thing to add to a stage. It draws itself anew whenever it is rendered. */
  readonly container: Container;
  /** Live: change it and the next frame follows. */
  readonly options: DrawOptions;
  readonly camera: OrbitCamera;
  /** Live as well. */
  readonly shineThrough: ShineThrough;
  readonly drawing: Drawing;
  /** Draws now, and from now on this world if one is given. Rendering does it where you have not. */
  update(world?: World): void;
  /** What lies at a point of the stage, as pointer events give it. */
  pickBody(x: number, y: number): BodyHit | undefined;
  /** The joint with the nearest anchor within `radius` pixels, 24 by default. */
  pickJoint(x: number, y: number, radius?: number): JointHit | undefined;
  destroy(): void;
}

/** Lines fade from this many target distances on, and are gone at that many: a floor's grid ends softly. */
const FADE_START = 3;
const FADE_END = 12;
/** Depth bias of lines as a part of their distance, enough for the rounding of a 24-bit depth buffer. */
const LINE_BIAS = 0.002;
const SHINE_THROUGH: ShineThrough = { bodies: 0.2, joints: 0.6 };

export const createDebugView = (
  app: Application,
  world: World,
  viewOptions: DebugViewOptions = {},
): DebugView => {
  const options = completeDrawOptions(viewOptions.draw);
  const container = new Container();
  const passes = createPicturePasses();
  const labels = createLabelLayer();
  container.addChild(passes.container, labels.container);
  container.eventMode = 'none';

  const camera = createCamera(viewOptions.camera);
  const shineThrough = { ...SHINE_THROUGH, ...viewOptions.shineThrough };
  const drawing = createDrawing();
  const picture = {
    matrix: new Float32Array(16),
    width: 1,
    height: 1,
    fadeStart: 0,
    fadeEnd: 0,
    depthBias: 0,
    pixel: 1,
  };
  let shownWorld = world;
  /** Whether the picture in the buffers has not been rendered yet. */
  let fresh = false;

  const takeView = (): void => {
    const { width, height } = app.screen;
    picture.width = width;
    picture.height = height;
    picture.pixel = 1 / app.renderer.resolution;
    viewProjection(camera, width / height, picture.matrix);
    // Without perspective the shader sees everything at the distance 1, and nothing fades.
    const distance = hasPerspective(camera) ? camera.distance : 1;
    picture.fadeStart = FADE_START * distance;
    picture.fadeEnd = FADE_END * distance;
    picture.depthBias = depthTowardsEye(camera, LINE_BIAS);
  };
  const update = (nextWorld?: World): void => {
    if (nextWorld !== undefined) shownWorld = nextWorld;
    clearDrawing(drawing);
    drawWorld(drawing, shownWorld, options);
    takeView();
    showPicture(passes, drawing, picture, shineThrough);
    showLabels(labels, drawing.labels, picture, options.theme);
    fresh = true;
  };
  // WebGL always has a depth buffer; WebGPU only if the app was made with `depth: true`, or from here on.
  if (app.renderer.type === RendererType.WEBGPU) app.renderer.view.renderTarget.ensureDepthStencilTexture();
  container.onRender = () => {
    if (!fresh) update();
    fresh = false;
  };
  const stopListening =
    viewOptions.controls === false ? undefined : listenForOrbit(viewOptions.controls ?? app.canvas, camera);

  return {
    container,
    options,
    camera,
    shineThrough,
    drawing,
    update,
    pickBody: (x, y) => {
      takeView();
      const local = container.toLocal({ x, y });
      const across = (2 * local.x) / picture.width - 1;
      const upward = 1 - (2 * local.y) / picture.height;
      return pickBody(shownWorld, pickRay(camera, across, upward, picture.width / picture.height));
    },
    pickJoint: (x, y, radius) => {
      takeView();
      const local = container.toLocal({ x, y });
      return pickJoint(shownWorld, picture, local.x, local.y, radius);
    },
    destroy: () => {
      stopListening?.();
      destroyPicturePasses(passes);
      container.destroy({ children: true });
    },
  };
};
