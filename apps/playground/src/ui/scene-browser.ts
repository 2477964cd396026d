import type { SceneGroup } from '@tenon/scenes';
import { openScene, type Playground } from '../playground.js';
import { searchScenes } from '../scene-list.js';
import { byId, make, setText } from './dom.js';

const GROUP_TITLES: Record<SceneGroup, string> = {
  basics: 'Basics',
  joints: 'Joints',
  machines: 'Machines',
  papers: 'From papers',
  stress: 'Stress',
};

/** The list on the left, with search, and the text about the open scene over the view. */
export const createSceneBrowser = (playground: Playground): void => {
  const search = byId('search') as HTMLInputElement;
  const list = byId('scene-list');
  const fill = (): void => {
    const groups = [...searchScenes(search.value)];
    list.replaceChildren(
      ...groups.map(([group, scenes]) =>
        make('section', {}, [
          make('h3', { text: GROUP_TITLES[group] }),
          ...scenes.map(({ id, title, description }) => sceneLink(playground, id, title, description)),
        ]),
      ),
    );
    if (groups.length === 0) list.append(make('p', { class: 'empty', text: 'No scene has these words.' }));
    markOpen();
  };
  const markOpen = (): void => {
    for (const link of list.querySelectorAll('a')) {
      const open = link.dataset.scene === playground.state.scene;
      link.toggleAttribute('aria-current', open);
      if (open) link.scrollIntoView({ block: 'nearest' });
    }
  };
  search.addEventListener('input', fill);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      search.value = '';
      fill();
      search.blur();
    }
    if (event.key === 'Enter') {
      list.querySelector('a')?.click();
      search.blur();
    }
  });
  playground.signals.on(['scene'], () => {
    markOpen();
    describeScene(playground);
  });
  fill();
  describeScene(playground);
};

const sceneLink = (playground: Playground, id: string, title: string, description: string): HTMLElement => {
  const link = make('a', { text: title, title: description, 'data-scene': id });
  link.href = `#scene=${id}`;
  link.addEventListener('click', (event) => {
    // With a modifier the browser opens the link in a new tab, as everywhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openScene(playground, id);
  });
  return link;
};

const describeScene = ({ scene }: Playground): void => {
  setText(byId('scene-title'), scene.title);
  setText(byId('scene-description'), scene.description);
  setText(byId('scene-watch'), scene.watch);
  document.title = `${scene.title} · Tenon playground`;
};
