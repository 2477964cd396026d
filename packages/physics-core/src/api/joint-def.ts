import { PhysicsError } from '../errors.js';
import type { MotorControl } from '../joints/controls.js';
import {
  type CommonJointDef,
  type CouplingDef,
  definitionIndex,
  type JointDef,
  type JointDefinition,
  jointDefinitions,
  type ParamEntry,
} from '../joints/define-joint.js';
import { checkOf, paramAt, readParam, writeParam } from '../joints/params.js';
import { allJointDefinitions, loadJointTypes } from '../load-joint-types.js';
import type { Floats } from '../math/floats.js';
import { MotorMode } from '../state/controls.js';
import {
  type Check,
  type Checks,
  checkFields,
  direction,
  flag,
  localPosition,
  number,
  objectOf,
  objectSchema,
  quaternion,
  type Schema,
  show,
  vector,
  withSchema,
} from '../validate.js';

/**
 * Checks a joint's definition, and moves its parameters between definitions and
 * the floats of the joint's block.
 */

/** A frame in a body, field by field. */
const frameCheck: Check = objectOf({ position: localPosition, rotation: quaternion });

/** Handles are checked when they are looked up. */
const handle: Check = withSchema(() => {}, { type: ['string', 'integer'] });

type PlaceDef = Pick<
  CommonJointDef,
  'bodyA' | 'bodyB' | 'anchor' | 'axis' | 'secondAxis' | 'anchorA' | 'anchorB' | 'frameA' | 'frameB'
>;

const placeChecks: Checks<PlaceDef> = {
  bodyA: handle,
  bodyB: handle,
  anchor: vector,
  axis: direction,
  secondAxis: direction,
  anchorA: localPosition,
  anchorB: localPosition,
  frameA: frameCheck,
  frameB: frameCheck,
};

/** A joint that couples others sits where they do. */
const couplingChecks: Checks<CouplingDef> = { jointA: handle, jointB: handle };

const switchChecks: Checks<Pick<CommonJointDef, 'collideConnected' | 'enabled' | 'userData'>> = {
  collideConnected: flag,
  enabled: flag,
  userData: number(),
};

type CheckTree = { [field: string]: Check };

const checksByType: CheckTree[] = [];

/** A type never changes, so the checks of its fields are made once. */
const checksOf = (definition: JointDefinition): CheckTree => {
  const index = definitionIndex(definition.type);
  checksByType[index] ??= makeChecks(definition);
  return checksByType[index];
};

/** Values for the coordinates that count revolutions. */
const revolutionChecks = ({ coordinates, coordinateNames }: JointDefinition): CheckTree => {
  const counting = coordinateNames.filter((_, k) => coordinates[k].countsRevolutions === true);
  if (counting.length === 0) return {};
  const checks = Object.fromEntries(counting.map((name) => [name, number()]));
  return { startNear: objectOf(checks) };
};

/** All fields of a definition; parameters with a path of several names form nested objects. */
const makeChecks = (definition: JointDefinition): CheckTree => ({
  type: withSchema(() => {}, { enum: [definition.type] }),
  ...(definition.couples ? couplingChecks : placeChecks),
  ...switchChecks,
  ...revolutionChecks(definition),
  ...nest(definition.params.map(({ path, spec }) => [path, checkOf(spec)])),
});

const nest = (entries: readonly (readonly [path: readonly string[], check: Check])[]): CheckTree => {
  const tree: CheckTree = {};
  const groups: Record<string, [readonly string[], Check][]> = {};
  for (const [path, check] of entries) {
    const [head, ...rest] = path;
    if (rest.length === 0) tree[head] = check;
    else groups[head] = [...(groups[head] ?? []), [rest, check]];
  }
  for (const [name, members] of Object.entries(groups)) {
    const checks = nest(members);
    tree[name] = objectOf(checks);
  }
  return tree;
};

/** JSON Schemas of the joints of a scene file, one for each type. */
export const jointSchemas = (): Schema[] =>
  allJointDefinitions().map((definition) => ({
    ...objectSchema({ name: nameCheck, ...checksOf(definition) }),
    required: ['type', ...(definition.couples ? ['jointA', 'jointB'] : ['bodyB'])],
  }));

const nameCheck = withSchema(() => {}, { type: 'string', minLength: 1 });

