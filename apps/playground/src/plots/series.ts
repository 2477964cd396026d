import {
  angularVelocity,
  type BodyHandle,
  bodyPosition,
  type JointHandle,
  jointCoordinates,
  jointDef,
  jointDefinitions,
  jointError,
  jointReaction,
  linearVelocity,
  type World,
} from '@tenon/physics-core';
import { type JointRow, jointRows, kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { differenceOf } from '../compare.js';
import { type Playground, selected } from '../playground.js';

export type PlotName = 'coordinates' | 'rates' | 'rows' | 'reaction' | 'error' | 'energy' | 'difference';

/** One curve: in which plot it is, how it is called there and in a table, and where its number comes from. */
export interface Series {
  readonly plot: PlotName;
  readonly label: string;
  /** Name of its column in a CSV file. */
  readonly column: string;
  /** Limits and targets are dashed lines that others are compared with. */
  readonly guide: boolean;
  readonly read: () => number;
}

const series = (
  plot: PlotName,
  label: string,
  column: string,
  read: () => number,
  guide = false,
): Series => ({ plot, label, column, read, guide });

/** The curves of what is selected, and those of the whole world. */
export const seriesOf = (playground: Playground): Series[] => {
  const { simulation } = playground;
  const { world } = simulation;
  const { joint, body } = selected(playground);
  return [
    ...(joint === undefined ? [] : jointSeries(world, joint)),
    ...(body === undefined ? [] : bodySeries(world, body)),
    series('energy', 'kinetic, J', 'energy.kinetic', () => kineticEnergy(world)),
    series('energy', 'potential, J', 'energy.potential', () => potentialEnergy(world)),
    series('energy', 'sum, J', 'energy.sum', () => kineticEnergy(world) + potentialEnergy(world)),
    ...(playground.state.compare === 'off' ? [] : differenceSeries(playground)),
  ];
};

const differenceSeries = (playground: Playground): Series[] => [
  series(
    'difference',
    'largest, m',
    'difference.largest',
    () => differenceOf(playground)?.largest ?? Number.NaN,
  ),
  series('difference', 'mean, m', 'difference.mean', () => differenceOf(playground)?.mean ?? Number.NaN),
];

const bodySeries = (world: World, body: BodyHandle): Series[] =>
  [...'xyz'].flatMap((letter, i) => [
    series('coordinates', `${letter}, m`, `position.${letter}`, () => bodyPosition(world, body)[i]),
    series('rates', `v${letter}, m/s`, `velocity.${letter}`, () => linearVelocity(world, body)[i]),
    series('rates', `ω${letter}, rad/s`, `spin.${letter}`, () => angularVelocity(world, body)[i]),
  ]);

const jointSeries = (world: World, joint: JointHandle): Series[] => {
  const definition = jointDefinitions().find(({ type }) => type === jointDef(world, joint).type);
  if (definition === undefined) return [];
  const several = definition.coordinateNames.length > 1;
  const controls = (name: string): ControlValues => {
    const def = jointDef(world, joint) as unknown as Record<string, ControlValues> & ControlValues;
    return several ? def[name] : def;
  };
  const coordinates = definition.coordinateNames.flatMap((name, i) => {
    const { unit } = definition.coordinates[i];
    const now = () => jointCoordinates(world, joint)[name];
    return [
      series('coordinates', `${name}, ${unit}`, name, () => now().value),
      series('rates', `${name}, ${unit}/s`, `${name}.rate`, () => now().rate),
      series('coordinates', `${name} lower`, `${name}.lower`, () => finite(controls(name).limits[0]), true),
      series('coordinates', `${name} upper`, `${name}.upper`, () => finite(controls(name).limits[1]), true),
      series(
        'coordinates',
        `${name} target`,
        `${name}.target`,
        () => targetOf(controls(name), 'position'),
        true,
      ),
      series('rates', `${name} target`, `${name}.rate.target`, () => targetOf(controls(name), 'speed'), true),
    ];
  });
  const force = () => jointReaction(world, joint);
  return [
    ...coordinates,
    ...definition.slots.map((slot) =>
      series('rows', slot, `lambda.${slot.replaceAll(' ', '-')}`, () => lambdaOf(world, joint, slot)),
    ),
    series('reaction', 'force, N', 'force', () => Math.hypot(...force().force)),
    series('reaction', 'torque, N·m', 'torque', () => Math.hypot(...force().torque)),
    series('error', 'linear, m', 'error.linear', () => jointError(world, joint).linear),
    series('error', 'angular, rad', 'error.angular', () => jointError(world, joint).angular),
  ];
};

interface ControlValues {
  readonly limits: readonly [number, number];
  readonly motor: { readonly mode: string; readonly speed: number; readonly target: number };
}

/** What is not there leaves a gap in its curve. */
const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);

const targetOf = ({ motor }: ControlValues, mode: 'position' | 'speed'): number =>
  motor.mode === mode ? (mode === 'speed' ? motor.speed : motor.target) : Number.NaN;

/** All rows of a joint are read once for each sample, not once for each curve. */
let readRows: { world: World; joint: JointHandle; rows: JointRow[] } | undefined;

export const beginSample = (): void => {
  readRows = undefined;
};

const lambdaOf = (world: World, joint: JointHandle, slot: string): number => {
  readRows ??= { world, joint, rows: jointRows(world, joint) };
  return readRows.rows.find(({ name }) => name === slot)?.lambda ?? Number.NaN;
};
