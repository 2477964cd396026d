import type { JointChanges, JointHandle, World } from '@tenon/physics-core';

/** Something the user did to the world between two steps. Doing it again after a restore gives the same bits. */
export type Action = (world: World) => void;

/** Values that a person has set and that the scene's own plan must not take back. */
export type HeldChanges = ReadonlyMap<JointHandle, JointChanges>;

interface Moment {
  readonly step: number;
  readonly bytes: Uint8Array;
  readonly held: HeldChanges;
}

/**
 * The last ten seconds: a snapshot every few steps, and what the user did in between. A moment between two snapshots is reached by
 * restoring the earlier one and taking the steps again.
 */
export interface History {
  moments: Moment[];
  actions: { readonly step: number; readonly action: Action }[];
  /** Steps from one snapshot to the next. */
  interval: number;
}

const STEPS_KEPT = 600;
const INTERVAL = 10;
/** Snapshots of large worlds are taken less often, so that all of them stay below this. */
const MOST_BYTES = 96e6;

export const createHistory = (): History => ({ moments: [], actions: [], interval: INTERVAL });

export const isDue = ({ moments, interval }: History, step: number): boolean => {
  const last = moments.at(-1);
  return last === undefined || step >= last.step + interval;
};

export const keepMoment = (history: History, step: number, bytes: Uint8Array, held: HeldChanges): void => {
  const { moments } = history;
  moments.push({ step, bytes, held: new Map(held) });
  history.interval = Math.max(INTERVAL, Math.ceil((STEPS_KEPT * bytes.length) / MOST_BYTES));
  // The moment before the oldest step that can be reached is still needed to reach it.
  while (moments.length > 1 && moments[1].step <= step - STEPS_KEPT) moments.shift();
  history.actions = history.actions.filter((entry) => entry.step >= moments[0].step);
};

export const oldestStep = ({ moments }: History, step: number): number =>
  Math.min(step, Math.max(moments[0]?.step ?? step, step - STEPS_KEPT));

/** The last moment at or before a step. */
export const momentBefore = ({ moments }: History, step: number): Moment | undefined =>
  moments.findLast((moment) => moment.step <= step);

export const actionsAt = (history: History, step: number): Action[] =>
  history.actions.filter((entry) => entry.step === step).map(({ action }) => action);

/** Time goes on from here: later moments are dropped. */
export const forgetAfter = (history: History, step: number): void => {
  history.moments = history.moments.filter((moment) => moment.step <= step);
  history.actions = history.actions.filter((entry) => entry.step <= step);
};
