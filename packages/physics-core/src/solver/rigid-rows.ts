import { writeResponse } from '../parts/rows.js';
import { MOTION } from '../state/bodies.js';
import { BODY_A, BODY_B, ROLE, ROW, ROW_INTS, Role, SPRUNG } from '../state/rows.js';
import type { World } from '../state/world.js';

/** Whether a row holds its bodies together whatever they do: no limit, motor or spring. */
export const isRigidLock = ({ rows: { index } }: World, row: number): boolean => {
  const k = row * ROW_INTS;
  return (index[k + ROLE] === Role.lock || index[k + ROLE] === Role.coupling) && index[k + SPRUNG] === 0;
};

/** R of a row for the present poses, to `at` in `out`: points and turns are solved without, so the table does not have it. */
export const writeRowResponse = (world: World, row: number, out: Float64Array, at: number): void => {
  const { data, index } = world.rows;
  const a = index[row * ROW_INTS + BODY_A] * MOTION;
  const b = index[row * ROW_INTS + BODY_B] * MOTION;
  writeResponse(data, row * ROW, world.bodies.motion, a, b, out, at);
};
