import { table } from '../docs/tables.js';
import { type Curve, type Experiment, type Goal, isMet, type Measurement, texts } from './experiment.js';
import { plotSvg } from './plot.js';
import type { Noted } from './settings-text.js';

/** What an experiment gave in Tenon and, where it can, in Rapier. */
export interface Result {
  readonly experiment: Experiment;
  readonly tenon: Noted;
  readonly rapier?: Measurement;
}

export interface ReportLine {
  readonly scene: string;
  readonly title: string;
  readonly what: string;
  readonly unit: string;
  readonly ideal: string;
  readonly goal: string;
  readonly tenon: number;
  readonly rapier: number | null;
  /** What differs from the default settings. */
  readonly settings: string;
  readonly verdict: 'met' | 'missed' | 'reported';
}

const goalText = ({ atMost, atLeast }: Goal): string => {
  if (atMost !== undefined && atMost === atLeast) return `${atMost}`;
  const parts = [atLeast !== undefined ? `≥ ${atLeast}` : '', atMost !== undefined ? `≤ ${atMost}` : ''];
  return parts.filter((part) => part !== '').join(', ') || 'reported';
};

const verdictOf = (goal: Goal, value: number): ReportLine['verdict'] => {
  if (goal.atMost === undefined && goal.atLeast === undefined) return 'reported';
  return isMet(goal, value) ? 'met' : 'missed';
};

export const linesOf = ({ experiment, tenon, rapier }: Result): ReportLine[] =>
  experiment.goals.map((goal) => ({
    scene: experiment.id,
    title: experiment.title,
    what: goal.what,
    unit: goal.unit,
    ideal: goal.ideal,
    goal: goalText(goal),
    tenon: tenon.values[goal.key],
    rapier: rapier?.values[goal.key] ?? null,
    settings: tenon.ran[goal.key],
    verdict: verdictOf(goal, tenon.values[goal.key]),
  }));

/** Three digits say all that a person compares; tiny numbers are as good as zero but stay visible. */
const shown = (value: number | null): string => {
  if (value === null) return '–';
  if (value === 0 || Number.isInteger(value)) return `${value}`;
  return Math.abs(value) < 1e-3 ? value.toExponential(1) : `${Number(value.toPrecision(3))}`;
};

const cells = (line: ReportLine): string[] => [
  line.scene,
  `${line.what}, ${line.unit}`,
  line.ideal,
  line.goal,
  shown(line.tenon),
  shown(line.rapier),
  line.settings,
  line.verdict === 'missed' ? '**missed**' : line.verdict,
];

export const textTable = (lines: readonly ReportLine[]): string =>
  table(['scene', 'measured', 'ideal', 'goal', 'Tenon', 'Rapier', 'settings', 'verdict'], lines.map(cells));

/** The page docs/accuracy.md: a section for each text. */
export const reportPage = (results: readonly Result[]): string =>
  [
    '# Accuracy',
    '',
    'Experiments of the five [texts](texts.md) and others, with a known answer, at 60 Hz, without damping and sleeping. The column _settings_ says what differs from the [defaults](settings.md); it is read from the worlds that ran. Rapier 0.21 runs a copy of the same world in the same run with as many substeps; a dash means that it has no such joint or read-out.',
    '',
    '`npm run accuracy` measures everything anew and writes this page with its plots. `npm run accuracy -- --json` prints the numbers. The tests assert every goal that is met here, and the settings (`test/accuracy/goals.test.ts`). A missed one stays visible as missed, with its reason below the table.',
    '',
    ...Object.entries(texts).flatMap(([text, title]) =>
      sectionOf(
        text === '' ? title : `${text}: ${title}`,
        results.filter(({ experiment }) => experiment.text === text),
      ),
    ),
  ].join('\n');

const sectionOf = (title: string, results: readonly Result[]): string[] => {
  if (results.length === 0) return [];
  const scenes = results.map(({ experiment: { id, title: what, section, says, note } }) => {
    const parts = [
      `- **${id}**: ${what}${section === undefined ? '' : ` (${section})`}.`,
      says === undefined ? '' : ` The text: ${says}.`,
      note === undefined ? '' : ` ${note}`,
    ];
    return parts.join('');
  });
  const pictures = results
    .filter(hasPlot)
    .map(({ experiment }) => `![${experiment.title}](images/accuracy-${experiment.id}.svg)`);
  return [
    `## ${title}`,
    '',
    ...scenes,
    '',
    textTable(results.flatMap(linesOf)),
    '',
    ...reasonsOf(results),
    ...pictures.flatMap((picture) => [picture, '']),
  ];
};

/** Why goals are missed, each reason once. */
const reasonsOf = (results: readonly Result[]): string[] => {
  const reasons = results.flatMap(({ experiment: { id, goals }, tenon }) =>
    goals.flatMap((goal) => {
      const reason = goal.outOfReach ?? goal.open;
      const missed = verdictOf(goal, tenon.values[goal.key]) === 'missed';
      return reason === undefined || !missed ? [] : [`- **${id}** misses: ${reason}.`];
    }),
  );
  return reasons.length === 0 ? [] : [...new Set(reasons), ''];
};

const hasPlot = ({ experiment, tenon }: Result): boolean =>
  experiment.plot !== undefined && (tenon.curves ?? []).length > 0;

/** Name and text of each plot. */
export const plotsOf = (results: readonly Result[]): (readonly [name: string, svg: string])[] =>
  results.filter(hasPlot).map(({ experiment, tenon, rapier }) => {
    const named = (name: string, measured?: Measurement): Curve[] =>
      (measured?.curves ?? []).slice(0, 1).map(({ points }) => ({ name, points }));
    const axes = experiment.plot ?? { x: '', y: '' };
    const curves = [...named('Tenon', tenon), ...named('Rapier', rapier)];
    return [`accuracy-${experiment.id}.svg`, plotSvg(experiment.title, axes, curves)];
  });
