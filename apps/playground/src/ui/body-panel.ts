import {
  type BodyChanges,
  type BodyHandle,
  bodyColliders,
  bodyDef,
  bodyMass,
  type ColliderChanges,
  colliderDef,
} from '@tenon/physics-core';
import type { GUI } from 'lil-gui';
import { type Playground, say, tuneBody } from '../playground.js';
import { addNumberRow, addValueRow } from './param-rows.js';

interface Field {
  readonly name: string;
  readonly about: string;
  readonly unit: string;
  readonly range: readonly [min: number, max: number];
  readonly slider: readonly [min: number, max: number];
}

const BODY_FIELDS: Readonly<Record<'linearDamping' | 'angularDamping' | 'gravityScale', Field>> = {
  linearDamping: {
    name: 'linear damping',
    about: 'Decay of the velocity.',
    unit: '1/s',
    range: [0, 1e4],
    slider: [0, 10],
  },
  angularDamping: {
    name: 'angular damping',
    about: 'Decay of the spin.',
    unit: '1/s',
    range: [0, 1e4],
    slider: [0, 10],
  },
  gravityScale: {
    name: 'gravity scale',
    about: 'Factor on gravity.',
    unit: '1',
    range: [-1e3, 1e3],
    slider: [-2, 4],
  },
};

const MATERIAL_FIELDS: Readonly<Record<'friction' | 'restitution' | 'rollingResistance', Field>> = {
  friction: { name: 'friction', about: 'Coulomb coefficient.', unit: '1', range: [0, 1e3], slider: [0, 2] },
  restitution: {
    name: 'restitution',
    about: 'Part of the speed that an impact gives back.',
    unit: '1',
    range: [0, 1],
    slider: [0, 1],
  },
  rollingResistance: {
    name: 'rolling resistance',
    about: 'Torque for each newton of load.',
    unit: 'm',
    range: [0, 1e3],
    slider: [0, 0.2],
  },
};

/** Type, mass, damping and material of a body. */
export const fillBodyPanel = (gui: GUI, playground: Playground, body: BodyHandle): void => {
  const { world } = playground.simulation;
  const change = (changes: { body?: BodyChanges; material?: ColliderChanges }): void => {
    try {
      tuneBody(playground, body, changes);
    } catch (error) {
      say(playground, error instanceof Error ? error.message : String(error), 'error');
    }
  };
  const original = bodyDef(world, body);
  addValueRow<string>(
    gui,
    {
      name: 'type',
      about: 'Dynamic bodies are moved by forces, kinematic ones by you, static ones by nothing.',
      read: () => bodyDef(world, body).type ?? 'dynamic',
      write: (type) => change({ body: { type: type as NonNullable<BodyChanges['type']> } }),
      original: original.type ?? 'dynamic',
    },
    ['dynamic', 'kinematic', 'static'],
  );
  if (original.type === 'dynamic') {
    addMass(gui, playground, body, change);
    for (const [field, spec] of Object.entries(BODY_FIELDS) as [keyof typeof BODY_FIELDS, Field][])
      addField(
        gui,
        spec,
        () => Number(bodyDef(world, body)[field]),
        (value) => change({ body: { [field]: value } }),
      );
  }
  const [collider] = bodyColliders(world, body);
  if (collider === undefined) return;
  const folder = gui.addFolder('Material');
  for (const [field, spec] of Object.entries(MATERIAL_FIELDS) as [keyof typeof MATERIAL_FIELDS, Field][])
    addField(
      folder,
      spec,
      () => Number(colliderDef(world, collider)[field]),
      (value) => change({ material: { [field]: value } }),
    );
};

const addMass = (
  gui: GUI,
  { simulation: { world } }: Playground,
  body: BodyHandle,
  change: (changes: { body: BodyChanges }) => void,
): void => {
  const { mass } = bodyMass(world, body);
  addField(
    gui,
    {
      name: 'mass',
      about: 'The inertia follows.',
      unit: 'kg',
      range: [1e-6, 1e9],
      slider: [0.01 * mass, 4 * mass],
    },
    () => bodyMass(world, body).mass,
    (value) => change({ body: { mass: value } }),
  );
};

const addField = (gui: GUI, field: Field, read: () => number, write: (value: number) => void): void => {
  const { name, about, unit, range, slider } = field;
  addNumberRow(gui, {
    name,
    about,
    unit,
    min: range[0],
    max: range[1],
    slider,
    read,
    write,
    original: read(),
  });
};
