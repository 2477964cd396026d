import { downloadText } from '../download.js';
import { type Playground, say } from '../playground.js';
import {
  createTrajectory,
  sampleTrajectory,
  type Trajectory,
  trajectoryLength,
  trajectoryText,
} from '../trajectory.js';
import { makeButton } from './dom.js';

/** Record, and what it gives when it stops: the trajectory of everything as a table or as JSON. */
export const createRecordButtons = (playground: Playground): HTMLElement[] => {
  const save = (form: 'csv' | 'json') => (): void => {
    if (playground.trajectory === undefined) return;
    const type = form === 'csv' ? 'text/csv' : 'application/json';
    downloadText(`${playground.state.scene}.${form}`, trajectoryText(playground.trajectory, form), type);
  };
  const record = makeButton(
    'Record',
    'Everything that moves, from now on',
    () => setRecording(playground, !playground.recording),
    'record',
  );
  const files = (['csv', 'json'] as const).map((form) =>
    makeButton(form.toUpperCase(), `Saves what was recorded as ${form}`, save(form), `record-${form}`),
  );
  const show = (): void => {
    record.textContent = playground.recording ? 'Stop' : 'Record';
    record.setAttribute('aria-pressed', String(playground.recording));
    for (const button of files) button.hidden = playground.trajectory === undefined || playground.recording;
  };
  playground.signals.on(['recording'], show);
  playground.signals.on(['world'], () => {
    if (playground.recording && playground.trajectory?.simulation !== playground.simulation)
      setRecording(playground, false);
  });
  show();
  return [record, ...files];
};

export const setRecording = (playground: Playground, on: boolean): void => {
  const { trajectory } = playground;
  if (on) {
    playground.trajectory = createTrajectory(playground.simulation);
    sampleTrajectory(playground.trajectory);
  } else if (playground.recording && trajectory) {
    say(playground, `Recorded ${trajectoryLength(trajectory)} moments.`);
  }
  playground.recording = on;
  playground.signals.emit('recording');
};

/** Call after each step. */
export const recordStep = (playground: Playground): void => {
  const trajectory: Trajectory | undefined = playground.recording ? playground.trajectory : undefined;
  if (trajectory && !sampleTrajectory(trajectory)) setRecording(playground, false);
};
