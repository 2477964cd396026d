import { angularVelocity, bodyPosition, bodyRotation, linearVelocity } from '../api/body-state.js';
import { jointCoordinates, jointReaction } from '../api/joint-state.js';
import { PhysicsError } from '../errors.js';
import { type BodyHandle, bodySlot, type JointHandle, jointSlot, requireWorld } from '../handles.js';
import type { World } from '../state/world.js';
import { kineticEnergy, momentum, potentialEnergy } from './energy.js';

/** What a recording follows, each under a name of yours that begins its columns. */
export interface RecordOptions {
  readonly bodies?: Readonly<Record<string, BodyHandle>>;
  readonly joints?: Readonly<Record<string, JointHandle>>;
  /** Adds kinetic and potential energy, linear and angular momentum of the world. */
  readonly energy?: boolean;
}

/** A trajectory: a table with one line for each sample. SI units. */
export interface Recording {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly number[])[];
  /** Adds a line with the present state; call it after stepWorld. */
  readonly sample: () => void;
  /** Comma-separated values with a header, numbers with all their digits. */
  readonly toCsv: () => string;
  /** `{ columns, rows }` for JSON.stringify. */
  readonly toJson: () => { columns: string[]; rows: number[][] };
}

type Column = readonly [name: string, read: () => number];

const parts = (name: string, letters: string, read: () => readonly number[]): Column[] =>
  [...letters].map((letter, i) => [`${name}.${letter}`, () => read()[i]]);

const bodyColumns = (world: World, name: string, body: BodyHandle): Column[] => [
  ...parts(`${name}.position`, 'xyz', () => bodyPosition(world, body)),
  ...parts(`${name}.rotation`, 'xyzw', () => bodyRotation(world, body)),
  ...parts(`${name}.velocity`, 'xyz', () => linearVelocity(world, body)),
  ...parts(`${name}.spin`, 'xyz', () => angularVelocity(world, body)),
];

const jointColumns = (world: World, name: string, joint: JointHandle): Column[] => [
  ...Object.keys(jointCoordinates(world, joint)).flatMap((coordinate): Column[] => [
    [`${name}.${coordinate}`, () => jointCoordinates(world, joint)[coordinate].value],
    [`${name}.${coordinate}.rate`, () => jointCoordinates(world, joint)[coordinate].rate],
  ]),
  ...parts(`${name}.force`, 'xyz', () => jointReaction(world, joint).force),
  ...parts(`${name}.torque`, 'xyz', () => jointReaction(world, joint).torque),
];

const energyColumns = (world: World): Column[] => [
  ['energy.kinetic', () => kineticEnergy(world)],
  ['energy.potential', () => potentialEnergy(world)],
  ...parts('momentum.linear', 'xyz', () => momentum(world).linear),
  ...parts('momentum.angular', 'xyz', () => momentum(world).angular),
];

/** A comma, a quote or a line break in a name would break the table. */
const requireName = (name: string): void => {
  if (/^[^",\n\r]+$/.test(name)) return;
  throw new PhysicsError(
    'out-of-range',
    `'${name}' cannot name a column`,
    'Use a name without commas, quotes and line breaks',
  );
};

/**
 * Records chosen bodies, joints and energies over time, for spreadsheets and plots. It reads and never
 * writes. Something that was destroyed meanwhile throws at the next sample, as every use of its handle does.
 */
export const recordWorld = (world: World, options: RecordOptions): Recording => {
  requireWorld(world);
  const columns: Column[] = [['time', () => world.clock.time]];
  for (const [name, body] of Object.entries(options.bodies ?? {})) {
    requireName(name);
    bodySlot(world, body);
    columns.push(...bodyColumns(world, name, body));
  }
  for (const [name, joint] of Object.entries(options.joints ?? {})) {
    requireName(name);
    jointSlot(world, joint);
    columns.push(...jointColumns(world, name, joint));
  }
  if (options.energy === true) columns.push(...energyColumns(world));
  const names = columns.map(([name]) => name);
  const rows: number[][] = [];
  return {
    columns: names,
    rows,
    sample: () => void rows.push(columns.map(([, read]) => read())),
    toCsv: () => `${[names, ...rows].map((line) => line.join(',')).join('\n')}\n`,
    toJson: () => ({ columns: [...names], rows: rows.map((row) => [...row]) }),
  };
};

/** Reads a table that `toCsv` wrote. */
export const parseRecording = (csv: string): { columns: string[]; rows: number[][] } => {
  const [head = '', ...lines] = csv.trimEnd().split('\n');
  const columns = head.split(',');
  const rows = lines.map((line) => line.split(',').map(Number));
  const bad = rows.findIndex((row) => row.length !== columns.length || row.some(Number.isNaN));
  if (columns[0] !== 'time' || bad >= 0) {
    throw new PhysicsError(
      'wrong-type',
      bad >= 0 ? `Line ${bad + 2} of the recording is damaged` : 'This is not a recording',
      'Pass the text that toCsv returned',
    );
  }
  return { columns, rows };
};
