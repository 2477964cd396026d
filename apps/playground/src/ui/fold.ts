import { makeButton } from './dom.js';

/** px. In a lower window plots would leave too little of the view. */
const TALL = 800;

/** The button that folds plots and rows away; in a low window they begin so. A click on one of the tabs unfolds them. */
export const makeFold = (dock: HTMLElement): HTMLButtonElement => {
  const setFolded = (folded: boolean): void => {
    dock.classList.toggle('folded', folded);
    button.textContent = folded ? '▴' : '▾';
  };
  const button = makeButton('▾', 'Folds the plots away, and back', () =>
    setFolded(!dock.classList.contains('folded')),
  );
  button.classList.add('fold');
  dock.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[id^="tab-"]')) setFolded(false);
  });
  setFolded(window.innerHeight < TALL);
  return button;
};
