import { PhysicsError } from './errors.js';
import { asUnitQuat, type Quat } from './math/quat.js';
import { length, type Vec3 } from './math/vec3.js';
import { nearestName, otherName } from './meant-name.js';
import { MAX_NUMBER, MAX_SIZE, MIN_DIRECTION } from './tuning.js';

/**
 * Checks of values that come from the user. Each throws a PhysicsError that names the
 * field, and returns nothing otherwise.
 */
export type Check = ((value: unknown, field: string) => void) & { readonly schema?: Schema };

/** What a check lets pass, as JSON Schema of a scene file, where '-0' and infinite numbers are texts. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export const withSchema = (check: (value: unknown, field: string) => void, schema: Schema): Check =>
  Object.assign(check, { schema });

/** An object of these fields, all of them optional, and no others. */
export const objectSchema = (checks: Readonly<Record<string, Check>>): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(Object.entries(checks).map(([field, { schema = {} }]) => [field, schema])),
});

/** A check of an object by checks of its fields. */
export const objectOf = (checks: Readonly<Record<string, Check>>): Check =>
  withSchema((value, field) => checkFields(field, value, checks), objectSchema(checks));

const numberSchema = ({ min, max, integer, unlimited }: Range): Schema => ({
  anyOf: [
    {
      type: integer === true ? 'integer' : 'number',
      ...(min !== undefined && min > -Infinity ? { minimum: min } : {}),
      ...(max !== undefined && max < Infinity ? { maximum: max } : {}),
    },
    { enum: unlimited === true ? ['-0', 'Infinity'] : ['-0'] },
  ],
});

const tupleSchema = (items: Schema, count: number): Schema => ({
  type: 'array',
  items,
  minItems: count,
  maxItems: count,
});

export type Checks<T> = { readonly [K in keyof Required<T>]: Check };

const SHOWN_LETTERS = 40;
const SHOWN_ITEMS = 8;

/** A value as an error message names it. Safe for everything, also for what String() refuses. */
export const show = (value: unknown): string => {
  if (!isArray(value)) return showItem(value);
  const items = value.slice(0, SHOWN_ITEMS).map(showItem);
  return `[${items.join(', ')}${value.length > SHOWN_ITEMS ? ', ...' : ''}]`;
};

