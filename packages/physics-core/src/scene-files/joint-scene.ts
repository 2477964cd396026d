import { checkJointDef, requireEnds } from '../api/joint-def.js';
import { PhysicsError } from '../errors.js';
import type { BodyHandle, JointHandle } from '../handles.js';
import type { JointDef } from '../joints/define-joint.js';
import { isArray, show } from '../validate.js';
import { decodeValue, encodeValue, type SceneObject, type SceneValue } from './scene-values.js';

/**
 * Joints in scene files: a definition as data that JSON can hold (scene-values.ts), and back. Handles become
 * names that mean something in the file.
 */

/** A joint in a scene file: the fields of its definition. */
export interface JointScene extends SceneObject {
  readonly type: string;
}

/** What a scene file calls a body or joint. */
export type SceneName = string | number;

const bodyFields: readonly string[] = ['bodyA', 'bodyB'];
const jointFields: readonly string[] = ['jointA', 'jointB'];

/**
 * A definition as JSON-safe data. `nameOf` gives bodies and, for joints that
 * couple others, joints their names.
 */
export const jointToScene = (
  def: JointDef,
  nameOf: (handle: BodyHandle | JointHandle) => SceneName,
): JointScene => {
  requireFunction('nameOf', nameOf);
  requireEnds(checkJointDef(def), def);
  const scene: Record<string, SceneValue> = {};
  for (const [field, value] of Object.entries(def)) {
    if (value === undefined) continue;
    scene[field] = isName(field) ? nameFor(field, value as BodyHandle, nameOf) : encodeValue(value);
  }
  return scene as JointScene;
};

/**
 * The definition that jointToScene wrote, checked like any other. `bodyOf` and
 * `jointOf` know what the names mean.
 */
export const jointFromScene = (
  data: unknown,
  bodyOf: (name: SceneName) => BodyHandle | undefined,
  jointOf?: (name: SceneName) => JointHandle | undefined,
): JointDef => {
  requireFunction('bodyOf', bodyOf);
  if (jointOf !== undefined) requireFunction('jointOf', jointOf);
  if (typeof data !== 'object' || data === null || isArray(data)) {
    throw new PhysicsError(
      'wrong-type',
      `${show(data)} is not a joint of a scene file`,
      'Pass what jointToScene returned',
    );
  }
  const entries = Object.entries(data).map(([field, value]) => {
    if (bodyFields.includes(field)) return [field, handleFor(field, value, bodyOf)];
    if (jointFields.includes(field)) return [field, handleFor(field, value, jointOf)];
    return [field, decodeValue(value, field)];
  });
  const def = Object.fromEntries(entries) as JointDef;
  requireEnds(checkJointDef(def), def);
  return def;
};

const isName = (field: string): boolean => bodyFields.includes(field) || jointFields.includes(field);

const requireFunction = (name: string, value: unknown): void => {
  if (typeof value === 'function') return;
  throw new PhysicsError(
    'wrong-type',
    `${name} is ${show(value)}`,
    'Pass a function between handles and names',
  );
};

const nameFor = (
  field: string,
  handle: BodyHandle | JointHandle,
  nameOf: (handle: BodyHandle | JointHandle) => SceneName,
): SceneName => {
  const name: unknown = nameOf(handle);
  if (typeof name === 'string' || Number.isFinite(name)) return name as SceneName;
  throw new PhysicsError(
    'wrong-type',
    `nameOf called ${field} ${show(name)}`,
    'Return a string or a finite number for every handle',
  );
};

const handleFor = <Handle>(
  field: string,
  name: unknown,
  find: ((name: SceneName) => Handle | undefined) | undefined,
): Handle => {
  if (typeof name !== 'string' && typeof name !== 'number') {
    throw new PhysicsError(
      'wrong-type',
      `${field} is ${show(name)}`,
      'Pass the name that jointToScene wrote',
    );
  }
  const handle = find?.(name);
  if (handle !== undefined) return handle;
  throw new PhysicsError(
    'out-of-range',
    `${field} is ${show(name)}, and nothing is known by that name`,
    find ? 'Create it before its joints' : 'Pass jointOf as third argument for joints that couple others',
  );
};
