import {
  addComponent,
  type EntityId,
  hasComponent,
  observe,
  onAdd,
  onGet,
  onRemove,
  onSet,
  query,
} from 'bitecs';
import { componentNames, sharedStores, tags } from '../components/components.js';
import { bodyComponentNames } from '../components/field-names.js';
import { claimRow, releaseRow } from '../components/ownership.js';
import type { ComponentName } from '../components/specs.js';
import { ensureRow, rawOf, resetRow } from '../components/store.js';
import { EntityError } from '../errors.js';
import { rememberRemoved } from '../events/removed-entities.js';
import { dropPushes } from '../forces.js';
import { addCharacter, removeCharacter } from '../state/character-list.js';
import { disown, handleIn } from '../state/entity-map.js';
import { lifeOf } from '../state/lives.js';
import { Mark, mark } from '../state/marks.js';
import { type PhysicsState, report } from '../state/physics-state.js';
import { addRendered, removeRendered } from '../systems/interpolate.js';
import { addTarget, removeTarget } from '../systems/kinematic.js';
import { warnOfLostValues } from '../warnings.js';
import { dropReferences } from './entity-references.js';
import { getRow, setRow } from './set-values.js';

/** Observers of bitECS: components that are added and removed, and values from `set`. Nothing here touches the solver. */
export const subscribe = (state: PhysicsState): void => {
  const { world, backing, unsubscribe } = state;
  for (const name of componentNames) {
    const store = backing.stores[name];
    unsubscribe.push(
      observe(world, onAdd(store), (eid) => begin(state, name, eid)),
      observe(world, onRemove(store), (eid) => end(state, name, eid)),
      observe(world, onSet(store), (eid, values) => setRow(state, name, eid, values)),
      observe(world, onGet(store), (eid) => getRow(state, name, eid)),
    );
  }
  for (const [name, tag] of Object.entries(tags)) {
    const bit = name === 'Sleeping' ? Mark.sleep : Mark.tags;
    const changed = (eid: EntityId): void => {
      if (!state.quiet && state.changingSleepTag !== eid) mark(state.marks, eid, bit);
    };
    unsubscribe.push(observe(world, onAdd(tag), changed), observe(world, onRemove(tag), changed));
  }
  if (backing.stores !== sharedStores) refuseShared(state);
};

/** Takes in what was there before the physics. */
export const adopt = (state: PhysicsState): void => {
  const { world, backing } = state;
  const solid = ['RigidBody', 'Collider', 'Joint'] as const;
  const adopted = new Set(solid.flatMap((name) => [...query(world, [backing.stores[name]])]));
  warnOfLostValues(state, [...adopted]);
  for (const name of componentNames) {
    for (const eid of [...query(world, [backing.stores[name]])]) {
      claimRow(backing.ownership, state.owner, eid);
      ensureRow(backing.tables[name], eid);
      began[name]?.(state, eid);
    }
  }
};

type Handler = (state: PhysicsState, eid: EntityId) => void;

const begin = (state: PhysicsState, name: ComponentName, eid: EntityId): void => {
  // With a shared entity index a world can be handed an entity of another; bitECS itself fails a moment later.
  if (!lifeOf(state.world, eid)) return;
  claimRow(state.backing.ownership, state.owner, eid);
  // The row may still hold what an earlier owner of the id left there.
  resetRow(state.backing.tables[name], eid);
  began[name]?.(state, eid);
};

const end = (state: PhysicsState, name: ComponentName, eid: EntityId): void => {
  ended[name]?.(state, eid);
  releaseRow(state.backing.ownership, state.owner, eid);
};

const note =
  (bit: number): Handler =>
  (state, eid) => {
    if (!state.quiet) mark(state.marks, eid, bit);
  };

/** Pose and velocity belong to every body. At once and not in the pre system, so that they can be written to right away. */
const bringAlong: Handler = ({ world, backing }, eid) => {
  for (const name of bodyComponentNames) {
    const store = backing.stores[name];
    if (!hasComponent(world, eid, store)) addComponent(world, eid, store);
  }
};

const began: Partial<Record<ComponentName, Handler>> = {
  RigidBody: (state, eid) => {
    bringAlong(state, eid);
    note(Mark.bodyNew)(state, eid);
  },
  Collider: note(Mark.colliderNew),
  Joint: note(Mark.jointNew),
  KinematicTarget: addTarget,
  Character: addCharacter,
  RenderTransform: addRendered,
};

const ended: Partial<Record<ComponentName, Handler>> = {
  RigidBody: (state, eid) => {
    disown(state.bodies, eid);
    dropPushes(state, eid);
    note(Mark.bodyGone)(state, eid);
  },
  Collider: (state, eid) => {
    // The last moment at which the row is known to be this collider's. A later owner of the id may come and go before the pre system.
    if (handleIn(state.colliders, eid) !== undefined) {
      state.lastTags.set(eid, rawOf(state.backing.stores.Collider).tag[eid]);
      rememberRemoved(state, eid);
      disown(state.colliders, eid);
    }
    dropReferences(state, 'Collider', eid, ['body']);
    note(Mark.colliderGone)(state, eid);
  },
  Joint: (state, eid) => {
    if (handleIn(state.joints, eid) !== undefined) {
      state.events.lostJoints.set(eid, rawOf(state.backing.stores.Joint).tag[eid]);
      disown(state.joints, eid);
    }
    state.plans.delete(eid);
    dropReferences(state, 'Joint', eid, ['bodyA', 'bodyB', 'jointA', 'jointB']);
    note(Mark.jointGone)(state, eid);
  },
  KinematicTarget: removeTarget,
  Character: removeCharacter,
  RenderTransform: removeRendered,
};

/** In a world with components of its own, the shared ones would do nothing, without an error. So they are refused. */
const refuseShared = (state: PhysicsState): void => {
  for (const name of ['RigidBody', 'Collider', 'Joint'] as const) {
    const refuse = (eid: EntityId): void => {
      const what = 'is the shared component, but this world has components of its own';
      const advice = 'Use the components and factories of the set that createPhysics got';
      report(state, new EntityError('foreign-handle', eid, name, '', what, advice));
    };
    state.unsubscribe.push(observe(state.world, onAdd(sharedStores[name]), refuse));
  }
};
