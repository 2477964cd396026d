import { writeAzimuth, writeAzimuthOfA } from '../../parts/angles/azimuth.js';
import { twoAxisRows, writeTranslation } from '../../parts/axis.js';
import { copyCoordinate } from '../../parts/coordinate.js';
import { needAxes } from '../../parts/frame.js';
import { perpendicularRow, writePerpendicular } from '../../parts/perpendicular.js';
import { type JointContext, XA, XB, YA, YB, ZA, ZB } from '../../rows/context.js';
import { claimRows, finishBlock, lockRows } from '../../rows/write-rows.js';
import { ROW, Role } from '../../state/rows.js';
import { defineJoint } from '../define-joint.js';
import { flagParam } from '../params.js';

const writeSteering = (): void => writeAzimuth(YB, YA, ZA);

/** Locks the axle across the suspension and straight ahead: two rows, one block. */
const heldAxleRows = (j: JointContext, slot: number): void => {
  const at = claimRows(j, 2, Role.lock, slot);
  writePerpendicular(j, at, XA, YB);
  writeSteering();
  copyCoordinate(j, at + ROW);
  lockRows(j, at, 2);
  finishBlock(j, at, 2);
};

/**
 * Wheel: B moves along the suspension axis x of the chassis A, rotates about it (steering), and spins about
 * its axle y, which is fixed in B. With d = pB - pA
 *   C = [d·yA, d·zA, asin(xA·yB)]          J from parts/axis.ts and parts/perpendicular.ts
 * and, while the steering is locked, its angle as a fourth row. The angles are those of a universal joint,
 * see universal.ts:
 *   suspension = d·xA          steering = atan2(yB·zA, yB·yA)          spin = atan2(xA·zB, xA·xB)
 * A spring on the suspension of frequency f under a load F of mass m (that of the row: chassis and wheel
 * against each other) sags by F / (m (2πf)²). No row rotates with the spin, so a fast wheel disturbs none of
 * them.
 */
export const wheel = defineJoint({
  type: 'wheel',
  about: 'Suspension, steering and spin of a wheel B on a chassis A.',
  defaultAxis: [0, 1, 0],
  slots: ['axis y', 'axis z', 'axle', 'steering'],
  params: {
    steeringLocked: flagParam(true, 'Keeps the wheel straight; unlock it to steer by a motor.'),
  },
  coordinates: {
    suspension: {
      unit: 'm',
      write: () => writeTranslation(XA),
      shape: { kind: 'translation', along: 'xA' },
      about: 'Way of B along the axis.',
    },
    steering: {
      unit: 'rad',
      write: writeSteering,
      shape: { kind: 'azimuth', of: 'yB', from: 'yA', to: 'zA', lockedBy: 'steeringLocked' },
      countsRevolutions: true,
      about: 'Turn of the axle about the axis.',
    },
    spin: {
      unit: 'rad',
      write: () => writeAzimuthOfA(XA, XB, ZB),
      shape: { kind: 'azimuth', of: 'xA', from: 'xB', to: 'zB' },
      countsRevolutions: true,
      about: 'Turn of B about the axle, which is secondAxis.',
    },
  },
  rows: (j, at) => {
    needAxes(j);
    twoAxisRows(j, 0, YA, ZA);
    if (j.floats[j.params + at.steeringLocked] !== 0) heldAxleRows(j, 2);
    else perpendicularRow(j, 2, XA, YB);
  },
});
