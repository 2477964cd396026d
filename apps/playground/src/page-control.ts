import { projectPoint, viewProjection } from '@tenon/debug-draw';
import { entityOfBody } from '@tenon/ecs-plugin';
import {
  allBodies,
  bodyPosition,
  bodyType,
  hashWorld,
  jointCoordinates,
  linearVelocity,
  type Vec3,
  worldStats,
} from '@tenon/physics-core';
import { contactRows } from '@tenon/physics-core/inspect';
import { jointAsCode } from './code/joint-code.js';
import { differenceOf } from './compare.js';
import { bodyKey, findJoint } from './names.js';
import type { PageState } from './page-state.js';
import type { Playground } from './playground.js';
import { openSceneFile, sceneFile } from './scene-file.js';
import { allScenes } from './scene-list.js';
import { stepSimulation } from './simulation.js';
import { trajectoryText } from './trajectory.js';
import { setRecording } from './ui/record-buttons.js';
import { seek } from './ui/transport.js';
import type { PlaygroundView } from './view.js';

/** What only the page's main loop knows. */
export interface LoopState {
  readonly renderer: string;
  frameCount: number;
}

interface Parts {
  readonly playground: Playground;
  readonly view: PlaygroundView;
  readonly loop: LoopState;
  readonly csv: () => string;
}

export const exposePageControl = ({ playground, view, loop, csv }: Parts): void => {
  const joint = (key: string) => {
    const handle = findJoint(playground.simulation, key);
    if (handle === undefined) throw new Error(`This scene has no joint '${key}'.`);
    return handle;
  };
  window.tenon = {
    state: () => readState(playground, loop),
    advance: (steps) => {
      for (let i = 0; i < steps; i++) stepSimulation(playground.simulation);
      playground.comparison?.catchUp(playground.simulation.stepCount);
    },
    seek: (step) => seek(playground, step),
    scenes: () => allScenes.map(({ id }) => id),
    coordinates: (key) => jointCoordinates(playground.simulation.world, joint(key)),
    code: (key) => jointAsCode(playground.simulation, joint(key)),
    save: () => JSON.stringify(sceneFile(playground)),
    load: (text) => openSceneFile(playground, text),
    project: (point) => projectToView(view, point),
    csv,
    record: (on) => setRecording(playground, on),
    recorded: (form) => (playground.trajectory ? trajectoryText(playground.trajectory, form) : ''),
    touching: () => {
      const { world } = playground.simulation;
      const touching = allBodies(world).find(
        (body) => bodyType(world, body) === 'dynamic' && contactRows(world, body).length > 0,
      );
      return touching === undefined ? undefined : bodyKey(playground.simulation, touching);
    },
    entities: () => {
      const { entities, world } = playground.simulation.runner;
      return allBodies(world).filter((body) => entityOfBody(entities, body) !== 0).length;
    },
  };
};

const readState = (playground: Playground, loop: LoopState): PageState => {
  const { simulation, state, comparison, message } = playground;
  const { world } = simulation;
  const moving = allBodies(world).filter((body) => bodyType(world, body) === 'dynamic');
  return {
    ...structuredClone(state),
    ...loop,
    stepCount: simulation.stepCount,
    contactCount: worldStats(world).contacts,
    hash: hashWorld(world),
    failure: simulation.failure,
    message: message?.text,
    positions: moving.map((body) => bodyPosition(world, body)),
    velocities: moving.map((body) => linearVelocity(world, body)),
    comparison: comparison && {
      title: comparison.title,
      largest: differenceOf(playground)?.largest ?? 0,
    },
  };
};

const projectToView = ({ app, debug }: PlaygroundView, [x, y, z]: Vec3): [number, number] => {
  const { width, height } = app.screen;
  const place = new Float64Array(3);
  projectPoint(
    viewProjection(debug.camera, width / height, new Float32Array(16)),
    x,
    y,
    z,
    width,
    height,
    place,
  );
  const { left, top } = app.canvas.getBoundingClientRect();
  return [left + place[0], top + place[1]];
};
