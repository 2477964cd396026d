import { type JointDefinition, jointDefinitions, registerJoint } from './joints/define-joint.js';
import * as types from './joints/definitions/all.js';

let isLoaded = false;

/** Every built-in type is there and registered. A bundle has the types that it uses; what calls this has all of them. */
export const loadJointTypes = (): void => {
  if (isLoaded) return;
  isLoaded = true;
  for (const factory of Object.values(types)) if ('definition' in factory) registerJoint(factory.definition);
};

/** All joint types by their number: the built-in ones, then those of games in the order in which they were defined. */
export const allJointDefinitions = (): readonly JointDefinition[] => {
  loadJointTypes();
  return jointDefinitions();
};
