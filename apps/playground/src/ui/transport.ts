import { speeds } from '../app-state.js';
import { type Playground, restart, setPaused } from '../playground.js';
import { STEP } from '../runner.js';
import { rewindSpan, seekStep, stepSimulation } from '../simulation.js';
import { byId, make, makeButton, setText } from './dom.js';

/** Play, step, start over, slow motion and the way back, below the view. Returns what must be called each frame. */
export const createTransport = (playground: Playground): (() => void) => {
  const { state, signals } = playground;
  const play = makeButton('', 'Run or pause (space)', () => setPaused(playground, !state.paused), 'pause');
  const step = makeButton('Step', 'One step (.)', () => stepOnce(playground), 'step');
  const reset = makeButton('Reset', 'Start over (R)', () => restart(playground), 'reset');
  const speed = make('select', { id: 'speed', title: 'Speed (- and +)' });
  speed.append(...speeds.map((value) => new Option(speedLabel(value), String(value))));
  speed.addEventListener('change', () => {
    state.speed = Number(speed.value);
    signals.emit('running');
    speed.blur();
  });
  const scrubber = make('input', { id: 'rewind', type: 'range', title: 'The last ten seconds (arrow keys)' });
  scrubber.addEventListener('input', () => seek(playground, Number(scrubber.value)));
  scrubber.addEventListener('pointerup', () => scrubber.blur());
  const clock = make('output', { id: 'clock' });
  byId('transport').append(play, step, reset, speed, scrubber, clock);

  const showRunning = (): void => {
    play.textContent = state.paused ? 'Play' : 'Pause';
    play.classList.toggle('primary', state.paused);
    if (!speeds.includes(state.speed) && speed.querySelector(`[value="${state.speed}"]`) === null)
      speed.append(new Option(speedLabel(state.speed), String(state.speed)));
    speed.value = String(state.speed);
  };
  signals.on(['running', 'scene'], showRunning);
  showRunning();

  return () => {
    const { simulation } = playground;
    const [first, last] = rewindSpan(simulation);
    scrubber.min = String(first);
    scrubber.max = String(Math.max(last, first + 1));
    scrubber.value = String(simulation.stepCount);
    scrubber.disabled = last === first;
    const part = last > first ? (simulation.stepCount - first) / (last - first) : 1;
    scrubber.style.setProperty('--part', `${part * 100}%`);
    setText(clock, `${(simulation.stepCount * STEP).toFixed(2)} s`);
  };
};

const speedLabel = (speed: number): string => `${speed}×`;

export const stepOnce = (playground: Playground): void => {
  setPaused(playground, true);
  stepSimulation(playground.simulation);
};

/** Goes to a step of the last ten seconds, with the second world if there is one, and waits there. */
export const seek = (playground: Playground, step: number): void => {
  const { simulation, comparison } = playground;
  if (!playground.state.paused) setPaused(playground, true);
  seekStep(simulation, step);
  comparison?.seek(simulation.stepCount);
  playground.signals.emit('world');
};

export const changeSpeed = (playground: Playground, direction: 1 | -1): void => {
  const { state, signals } = playground;
  const next =
    direction > 0
      ? speeds.find((value) => value > state.speed)
      : speeds.findLast((value) => value < state.speed);
  if (next === undefined) return;
  state.speed = next;
  signals.emit('running');
};
