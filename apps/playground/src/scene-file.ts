import type { AppState } from './app-state.js';
import { downloadText } from './download.js';
import { fromJson, toJson } from './json-numbers.js';
import { openScene, type Playground, restart, say } from './playground.js';

/** What makes a scene the one that was tuned; how it was looked at is for links. */
interface SceneFile extends Pick<AppState, 'scene' | 'values' | 'settings' | 'tuning'> {
  readonly format: 'tenon-scene';
  readonly version: 1;
}

export const sceneFile = ({ state }: Playground): SceneFile => ({
  format: 'tenon-scene',
  version: 1,
  scene: state.scene,
  values: state.values,
  settings: state.settings,
  tuning: state.tuning,
});

export const saveFile = (playground: Playground): void =>
  downloadText(
    `${playground.state.scene}.tenon.json`,
    `${toJson(sceneFile(playground), 2)}\n`,
    'application/json',
  );

export const loadFile = async (playground: Playground, file: Blob): Promise<void> => {
  try {
    openSceneFile(playground, await file.text());
    say(playground, 'Loaded.');
  } catch (error) {
    say(playground, `This file cannot be loaded. ${error instanceof Error ? error.message : ''}`, 'error');
  }
};

export const openSceneFile = (playground: Playground, text: string): void => {
  const data = fromJson(text) as Partial<SceneFile> | null;
  if (data?.format !== 'tenon-scene' || data.version !== 1 || typeof data.scene !== 'string') {
    throw new Error('It is no scene that this page has saved.');
  }
  openScene(playground, data.scene);
  const { values = {}, settings = {}, tuning = {} } = data;
  Object.assign(playground.state, { values, settings, tuning });
  restart(playground);
  playground.signals.emit('scene');
};
