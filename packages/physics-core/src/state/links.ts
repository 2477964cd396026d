import type { World } from './world.js';

/** Whether a body is a link of an articulation in this step. */
export const isLink = ({ articulations }: World, body: number): boolean =>
  articulations.count > 0 && articulations.linkOf[body] >= 0;
