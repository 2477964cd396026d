import { PhysicsError } from '@tenon/physics-core';
import { type DrawOptions, defaultDrawOptions, layerNames } from './options.js';

const fields = [
  'layers',
  'theme',
  'bodyColours',
  'groundHeight',
  'rowLength',
  'scale',
  'forceScale',
  'velocityScale',
  'highlightedRow',
  'hoveredJoint',
  'selectedBody',
  'selectedJoint',
  'isolateSelected',
  'selectedNames',
] as const satisfies readonly (keyof DrawOptions)[];

const sizes = ['scale', 'forceScale', 'velocityScale'] as const;

const WHOLE = 'Make options with defaultDrawOptions() and change what shall differ';

/** Throws where a picture cannot be drawn with these options. It runs for every picture and makes nothing. */
export const checkDrawOptions = (options: DrawOptions): void => {
  if (typeof options !== 'object' || options === null) throw wrong('options', options, WHOLE);
  const { layers, theme, bodyColours, rowLength } = options;
  if (typeof layers !== 'object' || layers === null) throw wrong('options.layers', layers, WHOLE);
  if (theme !== 'dark' && theme !== 'light') throw wrong('options.theme', theme, "Pass 'dark' or 'light'");
  if (bodyColours !== 'type' && bodyColours !== 'figure')
    throw wrong('options.bodyColours', bodyColours, "Pass 'type' or 'figure'");
  if (rowLength !== 'unit' && rowLength !== 'lambda')
    throw wrong('options.rowLength', rowLength, "Pass 'unit' or 'lambda'");
  for (let i = 0; i < sizes.length; i++) {
    const size = options[sizes[i]];
    if (!Number.isFinite(size)) throw wrong(`options.${sizes[i]}`, size, 'Pass a finite number');
  }
};

const wrong = (field: string, value: unknown, whatToDo: string): PhysicsError => {
  const code = typeof value === 'number' ? 'not-finite' : 'wrong-type';
  return new PhysicsError(code, `${field} is ${shown(value)}`, whatToDo);
};

const shown = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? `'${value}'` : String(value);
};

/** Options as far as they differ from the defaults; of the layers, too. */
export type DrawFields = Partial<Omit<DrawOptions, 'layers'>> & {
  readonly layers?: Partial<DrawOptions['layers']>;
};

/** The options with these fields, and the defaults for all others. */
export const completeDrawOptions = (given: DrawFields = {}): DrawOptions => {
  const defaults = defaultDrawOptions();
  if (typeof given !== 'object' || given === null) throw wrong('draw', given, `Pass ${fields.join(', ')}`);
  refuseUnknown('draw', given, fields);
  refuseUnknown('draw.layers', given.layers ?? {}, layerNames);
  const options = { ...defaults, ...given, layers: { ...defaults.layers, ...given.layers } };
  checkDrawOptions(options);
  return options;
};

const refuseUnknown = (owner: string, given: object, known: readonly string[]): void => {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new PhysicsError('unknown-field', `${owner} has no field '${unknown}'`, `Use ${known.join(', ')}`);
};
