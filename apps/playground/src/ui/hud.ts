import { type World, worldStats } from '@tenon/physics-core';
import {
  type ArticulationStats,
  articulationStats,
  BodyKind,
  BodyRecord,
  countIslands,
  createReading,
  type Reading,
  readBodies,
  type StepStage,
  stepStages,
} from '@tenon/physics-core/inspect';
import type { Playground } from '../playground.js';
import type { RunningAverage } from '../running-average.js';
import { byId, make, makeButton, setText } from './dom.js';
import { addFrame, createFrameGraph, drawFrameGraph } from './frame-graph.js';

export interface Timing {
  readonly frame: RunningAverage;
  readonly step: RunningAverage;
  readonly draw: RunningAverage;
  /** Parts of the step. */
  readonly stages: Readonly<Record<StepStage, RunningAverage>>;
}

interface Hud {
  /** Call each frame with what it took. */
  addFrame(stepMilliseconds: number, drawMilliseconds: number): void;
  /** Writes the numbers; often enough to follow, seldom enough to read. */
  show(): void;
}

const TIMES = ['frame', 'draw', 'step'] as const;
const COUNTS = ['bodies', 'asleep', 'islands', 'contacts', 'joints', 'rows'] as const;
const ARTICULATIONS = ['articulations', 'links', 'closing', 'stiffness', 'newton', 'local'] as const;

type Entry = (typeof TIMES | typeof COUNTS | typeof ARTICULATIONS)[number];

const ENTRY_TITLES: Partial<Record<Entry, string>> = {
  articulations: 'Groups of bodies whose joints are solved exactly',
  links: 'Bodies of the articulations',
  closing: 'Rows of joints that close loops',
  stiffness: 'Largest stiffness number σ: above 0.5 substeps are divided, above 8 they are implicit',
  newton: 'Newton steps of the last step',
  local: 'Most parts into which an articulation divided its substep',
};

const STAGE_TITLES: Readonly<Record<StepStage, string>> = {
  detect: 'Finding contacts',
  prepare: 'Rows of joints and contacts, warm start',
  integrate: 'Gravity and forces, moving the bodies',
  joints: 'Solving joint rows',
  contacts: 'Impacts and solving contacts',
  continuous: 'Sweeping fast bodies',
  finish: 'Poses, events, islands and sleep',
};

/** Times, where the step spends them, and counts, at the edge of the view; with a graph of the last frames. */
export const createHud = (playground: Playground, timing: Timing): Hud => {
  const cells = new Map<Entry, HTMLElement>();
  const listOf = (names: readonly Entry[], kind: string): HTMLElement =>
    make(
      'dl',
      { class: kind },
      names.map((name) => {
        const cell = make('dd', { id: `hud-${name}` });
        cells.set(name, cell);
        return make('div', { title: ENTRY_TITLES[name] ?? '' }, [make('dt', { text: name }), cell]);
      }),
    );
  const stages = createStages();
  const graph = createFrameGraph();
  const reading = createReading();
  const hud = byId('hud');
  // Folded at first: on a common screen the whole of it covers what the scene is about.
  hud.classList.add('folded');
  const fold = makeButton('▸', 'Unfolds the times of all stages and the counts, and folds them away', () => {
    fold.textContent = hud.classList.toggle('folded') ? '▸' : '▾';
  });
  hud.append(
    fold,
    listOf(TIMES, 'times'),
    stages.element,
    listOf(COUNTS, 'counts'),
    listOf(ARTICULATIONS, 'counts'),
    graph.canvas,
  );

  return {
    addFrame: (stepMilliseconds, drawMilliseconds) => addFrame(graph, stepMilliseconds, drawMilliseconds),
    show: () => {
      const { world } = playground.simulation;
      const { bodies, contacts, joints, jointRows } = worldStats(world);
      const texts: Record<Entry, string> = {
        frame: milliseconds(timing.frame.read()),
        draw: milliseconds(timing.draw.read()),
        step: milliseconds(timing.step.read()),
        bodies: String(bodies),
        asleep: String(countSleepers(world, reading)),
        islands: String(countIslands(world).islands),
        contacts: String(contacts),
        joints: String(joints),
        rows: String(jointRows),
        ...articulationTexts(articulationStats(world)),
      };
      for (const [name, cell] of cells) setText(cell, texts[name]);
      stages.show(timing.stages);
      drawFrameGraph(graph);
    },
  };
};

const articulationTexts = (stats: ArticulationStats): Record<(typeof ARTICULATIONS)[number], string> => ({
  articulations: String(stats.articulations),
  links: String(stats.links),
  closing: String(stats.closingRows),
  stiffness: stats.stiffness.toPrecision(2),
  newton: String(stats.newtonSteps),
  local: String(stats.localSubsteps),
});

const countSleepers = (world: World, reading: Reading): number => {
  readBodies(world, reading, false);
  let sleepers = 0;
  for (let k = 0; k < reading.count; k++) {
    const at = k * BodyRecord.size;
    if (
      reading.floats[at + BodyRecord.type] === BodyKind.dynamic &&
      reading.floats[at + BodyRecord.awake] === 0
    )
      sleepers++;
  }
  return sleepers;
};

const milliseconds = (value: number | undefined): string =>
  value === undefined ? '–' : `${value.toFixed(value < 10 ? 2 : 1)} ms`;

/** A bar that is divided as the step is, and the parts by name. */
const createStages = () => {
  const parts = stepStages.map((stage) => {
    const share = make('i', { class: `stage-${stage}` });
    const time = make('dd', { id: `hud-stage-${stage}` });
    const line = make('div', { title: STAGE_TITLES[stage] }, [
      make('dt', {}, [make('i', { class: `stage-${stage}` }), make('span', { text: stage })]),
      time,
    ]);
    return { stage, share, time, line };
  });
  const bar = make(
    'div',
    { class: 'stage-bar' },
    parts.map(({ share }) => share),
  );
  const list = make(
    'dl',
    { class: 'stages' },
    parts.map(({ line }) => line),
  );
  return {
    element: make('div', { class: 'stage-times' }, [bar, list]),
    show: (times: Timing['stages']): void => {
      const total = stepStages.reduce((sum, stage) => sum + (times[stage].read() ?? 0), 0);
      for (const { stage, share, time } of parts) {
        const spent = times[stage].read();
        share.style.width = `${total > 0 ? (100 * (spent ?? 0)) / total : 0}%`;
        setText(time, spent === undefined ? '–' : spent.toFixed(spent < 10 ? 2 : 1));
      }
    },
  };
};
