import { box, capsule, type Shape, type Vec3 } from '@tenon/physics-core';

/** One of the bones, with the flesh around it. */
export interface Bone {
  readonly shape: Shape;
  /** kg. A shoulder blade and its muscles count as the collar bone's. */
  readonly mass: number;
  /** On a person who stands upright, arms down, looks along z and has the left side at positive x: m from the middle of the pelvis. */
  readonly centre: Vec3;
}

/** Bones of the middle, from below. */
const MIDDLE = {
  pelvis: { shape: box(0.15, 0.08, 0.09), mass: 9.5, centre: [0, 0, 0] },
  lumbar: { shape: box(0.12, 0.05, 0.08), mass: 5, centre: [0, 0.14, 0] },
  waist: { shape: box(0.125, 0.05, 0.085), mass: 5, centre: [0, 0.25, 0] },
  ribs: { shape: box(0.14, 0.06, 0.1), mass: 6, centre: [0, 0.37, 0] },
  chest: { shape: box(0.13, 0.06, 0.1), mass: 6.5, centre: [0, 0.5, 0] },
  neck: { shape: capsule(0.045, 0.03), mass: 1.8, centre: [0, 0.635, 0] },
  head: { shape: capsule(0.09, 0.04), mass: 4.5, centre: [0, 0.8, 0] },
} as const satisfies Record<string, Bone>;

/** Bones of the left side; the right side mirrors them. */
const LEFT = {
  leftClavicle: { shape: box(0.045, 0.03, 0.04), mass: 2.2, centre: [0.18, 0.53, 0] },
  leftUpperArm: { shape: capsule(0.045, 0.1), mass: 2, centre: [0.215, 0.38, 0] },
  leftForearm: { shape: capsule(0.038, 0.09), mass: 1.2, centre: [0.215, 0.1, 0] },
  leftHand: { shape: box(0.018, 0.045, 0.035), mass: 0.4, centre: [0.215, -0.08, 0] },
  leftFingers: { shape: box(0.014, 0.04, 0.033), mass: 0.25, centre: [0.215, -0.167, 0] },
  leftThigh: { shape: capsule(0.068, 0.14), mass: 7, centre: [0.085, -0.29, 0] },
  leftShin: { shape: capsule(0.05, 0.15), mass: 3.3, centre: [0.085, -0.7, 0] },
  leftFoot: { shape: box(0.04, 0.03, 0.09), mass: 0.9, centre: [0.085, -0.925, 0.04] },
  leftToes: { shape: box(0.038, 0.018, 0.03), mass: 0.25, centre: [0.085, -0.937, 0.165] },
} as const satisfies Record<string, Bone>;

type MiddleName = keyof typeof MIDDLE;
type LeftName = keyof typeof LEFT;
type RightName = LeftName extends `left${infer Rest}` ? `right${Rest}` : never;
export type BoneName = MiddleName | LeftName | RightName;

/** The same place or direction on the other side. */
export const mirror = ([x, y, z]: Vec3): Vec3 => [-x, y, z];

/** The bone of the other side; those of the middle are their own. */
export const mirrorName = (name: BoneName): BoneName => name.replace(/^left/, 'right') as BoneName;

/** All 25. */
export const bones: Readonly<Record<BoneName, Bone>> = {
  ...MIDDLE,
  ...LEFT,
  ...(Object.fromEntries(
    Object.entries<Bone>(LEFT).map(([name, bone]) => [
      mirrorName(name as LeftName),
      { ...bone, centre: mirror(bone.centre) },
    ]),
  ) as Record<RightName, Bone>),
};

/** Height of the pelvis above the soles, m. */
export const HIP_HEIGHT = 0.956;
