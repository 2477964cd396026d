import {
  allJoints,
  type BodyHandle,
  type FrameDef,
  jointDef,
  type Quat,
  type Vec3,
  type World,
} from '@tenon/physics-core';

/** What is needed of an engine: poses. */
interface Poses {
  position(body: BodyHandle): Vec3;
  rotation(body: BodyHandle): Quat;
}

/** One end of a joint: a point of a body, or of the world. */
interface End {
  readonly body: BodyHandle | undefined;
  readonly point: Vec3;
}

export interface JointAnchors {
  readonly a: End;
  readonly b: End;
}

/** The two points that each joint of a world keeps together. */
export const jointAnchors = (world: World): JointAnchors[] =>
  allJoints(world).map((joint) => {
    const { type, bodyA, bodyB, frameA, frameB } = jointDef(world, joint);
    if (type !== 'ball' && type !== 'hinge') {
      throw new Error(`Joints of type '${type}' do not keep their anchors together`);
    }
    return { a: end(bodyA, frameA), b: end(bodyB, frameB) };
  });

const end = (body: BodyHandle | undefined, frame: FrameDef | undefined): End => ({
  body,
  point: frame?.position ?? [0, 0, 0],
});

/** The largest distance between the two anchors of a joint, m. */
export const worstGap = (engine: Poses, joints: readonly JointAnchors[]): number => {
  let worst = 0;
  for (const { a, b } of joints) {
    const p = inWorld(engine, a);
    const q = inWorld(engine, b);
    worst = Math.max(worst, Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]));
  }
  return worst;
};

const inWorld = (engine: Poses, { body, point }: End): Vec3 => {
  if (body === undefined) return point;
  const [x, y, z, w] = engine.rotation(body);
  const p = engine.position(body);
  const [vx, vy, vz] = point;
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  return [
    p[0] + vx + w * tx + y * tz - z * ty,
    p[1] + vy + w * ty + z * tx - x * tz,
    p[2] + vz + w * tz + x * ty - y * tx,
  ];
};
