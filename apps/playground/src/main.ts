import { stepStages, stepTimes } from '@tenon/physics-core/inspect';
import { Application } from 'pixi.js';
import { keepAddress } from './address.js';
import { listenForControl } from './control-keys.js';
import { listenForKeys } from './keyboard.js';
import { openMoment } from './moment-link.js';
import { listenForMouse } from './mouse.js';
import { exposePageControl, type LoopState } from './page-control.js';
import {
  createPlayground,
  type Playground,
  refreshComparison,
  say,
  setPaused,
  tellMissingScene,
} from './playground.js';
import { createPlotsPanel } from './plots/plots-panel.js';
import { createRunningAverage } from './running-average.js';
import { listenForDrops } from './scene-file.js';
import { findScene } from './scene-list.js';
import { advanceSimulation } from './simulation.js';
import { throwBall } from './spawn.js';
import { usualTheme } from './theme.js';
import { createComparePanel } from './ui/compare-panel.js';
import { byId, make, makeButton, makeTabs } from './ui/dom.js';
import { createDrawers } from './ui/drawers.js';
import { makeFold } from './ui/fold.js';
import { createHelp } from './ui/help.js';
import { createHud, type Timing } from './ui/hud.js';
import { createInspectPanel } from './ui/inspect-panel.js';
import { createMatrixPanel } from './ui/matrix-panel.js';
import { listenForMessages } from './ui/message.js';
import { recordStep } from './ui/record-buttons.js';
import { createRowsPanel } from './ui/rows-panel.js';
import { createSceneBrowser } from './ui/scene-browser.js';
import { createScenePanel } from './ui/scene-panel.js';
import { createTransport } from './ui/transport.js';
import { createViewPanel } from './ui/view-panel.js';
import { decodeState, hasCamera } from './url-state.js';
import { BACKGROUNDS, createView, type PlaygroundView } from './view.js';

/** Numbers change this often, milliseconds: fast enough to follow, slow enough to read. */
const READOUT_INTERVAL = 120;

const startApplication = async (element: HTMLElement, playground: Playground): Promise<Application> => {
  const app = new Application();
  await app.init({
    preference: new URLSearchParams(location.search).get('renderer') === 'webgpu' ? 'webgpu' : 'webgl',
    resizeTo: element,
    background: BACKGROUNDS[playground.state.theme],
    antialias: true,
    autoDensity: true,
    depth: true,
    resolution: window.devicePixelRatio,
    autoStart: false,
  });
  element.append(app.canvas);
  // Folding a panel changes the view's size without one of the window.
  new ResizeObserver(() => app.queueResize()).observe(element);
  app.canvas.addEventListener('webglcontextlost', () =>
    say(playground, 'The graphics card took a break; the picture comes back by itself.', 'error'),
  );
  app.canvas.addEventListener('webglcontextrestored', () => say(playground, 'The picture is back.'));
  return app;
};

/** Panels at the right, plots and rows below; returns what shows new numbers, and what is called after each step. */
const buildPanels = (playground: Playground, view: PlaygroundView) => {
  const [inspect, scene, layers, compare] = ['inspect', 'scene', 'view', 'compare'].map((name) =>
    make('section', { class: `panel panel-${name}` }),
  );
  const sideTabs = makeTabs(byId('panels'), [
    { id: 'inspect', title: 'Inspect', content: inspect },
    { id: 'scene', title: 'Scene', content: scene },
    { id: 'view', title: 'View', content: layers },
    { id: 'compare', title: 'Compare', content: compare },
  ]);
  const showSelection = createInspectPanel(playground, inspect);
  createScenePanel(playground, view, scene);
  createViewPanel(playground, layers);
  const showComparison = createComparePanel(playground, compare);
  const plots = createPlotsPanel(playground);
  const rows = createRowsPanel(playground, view);
  const matrix = createMatrixPanel(playground, view);
  const dock = byId('dock');
  const dockTabs = makeTabs(
    dock,
    [
      { id: 'plots', title: 'Plots', content: plots.element },
      { id: 'rows', title: 'Rows', content: rows.element },
      { id: 'matrix', title: 'Matrix', content: matrix.element },
    ],
    [plots.tools, makeFold(dock)],
  );
  let rowsWereShown = playground.state.selection?.kind === 'joint';
  if (rowsWereShown) dockTabs.show('rows');
  // The world's parameters are what one wants until something is selected.
  sideTabs.show(playground.state.selection ? 'inspect' : 'scene');
  // The difference of two worlds is a plot, and an empty table of rows says nothing.
  playground.signals.on(['compare', 'scene'], () => {
    const { compare, selection } = playground.state;
    if (compare !== 'off' || selection === undefined) dockTabs.show('plots');
  });
  playground.signals.on(['selection'], () => {
    const { selection } = playground.state;
    if (selection) sideTabs.show('inspect');
    // The first joint that is selected shows its rows; from then on the tab is the user's choice.
    if (selection?.kind === 'joint' && !rowsWereShown) dockTabs.show('rows');
    rowsWereShown ||= selection?.kind === 'joint';
  });
  return {
    plots,
    show: () => {
      showSelection();
      showComparison();
      rows.show();
      matrix.show();
      plots.show();
    },
  };
};

