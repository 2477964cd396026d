import {
  type JointChanges,
  type JointDef,
  type JointHandle,
  jointDef,
  jointDefinitions,
  type ParamSpec,
  type Quat,
  type Vec3,
} from '@tenon/physics-core';
import { paramAt } from '@tenon/physics-core/inspect';
import type { Controller, GUI } from 'lil-gui';
import { type Playground, say, tuneJoint } from '../playground.js';
import { originalDef } from '../simulation.js';
import { addNumberRow, addValueRow } from './param-rows.js';
import { axisOf, fromVector, toVector, withAxis } from './rotation-vector.js';

type Path = readonly string[];

/** { motor: { speed: 2 } } from ['motor', 'speed'] and 2. */
const changeAt = (path: Path, value: unknown): JointChanges =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as JointChanges;

/** A panel for every parameter of a joint, made from its definition: no joint type is known by name here. */
export const fillJointPanel = (gui: GUI, playground: Playground, joint: JointHandle): void => {
  const { world } = playground.simulation;
  const original = originalDef(playground.simulation, joint);
  const definition = jointDefinitions().find(({ type }) => type === original.type);
  if (definition === undefined) return;
  const context: PanelContext = {
    original,
    read: (path) => paramAt(jointDef(world, joint), path),
    write: (path, value) => tryTune(playground, joint, changeAt(path, value)),
  };
  const folders = new Map<string, GUI>([['', gui]]);
  const folderOf = (path: Path): GUI => {
    const title = folderTitle(path, definition.coordinateNames);
    const folder = folders.get(title) ?? gui.addFolder(title);
    folders.set(title, folder);
    return folder;
  };
  for (const flag of ['enabled', 'collideConnected'] as const)
    addParam(gui, context, [flag], { kind: 'flag', default: flag === 'enabled', about: FLAG_TEXTS[flag] });
  const rows = inOrder(definition.params).map(({ path, spec }) => ({
    path,
    row: addParam(folderOf(path), context, path, spec),
  }));
  const showUsed = (): void => {
    for (const { path, row } of rows) for (const each of row) each.show(isUsed(path, context.read));
  };
  gui.onChange(showUsed);
  showUsed();
  if (!definition.couples) addFrames(gui, context, definition.coordinateNames.length === 1);
  for (const [title, folder] of folders) if (title === COMMON) folder.close();
};

/** The fields of a motor that each of its modes reads. */
const MOTOR_FIELDS: Readonly<Record<string, readonly string[]>> = {
  off: [],
  speed: ['speed', 'maxForce'],
  position: ['target', 'hertz', 'dampingRatio', 'maxForce'],
  effort: ['effort'],
};

/** Whether a parameter does anything with the motor's present mode: what does not is left out of the panel. */
const isUsed = (path: Path, read: (path: Path) => unknown): boolean => {
  const field = path[path.length - 1];
  if (path[path.length - 2] !== 'motor' || field === 'mode') return true;
  const mode = read([...path.slice(0, -1), 'mode']);
  return MOTOR_FIELDS[String(mode)]?.includes(field) ?? true;
};

const FLAG_TEXTS = {
  enabled: 'A disabled joint does nothing and keeps its parameters.',
  collideConnected: 'Whether the two bodies may touch each other.',
};
const COMMON = 'Softness and breaking';
const COMMON_NAMES = ['hertz', 'dampingRatio', 'breakForce', 'breakTorque'];

/** What people turn first comes first: controls and own parameters, then softness and breaking. */
const inOrder = <Entry extends { readonly path: Path }>(params: readonly Entry[]): Entry[] => {
  const isCommon = ({ path }: Entry): boolean => path.length === 1 && COMMON_NAMES.includes(path[0]);
  return [...params.filter((entry) => !isCommon(entry)), ...params.filter(isCommon)];
};

const CONTROL_TITLES: Readonly<Record<string, string>> = {
  motor: 'Motor',
  spring: 'Spring and friction',
  friction: 'Spring and friction',
  limits: 'Limits',
  limitSpring: 'Limits',
  limitRestitution: 'Limits',
};

const folderTitle = (path: Path, coordinates: readonly string[]): string => {
  if (path.length === 1 && COMMON_NAMES.includes(path[0])) return COMMON;
  const ofCoordinate = coordinates.length > 1 && coordinates.includes(path[0]);
  const control = CONTROL_TITLES[path[ofCoordinate ? 1 : 0]];
  if (control === undefined) return '';
  return ofCoordinate ? `${path[0]}: ${control.toLowerCase()}` : control;
};

interface PanelContext {
  readonly original: JointDef;
  readonly read: (path: Path) => unknown;
  readonly write: (path: Path, value: unknown) => void;
}

const tryTune = (playground: Playground, joint: JointHandle, changes: JointChanges): void => {
  try {
    tuneJoint(playground, joint, changes);
  } catch (error) {
    say(playground, error instanceof Error ? error.message : String(error), 'error');
  }
};

/** 'limitSpring', 'hertz' → 'stop hertz'; within its folder the first word is often the folder's own. */
const rowName = (path: Path): string => {
  const last = path[path.length - 1];
  const words = last.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return path.includes('limitSpring')
    ? `stops: ${words}`
    : path.includes('spring')
      ? `spring: ${words}`
      : words;
};

