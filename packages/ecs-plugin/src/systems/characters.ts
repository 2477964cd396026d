import { type BodyHandle, moveCharacter, PhysicsError, type Vec3, worldSettings } from '@tenon/physics-core';
import { bodyRow } from '@tenon/physics-core/bulk';
import { type EntityId, hasComponent } from 'bitecs';
import { Disabled } from '../components/components.js';
import { characterLists, characterNumbers, readList } from '../components/field-names.js';
import { acceptRow, rawOf, rejectRow } from '../components/store.js';
import { inTermsOf } from '../errors.js';
import { handleIn } from '../state/entity-map.js';
import { type PhysicsState, report } from '../state/physics-state.js';

/**
 * Entities with a Character walk once a step, after kinematic bodies have got their targets, because those carry them. All that a walk
 * needs is in the component and in the body, so snapshots hold it.
 */

export const moveCharacters = (state: PhysicsState): void => {
  const { characters, refusedCharacters, bodies, world, backing } = state;
  for (let k = 0; k < characters.length; k++) {
    const eid = characters[k];
    const body = handleIn(bodies, eid) as BodyHandle | undefined;
    if (body === undefined || hasComponent(world, eid, Disabled)) continue;
    try {
      walk(state, eid, body);
      acceptRow(backing.tables.Character, eid);
      refusedCharacters.delete(eid);
    } catch (error) {
      refuse(state, eid, error);
    }
  }
};

/** That its body cannot walk is said once; values that cannot be are taken back. */
const refuse = (state: PhysicsState, eid: EntityId, error: unknown): void => {
  if (!(error instanceof PhysicsError)) throw error;
  const { refusedCharacters, backing } = state;
  const known = error.code === 'wrong-type' && refusedCharacters.has(eid);
  if (!known) report(state, inTermsOf(error, eid, 'Character'));
  if (error.code === 'wrong-type') refusedCharacters.add(eid);
  else rejectRow(backing.tables.Character, eid);
};

/** One step. The rise falls in proportion to the time, so its mean over the step gives jumps of v²/2g at any step length. */
const walk = (state: PhysicsState, eid: EntityId, body: BodyHandle): void => {
  const { core, clock, backing } = state;
  const raw = rawOf(backing.stores.Character);
  const up = readList(raw, characterLists.up, eid);
  const options = {
    up,
    ...Object.fromEntries(characterNumbers.map((name) => [name, raw[name][eid]])),
  };
  const { gravity } = worldSettings(core);
  const length = Math.sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
  const pull = (gravity[0] * up[0] + gravity[1] * up[1] + gravity[2] * up[2]) / length;
  const after = raw.rise[eid] + rawOf(backing.stores.RigidBody).gravityScale[eid] * pull * clock.fixedDt;
  const rise = (raw.rise[eid] + after) / 2;
  const along = (axis: 0 | 1 | 2, sideways: number): number =>
    length > 0 ? sideways + (rise * up[axis]) / length : sideways;
  const velocity: Vec3 = [along(0, raw.x[eid]), along(1, raw.y[eid]), along(2, raw.z[eid])];
  const { ground, ceiling, wall, crushed } = moveCharacter(core, body, velocity, clock.fixedDt, options);
  raw.grounded[eid] = ground ? 1 : 0;
  raw.ground[eid] = ground ? (state.bodies.entityOfRow[bodyRow(core, ground.body)] ?? 0) : 0;
  [raw.normalX[eid], raw.normalY[eid], raw.normalZ[eid]] = ground?.normal ?? [0, 0, 0];
  raw.ceiling[eid] = ceiling ? 1 : 0;
  raw.wall[eid] = wall ? 1 : 0;
  raw.crushed[eid] = crushed ? 1 : 0;
  if (ground) raw.rise[eid] = 0;
  else raw.rise[eid] = ceiling ? Math.min(0, after) : after;
};
