import { worldToScene } from '@tenon/ecs-plugin';
import { bodyExists, jointExists, type SceneFile } from '@tenon/physics-core';
import { downloadText } from './download.js';
import { sceneFromFile } from './file-scene.js';
import { type Playground, say, showScene } from './playground.js';

/** A larger file is no scene that a page can show. */
const MOST_BYTES = 5e7;

/** The world on the screen as it is now: what was spawned, deleted, tuned and moved included. */
export const sceneFile = ({ simulation }: Playground): SceneFile => {
  const { world, content, runner } = simulation;
  const bodies = entriesOf(content.bodies).filter(([, body]) => bodyExists(world, body));
  const joints = entriesOf(content.joints).filter(([, joint]) => jointExists(world, joint));
  const groups = entriesOf(content.groups).map(
    ([name, group]) =>
      [
        name,
        {
          bodies: group.bodies.filter((body) => bodyExists(world, body)),
          joints: group.joints.filter((joint) => jointExists(world, joint)),
        },
      ] as const,
  );
  return worldToScene(runner.entities, {
    bodies: Object.fromEntries(bodies),
    joints: Object.fromEntries(joints),
    groups: Object.fromEntries(groups),
  });
};

const entriesOf = <T>(record: Readonly<Record<string, T>> = {}): [string, T][] => Object.entries(record);

export const saveFile = (playground: Playground): void => {
  const text = `${JSON.stringify(sceneFile(playground), null, 1)}\n`;
  downloadText(`${playground.state.scene}.tenon.json`, text, 'application/json');
  const planned = playground.simulation.content.beforeStep !== undefined;
  say(playground, planned ? 'Saved. The plan that moves this scene is not in the file.' : 'Saved.');
};

export const loadFile = async (playground: Playground, file: File): Promise<void> => {
  try {
    if (file.size > MOST_BYTES) throw new Error(`It has more than ${MOST_BYTES / 1e6} MB.`);
    openSceneFile(playground, await file.text(), file.name);
    say(playground, `Opened ${file.name}.`);
  } catch (error) {
    say(playground, `This file cannot be opened. ${error instanceof Error ? error.message : ''}`, 'error');
  }
};

/** Throws what is wrong with the text; the page is then as before. */
export const openSceneFile = (playground: Playground, text: string, name = 'Scene'): void =>
  showScene(playground, sceneFromFile(name.replace(/(\.tenon)?\.json$/, ''), JSON.parse(text)));

/** Files that are dropped anywhere on the page are opened. */
export const listenForDrops = (playground: Playground): void => {
  const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  const mark = (on: boolean): void => void document.body.classList.toggle('dropping', on);
  window.addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    mark(true);
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  window.addEventListener('drop', (event) => {
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    void loadFile(playground, file);
  });
};
