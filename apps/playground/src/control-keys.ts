import { eyePosition } from '@tenon/debug-draw';
import type { Control } from './control.js';
import type { Playground } from './playground.js';
import { byId, setText } from './ui/dom.js';
import { createPad } from './ui/pad.js';
import type { PlaygroundView } from './view.js';

const DIRECTIONS: Readonly<Record<string, 'forward' | 'back' | 'left' | 'right' | 'jump' | 'shoot'>> = {
  w: 'forward',
  arrowup: 'forward',
  s: 'back',
  arrowdown: 'back',
  a: 'left',
  arrowleft: 'left',
  d: 'right',
  arrowright: 'right',
  ' ': 'jump',
  f: 'shoot',
};

/** Part of a height that the camera climbs in a frame: stairs would jerk it. */
const CLIMB = 0.25;

/** Keys in a field or an open dialog are not the scene's. */
const isElsewhere = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement && target.closest('input, select, textarea') !== null);

/**
 * Scenes in which something is moved with the keys have a mode for it, in which space and arrows do not pause and scrub: Enter begins it,
 * Escape ends it, and a line below the view says so. Other keys are the page's all the time. The camera follows in the mode alone.
 */
export const listenForControl = (playground: Playground, { debug }: PlaygroundView) => {
  const line = byId('control');
  const held = new Set<string>();
  let active = false;
  const control = (): Control | undefined => playground.scene.control;
  const setActive = (wanted: boolean): void => {
    // Let go of everything, or it would walk on for ever.
    if (active && !wanted) steerBy(new Set());
    held.clear();
    active = wanted && control() !== undefined;
    const { keys = '', takeOver = '' } = control() ?? {};
    line.hidden = control() === undefined;
    setText(line, active ? keys : takeOver);
  };
  const pad = createPad(byId('stage'), (keys) => {
    if (!active) setActive(true);
    for (const key of pad.keys) held.delete(key);
    for (const key of keys) held.add(key);
  });
  const steerBy = (keys: ReadonlySet<string>): void => {
    const asked = new Set([...keys].map((key) => DIRECTIONS[key]));
    const amount = (plus: 'forward' | 'right', minus: 'back' | 'left'): number =>
      Number(asked.has(plus)) - Number(asked.has(minus));
    const eye = eyePosition(debug.camera);
    const [x, z] = [debug.camera.target[0] - eye[0], debug.camera.target[2] - eye[2]];
    const length = Math.hypot(x, z) || 1;
    control()?.steer(playground.simulation, {
      forward: amount('forward', 'back'),
      right: amount('right', 'left'),
      jump: asked.has('jump'),
      shoot: asked.has('shoot'),
      heading: [x / length, z / length],
    });
  };
  const take = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const pressed = (event: KeyboardEvent): void => {
    if (control() === undefined || isElsewhere(event)) return;
    const key = event.key.toLowerCase();
    const onButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
    if (active && DIRECTIONS[key] !== undefined) {
      held.add(key);
      take(event);
    } else if ((active && key === 'escape') || (!active && key === 'enter' && !onButton)) {
      setActive(!active);
      take(event);
    }
  };
  // Before the keys of the page hear of it.
  window.addEventListener('keydown', pressed, { capture: true });
  window.addEventListener('keyup', ({ key }) => held.delete(key.toLowerCase()), { capture: true });
  window.addEventListener('blur', () => held.clear());
  const open = (): void => {
    active = false;
    pad.show(control()?.actions);
    setActive(control()?.fromStart === true);
  };
  playground.signals.on(['scene'], open);
  open();
  return {
    /** Call before the steps of a frame. */
    steer: (): void => {
      if (active) steerBy(held);
    },
    /** Call before a frame is drawn. */
    follow: (): void => {
      const place = active ? control()?.place(playground.simulation) : undefined;
      if (!place) return;
      const height = debug.camera.target[1];
      debug.camera.target = [place[0], height + CLIMB * (place[1] - height), place[2]];
    },
  };
};
