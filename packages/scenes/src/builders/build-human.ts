import {
  type BodyHandle,
  createJoint,
  hinge,
  type JointDef,
  type JointHandle,
  type Quat,
  swingTwist,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { add, axesRotation, compose, rotate, shortestRotation, sub } from '../rotations.js';
import type { SceneGroupContent } from '../scene.js';
import { addSolid } from '../solids.js';
import { type BoneName, bones } from './human-bones.js';
import { type HumanJoint, humanJoints } from './human-joints.js';

export { HIP_HEIGHT } from './human-bones.js';

export interface HumanOptions {
  /** Middle of the pelvis. */
  readonly position: Vec3;
  /** Turned against a person who stands and looks along z. */
  readonly rotation?: Quat;
  readonly velocity?: Vec3;
  /** Coefficient of the skin. */
  readonly friction?: number;
  /** Largest torque with which a joint resists, N·m for each kg of the bone that it moves. 0, the default, is limp. */
  readonly stiffness?: number;
}

export interface Human {
  readonly bodies: Readonly<Record<string, BodyHandle>>;
  readonly joints: Readonly<Record<string, JointHandle>>;
}

/** The person as a group of a scene. */
export const skeleton = ({ bodies, joints }: Human): SceneGroupContent => ({
  bodies: Object.values(bodies),
  joints: Object.values(joints),
});

/**
 * A person of 25 bones, 73 kg and 1.88 m (Kleppmann 2007 §2.5.2, 4.3.4): swing-twist joints with anatomical limits in spine, neck,
 * collar, shoulders, wrists and hips, hinges in elbows, knuckles, knees, ankles and toes. Bones that share a joint do not touch, all
 * others do.
 */
export const buildHuman = (
  world: World,
  {
    position,
    rotation = [0, 0, 0, 1],
    velocity = [0, 0, 0],
    friction: skin = 0.5,
    stiffness = 0,
  }: HumanOptions,
): Human => {
  const bodies = {} as Record<BoneName, BodyHandle>;
  for (const [name, { shape, mass, centre }] of Object.entries(bones)) {
    const place = add(position, rotate(rotation, centre));
    const def = { position: place, rotation, linearVelocity: velocity, mass };
    bodies[name as BoneName] = addSolid(world, shape, def, { friction: skin });
  }
  const joints: Record<string, JointHandle> = {};
  for (const joint of humanJoints) {
    const ends = { bodyA: bodies[joint.parent], bodyB: bodies[joint.child] };
    const friction = stiffness * bones[joint.child].mass;
    joints[joint.name] = createJoint(world, { ...definitionOf(joint), ...ends, friction });
  }
  return { bodies, joints };
};

const X: Vec3 = [1, 0, 0];

/** All bones are turned alike at the start, so that axes of the standing person are axes of each bone. */
const definitionOf = ({ parent, child, anchor, moves }: HumanJoint): JointDef => {
  const place = (bone: BoneName): Vec3 => sub(anchor, bones[bone].centre);
  const framesOf = (a: Quat, b: Quat) => ({
    frameA: { position: place(parent), rotation: a },
    frameB: { position: place(child), rotation: b },
  });
  switch (moves.kind) {
    case 'hinge': {
      const along = shortestRotation(X, moves.axis);
      return hinge({ ...framesOf(along, along), limits: moves.limits });
    }
    case 'socket': {
      const centre = shortestRotation(X, moves.centre);
      const swing = { limits: [-moves.swing, moves.swing] } as const;
      return swingTwist({
        ...framesOf(centre, compose(shortestRotation(moves.centre, moves.axis), centre)),
        swingY: swing,
        swingZ: swing,
        twist: { limits: [-moves.twist, moves.twist] },
      });
    }
    case 'swing-twist': {
      const frame = axesRotation(moves.axis, moves.second);
      return swingTwist({
        ...framesOf(frame, frame),
        swingY: { limits: moves.swingY },
        swingZ: { limits: moves.swingZ },
        twist: { limits: moves.twist },
      });
    }
  }
};
