import { type World, worldEvents, worldStats } from '@tenon/physics-core';
import { JointRecord } from '@tenon/physics-core/inspect';
import type { Drawing } from './drawing.js';
import { drawBurst } from './joints-layer.js';
import type { DrawOptions } from './options.js';
import { P0, pen } from './pen.js';

/** Simulated seconds for which a broken joint flashes. */
const FLASH = 0.6;

/**
 * Joints that broke, as their events tell. Events are only looked at in a step that has not been seen, and only if a joint is disabled
 * there: reading them allocates.
 */
export const drawFlashes = ({ lines, readings }: Drawing, world: World, options: DrawOptions): void => {
  const { flashes, joints } = readings;
  const { broken } = flashes;
  if (broken.length === 0 && !someDisabled(joints.floats, joints.count)) return;
  const { steps, time } = worldStats(world);
  if (steps !== flashes.steps) {
    // In a world that was reset or restored to an earlier step, other joints may break.
    if (steps < flashes.steps) broken.length = 0;
    flashes.steps = steps;
    for (const event of worldEvents(world)) {
      if (event.kind === 'joint-break') note(readings, event.joint, time);
    }
  }
  for (let k = broken.length - 1; k >= 0; k--) {
    const { time: start, x, y, z } = broken[k];
    const age = (time - start) / FLASH;
    if (age >= 1) broken.splice(k, 1);
    else {
      pen[P0] = x;
      pen[P0 + 1] = y;
      pen[P0 + 2] = z;
      drawBurst(lines, P0, age, options.scale);
    }
  }
};

const someDisabled = (floats: Float64Array, count: number): boolean => {
  for (let k = 0; k < count; k++) {
    if (floats[k * JointRecord.size + JointRecord.enabled] === 0) return true;
  }
  return false;
};

const note = ({ joints, flashes }: Drawing['readings'], joint: number, time: number): void => {
  const { floats, count } = joints;
  for (let k = 0; k < count; k++) {
    const at = k * JointRecord.size;
    if (floats[at + JointRecord.handle] !== joint) continue;
    const anchor = at + JointRecord.anchorB;
    flashes.broken.push({ joint, time, x: floats[anchor], y: floats[anchor + 1], z: floats[anchor + 2] });
  }
};
