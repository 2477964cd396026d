import type { LayerName } from '@tenon/debug-draw';
import type { PictureRequest } from './page.js';

/** Everything that belongs to a joint. */
export const JOINT_LAYERS: readonly LayerName[] = [
  'wire',
  'solid',
  'frames',
  'rows',
  'limits',
  'motors',
  'labels',
];

/** The joint of a type in the scene that is named after it. */
const joint = (type: string, changes: Partial<PictureRequest> = {}): PictureRequest => ({
  scene: `${type}-joint`,
  steps: 45,
  layers: JOINT_LAYERS,
  focus: type,
  hover: true,
  scale: 0.4,
  ...changes,
});

/** One picture for each joint type, in the order of docs/joints.md. */
export const jointPictures: Readonly<Record<string, PictureRequest>> = {
  fixed: joint('fixed'),
  ball: joint('ball', { steps: 25, camera: { distance: 3.5, pitch: 0.1 } }),
  hinge: joint('hinge', { steps: 30, camera: { distance: 3.2, pitch: 0.6, yaw: -0.2 } }),
  slider: joint('slider', { steps: 20 }),
  cylindrical: joint('cylindrical', { steps: 20 }),
  screw: joint('screw', { camera: { distance: 3 } }),
  distance: joint('distance', { camera: { distance: 5.5 } }),
  pulley: joint('pulley', { camera: { distance: 4.5 } }),
  'point-on-line': joint('point-on-line', { camera: { distance: 4, pitch: 0.3 } }),
  'point-on-plane': joint('point-on-plane', { camera: { distance: 4, pitch: -0.35 } }),
  'edge-edge': joint('edge-edge', { camera: { distance: 3 } }),
  'rotation-lock': joint('rotation-lock', { camera: { distance: 3 } }),
  universal: joint('universal', { camera: { pitch: 0.4 } }),
  'constant-velocity': joint('constant-velocity', { camera: { pitch: 0.4 } }),
  'swing-twist': joint('swing-twist', { camera: { distance: 3 } }),
  cone: joint('cone', { camera: { distance: 3 } }),
  wedge: joint('wedge', { camera: { distance: 2.8, pitch: 0.8, yaw: 0.6 } }),
  'six-dof': joint('six-dof', { camera: { distance: 3.2, pitch: 0.4 } }),
  wheel: joint('wheel', { camera: { distance: 3 } }),
  gear: joint('gear', { camera: { distance: 3.2 } }),
  'rack-and-pinion': joint('rack-and-pinion'),
  motor: joint('motor'),
  mouse: joint('mouse', { camera: { distance: 4.5 } }),
  upright: joint('upright', { camera: { distance: 3 } }),
};

/** Other pictures of docs/debug-draw.md. */
export const otherPictures: Readonly<Record<string, PictureRequest>> = {
  light: joint('swing-twist', { theme: 'light', camera: { distance: 2.2 } }),
  rows: joint('hinge', {
    steps: 30,
    layers: ['wire', 'solid', 'rows', 'reactions'],
    hover: false,
    rowLength: 'lambda',
    camera: { distance: 3, pitch: 0.35, yaw: 0.2 },
  }),
  contacts: {
    scene: 'falling-shapes',
    steps: 75,
    layers: ['wire', 'solid', 'contacts', 'velocities'],
    camera: { distance: 6, target: [0, 0.9, 0] },
  },
  broadphase: {
    scene: 'falling-shapes',
    steps: 75,
    layers: ['wire', 'boxes', 'tree'],
    camera: { distance: 6, target: [0, 0.9, 0] },
  },
  masses: {
    scene: 'falling-shapes',
    steps: 75,
    layers: ['wire', 'solid', 'masses', 'islands'],
    theme: 'light',
    camera: { distance: 6, target: [0, 0.9, 0] },
  },
  planar: {
    scene: 'newtons-cradle',
    steps: 75,
    layers: ['wire', 'solid', 'frames', 'velocities', 'reactions'],
    camera: { planar: true },
  },
};
