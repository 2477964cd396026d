import type { World } from '@tenon/physics-core';
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
  /** The settings that the line is about, as settings-text.ts names them. Default: 'default'. */
  readonly ran?: string;
  /** Why a goal is missed that an iterative solver cannot reach. It stays in the report as missed. */
  readonly outOfReach?: string;
  /** Why the default still misses a goal. The report judges it, the tests do not: they assert the line beside it. */
  readonly open?: string;
}

/** A curve over time or another variable, for the plots. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Measurement {
  readonly values: Readonly<Record<string, number>>;
  /** The world that gave a value, where those of an experiment have different settings. */
  readonly worlds?: Readonly<Record<string, World>>;
  readonly curves?: readonly Curve[];
}

/** The texts of docs/texts.md, by number; '' is for what none of them has. */
export const texts = {
  '000': 'Tamis 2015, 3D Constraint Derivations for Impulse Solvers',
  '001': 'Tamis & Maggiore, a constraint-based rigid body solver',
  '002': 'planar constraint notes',
  '003': 'Chappuis 2013, Constraints Derivation for Rigid Body Simulation in 3D',
  '004': 'Kleppmann 2007, Simulation of colliding constrained rigid bodies',
  '': 'Beyond the texts',
} as const;

/** A scene of the accuracy list. */
export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** The text that it comes from, the section, and what the text says about the outcome. */
  readonly text: keyof typeof texts;
  readonly section?: string;
  readonly says?: string;
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
