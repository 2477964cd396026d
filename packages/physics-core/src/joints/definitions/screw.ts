import { hingeAxesRows, writeTwist } from '../../parts/angles/rotation.js';
import { twoAxisRows, writeTranslation } from '../../parts/axis.js';
import { addCoordinate, copyCoordinate } from '../../parts/coordinate.js';
import { needAxes } from '../../parts/frame.js';
import { COORDINATE, frame, type JointContext, SCRATCH, XA, YA, ZA } from '../../rows/context.js';
import { claimRows, finishRow, lockRows } from '../../rows/write-rows.js';
import { ERROR, Role } from '../../state/rows.js';
import { type Coordinate, defineJoint } from '../define-joint.js';
import { numberParam } from '../params.js';
import { writeCoordinate } from '../write-joint.js';

const angle: Coordinate = {
  unit: 'rad',
  write: writeTwist,
  shape: { kind: 'twist' },
  countsRevolutions: true,
  about: 'Turn of B about the axis; the way along it is pitch / 2π times as much.',
};

/** Writes dC/dθ = -p/(2π) into the scratch floats of the frame, from the pitch at `pitchAt`. */
const writeSlope = ({ floats, params }: JointContext, pitchAt: number): void => {
  frame[SCRATCH] = -floats[params + pitchAt] / (2 * Math.PI);
};

/**
 * Screw: a cylindrical joint whose translation s along the axis follows the angle θ about it,
 *   C = s - p/(2π) θ - offset          Ċ = ṡ - p/(2π) θ̇
 * with the pitch p in m per revolution; J is the same sum of both gradients (parts/axis.ts,
 * parts/angles/rotation.ts). θ counts revolutions, so C continues past the first. The thread has no friction
 * of its own: a weight on it runs down with g / (1 + (2π/p)² I/m). Friction on the coordinate stops it.
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
    // Counted in every substep, not once a step as for other angles: a thread that loses a revolution
    // would jump by its pitch.
    j.floats[j.state] = frame[COORDINATE];
    writeSlope(j, at.pitch);
    addCoordinate(j, row, frame, SCRATCH);
    j.rows[row + ERROR] -= j.floats[j.params + at.offset];
    lockRows(j, row, 1);
    finishRow(j, row);
  },
});