const start = async (element: HTMLElement): Promise<void> => {
  const state = decodeState(location.hash, usualTheme());
  const wanted = state.scene;
  const fragment = location.hash;
  if (!hasCamera(location.hash)) state.camera = findScene(state.scene).camera;
  document.documentElement.dataset.theme = state.theme;
  const playground = createPlayground(state);
  const app = await startApplication(element, playground);
  const view = createView(app, playground);
  const timing = {
    frame: createRunningAverage(),
    step: createRunningAverage(),
    draw: createRunningAverage(),
    stages: Object.fromEntries(
      stepStages.map((stage) => [stage, createRunningAverage()]),
    ) as Timing['stages'],
  };

  createSceneBrowser(playground);
  createDrawers(playground);
  const panels = buildPanels(playground, view);
  const showTransport = createTransport(playground);
  const hud = createHud(playground, timing);
  const help = createHelp();
  listenForMessages(playground);
  listenForDrops(playground);
  listenForMouse(element, playground, view);
  element.addEventListener('dblclick', (event) => {
    const { clientWidth: width, clientHeight: height } = element;
    const { left, top } = element.getBoundingClientRect();
    const x = (2 * (event.clientX - left)) / width - 1;
    const y = 1 - (2 * (event.clientY - top)) / height;
    throwBall(playground, view.debug.camera, x, y, width / height);
  });
  const control = listenForControl(playground, view);
  listenForKeys(playground, view, {
    toggleHelp: help.toggle,
    togglePanels: () => byId('app').classList.toggle('bare'),
  });
  byId('stage').append(
    makeButton('⌂', 'Everything in the picture (Home)', view.frameAll, 'frame-all'),
    makeButton('?', 'Keys and mouse (?)', help.toggle, 'help-button'),
  );
  keepAddress(playground);
  tellMissingScene(playground, wanted);
  void openMoment(playground, fragment);
  const listenToSteps = (): void => {
    playground.simulation.afterStep = () => {
      // Both worlds at the same time, or their difference would be that of a late one.
      const { simulation, comparison } = playground;
      comparison?.catchUp(simulation.stepCount);
      panels.plots.sample();
      recordStep(playground);
      timing.step.add(simulation.stepMilliseconds);
      const times = stepTimes(simulation.world);
      for (const stage of stepStages) timing.stages[stage].add(times[stage]);
    };
  };
  playground.signals.on(['world'], listenToSteps);
  playground.signals.on(['scene'], () => {
    for (const average of [timing.step, ...Object.values(timing.stages)]) average.clear();
  });
  listenToSteps();
  const loop: LoopState = { renderer: app.renderer.name, frameCount: 0 };
  exposePageControl({ playground, view, loop, csv: panels.plots.csv });
  refreshComparison(playground);

  let previousTime = performance.now();
  let readoutDue = 0;
  const frame = (time: number): void => {
    // A window moved to another screen changes the pixel density without a resize event.
    if (app.renderer.resolution !== window.devicePixelRatio)
      app.renderer.resolution = window.devicePixelRatio;
    const elapsed = Math.max(0, time - previousTime);
    previousTime = time;
    if (loop.frameCount++ > 0) timing.frame.add(elapsed);

    const { simulation } = playground;
    const began = performance.now();
    if (!state.paused) control.steer();
    if (!state.paused) advanceSimulation(simulation, (elapsed / 1000) * state.speed);
    playground.comparison?.catchUp(simulation.stepCount);
    const stepped = performance.now();
    if (simulation.failure !== undefined && !state.paused) {
      setPaused(playground, true);
      say(playground, simulation.failure, 'error');
    }
    control.follow();
    view.draw();
    const drawn = performance.now();
    timing.draw.add(drawn - stepped);
    hud.addFrame(stepped - began, drawn - stepped);
    showTransport();
    if (time >= readoutDue) {
      readoutDue = time + READOUT_INTERVAL;
      hud.show();
      panels.show();
    }
    if (loop.frameCount === 1) byId('splash').remove();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};

await start(byId('view'));
