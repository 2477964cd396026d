import { twoAxisRows, writeTranslation } from '../parts/axis.js';
import { COORDINATE, frame, type JointContext, SCRATCH, XA, YA, ZA } from '../parts/context.js';
import { addCoordinate, copyCoordinate } from '../parts/coordinate.js';
import { needAxes } from '../parts/frame.js';
import { hingeAxesRows, writeTwist } from '../parts/rotation.js';
import { claimRows, finishRow, lockRows } from '../parts/rows.js';
import { ERROR, Role } from '../state/rows.js';
import { type Coordinate, defineJoint } from './define-joint.js';
import { numberParam } from './params.js';
import { writeCoordinate } from './write-rows.js';

const angle: Coordinate = {
  unit: 'rad',
  write: writeTwist,
  shape: { kind: 'twist' },
  countsTurns: true,
  about: 'Turn of B about the axis; the way along it is pitch / 2π times as much.',
};

/** dC/dθ = -p/(2π) into the scratch, from the pitch at its place. */
const writeSlope = ({ floats, params }: JointContext, pitchAt: number): void => {
  frame[SCRATCH] = -floats[params + pitchAt] / (2 * Math.PI);
};

/**
 * Screw: a cylindrical joint whose way s along the axis follows the angle θ about it,
 *   C = s - p/(2π) θ - offset          Ċ = ṡ - p/(2π) θ̇
 * with the pitch p in m a turn; J is the same sum of both gradients (parts/axis.ts, parts/rotation.ts). θ
 * counts turns, so C goes on past the first. The thread has no friction of its own: a weight on it runs down
 * with g / (1 + (2π/p)² I/m). Friction on the coordinate makes it hold.
 */
export const screw = defineJoint({
  type: 'screw',
  about: 'B turns about an axis of A and moves along it by the pitch: threads, jacks, augers.',
  slots: ['axis y', 'axis z', 'rotation y', 'rotation z', 'pitch'],
  params: {
    pitch: numberParam({
      unit: 'm',
      default: 0.01,
      about: 'Way along the axis for one turn; negative is a left-handed thread.',
    }),
    offset: numberParam({ unit: 'm', default: 0, about: 'Way along the axis at angle 0.' }),
  },
  coordinates: { angle },
  sum: (j, at) => {
    writeCoordinate(j, angle, 0);
    writeSlope(j, at.pitch);
    const way = frame[SCRATCH] * frame[COORDINATE];
    writeTranslation(XA);
    return way + frame[COORDINATE];
  },
  rows: (j, at) => {
    needAxes(j);
    twoAxisRows(j, 0, YA, ZA);
    hingeAxesRows(j, 2);
    const row = claimRows(j, 1, Role.coupling, 4);
    writeTranslation(XA);
    copyCoordinate(j, row);
    writeCoordinate(j, angle, 0);
    // Counted in every substep, not only once a step as other angles are: a thread that loses a
    // turn would jump by its pitch.
    j.floats[j.state] = frame[COORDINATE];
    writeSlope(j, at.pitch);
    addCoordinate(j, row, frame, SCRATCH);
    j.rows[row + ERROR] -= j.floats[j.params + at.offset];
    lockRows(j, row, 1);
    finishRow(j, row);
  },
});
