import { byId, make, makeButton } from './dom.js';

const SECTIONS: readonly (readonly [
  title: string,
  entries: readonly (readonly [keys: string, text: string])[],
])[] = [
  [
    'Mouse',
    [
      ['drag a body', 'pull it with a spring; let go to throw it'],
      ['drag elsewhere', 'orbit'],
      ['right drag, shift + drag', 'pan'],
      ['wheel', 'zoom'],
      ['click', 'select a joint or body'],
      ['double click', 'throw a ball there'],
    ],
  ],
  [
    'Time',
    [
      ['space', 'run or pause'],
      ['.', 'one step'],
      ['R', 'start over'],
      ['- and +', 'slower, faster'],
      ['← and →', 'back and forward through the last ten seconds'],
    ],
  ],
  [
    'Scene',
    [
      ['/', 'search scenes'],
      ['N and shift + N', 'next and previous scene'],
      ['B, O, C', 'drop a box, a ball, a capsule'],
      ['delete', 'remove what is selected'],
      ['escape', 'select nothing'],
    ],
  ],
  [
    'Walking and driving',
    [
      ['enter', 'take over, in the scenes Walk and Car'],
      ['W A S D, arrows', 'walk where the camera looks, drive'],
      ['space', 'jump'],
      ['escape', 'give the keys back'],
    ],
  ],
  [
    'View',
    [
      ['1 … 9', 'layers'],
      ['F', 'look at what is selected'],
      ['Home', 'everything in the picture'],
      ['H', 'hide and show the panels'],
      ['T', 'dark or light'],
      ['?', 'this help'],
    ],
  ],
];

export const createHelp = (): { toggle(): void } => {
  const dialog = byId('help') as HTMLDialogElement;
  const close = makeButton('Close', 'Back to the scene', () => dialog.close());
  dialog.append(
    make('header', {}, [make('h2', { text: 'Keys and mouse' }), close]),
    make(
      'div',
      { class: 'columns' },
      SECTIONS.map(([title, entries]) =>
        make('section', {}, [
          make('h3', { text: title }),
          make(
            'dl',
            {},
            entries.map(([keys, text]) =>
              make('div', {}, [make('dt', { text: keys }), make('dd', { text })]),
            ),
          ),
        ]),
      ),
    ),
  );
  dialog.addEventListener('click', (event) => {
    // A click on the dialog itself is one on the backdrop around it.
    if (event.target === dialog) dialog.close();
  });
  return {
    toggle: () => {
      if (dialog.open) dialog.close();
      else dialog.showModal();
    },
  };
};
