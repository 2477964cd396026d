export interface PanelActions {
  togglePause(): void;
  step(): void;
  reset(): void;
}

export interface Readout {
  readonly frameMilliseconds: number | undefined;
  readonly stepMilliseconds: number | undefined;
  readonly stepCount: number;
  readonly bodyCount: number;
  readonly awakeCount: number;
  /** Contacts between sleeping bodies are not solved and do not count. */
  readonly contactCount: number;
  readonly paused: boolean;
}

/** Connects buttons and keys; the result shows new numbers. */
export const createPanel = (actions: PanelActions): ((readout: Readout) => void) => {
  const pauseLabel = byId('pause').querySelector('span') ?? byId('pause');
  onClick('pause', actions.togglePause);
  onClick('step', actions.step);
  onClick('reset', actions.reset);
  window.addEventListener('keydown', (event) => onKey(event, actions));

  const cells = {
    frame: byId('frame-time'),
    step: byId('step-time'),
    steps: byId('step-count'),
    bodies: byId('body-count'),
    awake: byId('awake-count'),
    contacts: byId('contact-count'),
  };
  return (readout) => {
    cells.frame.textContent = milliseconds(readout.frameMilliseconds);
    cells.step.textContent = milliseconds(readout.stepMilliseconds);
    cells.steps.textContent = String(readout.stepCount);
    cells.bodies.textContent = String(readout.bodyCount);
    cells.awake.textContent = String(readout.awakeCount);
    cells.contacts.textContent = String(readout.contactCount);
    pauseLabel.textContent = readout.paused ? 'Play' : 'Pause';
  };
};

const onKey = (event: KeyboardEvent, actions: PanelActions): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A focused button has the space bar for itself.
  if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
  const action = { ' ': actions.togglePause, '.': actions.step, r: actions.reset }[event.key.toLowerCase()];
  if (action === undefined || (event.repeat && event.key !== '.')) return;
  event.preventDefault();
  action();
};

const onClick = (id: string, action: () => void): void => {
  const button = byId(id);
  button.addEventListener('click', (event) => {
    action();
    // After a mouse click (detail counts clicks) the space bar should pause again and not repeat the button.
    if (event.detail > 0) button.blur();
  });
};

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element with the id "${id}".`);
  return element;
};

const milliseconds = (value: number | undefined): string =>
  value === undefined ? '–' : `${value.toFixed(2)} ms`;
