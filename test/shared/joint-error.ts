import {
  type BodyHandle,
  type JointDef,
  type JointHandle,
  jointDef,
  type Quat,
  type Vec3,
  type World,
} from '@tenon/physics-core';

/** Where an engine has its bodies: Tenon, or another one that runs a copy. */
export interface Poses {
  position(body: BodyHandle): Vec3;
  rotation(body: BodyHandle): Quat;
}

export const rotate = ([x, y, z, w]: Quat, [a, b, c]: Vec3): Vec3 => {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
};

export const distanceOf = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** World places of a joint's two anchors by the poses alone: what a person sees, whatever the rows say. */
export const anchorsOf = (
  poses: Poses,
  { bodyA, bodyB, frameA, frameB }: JointDef,
): readonly [a: Vec3, b: Vec3] => {
  const at = (body: BodyHandle | undefined, local: Vec3 = [0, 0, 0]): Vec3 => {
    if (body === undefined) return local;
    const [x, y, z] = poses.position(body);
    const [a, b, c] = rotate(poses.rotation(body), local);
    return [x + a, y + b, z + c];
  };
  return [at(bodyA, frameA?.position), at(bodyB, frameB?.position)];
};

/** The largest distance of two anchors that belong together, m; the same for every engine. */
export const separation = (world: World, joints: readonly JointHandle[]): ((poses: Poses) => number) => {
  const defs = joints.map((joint) => jointDef(world, joint));
  return (poses) => defs.reduce((worst, def) => Math.max(worst, distanceOf(...anchorsOf(poses, def))), 0);
};
