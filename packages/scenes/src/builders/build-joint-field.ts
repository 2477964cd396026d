import {
  type BodyHandle,
  ball,
  box,
  createBody,
  createCollider,
  createJoint,
  halfSpace,
  hinge,
  type JointDef,
  slider,
  swingTwist,
  type Vec3,
  type World,
} from '@tenon/physics-core';

export interface JointFieldOptions {
  /** Pairs of boxes, one joint each. */
  readonly pairs: number;
}

const COLUMNS = 40;
const SPACING = 1.6;
const ARM = 0.35;
const HEIGHT = 3;

/** One after the other: hinges with limits and a motor, balls with a cone, sliders with stops, swing-twists with all their limits. */
const jointOf = (i: number, bodyA: BodyHandle, bodyB: BodyHandle, anchor: Vec3): JointDef => {
  const common = { bodyA, bodyB, anchor };
  switch (i % 4) {
    case 0:
      return hinge({ ...common, limits: [-1, 1], motor: { speed: 1, maxForce: 1 } });
    case 1:
      return ball({ ...common, swing: { limits: [0, 0.6] } });
    case 2:
      return slider({ ...common, limits: [-0.2, 0.2] });
    default:
      return swingTwist({
        ...common,
        swingY: { limits: [-0.5, 0.8] },
        swingZ: { limits: [-0.4, 0.4] },
        twist: { limits: [-0.5, 0.5] },
      });
  }
};

/** A field of pairs of boxes in the air over a floor, each pair held together by a joint with limits. Returns the boxes. */
export const buildJointField = (world: World, { pairs }: JointFieldOptions): BodyHandle[] => {
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  const bodies: BodyHandle[] = [];
  const addBox = (position: Vec3): BodyHandle => {
    const body = createBody(world, { position });
    createCollider(world, body, { shape: box(0.3, 0.2, 0.2) });
    bodies.push(body);
    return body;
  };
  for (let i = 0; i < pairs; i++) {
    const x = (i % COLUMNS) * SPACING;
    const z = Math.floor(i / COLUMNS) * SPACING;
    const a = addBox([x, HEIGHT, z]);
    const b = addBox([x + 2 * ARM, HEIGHT, z]);
    createJoint(world, jointOf(i, a, b, [x + ARM, HEIGHT, z]));
  }
  return bodies;
};
