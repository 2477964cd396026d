import { createFloats, type Floats } from '../../math/floats.js';
import { pushIndex } from '../../math/index-list.js';
import { BodyType, DP, MOTION, V } from '../../state/bodies.js';
import type { World } from '../../state/world.js';
import { rotateBody } from './rotation-step.js';

/**
 * What happens at the time τ of an impact must find the bodies where they are at τ. Each body stands at a time of its
 * own (poseTime), and goes back to the start of the substep when all is done, at its new velocity. There it was never: before
 * τ it had another velocity. At 30 m/s it stands 12 cm behind where it was struck, perhaps on the other side of its neighbour.
 */

/** Scratch: the time to which bodies move, s, and by how much. */
export const until = createFloats(1);
const by = createFloats(1);

/** Moves a body to the time `until`. */
export const moveTo = (world: World, body: number): void => {
  const { poseTime, advanced } = world.scratch.impacts;
  by[0] = until[0] - poseTime[body];
  if (by[0] === 0 || world.bodies.type[body] === BodyType.static) return;
  if (poseTime[body] === 0) pushIndex(advanced, body);
  poseTime[body] = until[0];
  moveBody(world, body, by);
};

/** Numbers of a pose: those of `motion`, centre and rotation. */
const POSE = MOTION + 7;

/** Scratch: two bodies as they stood before they were looked at elsewhere, and their times. */
const kept = createFloats(2 * POSE);
const keptTimes = createFloats(2);

/**
 * Before two bodies are looked at where they will be if nothing acts on them: keeps their poses. Steps forth and back would leave
 * errors of the rotation step, and take longer.
 */
export const keepPoses = (world: World, a: number, b: number): void => {
  keepPose(world, a, 0);
  keepPose(world, b, 1);
};

export const restorePoses = (world: World, a: number, b: number): void => {
  restorePose(world, a, 0);
  restorePose(world, b, 1);
};

const keepPose = ({ bodies, scratch: { impacts } }: World, body: number, slot: 0 | 1): void => {
  const { motion, centre, rotation } = bodies;
  const at = slot * POSE;
  for (let i = 0; i < MOTION; i++) kept[at + i] = motion[body * MOTION + i];
  for (let i = 0; i < 3; i++) kept[at + MOTION + i] = centre[body * 3 + i];
  for (let i = 0; i < 4; i++) kept[at + MOTION + 3 + i] = rotation[body * 4 + i];
  keptTimes[slot] = impacts.poseTime[body];
};

const restorePose = ({ bodies, scratch: { impacts } }: World, body: number, slot: 0 | 1): void => {
  const { motion, centre, rotation } = bodies;
  const at = slot * POSE;
  for (let i = 0; i < MOTION; i++) motion[body * MOTION + i] = kept[at + i];
  for (let i = 0; i < 3; i++) centre[body * 3 + i] = kept[at + MOTION + i];
  for (let i = 0; i < 4; i++) rotation[body * 4 + i] = kept[at + MOTION + 3 + i];
  impacts.poseTime[body] = keptTimes[slot];
};

/** Numbers of DP and DR. */
const WAY = 6;

/** Scratch: DP and DR of two bodies. */
const keptWays = createFloats(2 * WAY);

/**
 * Rows of contacts read no more of a pose than the motion since the step began, and are linear in it: this moves a body to the
 * time `until` for them alone.
 */
export const carryWay = (world: World, body: number, slot: 0 | 1): void => {
  const { motion } = world.bodies;
  const m = body * MOTION;
  const time = until[0] - world.scratch.impacts.poseTime[body];
  for (let i = 0; i < WAY; i++) {
    keptWays[slot * WAY + i] = motion[m + DP + i];
    motion[m + DP + i] += time * motion[m + V + i];
  }
};

export const restoreWay = ({ bodies: { motion } }: World, body: number, slot: 0 | 1): void => {
  for (let i = 0; i < WAY; i++) motion[body * MOTION + DP + i] = keptWays[slot * WAY + i];
};

/** Raises `until` to the last impact of a body in this substep: it is not struck before that again. */
export const waitFor = ({ scratch: { impacts }, bodies }: World, body: number): void => {
  const { lastIteration, lastTime, firstIteration } = impacts;
  if (bodies.type[body] !== BodyType.dynamic || lastIteration[body] < firstIteration) return;
  if (lastTime[body] > until[0]) until[0] = lastTime[body];
};

/** Moves a body by the time in `by` at its present velocity; the rotation step conserves angular momentum. */
export const moveBody = ({ bodies }: World, body: number, by: Floats): void => {
  const { motion, centre } = bodies;
  const time = by[0];
  const m = body * MOTION;
  for (let i = 0; i < 3; i++) {
    const d = time * motion[m + V + i];
    centre[body * 3 + i] += d;
    motion[m + DP + i] += d;
  }
  rotateBody(bodies, body, by);
};
