import type { Vec3 } from '@tenon/physics-core';
import { type BoneName, mirror, mirrorName } from './human-bones.js';

type Range = readonly [lower: number, upper: number];

/** A joint about one axis. */
interface Bend {
  readonly kind: 'hinge';
  readonly axis: Vec3;
  readonly limits: Range;
}

/** A joint about all axes: swing about `second` and about axis × second, twist about the axis, 0 on a person who stands. */
interface Swing {
  readonly kind: 'swing-twist';
  readonly axis: Vec3;
  readonly second: Vec3;
  readonly swingY: Range;
  readonly swingZ: Range;
  readonly twist: Range;
}

/** A joint about all axes that swings round about a direction other than that of a person who stands. */
interface Socket {
  readonly kind: 'socket';
  readonly axis: Vec3;
  readonly centre: Vec3;
  readonly swing: number;
  readonly twist: number;
}

export interface HumanJoint {
  readonly name: string;
  readonly parent: BoneName;
  readonly child: BoneName;
  readonly anchor: Vec3;
  readonly moves: Bend | Swing | Socket;
}

const UP: Vec3 = [0, 1, 0];
const DOWN: Vec3 = [0, -1, 0];
const LEFTWARDS: Vec3 = [1, 0, 0];
const FORWARDS: Vec3 = [0, 0, 1];

/** About x, whose positive turn takes y to z: knees, ankles bend back, elbows and toes forwards and up. */
const bend = (lower: number, upper: number): Bend => ({
  kind: 'hinge',
  axis: LEFTWARDS,
  limits: [lower, upper],
});

/** A vertebra: bows forwards by `bow`, backwards by `arch`, to each side and twists. */
const vertebra = (bow: number, arch: number, side: number, twist: number): Swing => ({
  kind: 'swing-twist',
  axis: UP,
  second: LEFTWARDS,
  swingY: [-arch, bow],
  swingZ: [-side, side],
  twist: [-twist, twist],
});

/** Ranges of motion as textbooks of anatomy give them, rounded, in rad. */
const MIDDLE: readonly HumanJoint[] = [
  {
    name: 'pelvisLumbar',
    parent: 'pelvis',
    child: 'lumbar',
    anchor: [0, 0.085, 0],
    moves: vertebra(0.4, 0.2, 0.2, 0.1),
  },
  {
    name: 'lumbarWaist',
    parent: 'lumbar',
    child: 'waist',
    anchor: [0, 0.195, 0],
    moves: vertebra(0.4, 0.2, 0.2, 0.1),
  },
  {
    name: 'waistRibs',
    parent: 'waist',
    child: 'ribs',
    anchor: [0, 0.305, 0],
    moves: vertebra(0.3, 0.2, 0.25, 0.25),
  },
  {
    name: 'ribsChest',
    parent: 'ribs',
    child: 'chest',
    anchor: [0, 0.435, 0],
    moves: vertebra(0.25, 0.15, 0.25, 0.3),
  },
  {
    name: 'chestNeck',
    parent: 'chest',
    child: 'neck',
    anchor: [0, 0.575, 0],
    moves: vertebra(0.5, 0.5, 0.4, 0.6),
  },
  {
    name: 'neckHead',
    parent: 'neck',
    child: 'head',
    anchor: [0, 0.695, 0],
    moves: vertebra(0.5, 0.4, 0.35, 0.7),
  },
];

const LEFT: readonly HumanJoint[] = [
  {
    name: 'leftCollar',
    parent: 'chest',
    child: 'leftClavicle',
    anchor: [0.135, 0.53, 0],
    moves: {
      kind: 'swing-twist',
      axis: LEFTWARDS,
      second: UP,
      swingY: [-0.4, 0.3],
      swingZ: [-0.15, 0.6],
      twist: [-0.4, 0.4],
    },
  },
  {
    name: 'leftShoulder',
    parent: 'leftClavicle',
    child: 'leftUpperArm',
    anchor: [0.215, 0.525, 0],
    // Out, down and to the front alike: from there an arm reaches over the head, across the chest and a little behind the back.
    moves: { kind: 'socket', axis: DOWN, centre: [1, -1, 1], swing: 1.6, twist: 1.2 },
  },
  {
    name: 'leftElbow',
    parent: 'leftUpperArm',
    child: 'leftForearm',
    anchor: [0.215, 0.23, 0],
    moves: bend(-2.5, 0),
  },
  {
    name: 'leftWrist',
    parent: 'leftForearm',
    child: 'leftHand',
    anchor: [0.215, -0.03, 0],
    // The turn of the forearm about itself is here, as in Kleppmann 2007 §2.4.3: one joint between two bones.
    moves: {
      kind: 'swing-twist',
      axis: DOWN,
      second: LEFTWARDS,
      swingY: [-0.4, 0.5],
      swingZ: [-1.3, 1.2],
      twist: [-1.4, 1.4],
    },
  },
  {
    name: 'leftKnuckles',
    parent: 'leftHand',
    child: 'leftFingers',
    anchor: [0.215, -0.126, 0],
    moves: { kind: 'hinge', axis: FORWARDS, limits: [-1.6, 0.3] },
  },
  {
    name: 'leftHip',
    parent: 'pelvis',
    child: 'leftThigh',
    anchor: [0.085, -0.08, 0],
    moves: {
      kind: 'swing-twist',
      axis: DOWN,
      second: LEFTWARDS,
      swingY: [-2.1, 0.4],
      swingZ: [-0.4, 0.8],
      twist: [-0.7, 0.7],
    },
  },
  { name: 'leftKnee', parent: 'leftThigh', child: 'leftShin', anchor: [0.085, -0.5, 0], moves: bend(0, 2.4) },
  {
    name: 'leftAnkle',
    parent: 'leftShin',
    child: 'leftFoot',
    anchor: [0.085, -0.895, 0],
    moves: bend(-0.35, 0.8),
  },
  {
    name: 'leftBallOfFoot',
    parent: 'leftFoot',
    child: 'leftToes',
    anchor: [0.085, -0.94, 0.132],
    moves: bend(-1, 0.4),
  },
];

const opposite = ([lower, upper]: Range): Range => [-upper, -lower];

/**
 * A mirror turns the sense of every rotation. The mirrored axes x' and y' are those of the mirrored frame, but its z' = x' × y' is the
 * opposite of the mirrored z: about z' the sense is as it was.
 */
const mirrorMoves = (moves: HumanJoint['moves']): HumanJoint['moves'] => {
  const axis = mirror(moves.axis);
  switch (moves.kind) {
    case 'hinge':
      return { ...moves, axis, limits: opposite(moves.limits) };
    case 'socket':
      return { ...moves, axis, centre: mirror(moves.centre) };
    case 'swing-twist':
      return {
        ...moves,
        axis,
        second: mirror(moves.second),
        swingY: opposite(moves.swingY),
        twist: opposite(moves.twist),
      };
  }
};

/** All 24, each parent before its children. */
export const humanJoints: readonly HumanJoint[] = [
  ...MIDDLE,
  ...LEFT,
  ...LEFT.map(({ name, parent, child, anchor, moves }) => ({
    name: name.replace(/^left/, 'right'),
    parent: mirrorName(parent),
    child: mirrorName(child),
    anchor: mirror(anchor),
    moves: mirrorMoves(moves),
  })),
];
