import { PhysicsError, type PhysicsErrorCode } from '@tenon/physics-core';
import { show } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import { bodyComponents, characterLists, colliderLists, massLists } from './components/field-names.js';
import type { ComponentName } from './components/specs.js';
import { jointCode } from './optional-code.js';

/** A PhysicsError that says which entity, component and field it is about. */
export class EntityError extends PhysicsError {
  readonly entity: EntityId;
  readonly component: ComponentName;
  /** The field of the component, or '' when it is about all of it. */
  readonly field: string;
  /** Other errors of the same frame, when this one was thrown. A console that prints the error does not print them all. */
  declare others: readonly EntityError[];

  constructor(
    code: PhysicsErrorCode,
    entity: EntityId,
    component: ComponentName,
    field: string,
    what: string,
    whatToDo: string,
  ) {
    super(code, `Entity ${show(entity)}: ${component}${field === '' ? '' : `.${field}`} ${what}`, whatToDo);
    this.entity = entity;
    this.component = component;
    this.field = field;
    Object.defineProperty(this, 'others', { value: [], writable: true });
  }

  /** This error as the first of several. */
  with(others: readonly EntityError[]): this {
    this.others = others;
    if (others.length > 0) this.message += ` (${others.length} more in this frame, see error.others.)`;
    return this;
  }
}

interface Place {
  readonly component: ComponentName;
  readonly field: string;
}

const axes = ['x', 'y', 'z', 'w'] as const;

const ownComponents: Readonly<Record<string, ComponentName>> = bodyComponents;
const listsOfMass: Readonly<Record<string, readonly string[]>> = massLists;

const bodyPlace = (path: readonly string[], part: number | undefined): Place => {
  const component = ownComponents[path[0]];
  if (component) return { component, field: part === undefined ? '' : axes[part] };
  if (path[0] !== 'massProperties') return { component: 'RigidBody', field: path[0] };
  return { component: 'RigidBody', field: listsOfMass[path[1]]?.[part ?? 0] ?? path[1] ?? 'mass' };
};

const colliderFields: Readonly<Record<string, readonly string[]>> = {
  'shape.radius': ['sizeX'],
  'shape.halfLength': ['sizeY'],
  'shape.halfExtents': ['sizeX', 'sizeY', 'sizeZ'],
  'shape.normal': ['sizeX', 'sizeY', 'sizeZ'],
  'shape.offset': ['sizeW'],
  'shape.points': ['hull'],
  'shape.vertices': ['hull'],
  'shape.heights': ['hull'],
  ...colliderLists,
  userData: ['tag'],
};

const colliderPlace = (path: readonly string[], part: number | undefined): Place => ({
  component: 'Collider',
  field: colliderFields[path.join('.')]?.[part ?? 0] ?? path[0],
});

const jointPlace = (path: readonly string[], part: number | undefined, type: number): Place => {
  if (path[0] === 'frameA' || path[0] === 'frameB') {
    const letter = axes[part ?? 0].toUpperCase();
    return { component: 'Joint', field: `${path[0]}${path[1] === 'rotation' ? 'Q' : ''}${letter}` };
  }
  return { component: 'Joint', field: jointCode.fieldName(type, path, part) };
};

const characterFields: Readonly<Record<string, readonly string[]>> = characterLists;

const characterPlace = (path: readonly string[], part: number | undefined): Place => ({
  component: 'Character',
  field: path[0] === 'velocity' ? axes[part ?? 0] : (characterFields[path[0]]?.[part ?? 0] ?? path[0]),
});

const places = {
  Character: characterPlace,
  RigidBody: bodyPlace,
  Collider: colliderPlace,
  Joint: jointPlace,
} as const;

/** `body.position[0] is NaN`: owner, path, which of several numbers, and what is wrong. */
const SAID = /^(?:[\w-]+)\.([\w.]+)(?:\[(\d)\])? (.+)$/s;

/**
 * An error of physics-core, told in the words of the components: `body.position[0] is NaN` becomes `Entity 5: Position.x is NaN`. What
 * cannot be told so keeps its own words.
 */
export const inTermsOf = (
  error: unknown,
  entity: EntityId,
  component: keyof typeof places,
  jointType = 0,
): EntityError => {
  if (error instanceof EntityError) return error;
  if (!(error instanceof PhysicsError)) throw error;
  const end = error.message.lastIndexOf('. ');
  const what = end < 0 ? error.message : error.message.slice(0, end);
  const whatToDo = end < 0 ? 'Look at its fields' : error.message.slice(end + 2).replace(/\.$/, '');
  const said = SAID.exec(what);
  if (!said) return new EntityError(error.code, entity, component, '', `is refused: ${what}`, whatToDo);
  const part = said[2] === undefined ? undefined : Number(said[2]);
  const place = places[component](said[1].split('.'), part, jointType);
  // In definitions a choice is a name, in the component its number.
  const choices = place.component === 'Joint' ? jointCode.choices(jointType, place.field) : undefined;
  const advice = choices ? `Write a number: ${choices}` : whatToDo;
  return new EntityError(error.code, entity, place.component, place.field, said[3], advice);
};
