import { writeDistance } from '../../parts/distance.js';
import { Hold, holdRow } from '../../parts/hold.js';
import { COORDINATE, frame, type JointContext } from '../../rows/context.js';
import { LIMIT_RESTITUTION } from '../../state/controls.js';
import { checkFields } from '../../validate.js';
import { fieldNames } from '../check-options.js';
import { defineJoint } from '../define-joint.js';
import { choiceParam, numberParam } from '../params.js';

/** Index of 'free' among the modes; the others are those of parts/hold.ts. */
const FREE = 3;

/**
 * A strut of length 0 has no effect, as no distance is less than 0. A row for it would stop bodies that pass
 * through.
 */
const isIdle = ({ floats }: JointContext, modeAt: number, lengthAt: number): boolean =>
  floats[modeAt] === FREE || (floats[modeAt] === Hold.atLeast && floats[lengthAt] === 0);

/**
 * Distance (Tamis 2015 §3.1.1, Tamis & Maggiore §5.2, planar notes 002 §1.1): one row on the distance q = |d|
 * of the anchors,
 *   C = q - length          J = [-n, -(rA × n), n, rB × n],  n = d / q
 * with C = 0 (rod), C <= 0 (rope, which only pulls), C >= 0 (strut, which only pushes) or no row of its own
 * (free: only limits, motor, spring and friction of the coordinate). `hertz` and `dampingRatio` make a spring
 * of the rod and a rubber band of the rope; `limitRestitution` is also that of a rope and a strut.
 */
export const distance = defineJoint({
  type: 'distance',
  about: 'Holds two points at a distance: rods, ropes, struts, springs, winches.',
  ownAnchors: true,
  slots: ['length'],
  params: {
    mode: choiceParam(
      ['rod', 'rope', 'strut', 'free'],
      'rod',
      'Whether the length is held, a maximum, a minimum or left to the controls.',
    ),
    length: numberParam({
      unit: 'm',
      default: 0,
      min: 0,
      about: 'Length of the rod, rope, strut or unloaded spring; by default the distance at creation.',
    }),
  },
  coordinates: {
    length: {
      unit: 'm',
      write: writeDistance,
      neverNegative: true,
      shape: { kind: 'distance', held: { mode: 'mode', value: 'length' } },
      about: 'Distance of the two anchors.',
    },
  },
  prepare: (j, at, given) => {
    if (given.includes('length')) return;
    writeDistance(j);
    j.floats[j.params + at.length] = frame[COORDINATE];
  },
  rows: (j, at) => {
    if (isIdle(j, j.params + at.mode, j.params + at.length)) return;
    writeDistance(j);
    holdRow(j, 0, j.floats[j.params + at.mode] | 0, j.params + at.length, j.controls + LIMIT_RESTITUTION);
  },
});

type DistanceDef = Parameters<typeof distance>[0];
type PlainDef = Omit<DistanceDef, 'mode' | 'length'>;

/**
 * A short form is a distance whose mode is fixed, and whose length has the name of what it is in this mode. Neither `mode` nor another name
 * of the length is a field of it.
 */
const shortForm = <L extends string>(name: string, mode: 'rod' | 'rope' | 'strut', lengthField: L) => {
  const { mode: _, length, ...names } = fieldNames(distance.definition);
  const known = { ...names, [lengthField]: length };
  return (given: PlainDef & { readonly [K in L]?: number }) => {
    checkFields(name, given, known);
    const { [lengthField]: asked, ...def } = given;
    return distance({
      ...(def as PlainDef),
      ...(asked === undefined ? {} : { length: asked as number }),
      mode,
    });
  };
};

/** Two points keep their distance. */
export const rod = shortForm('rod', 'rod', 'length');

/** Two points come no further apart; slack it does nothing. With `hertz` it is elastic. */
export const rope = shortForm('rope', 'rope', 'maxLength');

/** Two points come no closer. */
export const strut = shortForm('strut', 'strut', 'minLength');

/** A spring of given frequency against the masses it moves, that pulls and pushes: a soft rod. */
export const spring: (
  def: PlainDef & { readonly hertz: number; readonly length?: number },
) => ReturnType<typeof rod> = shortForm('spring', 'rod', 'length');
