import type { EntityId } from 'bitecs';
import type { PhysicsState } from './physics-state.js';

/** Entities with a Character, by their ids. */

export const addCharacter = ({ characters }: PhysicsState, eid: EntityId): void => {
  const at = characters.findIndex((other) => other >= eid);
  if (at < 0) characters.push(eid);
  else if (characters[at] !== eid) characters.splice(at, 0, eid);
};

export const removeCharacter = ({ characters, refusedCharacters }: PhysicsState, eid: EntityId): void => {
  const at = characters.indexOf(eid);
  if (at >= 0) characters.splice(at, 1);
  refusedCharacters.delete(eid);
};
