import { holdRow } from '../../parts/hold.js';
import { writeLengthA, writeLengthB, writeRope } from '../../parts/pulley.js';
import { COORDINATE, frame, type JointContext } from '../../rows/context.js';
import { defineJoint } from '../define-joint.js';
import { choiceParam, numberParam, vectorParam } from '../params.js';

/** Offsets of the first parameters from j.params: the coordinates have no other way to know. */
const GROUND_A = 0;
const GROUND_B = 3;
const RATIO = 6;

const writeRopeOf = (j: JointContext): void =>
  writeRope(j, j.params + GROUND_A, j.params + GROUND_B, j.params + RATIO);

/**
 * Pulley (planar notes 002 §1.8): a rope from A's anchor up to the world point groundA, over to groundB and
 * down to B's anchor. With the lengths lA and lB of its two ends
 *   C = lA + ratio · lB - length          J = [nA, rA × nA, ratio · nB, ratio · (rB × nB)]
 * A rope only pulls, C <= 0; as a rod it also pushes, C = 0. With ratio 2 B hangs on two strands: it moves
 * half as far as A and feels twice the tension. The pulleys pass the tension to the world, so the momentum of
 * the two bodies alone is not conserved.
 */
export const pulley = defineJoint({
  type: 'pulley',
  about:
    'Two bodies hang on one rope over pulleys, with a ratio for block and tackle: lifts, counterweights.',
  ownAnchors: true,
  slots: ['rope'],
  params: {
    groundA: vectorParam('m', [0, 0, 0], "World point where A's end of the rope leaves the pulley."),
    groundB: vectorParam('m', [0, 0, 0], "World point where B's end of the rope leaves the pulley."),
    ratio: numberParam({
      unit: '1',
      default: 1,
      min: 1e-3,
      max: 1e3,
      about: 'Strands of the rope on which B hangs for each one of A.',
    }),
    mode: choiceParam(['rod', 'rope'], 'rope', 'Whether the rope also pushes.'),
    length: numberParam({
      unit: 'm',
      default: 0,
      min: 0,
      about: 'Length of A plus ratio times length of B; by default what it is at creation.',
    }),
  },
  coordinates: {
    lengthA: {
      unit: 'm',
      write: (j) => writeLengthA(j, j.params + GROUND_A),
      neverNegative: true,
      shape: { kind: 'end', body: 'A', ground: 'groundA' },
      about: "Length of A's end of the rope.",
    },
    lengthB: {
      unit: 'm',
      write: (j) => writeLengthB(j, j.params + GROUND_B),
      neverNegative: true,
      shape: { kind: 'end', body: 'B', ground: 'groundB' },
      about: "Length of B's end of the rope.",
    },
  },
  prepare: (j, at, given) => {
    if (given.includes('length')) return;
    writeRopeOf(j);
    j.floats[j.params + at.length] = frame[COORDINATE];
  },
  rows: (j, at) => {
    writeRopeOf(j);
    holdRow(j, 0, j.floats[j.params + at.mode] | 0, j.params + at.length, -1);
  },
});
