import { loadEverything } from '@tenon/physics-core';
import { loadShapes } from '@tenon/physics-core/bulk';
import { type Stores, sharedStores, updateSharedFields } from './components/components.js';
import { addJointFields, choicesOf, paramFieldName } from './components/joint-fields.js';
import { characterCode, jointCode } from './optional-code.js';
import { writePlan } from './sync/joint-plans.js';
import { applyJointTags, changeJoints, dropJoint, makeJoint } from './sync/joints.js';
import { moveCharacters } from './systems/characters.js';

/** Fills in the tables of optional-code.ts, each for what needs it. */

export const loadJointCode = (): void => {
  if (jointCode.make === makeJoint) return;
  Object.assign(jointCode, {
    addFields: addJointFields,
    writePlan,
    drop: dropJoint,
    make: makeJoint,
    change: changeJoints,
    applyTags: applyJointTags,
    fieldName: paramFieldName,
    choices: choicesOf,
  } satisfies typeof jointCode);
};

export const loadCharacterCode = (): void => {
  characterCode.move = moveCharacters;
};

/** For what makes entities from data, which may hold anything. */
export const loadAllCode = (): void => {
  loadEverything();
  loadJointCode();
  loadCharacterCode();
};

/**
 * The shared components that let a game write down anything as numbers bring the code for it. Factories bring only the code
 * of what they make.
 */
export const sharedCollider = (): Stores['Collider'] => {
  loadShapes();
  return sharedStores.Collider;
};

export const sharedJoint = (): Stores['Joint'] => {
  loadJointCode();
  updateSharedFields();
  return sharedStores.Joint;
};

export const sharedCharacter = (): Stores['Character'] => {
  loadCharacterCode();
  return sharedStores.Character;
};
