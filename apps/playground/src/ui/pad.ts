import { make } from './dom.js';

/** A stick and buttons for fingers: they hold the keys that a keyboard would. Only pages without a mouse show it. */
export interface Pad {
  /** All keys that it may hold. */
  readonly keys: readonly string[];
  /** With these buttons, or not at all. */
  show(actions: readonly (readonly [key: string, text: string])[] | undefined): void;
}

/** Pixels from the middle that count as a direction, and that the knob goes. */
const DEAD = 14;
const REACH = 36;

export const createPad = (parent: HTMLElement, hold: (keys: ReadonlySet<string>) => void): Pad => {
  const knob = make('i');
  const stick = make('div', { class: 'stick', 'aria-label': 'Walk or drive' }, [knob]);
  const element = make('div', { class: 'pad' }, [stick]);
  element.hidden = true;
  parent.append(element);
  const held = { stick: [] as string[], buttons: new Set<string>() };
  const tell = (): void => hold(new Set([...held.stick, ...held.buttons]));

  const push = (x: number, y: number): void => {
    const size = Math.max(1, Math.hypot(x, y) / REACH);
    knob.style.transform = `translate(${x / size}px, ${y / size}px)`;
    held.stick = [
      ...(y < -DEAD ? ['w'] : y > DEAD ? ['s'] : []),
      ...(x < -DEAD ? ['a'] : x > DEAD ? ['d'] : []),
    ];
    tell();
  };
  const follow = ({ clientX, clientY }: PointerEvent): void => {
    const { left, top, width, height } = stick.getBoundingClientRect();
    push(clientX - left - width / 2, clientY - top - height / 2);
  };
  stick.addEventListener('pointerdown', (event) => {
    stick.setPointerCapture(event.pointerId);
    follow(event);
  });
  stick.addEventListener('pointermove', (event) => {
    if (stick.hasPointerCapture(event.pointerId)) follow(event);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) stick.addEventListener(end, () => push(0, 0));

  const makeAction = ([key, text]: readonly [string, string]): HTMLElement => {
    const button = make('button', { type: 'button', text });
    const set = (down: boolean) => (): void => {
      if (down) held.buttons.add(key);
      else held.buttons.delete(key);
      tell();
    };
    button.addEventListener('pointerdown', set(true));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      button.addEventListener(end, set(false));
    return button;
  };
  return {
    keys: ['w', 'a', 's', 'd', ' ', 'f'],
    show: (actions) => {
      element.hidden = actions === undefined;
      element.replaceChildren(stick, ...(actions ?? []).map(makeAction));
      held.stick = [];
      held.buttons.clear();
    },
  };
};
