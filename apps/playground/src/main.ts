import { worldStats } from '@tenon/physics-core';
import { Application } from 'pixi.js';
import { listenForCamera } from './camera-input.js';
import { exposePageControl, type LoopState } from './page-state.js';
import { createPanel } from './panel.js';
import { createRunningAverage } from './running-average.js';
import { advanceSimulation, createSimulation, resetSimulation, stepSimulation } from './simulation.js';
import { createView, drawScene, resetCamera } from './view.js';

/** The readout changes this often, milliseconds: fast enough to follow, slow enough to read. */
const READOUT_INTERVAL = 200;

const start = async (element: HTMLElement): Promise<void> => {
  const app = new Application();
  await app.init({
    preference: new URLSearchParams(location.search).get('renderer') === 'webgpu' ? 'webgpu' : 'webgl',
    resizeTo: element,
    background: '#0d1015',
    antialias: true,
    autoDensity: true,
    resolution: window.devicePixelRatio,
    autoStart: false,
  });
  element.append(app.canvas);

  const simulation = createSimulation();
  const view = createView(app);
  const stepTime = createRunningAverage();
  const frameTime = createRunningAverage();
  const loop: LoopState = { renderer: app.renderer.name, frameCount: 0 };
  listenForCamera(element, view.camera);
  const showReadout = createPanel({
    togglePause: () => {
      simulation.paused = !simulation.paused;
    },
    step: () => {
      simulation.paused = true;
      stepSimulation(simulation);
    },
    reset: () => {
      resetSimulation(simulation);
      resetCamera(view);
      stepTime.clear();
    },
  });
  exposePageControl(simulation, view.camera, loop);

  let previousTime = performance.now();
  let readoutDue = 0;
  const frame = (time: number): void => {
    // A window moved to another screen changes the pixel density without a resize event.
    if (app.renderer.resolution !== window.devicePixelRatio)
      app.renderer.resolution = window.devicePixelRatio;
    const elapsed = Math.max(0, time - previousTime);
    previousTime = time;
    if (loop.frameCount++ > 0) frameTime.add(elapsed);

    const stepsBefore = simulation.stepCount;
    advanceSimulation(simulation, elapsed / 1000);
    if (simulation.stepCount !== stepsBefore && simulation.stepMilliseconds !== undefined) {
      stepTime.add(simulation.stepMilliseconds);
    }
    drawScene(view, app, simulation.world, simulation.bodies);

    if (time >= readoutDue) {
      readoutDue = time + READOUT_INTERVAL;
      const stats = worldStats(simulation.world);
      showReadout({
        frameMilliseconds: frameTime.read(),
        stepMilliseconds: stepTime.read(),
        stepCount: simulation.stepCount,
        bodyCount: stats.bodies,
        awakeCount: stats.awakeBodies,
        contactCount: stats.contacts,
        paused: simulation.paused,
      });
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};

const element = document.getElementById('view');
if (element !== null) await start(element);
