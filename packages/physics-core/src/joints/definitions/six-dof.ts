import { writeTwist } from '../../parts/angles/rotation.js';
import { writeSwingY, writeSwingZ } from '../../parts/angles/swing.js';
import { writeTranslation } from '../../parts/axis.js';
import { rotationRows, translationRows } from '../../parts/chosen-axes.js';
import { needAxes } from '../../parts/frame.js';
import { XA, YA, ZA } from '../../rows/context.js';
import { defineJoint } from '../define-joint.js';
import { choiceParam } from '../params.js';

const axis = (about: string) => choiceParam(['free', 'locked'], 'locked', about);
/** Index of 'locked' among the choices above. */
const LOCKED = 1;

/**
 * Six-dof: each of B's six coordinates against A is locked, or free with limits, motor, spring and friction.
 * With d = pB - pA, the axes of A's frame and the swing-twist decomposition of B's frame as seen from A's
 * (Tamis 2015 A.3.7)
 *   translations d·x, d·y, d·z          rotations: twist about x, components of the swing vector about y and z
 * The rows of the locked ones, one block for the translations and one for the rotations, are those of
 * parts/chosen-axes.ts. Locked y and z rotations make a hinge about x, a locked twist a constant-velocity
 * joint, all rotations and two translations a slider.
 */
export const sixDof = defineJoint({
  type: 'six-dof',
  about: 'Every axis free or locked, limited and driven on its own.',
  slots: ['translation x', 'translation y', 'translation z', 'rotation x', 'rotation y', 'rotation z'],
  params: {
    x: axis('Translation along x.'),
    y: axis('Translation along y.'),
    z: axis('Translation along z.'),
    rotationX: axis('Twist about x.'),
    rotationY: axis('Swing about y.'),
    rotationZ: axis('Swing about z.'),
  },
  coordinates: {
    translationX: {
      unit: 'm',
      write: () => writeTranslation(XA),
      shape: { kind: 'translation', along: 'xA', lockedBy: 'x' },
      about: 'Way of B along x of A.',
    },
    translationY: {
      unit: 'm',
      write: () => writeTranslation(YA),
      shape: { kind: 'translation', along: 'yA', lockedBy: 'y' },
      about: 'Way of B along y of A.',
    },
    translationZ: {
      unit: 'm',
      write: () => writeTranslation(ZA),
      shape: { kind: 'translation', along: 'zA', lockedBy: 'z' },
      about: 'Way of B along z of A.',
    },
    twist: {
      unit: 'rad',
      write: writeTwist,
      shape: { kind: 'twist', lockedBy: 'rotationX' },
      countsRevolutions: true,
      about: 'Turn about the x axis of B.',
    },
    swingY: {
      unit: 'rad',
      write: writeSwingY,
      limitsMeet: [-Math.PI, Math.PI],
      shape: { kind: 'swing', about: 'yA', lockedBy: 'rotationY' },
      about: 'Part of the swing about y of A.',
    },
    swingZ: {
      unit: 'rad',
      write: writeSwingZ,
      limitsMeet: [-Math.PI, Math.PI],
      shape: { kind: 'swing', about: 'zA', lockedBy: 'rotationZ' },
      about: 'Part of the swing about z of A.',
    },
  },
  rows: (j, at) => {
    const { floats, params } = j;
    needAxes(j);
    const x = floats[params + at.x] === LOCKED ? 1 : 0;
    const y = floats[params + at.y] === LOCKED ? 2 : 0;
    const z = floats[params + at.z] === LOCKED ? 4 : 0;
    translationRows(j, 0, x | y | z);
    const twist = floats[params + at.rotationX] === LOCKED ? 1 : 0;
    const swingY = floats[params + at.rotationY] === LOCKED ? 2 : 0;
    const swingZ = floats[params + at.rotationZ] === LOCKED ? 4 : 0;
    rotationRows(j, 3, twist | swingY | swingZ);
  },
});
