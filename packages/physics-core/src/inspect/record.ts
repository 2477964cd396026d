import { angularVelocity, bodyPosition, bodyRotation, linearVelocity } from '../api/body-state.js';
import { allContacts } from '../api/contacts.js';
import { jointCoordinates, jointError, jointReaction } from '../api/joint-state.js';
import { PhysicsError } from '../errors.js';
import { type BodyHandle, bodySlot, type JointHandle, jointSlot, requireWorld } from '../handles.js';
import type { World } from '../state/world.js';
import { show } from '../validate.js';
import { kineticEnergy, momentum, potentialEnergy } from './energy.js';

/** What a recording follows, each under a name of yours that begins its columns. */
export interface RecordOptions {
  readonly bodies?: Readonly<Record<string, BodyHandle>>;
  readonly joints?: Readonly<Record<string, JointHandle>>;
  /** Adds kinetic and potential energy, linear and angular momentum of the world. */
  readonly energy?: boolean;
  /** Adds how many contacts touch, how deep the deepest penetration is, and the sum of their normal impulses. */
  readonly contacts?: boolean;
}

/** A trajectory as JSON holds it. */
export interface RecordedTable {
  readonly format: 'tenon-trajectory';
  readonly version: 1;
  readonly columns: readonly string[];
  /** Null where there was no value. */
  readonly rows: readonly (readonly (number | null)[])[];
}

/** A trajectory: a table with one line for each sample. SI units. */
export interface Recording {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly number[])[];
  /** Adds a line with the present state; call it after stepWorld. */
  readonly sample: () => void;
  /** Comma-separated values with a header, numbers with all their digits. */
  readonly toCsv: () => string;
  /** The same for JSON.stringify. */
  readonly toJson: () => RecordedTable;
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
  [`${name}.error.linear`, () => jointError(world, joint).linear],
  [`${name}.error.angular`, () => jointError(world, joint).angular],
  ...parts(`${name}.force`, 'xyz', () => jointReaction(world, joint).force),
  ...parts(`${name}.torque`, 'xyz', () => jointReaction(world, joint).torque),
];

const energyColumns = (world: World): Column[] => [
  ['energy.kinetic', () => kineticEnergy(world)],
  ['energy.potential', () => potentialEnergy(world)],
  ...parts('momentum.linear', 'xyz', () => momentum(world).linear),
  ...parts('momentum.angular', 'xyz', () => momentum(world).angular),
];

const contactColumns = (world: World): Column[] => {
  const points = () => allContacts(world).flatMap((contact) => (contact.touching ? contact.points : []));
  return [
    ['contacts.count', () => allContacts(world).filter(({ touching }) => touching).length],
    [
      'contacts.deepest',
      () => points().reduce((deepest, { separation }) => Math.max(deepest, -separation), 0),
    ],
    ['contacts.impulse', () => points().reduce((sum, { impulse }) => sum + impulse, 0)],
  ];
};

const requireName = (name: string): void => {
  if (name !== '') return;
  throw new PhysicsError('out-of-range', 'An empty text cannot name a column', 'Use a name');
};

/** As a cell of a table: with quotes where it would break the table without. */
const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Comma-separated values: a header, then numbers with all their digits; what is not finite is an empty cell. */
export const tableToCsv = ({ columns, rows }: Pick<RecordedTable, 'columns' | 'rows'>): string => {
  const lines = rows.map((row) => row.map((value) => (Number.isFinite(value) ? value : '')).join(','));
  return `${[columns.map(cell).join(','), ...lines].join('\n')}\n`;
};

export const tableToJson = (
  columns: readonly string[],
  rows: readonly (readonly (number | null)[])[],
): RecordedTable => ({
  format: 'tenon-trajectory',
  version: 1,
  columns: [...columns],
  rows: rows.map((row) => row.map((value) => (Number.isFinite(value) ? value : null))),
});

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
  if (options.contacts === true) columns.push(...contactColumns(world));
  const names = columns.map(([name]) => name);
  const rows: number[][] = [];
  return {
    columns: names,
    rows,
    sample: () => void rows.push(columns.map(([, read]) => read())),
    toCsv: () => tableToCsv({ columns: names, rows }),
    toJson: () => tableToJson(names, rows),
  };
};

/** The cells of a header, and where the text goes on after it. */
const readHeader = (csv: string): { columns: string[]; end: number } => {
  const columns: string[] = [];
  let at = 0;
  for (;;) {
    const quoted = /"((?:[^"]|"")*)"/y;
    const plain = /[^",\n]*/y;
    const form = csv[at] === '"' ? quoted : plain;
    form.lastIndex = at;
    const [text = '', inner] = form.exec(csv) ?? [];
    columns.push(inner === undefined ? text : inner.replaceAll('""', '"'));
    at += text.length;
    if (csv[at] !== ',') return { columns, end: at };
    at++;
  }
};

/** Reads a table that `toCsv` wrote. An empty cell is NaN. */
export const parseRecording = (csv: string): { columns: string[]; rows: number[][] } => {
  if (typeof csv !== 'string')
    throw new PhysicsError('wrong-type', `${show(csv)} is no text`, 'Pass the text that toCsv returned');
  const { columns, end } = readHeader(csv);
  const lines = csv.slice(end).trim().split('\n').filter(Boolean);
  const rows = lines.map((line) => line.split(',').map((text) => (text === '' ? Number.NaN : Number(text))));
  const isBad = (line: string, row: readonly number[]): boolean =>
    row.length !== columns.length ||
    line.split(',').some((text) => text !== '' && Number.isNaN(Number(text)));
  const bad = rows.findIndex((row, i) => isBad(lines[i], row));
  if (columns[0] !== 'time' || bad >= 0) {
    throw new PhysicsError(
      'wrong-type',
      bad >= 0 ? `Line ${bad + 2} of the recording is damaged` : 'This is not a recording',
      'Pass the text that toCsv returned',
    );
  }
  return { columns, rows };
};
