import { awakeRows, readPose } from '@tenon/physics-core/bulk';
import type { EntityId } from 'bitecs';
import { growInts, growReals } from '../state/grow.js';
import type { PhysicsState } from '../state/physics-state.js';
import { blendPose, copyPose } from './pose.js';

/**
 * Entities with a RenderTransform. A frame mostly falls between two steps; what is drawn lies between the poses of the last two steps,
 * also when a frame took several. Only awake bodies are looked at, and those that were awake a frame ago.
 */
export interface RenderList {
  /** How many entities have the component. */
  count: number;
  /** By entity: 0 without the component, else one more than the number of the last frame that drew it moving. */
  drawn: Int32Array;
  frame: number;
  /** By entity: pose before the last step, seven numbers. */
  previous: Float64Array;
  /** Entities that the last frame drew moving. */
  moving: Int32Array;
  movingCount: number;
}

export const createRenderList = (): RenderList => ({
  count: 0,
  drawn: new Int32Array(64),
  frame: 0,
  previous: new Float64Array(64 * 7),
  moving: new Int32Array(64),
  movingCount: 0,
});

export const addRendered = (state: PhysicsState, eid: EntityId): void => {
  const list = state.rendered;
  list.count++;
  list.drawn = growInts(list.drawn, eid + 1);
  list.previous = growReals(list.previous, (eid + 1) * 7);
  list.drawn[eid] = 1;
  settleRendered(state, eid);
};

export const removeRendered = ({ rendered: list }: PhysicsState, eid: EntityId): void => {
  if (!isRendered(list, eid)) return;
  list.count--;
  list.drawn[eid] = 0;
};

const isRendered = (list: RenderList, eid: EntityId): boolean =>
  eid < list.drawn.length && list.drawn[eid] > 0;

const current = new Float64Array(7);
const blended = new Float64Array(7);

const draw = ({ backing }: PhysicsState, eid: EntityId, pose: Float64Array): void => {
  const { x, y, z, qx, qy, qz, qw } = backing.stores.RenderTransform;
  x[eid] = pose[0];
  y[eid] = pose[1];
  z[eid] = pose[2];
  qx[eid] = pose[3];
  qy[eid] = pose[4];
  qz[eid] = pose[5];
  qw[eid] = pose[6];
};

/** A body that was made, teleported or fell asleep is drawn where it is, not between its last two poses. */
export const settleRendered = (state: PhysicsState, eid: EntityId): void => {
  const list = state.rendered;
  if (!isRendered(list, eid)) return;
  copyPose(state.backing.columns, eid, list.previous, eid * 7);
  copyPose(state.backing.columns, eid, current, 0);
  draw(state, eid, current);
};

/** Before the last step of a frame. */
export const rememberPoses = ({ rendered: list, core, bodies }: PhysicsState): void => {
  if (list.count === 0) return;
  const awake = awakeRows(core);
  for (let k = 0; k < awake.count; k++) {
    const eid = bodies.entityOfRow[awake.items[k]];
    if (eid > 0 && isRendered(list, eid)) readPose(core, awake.items[k], list.previous, eid * 7);
  }
};

/** Writes RenderTransform: the pose at the fraction `alpha` between the last two steps. */
export const writeRendered = (state: PhysicsState, alpha: number): void => {
  const { rendered: list, core, bodies, backing } = state;
  if (list.count === 0) return;
  list.frame++;
  const awake = awakeRows(core);
  for (let k = 0; k < awake.count; k++) {
    const eid = bodies.entityOfRow[awake.items[k]];
    if (!(eid > 0) || !isRendered(list, eid)) continue;
    copyPose(backing.columns, eid, current, 0);
    blendPose(list.previous, eid * 7, current, 0, alpha, blended);
    draw(state, eid, blended);
    list.drawn[eid] = list.frame + 1;
  }
  settleStopped(state);
  listMoving(state);
};

/** Bodies that the last frame drew moving and this one did not. */
const settleStopped = (state: PhysicsState): void => {
  const list = state.rendered;
  for (let k = 0; k < list.movingCount; k++) {
    const eid = list.moving[k];
    if (list.drawn[eid] !== list.frame + 1) settleRendered(state, eid);
  }
};

export const listMoving = ({ rendered: list, core, bodies }: PhysicsState): void => {
  const awake = awakeRows(core);
  list.moving = growInts(list.moving, awake.count);
  list.movingCount = 0;
  for (let k = 0; k < awake.count; k++) {
    const eid = bodies.entityOfRow[awake.items[k]];
    if (eid > 0 && isRendered(list, eid)) list.moving[list.movingCount++] = eid;
  }
};
