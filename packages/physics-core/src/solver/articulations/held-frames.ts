import type { CoordinateShape } from '../../joints/coordinate-shape.js';
import { isRigidLock } from '../../rows/single-row.js';
import { BLOCK, KIND, Kind, ROLE, ROW_INTS, Role } from '../../state/rows.js';
import type { World } from '../../state/world.js';
import { definitionOf } from './joint-model.js';

/**
 * How joints hold the frames of their bodies, by the shapes of their coordinates. One with n coordinates and 6 - n rigid locks lets
 * the frames do what its coordinates say, and nothing else: with a `twist` they have x in common, with translations alone all axes.
 * A screw has five locks and a twist, but its pitch is a coupling, no lock of the frames.
 */

/** Whether locks hold all that is no coordinate of a joint. */
const hasAllLocks = (world: World, joint: number): boolean => {
  const { joints, rows } = world;
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  let locks = 0;
  for (let row = joints.firstRow[joint]; row < end; row++)
    if (isRigidLock(world, row) && rows.index[row * ROW_INTS + ROLE] === Role.lock) locks++;
  return locks === 6 - definitionOf(world, joint).coordinates.length;
};

const isKnown = (shape: CoordinateShape | undefined): boolean =>
  shape?.kind === 'twist' || shape?.kind === 'translation';

/**
 * Whether a joint holds its frames together but for a twist and translations. Six locks need not: those of two points of a hinge are
 * not independent, and others may hold frames apart. So of the joints without coordinates only `fixed` is known to.
 */
export const holdsFrames = (world: World, joint: number): boolean => {
  const { coordinates, type } = definitionOf(world, joint);
  if (coordinates.length === 0 && type !== 'fixed') return false;
  for (const { shape } of coordinates) if (!isKnown(shape)) return false;
  return hasAllLocks(world, joint);
};

/** Whether a joint turns about x of both frames alone, and has a block of kind point. */
export const isHinge = (world: World, joint: number): boolean => {
  const { coordinates } = definitionOf(world, joint);
  if (coordinates.length !== 1 || coordinates[0].shape?.kind !== 'twist') return false;
  return hasPoint(world, joint) && hasAllLocks(world, joint);
};

const hasPoint = ({ joints, rows }: World, joint: number): boolean => {
  const end = joints.firstRow[joint] + joints.rowCount[joint];
  for (let row = joints.firstRow[joint]; row < end; row++)
    if (rows.index[row * ROW_INTS + BLOCK] !== 0 && rows.index[row * ROW_INTS + KIND] >= Kind.point)
      return true;
  return false;
};
