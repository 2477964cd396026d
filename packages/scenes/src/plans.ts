/** Plans that scenes follow by the time alone, so that a scene continues rightly from any snapshot. */

/** 1 in the first half of every period, -1 in the second. */
export const backAndForth = (time: number, period: number): number => (time % period < period / 2 ? 1 : -1);

/** A sine wave of height 1. */
export const wave = (time: number, period: number): number => Math.sin((2 * Math.PI * time) / period);

/** From 0 to 1 in the first second, then 1: a motor that starts gently does not jerk its machine. */
export const rampUp = (time: number): number => Math.min(time, 1);
