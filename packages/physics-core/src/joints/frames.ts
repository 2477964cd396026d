import { PhysicsError } from '../errors.js';
import { readQuat, readVec3 } from '../math/columns.js';
import { type Floats, setFloats } from '../math/floats.js';
import { asUnitQuat, multiply, normalizeQuat, type Quat, rotate } from '../math/quat.js';
import { add, cross, dot, length, scale, sub, type Vec3 } from '../math/vec3.js';
import { FRAME_A, FRAME_B } from '../state/joints.js';
import type { World } from '../state/world.js';
import { PARALLEL_AXES_SINE } from '../tuning.js';
import type { CommonJointDef, FrameDef } from './define-joint.js';

/** The two local frames of a joint, from world anchor and axes, local anchors or local frames. */

interface Pose {
  readonly position: Vec3;
  readonly rotation: Quat;
}

const conjugate = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];

/** Pose of a body; the world itself, -1, is at the origin. */
const poseOf = (world: World, body: number): Pose =>
  body < 0
    ? { position: [0, 0, 0], rotation: [0, 0, 0, 1] }
    : {
        position: readVec3(world.bodies.position, body * 3),
        rotation: readQuat(world.bodies.rotation, body * 4),
      };

const toLocal = (body: Pose, frame: Pose): Pose => {
  const inverse = conjugate(body.rotation);
  return {
    position: rotate(inverse, sub(frame.position, body.position)),
    rotation: normalizeQuat(multiply(inverse, frame.rotation)),
  };
};

const toWorld = (body: Pose, frame: Pose): Pose => ({
  position: add(body.position, rotate(body.rotation, frame.position)),
  rotation: normalizeQuat(multiply(body.rotation, frame.rotation)),
});

/**
 * The unit vector of the component of a direction perpendicular to the unit vector x; none when they are
 * parallel.
 */
const unitAcross = (x: Vec3, direction: Vec3): Vec3 | undefined => {
  const across = sub(direction, scale(x, dot(x, direction)));
  return length(across) < PARALLEL_AXES_SINE * length(direction)
    ? undefined
    : scale(across, 1 / length(across));
};

/**
 * The rotation whose x axis is `axis` and whose y axis is as near as possible to `second`, or to `wish` if
 * that was not given.
 */
const rotationOf = (axis: Vec3, second: Vec3 | undefined, wish: Vec3 | undefined): Quat => {
  const x = scale(axis, 1 / length(axis));
  const any: Vec3 = Math.abs(x[1]) < 0.9 ? [0, 1, 0] : [0, 0, 1];
  const y = second ? unitAcross(x, second) : ((wish && unitAcross(x, wish)) ?? unitAcross(x, any));
  if (y === undefined) {
    throw new PhysicsError(
      'out-of-range',
      'axis and secondAxis are parallel',
      'Pass two directions at an angle, best a right one',
    );
  }
  return quatOfBasis(x, y, cross(x, y));
};

/** Unit quaternion of the matrix with these columns, from its largest component, so that nothing cancels. */
const quatOfBasis = (x: Vec3, y: Vec3, z: Vec3): Quat => {
  const trace = x[0] + y[1] + z[2];
  if (trace >= 0) return normalizeQuat([y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace]);
  if (x[0] >= y[1] && x[0] >= z[2]) {
    return normalizeQuat([1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]]);
  }
  if (y[1] >= z[2]) return normalizeQuat([x[1] + y[0], 1 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]]);
  return normalizeQuat([z[0] + x[2], y[2] + z[1], 1 + z[2] - x[0] - y[1], x[1] - y[0]]);
};

export interface Frames {
  readonly a: Pose;
  readonly b: Pose;
}

export const readFrames = (floats: Floats, block: number): Frames => ({
  a: { position: readVec3(floats, block + FRAME_A), rotation: readQuat(floats, block + FRAME_A + 3) },
  b: { position: readVec3(floats, block + FRAME_B), rotation: readQuat(floats, block + FRAME_B + 3) },
});

export const writeFrames = (floats: Floats, block: number, { a, b }: Frames): void => {
  setFloats(floats, a.position, block + FRAME_A);
  setFloats(floats, a.rotation, block + FRAME_A + 3);
  setFloats(floats, b.position, block + FRAME_B);
  setFloats(floats, b.rotation, block + FRAME_B + 3);
};

/**
 * The frames of a definition, or of changes to present frames. World values give both frames the same pose,
 * so that the present pose has coordinate 0; a frame given for one body alone determines that of the other.
 * In a change, what was not given stays. The world as a body is -1.
 */
export const resolveFrames = (
  world: World,
  def: CommonJointDef,
  bodies: readonly [a: number, b: number],
  defaultAxis: Vec3,
  present?: Frames,
): Frames => {
  const poseA = poseOf(world, bodies[0]);
  const poseB = poseOf(world, bodies[1]);
  const turned = def.axis !== undefined || def.secondAxis !== undefined || present === undefined;
  const facing = present && toWorld(poseA, present.a).rotation;
  const axis = def.axis ?? (facing ? rotate(facing, [1, 0, 0]) : defaultAxis);
  const wish = facing && rotate(facing, [0, 1, 0]);
  const rotation = turned ? rotationOf(axis, def.secondAxis, wish) : undefined;
  const position = def.anchor ?? (present === undefined ? poseB.position : undefined);
  const place = (pose: Pose, before: Pose | undefined): Pose => {
    const here = before && toWorld(pose, before);
    const local = toLocal(pose, {
      position: position ?? here?.position ?? pose.position,
      rotation: rotation ?? here?.rotation ?? pose.rotation,
    });
    // Unchanged values keep their bits.
    return {
      position: position === undefined && before ? before.position : local.position,
      rotation: rotation === undefined && before ? before.rotation : local.rotation,
    };
  };
  const frameA = override(place(poseA, present?.a), def.frameA, def.anchorA, present?.a);
  const frameB = override(place(poseB, present?.b), def.frameB, def.anchorB, present?.b);
  if (present === undefined && def.frameA && !def.frameB) {
    return { a: frameA, b: withAnchor(toLocal(poseB, toWorld(poseA, frameA)), def.anchorB) };
  }
  if (present === undefined && def.frameB && !def.frameA) {
    return { a: withAnchor(toLocal(poseA, toWorld(poseB, frameB)), def.anchorA), b: frameB };
  }
  return { a: frameA, b: frameB };
};

const withAnchor = (pose: Pose, anchor: Vec3 | undefined): Pose => ({
  ...pose,
  position: anchor ?? pose.position,
});

const override = (
  pose: Pose,
  frame: FrameDef | undefined,
  anchor: Vec3 | undefined,
  present: Pose | undefined,
): Pose => {
  if (!frame) return withAnchor(pose, anchor);
  return {
    position: frame.position ?? anchor ?? present?.position ?? [0, 0, 0],
    rotation: frame.rotation ? asUnitQuat(frame.rotation) : (present?.rotation ?? [0, 0, 0, 1]),
  };
};

/** Whether a change touches the frames at all. */
export const changesFrames = (def: CommonJointDef): boolean =>
  [def.anchor, def.axis, def.secondAxis, def.anchorA, def.anchorB, def.frameA, def.frameB].some(
    (field) => field !== undefined,
  );
