import { add, length, scale, sub, type Vec3 } from '../math/vec3.js';
import type { World } from '../state/world.js';
import { CHARACTER_RECOVERIES, CHARACTER_RELEASE } from '../tuning.js';
import { nearestTouch, type Touch } from './probe.js';

/**
 * How a character comes out of what it penetrates: out of the deepest, by the shortest way, a few times.
 *
 * Between two things that are nearer to each other than it is thick, this leads to and fro; the middle of the last two
 * places penetrates both alike, which is the least. By up to a skin it stays there as in a free place. Deeper it is
 * crushed, and stays where it was: the shortest way would soon lead through what presses on it, out on its far side. So
 * one that was crushed only takes a free place that is near.
 */
export interface Recovered {
  readonly position: Vec3;
  readonly crushed: boolean;
  /** What it was pushed by. */
  readonly met: readonly Touch[];
}

export const recover = (
  world: World,
  own: number,
  start: Vec3,
  skin: number,
  wasCrushed: boolean,
): Recovered => {
  const met: Touch[] = [];
  let before = start;
  let position = start;
  let free = false;
  for (let i = 0; i < CHARACTER_RECOVERIES; i++) {
    const touch = nearestTouch(world, own, position, skin / 2);
    if (touch === undefined) {
      free = true;
      break;
    }
    met.push(touch);
    before = position;
    position = add(position, scale(touch.normal, skin - touch.at));
  }
  if (!free) {
    position = scale(add(before, position), 0.5);
    const deepest = nearestTouch(world, own, position, 0);
    free = deepest === undefined || deepest.at >= -skin;
  }
  const isFar = length(sub(position, start)) > CHARACTER_RELEASE;
  return !free || (wasCrushed && isFar)
    ? { position: start, crushed: true, met }
    : { position, crushed: false, met };
};
