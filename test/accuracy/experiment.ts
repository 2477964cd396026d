import type { Runner } from './engine.js';

/** One line of the report: a number that should be small, or lie in a range. */
export interface Goal {
  readonly what: string;
  readonly unit: string;
  readonly ideal: string;
  /** The number as measured; how to read it off a run. */
  readonly key: string;
  /** Highest and lowest allowed; none when the line is reported only. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Why a goal is missed that an iterative solver cannot reach. It stays in the report as missed. */
  readonly outOfReach?: string;
}

/** A curve over time or another variable, for the plots. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Measurement {
  readonly values: Readonly<Record<string, number>>;
  readonly curves?: readonly Curve[];
}

/** A scene of the accuracy list. */
export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** What a reader should know of the figures, in a sentence. */
  readonly note?: string;
  readonly goals: readonly Goal[];
  /** Title and axes of its plot, if it has one. */
  readonly plot?: { readonly x: string; readonly y: string };
  /** False where Rapier has no such joint or read-out. */
  readonly rapier: boolean;
  readonly measure: (run: Runner) => Measurement;
}

export const isMet = ({ atMost = Infinity, atLeast = -Infinity }: Goal, value: number): boolean =>
  value <= atMost && value >= atLeast;