/** The definition of a joint's type, after its fields were checked. */
export const checkJointDef = (def: JointDef): JointDefinition => {
  if (typeof def !== 'object' || def === null) {
    throw new PhysicsError(
      'wrong-type',
      `${show(def)} is not a joint definition`,
      'Pass what hinge({ ... }) or another joint function returns',
    );
  }
  loadJointTypes();
  const index = definitionIndex(def.type);
  if (index < 0) {
    const known = jointDefinitions().map(({ type }) => `'${type}'`);
    throw new PhysicsError(
      'unknown-field',
      `There is no joint type ${show(def.type)}`,
      def.type === undefined
        ? 'Pass what hinge({ ... }) or another joint function returns'
        : `Use one of ${known.join(', ')}, or defineJoint`,
    );
  }
  const definition = jointDefinitions()[index];
  checkFields(def.type, def, checksOf(definition));
  return definition;
};

/** A joint sits where world values say, or where frames do: of both the frames would win in silence. */
export const requireOnePlace = (def: JointDef): void => {
  const world = ['anchor', 'axis', 'secondAxis'].find((field) => def[field] !== undefined);
  const local = ['frameA', 'frameB'].find((field) => def[field] !== undefined);
  if (world === undefined || local === undefined) return;
  throw new PhysicsError(
    'unknown-field',
    `${world} and ${local} both say where the joint sits`,
    'Pass anchor, axis and secondAxis in world space, or frames in the space of the bodies',
  );
};

/** Every joint needs something that moves: a body, or two joints to couple. */
export const requireEnds = ({ couples, type }: JointDefinition, def: JointDef): void => {
  for (const field of couples ? ['jointA', 'jointB'] : ['bodyB']) {
    if (def[field] !== undefined) continue;
    throw new PhysicsError(
      'wrong-type',
      `A ${type} joint needs ${field}`,
      couples
        ? 'Pass the two joints whose coordinates it couples'
        : 'Pass the body that moves; without bodyA it hangs on the world',
    );
  }
};

export const checkJointChanges = (definition: JointDefinition, changes: object): void => {
  checkFields('changes', changes, checksOf(definition));
  for (const fixed of ['type', 'bodyA', 'bodyB', 'jointA', 'jointB']) {
    if ((changes as Record<string, unknown>)[fixed] !== undefined) {
      throw new PhysicsError(
        'unknown-field',
        `${fixed} of a joint cannot change`,
        'Destroy the joint and create another',
      );
    }
  }
};

export const writeDefaults = ({ params }: JointDefinition, floats: Floats, block: number): void => {
  for (const { spec, at } of params) writeParam(spec, spec.default, floats, block + at);
};

/** Writes the parameters that a definition or change gives; returns the names of those at its top. */
export const writeParams = (
  { params }: JointDefinition,
  def: object,
  floats: Floats,
  block: number,
): string[] => {
  const given: string[] = [];
  for (const { path, spec, at } of params) {
    const value = paramAt(def, path);
    if (value === undefined) continue;
    given.push(path[0]);
    writeParam(spec, value, floats, block + at);
  }
  for (const entry of params) if (isMode(entry)) inferMode(entry, def, floats, block);
  return given;
};

const isMode = ({ path, spec }: ParamEntry): boolean =>
  spec.kind === 'choice' &&
  path.at(-1) === 'mode' &&
  path.at(-2) === 'motor' &&
  spec.names.includes('effort');

/** A motor that was off and is given a speed, a target or an effort is meant to run. */
const inferMode = ({ path, at }: ParamEntry, def: object, floats: Floats, block: number): void => {
  const motor = paramAt(def, path.slice(0, -1)) as MotorControl | undefined;
  if (motor === undefined || motor.mode !== undefined || floats[block + at] !== MotorMode.off) return;
  if (motor.effort !== undefined) floats[block + at] = MotorMode.effort;
  else if (motor.target !== undefined) floats[block + at] = MotorMode.position;
  else if (motor.speed !== undefined) floats[block + at] = MotorMode.speed;
};

/** All parameters as the nested fields of a definition. */
export const readParams = (
  { params }: JointDefinition,
  floats: Floats,
  block: number,
): Record<string, unknown> => {
  const def: Record<string, unknown> = {};
  for (const { path, spec, at } of params) {
    let owner = def;
    for (const name of path.slice(0, -1)) {
      owner[name] ??= {};
      owner = owner[name] as Record<string, unknown>;
    }
    owner[path[path.length - 1]] = readParam(spec, floats, block + at);
  }
  return def;
};