const showItem = (value: unknown): string => {
  if (typeof value === 'string')
    return `'${value.slice(0, SHOWN_LETTERS)}${value.length > SHOWN_LETTERS ? '...' : ''}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return isArray(value) ? 'a list' : 'an object';
};

const fail = (
  code: 'wrong-type' | 'not-finite' | 'out-of-range',
  field: string,
  value: unknown,
  want: string,
): never => {
  throw new PhysicsError(code, `${field} is ${show(value)}`, `Pass ${want}`);
};

interface Range {
  readonly min?: number;
  readonly max?: number;
  /** Infinity is allowed and means "no limit". */
  readonly unlimited?: boolean;
  readonly integer?: boolean;
}

const rangeText = ({ min = -Infinity, max = Infinity, integer, unlimited }: Range): string => {
  const noun = integer ? 'an integer' : 'a finite number';
  const low = min > -Infinity ? ` of at least ${min}` : '';
  const high = max < Infinity ? `${low ? ' and' : ''} of at most ${max}` : '';
  return noun + low + high + (unlimited ? ', or Infinity' : '');
};

export const number = (range: Range = {}): Check => {
  const { min = -Infinity, max = Infinity } = range;
  // Made once, not in each call: stepWorld checks its dt and must not allocate.
  const want = rangeText(range);
  return withSchema((value, field) => {
    if (typeof value !== 'number') fail('wrong-type', field, value, want);
    const x = value as number;
    if (x === Infinity && range.unlimited) return;
    if (!Number.isFinite(x)) fail('not-finite', field, value, want);
    if (x < min || x > max || (range.integer && !Number.isInteger(x)))
      fail('out-of-range', field, value, want);
  }, numberSchema(range));
};

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const numbers = (count: number, want: string, bounds: Bounds): Check => {
  const { min, max } = bounds;
  const each = number(bounds);
  return withSchema(
    (value, field) => {
      if (!isNumberList(value) || value.length !== count) fail('wrong-type', field, value, want);
      const list = value as ArrayLike<unknown>;
      for (let i = 0; i < count; i++) {
        const x = list[i];
        // The name of a component is made only for an error.
        if (typeof x === 'number' && x >= min && x <= max) continue;
        each(x, `${field}[${i}]`);
      }
    },
    tupleSchema(numberSchema(bounds), count),
  );
};

/** Three numbers, each of them in the range. */
export const vectorOf = (range: Bounds): Check => numbers(3, 'three numbers [x, y, z]', range);

/** Three numbers, each at most so far from zero. */
export const vectorWithin = (max: number): Check => vectorOf({ min: -max, max });

export const vector: Check = vectorWithin(MAX_NUMBER);

/** A place in the frame of a body. */
export const localPosition: Check = vectorWithin(MAX_SIZE);

export const direction: Check = withSchema((value, field) => {
  vector(value, field);
  if (length(value as Vec3) < MIN_DIRECTION)
    fail('out-of-range', field, value, 'a vector with a direction, not zero');
}, vector.schema ?? {});

const fourNumbers = numbers(4, 'a quaternion [x, y, z, w]', { min: -MAX_NUMBER, max: MAX_NUMBER });

export const quaternion: Check = withSchema((value, field) => {
  fourNumbers(value, field);
  const [x, y, z, w] = value as Quat;
  if (x * x + y * y + z * z + w * w < MIN_DIRECTION)
    fail('out-of-range', field, value, 'a quaternion that is not zero');
}, fourNumbers.schema ?? {});

/** A symmetric tensor whose entries are at most so far from zero. */
export const symmetricWithin = (max: number): Check =>
  numbers(6, 'six numbers [xx, xy, xz, yy, yz, zz]', { min: -max, max });

export const flag: Check = withSchema(
  (value, field) => {
    if (typeof value !== 'boolean') fail('wrong-type', field, value, 'true or false');
  },
  { type: 'boolean' },
);

export const oneOf = (names: readonly string[]): Check =>
  withSchema(
    (value, field) => {
      if (typeof value !== 'string' || !names.includes(value)) {
        fail('wrong-type', field, value, `one of ${names.map((name) => `'${name}'`).join(', ')}`);
      }
    },
    { enum: names },
  );

export const listOf = (check: Check): Check =>
  withSchema(
    (value, field) => {
      if (!isArray(value)) fail('wrong-type', field, value, 'an array');
      const list = value as unknown[];
      for (let i = 0; i < list.length; i++) check(list[i], `${field}[${i}]`);
    },
    { type: 'array', items: check.schema ?? {} },
  );

/** Bits of a layer or mask. */
export const bits: Check = number({ min: -0x80000000, max: 0xffffffff, integer: true });

/**
 * Checks an object field by field; `undefined` means "not given". Unknown fields are
 * errors: they are nearly always typos.
 */
export const checkFields = <T>(owner: string, value: unknown, checks: Checks<T>): void => {
  if (typeof value !== 'object' || value === null || isArray(value)) {
    fail('wrong-type', owner, value, `an object with ${Object.keys(checks).join(', ')}`);
  }
  try {
    checkMembers(owner, value as Record<string, unknown>, checks as Readonly<Record<string, Check>>);
  } catch (error) {
    if (error instanceof PhysicsError) throw error;
    // A proxy that was revoked throws whatever is asked of it, and a getter may throw.
    fail('wrong-type', owner, value, 'an object whose fields can be read');
  }
};

const checkMembers = (
  owner: string,
  given: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, Check>>,
): void => {
  for (const field of Object.keys(given)) {
    if (!Object.hasOwn(known, field)) refuseField(owner, field, known);
    const member = given[field];
    if (member !== undefined) checkMember(known[field], member, owner, field);
  }
  // Most definitions are plain objects, which inherit nothing.
  if (Object.getPrototypeOf(given) !== Object.prototype) refuseInherited(owner, given, known);
};

/**
 * A check may ask something of a value that throws, such as a revoked proxy or a getter. The whole name of a field is made only for an error:
 * a body has a dozen fields, and thousands of bodies may come at once.
 */
const checkMember = (check: Check, member: unknown, owner: string, field: string): void => {
  try {
    check(member, field);
  } catch {
    refuseMember(check, member, `${owner}.${field}`);
  }
};

const refuseMember = (check: Check, member: unknown, name: string): never => {
  try {
    check(member, name);
  } catch (error) {
    if (error instanceof PhysicsError) throw error;
  }
  return fail('wrong-type', name, member, 'a value that can be read');
};

const refuseField = (owner: string, field: string, checks: Readonly<Record<string, Check>>): never => {
  const close = otherName(field, checks) ?? nearestName(field, Object.keys(checks));
  const advice = close ? `Did you mean '${close}'?` : `Use ${Object.keys(checks).join(', ')}`;
  throw new PhysicsError('unknown-field', `${owner} has no field ${show(field)}`, advice);
};

/** A field that an object inherits would be used without being seen in it, nor in a copy of it. */
const refuseInherited = (owner: string, given: object, checks: object): void => {
  for (const field of Object.keys(checks)) {
    if (!(field in given) || Object.hasOwn(given, field)) continue;
    throw new PhysicsError(
      'unknown-field',
      `${owner} inherits its field '${field}' from its prototype`,
      'Give the object fields of its own',
    );
  }
};

/** Whether a value is an array. Array.isArray throws when it is asked about a revoked proxy. */
export const isArray = (value: unknown): value is unknown[] => {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
};

/** Whether a value is an object with a field of this name. */
export const hasField = (value: unknown, field: string | symbol): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return field in value;
  } catch {
    return false;
  }
};

const isNumberList = (value: unknown): value is ArrayLike<unknown> => {
  try {
    return Array.isArray(value) || value instanceof Float64Array || value instanceof Float32Array;
  } catch {
    return false;
  }
};

/** A copy as a unit quaternion. */
export const unitQuat = (q: Quat): Quat => asUnitQuat([q[0], q[1], q[2], q[3]]);
