import { type JointHandle, jointSlot } from '../handles.js';
import { jointDefinitions } from '../joints/define-joint.js';
import { REVOLUTION } from '../math/trigonometry.js';
import type { World } from '../state/world.js';

/** An angle of a joint that was probably meant in degrees. */
export interface LikelyDegrees {
  /** Where it is in the definition, such as `limits[1]`, `twist.limits[0]` or `motor.target`. */
  readonly field: string;
  /** As it was given, which the joint takes for radians. */
  readonly value: number;
}

/** Angles count revolutions, so any number may be meant; but whole numbers beyond a revolution are mostly degrees. */
const looksLikeDegrees = (value: number): boolean => Number.isInteger(value) && Math.abs(value) > REVOLUTION;

/**
 * The limits, targets and rests of a joint that are whole numbers beyond a revolution: 45 where π / 4 was meant. All angles are in radians, and
 * the engine takes them as they are; call this while you build something.
 */
export const likelyDegrees = (world: World, handle: JointHandle): LikelyDegrees[] => {
  const joint = jointSlot(world, handle);
  const { joints, jointFloats } = world;
  const block = joints.block[joint];
  const found: LikelyDegrees[] = [];
  for (const { path, spec, at } of jointDefinitions()[joints.definition[joint]].params) {
    if ((spec.kind !== 'range' && spec.kind !== 'number') || spec.unit !== 'rad') continue;
    for (let side = 0; side < (spec.kind === 'range' ? 2 : 1); side++) {
      const value = jointFloats.data[block + at + side];
      const field = spec.kind === 'range' ? `${path.join('.')}[${side}]` : path.join('.');
      if (looksLikeDegrees(value)) found.push({ field, value });
    }
  }
  return found;
};
