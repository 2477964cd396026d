import { type Playground, restart, setPaused } from '../playground.js';
import { byId, make, makeButton } from './dom.js';

/** How long a friendly word stays, milliseconds; errors stay until they are closed. */
const INFO_TIME = 3500;

/** One line over the view: what just happened, or why the world stands still. */
export const listenForMessages = (playground: Playground): void => {
  const element = byId('message');
  let timer = 0;
  playground.signals.on(['message'], () => {
    window.clearTimeout(timer);
    const { message } = playground;
    element.hidden = message === undefined;
    if (message === undefined) return;
    element.dataset.kind = message.kind;
    const close = (): void => {
      playground.message = undefined;
      element.hidden = true;
    };
    const buttons = [makeButton('Close', 'Hides this', close)];
    if (playground.simulation.failure !== undefined) {
      buttons.unshift(
        makeButton('Start over', 'Builds the scene anew', () => {
          restart(playground);
          setPaused(playground, false);
        }),
      );
    }
    element.replaceChildren(make('span', { text: message.text }), ...buttons);
    if (message.kind === 'info') timer = window.setTimeout(close, INFO_TIME);
  });
};
