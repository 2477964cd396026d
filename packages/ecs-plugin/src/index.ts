export {
  box,
  capsule,
  coneShape,
  cylinder,
  halfSpace,
  heightField,
  hull,
  loadEverything,
  mesh,
  roundedBox,
  roundedHull,
  sphere,
  taperedCapsule,
  taperedCylinder,
} from '@tenon/physics-core';
export { setCharacterShape } from './character-shape.js';
export { type ComponentSet, createComponents } from './component-set.js';
export {
  Bullet,
  CollisionEvents,
  componentFields,
  Disabled,
  type FieldInfo,
  NoSleep,
  PersistEvents,
  reserveEntities,
  Sensor,
  Sleeping,
  type Stores,
} from './components/components.js';
export { hullId } from './components/hulls.js';
export { AUTO_MASS, BodyType, CombineRule, Lock, MotorMode, ShapeKind } from './components/names.js';
export { surfaceId } from './components/surfaces.js';
export { createPhysics, destroyPhysics, type PhysicsOptions } from './create-physics.js';
export type { EntityRef } from './entity-id.js';
export { EntityError } from './errors.js';
export type {
  BeginEvent,
  CollisionSide,
  EndEvent,
  HitEvent,
  JointBreakEvent,
  JointRemovedEvent,
  PersistEvent,
  PhysicsEvent,
  SleepEvent,
  TouchImpulse,
  WakeEvent,
} from './events/event-types.js';
export { observeEvents, otherSide, physicsEvents } from './events/read-events.js';
export type { ComponentValues, RigidBodyOptions } from './factories/body.js';
export type { ColliderOptions } from './factories/collider.js';
export { type EntityJoint, type EntityJointDef, jointFactory, jointFields } from './factories/joint.js';
export { applyAngularImpulse, applyForce, applyImpulse, applyTorque, sleep, wake } from './forces.js';
export {
  bodyOf,
  colliderOf,
  coreWorld,
  type EntityRow,
  entityOfBody,
  entityOfCollider,
  entityOfJoint,
  jointOf,
  rowsOf,
  waitingEntities,
} from './queries.js';
export { coordinatesOf, reactionOf, type Touch, touchesOf } from './read-outs.js';
export { type EntityScene, sceneToWorld } from './scene-files/scene-to-world.js';
export { type EntitySceneNames, worldToScene } from './scene-files/world-to-scene.js';
export {
  AngularVelocity,
  angularVelocity,
  ball,
  Character,
  Collider,
  character,
  collider,
  cone,
  constantVelocity,
  cylindrical,
  distance,
  edgeEdge,
  fixed,
  gear,
  hinge,
  Joint,
  KinematicTarget,
  kinematicTarget,
  LinearVelocity,
  linearVelocity,
  motor,
  mouse,
  Position,
  pointOnLine,
  pointOnPlane,
  position,
  pulley,
  RenderTransform,
  RigidBody,
  Rotation,
  rackAndPinion,
  rigidBody,
  rod,
  rope,
  rotation,
  rotationLock,
  screw,
  sixDof,
  slider,
  spring,
  strut,
  swingTwist,
  universal,
  upright,
  wedge,
  wheel,
} from './shared.js';
export { type Checkpoint, restoreCheckpoint, saveCheckpoint } from './snapshot/checkpoint.js';
export { restoreSnapshot } from './snapshot/restore.js';
export { takeSnapshot } from './snapshot/take.js';
export {
  type ClosestPoint,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  castShapeAll,
  castShapeAny,
  closestPoint,
  containsPoint,
  containsPointAny,
  type Overlap,
  overlapBox,
  overlapBoxAny,
  overlapShape,
  overlapShapeAny,
  type QueryFilter,
  type RayHit,
  type ShapeHit,
} from './spatial-queries.js';
export { afterStep, beforeStep, type StepSystem } from './systems/hooks.js';
export { physicsPost } from './systems/post.js';
export { physicsPre } from './systems/pre.js';
export { physicsSolve } from './systems/solve.js';
export { isPaused, setPaused, setTimeScale, stepPhysics } from './systems/step.js';
