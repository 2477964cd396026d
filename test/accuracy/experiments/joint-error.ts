import { type JointHandle, jointDef, type Quat, type Vec3, type World } from '@tenon/physics-core';
import type { Engine } from '../engine.js';

const rotate = ([x, y, z, w]: Quat, [a, b, c]: Vec3): Vec3 => {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
};

/** Distance of a joint's two anchors by the poses alone, the same for every engine, m. */
export const separation = (world: World, joints: readonly JointHandle[]): ((engine: Engine) => number) => {
  const defs = joints.map((joint) => jointDef(world, joint));
  return (engine) =>
    Math.max(
      ...defs.map(({ bodyA, bodyB, frameA, frameB }) => {
        const at = (body: typeof bodyA, local: Vec3 = [0, 0, 0]): Vec3 => {
          if (body === undefined) return local;
          const [x, y, z] = engine.position(body);
          const [a, b, c] = rotate(engine.rotation(body), local);
          return [x + a, y + b, z + c];
        };
        const a = at(bodyA, frameA?.position);
        const b = at(bodyB, frameB?.position);
        return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      }),
    );
};
