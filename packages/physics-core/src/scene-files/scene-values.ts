import { PhysicsError } from '../errors.js';
import { isArray } from '../validate.js';

/**
 * Values of scene files: what JSON can hold. Numbers that JSON has no form for become the strings 'Infinity',
 * '-Infinity' and '-0'. Everything else stays as it is, so that a file reads like the code that made it.
 */
export type SceneValue = boolean | number | string | readonly SceneValue[] | SceneObject;

export interface SceneObject {
  readonly [field: string]: SceneValue;
}

const unspeakable: readonly (readonly [text: string, value: number])[] = [
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['-0', -0],
];

export const encodeValue = (value: unknown): SceneValue => {
  if (typeof value === 'number') return unspeakable.find(([, x]) => Object.is(x, value))?.[0] ?? value;
  if (typeof value !== 'object' || value === null) return value as SceneValue;
  if (isArray(value) || ArrayBuffer.isView(value)) return Array.from(value as number[], encodeValue);
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(given.map(([field, member]) => [field, encodeValue(member)]));
};

/** A coordinate's motor's field, say, or an entry of a frame's position. */
const DEEPEST = 3;

/** `field` is its path in the file, for errors. */
export const decodeValue = (value: unknown, field: string, depth = 0): unknown => {
  if (typeof value === 'string') return unspeakable.find(([text]) => text === value)?.[1] ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) {
    throw new PhysicsError(
      'wrong-type',
      `${field} is nested too deep`,
      'Pass what worldToScene or jointToScene returned',
    );
  }
  if (isArray(value)) return value.map((item, i) => decodeValue(item, `${field}[${i}]`, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, decodeValue(member, `${field}.${name}`, depth + 1)]),
  );
};