/** Adds the rows of a parameter and returns them. */
const addParam = (gui: GUI, context: PanelContext, path: Path, spec: ParamSpec): Controller[] => {
  const { original, read, write } = context;
  const common = { name: rowName(path), about: spec.about };
  switch (spec.kind) {
    case 'number':
      return [
        addNumberRow(gui, {
          ...common,
          unit: spec.unit,
          min: spec.min,
          max: spec.max,
          ...(spec.integer ? { whole: true } : {}),
          read: () => read(path) as number,
          write: (value) => write(path, value),
          original: paramAt(original, path) as number,
          ...(spec.unlimited ? { unlimited: 1 as const } : {}),
        }),
      ];
    case 'range':
      return addRange(gui, context, path, spec);
    case 'choice':
    case 'flag':
      return [
        addValueRow<string | boolean>(
          gui,
          {
            ...common,
            read: () => read(path) as string | boolean,
            write: (value) => write(path, value),
            original: paramAt(original, path) as string | boolean,
          },
          spec.kind === 'choice' ? spec.names : undefined,
        ),
      ];
    case 'vector':
      return addTriple(gui, context, path, { ...common, unit: spec.unit });
    case 'rotation':
      return addTriple(gui, context, path, { ...common, unit: 'rad' }, ROTATION);
  }
};

const addRange = (
  gui: GUI,
  context: PanelContext,
  path: Path,
  spec: ParamSpec & { kind: 'range' },
): Controller[] => {
  const read = (): readonly [number, number] => context.read(path) as readonly [number, number];
  const original = paramAt(context.original, path) as readonly [number, number];
  return (['lower', 'upper'] as const).map((name, side) =>
    addNumberRow(gui, {
      name,
      about: spec.about,
      unit: spec.unit,
      min: spec.min,
      max: spec.max,
      read: () => read()[side],
      // An end that is moved past the other one moves that too, as far as limits may go.
      write: (value) => {
        const end = side === 0 ? Math.min(value, spec.meets[1]) : Math.max(value, spec.meets[0]);
        context.write(path, side === 0 ? [end, Math.max(end, read()[1])] : [Math.min(end, read()[0]), end]);
      },
      original: original[side],
      unlimited: side === 0 ? -1 : 1,
    }),
  );
};

interface TripleText {
  readonly name: string;
  readonly about: string;
  readonly unit: string;
}

/** How a value is shown as three numbers, and what is stored when one of them is changed. */
interface TripleForm {
  readonly none: unknown;
  readonly show: (value: unknown) => Vec3;
  readonly store: (next: Vec3, before: unknown) => unknown;
}

const VECTOR: TripleForm = { none: [0, 0, 0], show: (value) => value as Vec3, store: (next) => next };
/** Axis times angle. */
const ROTATION: TripleForm = {
  none: [0, 0, 0, 1],
  show: (value) => toVector(value as Quat),
  store: fromVector,
};
/** The axis alone; how the frame is turned about it stays. */
const AXIS: TripleForm = {
  none: [0, 0, 0, 1],
  show: (value) => axisOf(value as Quat),
  store: (next, before) => withAxis(before as Quat, next),
};

/** Three numbers in a row each. */
const addTriple = (
  gui: GUI,
  context: PanelContext,
  path: Path,
  text: TripleText,
  form = VECTOR,
): Controller[] => {
  const read = (): unknown => context.read(path) ?? form.none;
  const original = form.show(paramAt(context.original, path) ?? form.none);
  return ['x', 'y', 'z'].map((letter, i) =>
    addNumberRow(gui, {
      ...text,
      name: `${text.name} ${letter}`,
      min: -1e6,
      max: 1e6,
      ...(form === AXIS ? { slider: [-1, 1] as const } : {}),
      read: () => form.show(read())[i],
      write: (value) => {
        const next: [number, number, number] = [...form.show(read())];
        next[i] = value;
        context.write(path, form.store(next, read()));
      },
      original: original[i],
    }),
  );
};

/** Where a joint with one coordinate sits is its anchor and axis; others need the whole orientation of their frames. */
const addFrames = (gui: GUI, context: PanelContext, hasOneAxis: boolean): void => {
  const folder = gui.addFolder('Frames');
  for (const side of ['A', 'B'] as const) {
    const frame = `frame${side}`;
    const anchor = {
      name: `anchor ${side}`,
      about: `Where the joint sits in body ${side}, in its own frame.`,
      unit: 'm',
    };
    const axis = { name: `axis ${side}`, about: `Where the joint's axis points in body ${side}.`, unit: '1' };
    const rotation = {
      name: `rotation ${side}`,
      about: `How the frame is turned in body ${side}: axis times angle.`,
      unit: 'rad',
    };
    addTriple(folder, context, [frame, 'position'], anchor);
    if (hasOneAxis) addTriple(folder, context, [frame, 'rotation'], axis, AXIS);
    else addTriple(folder, context, [frame, 'rotation'], rotation, ROTATION);
  }
  folder.close();
};
