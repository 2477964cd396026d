import type { Floats } from '../../../math/floats.js';
import {
  CHANGE_HIGH,
  CHANGE_LOW,
  DRIVE_STIFFNESS,
  GOAL,
  Hold,
  LEAST,
  MOST,
} from '../../../state/articulations.js';

/** A motor whose coordinate a limit holds. */

/** How far a motor wants to get beyond the limit that holds its coordinate. */
const wantedAtLimit = (controls: Floats, o: number, hold: number): number =>
  controls[o + GOAL] - controls[o + (hold === Hold.low ? CHANGE_LOW : CHANGE_HIGH)];

/** Impulse of a motor whose coordinate a limit holds: all it has, or what its stiffness makes of the difference. */
export const pushAtLimit = (controls: Floats, o: number, hold: number): number => {
  const wanted = wantedAtLimit(controls, o, hold);
  const stiffness = controls[o + DRIVE_STIFFNESS];
  if (stiffness === Infinity) return wanted > 0 ? controls[o + MOST] : controls[o + LEAST];
  return Math.min(Math.max(stiffness * wanted, controls[o + LEAST]), controls[o + MOST]);
};

/** State of a motor that leaves a limit: it pushes with all it has, unless it has no bound. */
export const releasedState = (controls: Floats, o: number, hold: number): number => {
  if (controls[o + DRIVE_STIFFNESS] < Infinity) return Hold.motor;
  if (wantedAtLimit(controls, o, hold) > 0) return controls[o + MOST] < Infinity ? Hold.most : Hold.motor;
  return controls[o + LEAST] > -Infinity ? Hold.least : Hold.motor;
};
