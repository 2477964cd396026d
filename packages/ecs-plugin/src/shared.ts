import * as core from '@tenon/physics-core';
import type { ComponentSet } from './component-set.js';
import { sharedStores } from './components/components.js';
import type { JointFunction } from './components/joint-types.js';
import { bodyFactories, characterFactory } from './factories/body.js';
import { colliderFactory } from './factories/collider.js';
import { type EntityJoint, jointFactory } from './factories/joint.js';
import { named, remembered } from './factories/known.js';
import { sharedCharacter, sharedCollider, sharedJoint } from './load-code.js';

/**
 * What the package exports by name, of the components that worlds share unless they have their own. Calls are marked as pure,
 * so that a bundler leaves out what a game does not name, and with it the code of joints, characters and shapes.
 * test/joint-exports.test.ts writes the line of a new joint type.
 */
export const Position: ComponentSet['Position'] = sharedStores.Position;
export const Rotation: ComponentSet['Rotation'] = sharedStores.Rotation;
export const LinearVelocity: ComponentSet['LinearVelocity'] = sharedStores.LinearVelocity;
export const AngularVelocity: ComponentSet['AngularVelocity'] = sharedStores.AngularVelocity;
export const RigidBody: ComponentSet['RigidBody'] = sharedStores.RigidBody;
export const KinematicTarget: ComponentSet['KinematicTarget'] = sharedStores.KinematicTarget;
export const RenderTransform: ComponentSet['RenderTransform'] = sharedStores.RenderTransform;
export const Collider: ComponentSet['Collider'] = /* @__PURE__ */ sharedCollider();
export const Joint: ComponentSet['Joint'] = /* @__PURE__ */ sharedJoint();
export const Character: ComponentSet['Character'] = /* @__PURE__ */ sharedCharacter();

const makeBodies = () => remembered(bodyFactories(sharedStores));
const bodies = /* @__PURE__ */ makeBodies();
export const position: ComponentSet['position'] = bodies.position;
export const rotation: ComponentSet['rotation'] = bodies.rotation;
export const linearVelocity: ComponentSet['linearVelocity'] = bodies.linearVelocity;
export const angularVelocity: ComponentSet['angularVelocity'] = bodies.angularVelocity;
export const rigidBody: ComponentSet['rigidBody'] = bodies.rigidBody;
export const kinematicTarget: ComponentSet['kinematicTarget'] = bodies.kinematicTarget;

const makeCollider = () => named('collider', colliderFactory(sharedStores));
export const collider: ComponentSet['collider'] = /* @__PURE__ */ makeCollider();

const makeCharacter = () => named('character', characterFactory(sharedStores));
export const character: ComponentSet['character'] = /* @__PURE__ */ makeCharacter();

const joint = <F extends JointFunction>(name: string, of: F): EntityJoint<F> => named(name, jointFactory(of));
export const ball: ComponentSet['ball'] = /* @__PURE__ */ joint('ball', core.ball);
export const cone: ComponentSet['cone'] = /* @__PURE__ */ joint('cone', core.cone);
export const constantVelocity: ComponentSet['constantVelocity'] = /* @__PURE__ */ joint(
  'constantVelocity',
  core.constantVelocity,
);
export const cylindrical: ComponentSet['cylindrical'] = /* @__PURE__ */ joint(
  'cylindrical',
  core.cylindrical,
);
export const distance: ComponentSet['distance'] = /* @__PURE__ */ joint('distance', core.distance);
export const edgeEdge: ComponentSet['edgeEdge'] = /* @__PURE__ */ joint('edgeEdge', core.edgeEdge);
export const fixed: ComponentSet['fixed'] = /* @__PURE__ */ joint('fixed', core.fixed);
export const gear: ComponentSet['gear'] = /* @__PURE__ */ joint('gear', core.gear);
export const hinge: ComponentSet['hinge'] = /* @__PURE__ */ joint('hinge', core.hinge);
export const motor: ComponentSet['motor'] = /* @__PURE__ */ joint('motor', core.motor);
export const mouse: ComponentSet['mouse'] = /* @__PURE__ */ joint('mouse', core.mouse);
export const pointOnLine: ComponentSet['pointOnLine'] = /* @__PURE__ */ joint(
  'pointOnLine',
  core.pointOnLine,
);
export const pointOnPlane: ComponentSet['pointOnPlane'] = /* @__PURE__ */ joint(
  'pointOnPlane',
  core.pointOnPlane,
);
export const pulley: ComponentSet['pulley'] = /* @__PURE__ */ joint('pulley', core.pulley);
export const rackAndPinion: ComponentSet['rackAndPinion'] = /* @__PURE__ */ joint(
  'rackAndPinion',
  core.rackAndPinion,
);
export const rod: ComponentSet['rod'] = /* @__PURE__ */ joint('rod', core.rod);
export const rope: ComponentSet['rope'] = /* @__PURE__ */ joint('rope', core.rope);
export const rotationLock: ComponentSet['rotationLock'] = /* @__PURE__ */ joint(
  'rotationLock',
  core.rotationLock,
);
export const screw: ComponentSet['screw'] = /* @__PURE__ */ joint('screw', core.screw);
export const sixDof: ComponentSet['sixDof'] = /* @__PURE__ */ joint('sixDof', core.sixDof);
export const slider: ComponentSet['slider'] = /* @__PURE__ */ joint('slider', core.slider);
export const spring: ComponentSet['spring'] = /* @__PURE__ */ joint('spring', core.spring);
export const strut: ComponentSet['strut'] = /* @__PURE__ */ joint('strut', core.strut);
export const swingTwist: ComponentSet['swingTwist'] = /* @__PURE__ */ joint('swingTwist', core.swingTwist);
export const universal: ComponentSet['universal'] = /* @__PURE__ */ joint('universal', core.universal);
export const upright: ComponentSet['upright'] = /* @__PURE__ */ joint('upright', core.upright);
export const wedge: ComponentSet['wedge'] = /* @__PURE__ */ joint('wedge', core.wedge);
export const wheel: ComponentSet['wheel'] = /* @__PURE__ */ joint('wheel', core.wheel);
