import { clearLines, createLineBuffer, type LineBuffer, viewProjection } from '@tenon/debug-draw';
import { createDebugView, createPixiLines, type DebugView, uploadLines } from '@tenon/debug-draw/pixi';
import type { Application } from 'pixi.js';
import { type AppState, MAX_DISTANCE, MIN_DISTANCE } from './app-state.js';
import { fitToAspect, frameAll } from './framing.js';
import { drawGhost } from './ghost.js';
import { namesOfBodies } from './names.js';
import { createPictureMemory } from './picture-memory.js';
import { type Playground, selected } from './playground.js';

/** The debug view of the world, and lines of the page's own on top: the second world and the rubber band of the mouse. */
export interface PlaygroundView {
  readonly app: Application;
  readonly debug: DebugView;
  /** Adds lines of its own to each frame. */
  overlay: ((lines: LineBuffer) => void) | undefined;
  /** Moves the camera so that everything is in the picture. */
  frameAll(): void;
  /** Renders the picture, unless it is the last one still. */
  draw(): void;
}

export const BACKGROUNDS = { dark: 0x0e1116, light: 0xf4f5f7 } as const;

/** Of hidden edges hardly anything: bodies look solid. Joints lie inside them and must be seen. */
const SHINE_THROUGH = { bodies: 0.05, joints: 0.6 };
/** Lines fade from here on and are gone there, in distances of the camera's target. */
const FADE_START = 3;
const FADE_END = 12;

/** Of a crowd of joints nothing is drawn, but of the one that is selected everything is. */
const layersOf = ({ layers, ownLayers }: AppState, selectsJoint: boolean): AppState['layers'] =>
  selectsJoint && !ownLayers ? { ...layers, frames: true, limits: true, motors: true } : layers;

export const createView = (app: Application, playground: Playground): PlaygroundView => {
  const { state, signals } = playground;
  const debug = createDebugView(app, playground.simulation.world, {
    camera: cameraOf(state.camera),
    controls: false,
    shineThrough: SHINE_THROUGH,
  });
  const lines = createPixiLines();
  const buffer = createLineBuffer(4096);
  const matrix = new Float32Array(16);
  const memory = createPictureMemory();
  app.canvas.addEventListener('webglcontextrestored', memory.forget);
  app.stage.addChild(debug.container, lines.mesh);

  const applyOptions = (): void => {
    const { joint, body } = selected(playground);
    Object.assign(debug.options, {
      layers: layersOf(state, joint !== undefined),
      bodyColours: 'figure',
      theme: state.theme,
      rowLength: state.rowLength,
      selectedJoint: joint,
      selectedBody: body,
      isolateSelected: true,
      selectedNames: joint === undefined ? undefined : namesOfBodies(playground.simulation, joint),
      highlightedRow: undefined,
      hoveredJoint: undefined,
    });
    app.renderer.background.color = BACKGROUNDS[state.theme];
  };
  signals.on(['layers', 'theme', 'selection', 'world'], applyOptions);
  const placeCamera = (): void => {
    const { width, height } = app.screen;
    const own = state.camera === playground.scene.camera;
    Object.assign(debug.camera, cameraOf(own ? fitToAspect(state.camera, width / height) : state.camera));
  };
  const placeGround = (): void => {
    debug.options.groundHeight = playground.simulation.groundHeight;
  };
  signals.on(['scene'], placeCamera);
  signals.on(['scene'], placeGround);
  placeCamera();
  placeGround();
  applyOptions();

  const view: PlaygroundView = {
    app,
    debug,
    overlay: undefined,
    frameAll: () => frameAll(debug.camera, playground.simulation.world, app.screen.width / app.screen.height),
    draw: () => {
      debug.update(playground.simulation.world);
      clearLines(buffer);
      if (playground.comparison) drawGhost(buffer, playground, playground.comparison);
      view.overlay?.(buffer);
      const { width, height } = app.screen;
      const { distance } = debug.camera;
      uploadLines(lines, buffer, {
        matrix: viewProjection(debug.camera, width / height, matrix),
        width,
        height,
        fadeStart: FADE_START * distance,
        fadeEnd: FADE_END * distance,
        depthBias: 0,
      });
      const { drawing } = debug;
      const { resolution, background } = app.renderer;
      const sizes = [width, height, resolution, background.color.toNumber()];
      const { lines: jointLines, triangles: jointTriangles } = drawing.jointsFrom;
      const numbers = [...matrix, distance, ...sizes, jointLines, jointTriangles];
      if (memory.isNew([drawing.lines, drawing.triangles, buffer], drawing.labels, numbers)) app.render();
      const { target, yaw, pitch } = debug.camera;
      state.camera = { target: [...target], distance, yaw, pitch };
    },
  };
  return view;
};

const cameraOf = ({ target, distance, yaw, pitch }: Playground['state']['camera']) => ({
  target: [...target] as [number, number, number],
  distance,
  yaw,
  pitch,
  minDistance: MIN_DISTANCE,
  maxDistance: MAX_DISTANCE,
});
