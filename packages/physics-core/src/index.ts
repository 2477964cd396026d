export {
  createBody,
  destroyBody,
  isBodyAwake,
  isBodyEnabled,
  setNextPose,
  sleep,
  updateBody,
  wake,
} from './api/bodies.js';
export type { BodyChanges, BodyDef, BodyMass, LockName } from './api/body-def.js';
export {
  angularVelocity,
  applyAngularImpulse,
  applyForce,
  applyImpulse,
  applyTorque,
  bodyDef,
  bodyMass,
  bodyPosition,
  bodyRotation,
  bodyType,
  bodyUserData,
  centreOfMass,
  linearVelocity,
  velocityAt,
} from './api/body-state.js';
export {
  type CharacterGround,
  type CharacterMove,
  type CharacterOptions,
  type CharacterTouch,
  moveCharacter,
  setCharacterShape,
} from './api/character.js';
export type { ColliderChanges, ColliderDef } from './api/collider-def.js';
export { bodyColliders, colliderBody, colliderDef, colliderUserData } from './api/collider-state.js';
export { createCollider, destroyCollider, updateCollider } from './api/colliders.js';
export { allContacts, bodyContacts, type Contact, type ContactPoint } from './api/contacts.js';
export {
  type BeginEvent,
  type EndEvent,
  type EventSide,
  type HitEvent,
  type JointBreakEvent,
  type JointRemovedEvent,
  type PersistEvent,
  type SleepEvent,
  type TouchImpulse,
  type WakeEvent,
  type WorldEvent,
  worldEvents,
} from './api/events.js';
export { type HookContact, type HookPair, type Hooks, setHooks } from './api/hooks.js';
export { type CoordinateImpulses, type JointRole, jointImpulses } from './api/joint-impulses.js';
export {
  type CoordinateState,
  isJointEnabled,
  type JointError,
  type JointReaction,
  jointCoordinate,
  jointCoordinates,
  jointError,
  jointReaction,
} from './api/joint-state.js';
export {
  allJoints,
  bodyJoints,
  createJoint,
  destroyJoint,
  type JointChanges,
  jointDef,
  jointUserData,
  updateJoint,
} from './api/joints.js';
export { type LikelyDegrees, likelyDegrees } from './api/likely-degrees.js';
export { loadEverything } from './api/loading/load-everything.js';
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
  type RayHit,
  type ShapeHit,
} from './api/queries/queries.js';
export {
  castRays,
  castShapes,
  closestPoints,
  containsPoints,
  overlapBoxes,
  overlapShapes,
} from './api/queries/query-batches.js';
export type { PlacedShape, QueryFilter } from './api/queries/query-def.js';
export { createQueryHits, type QueryHits } from './api/queries/query-hits.js';
export {
  type HeightFieldOptions,
  halfSpace,
  heightField,
  type MeshOptions,
  mesh,
  type Shape,
} from './api/shapes.js';
export {
  type Checkpoint,
  hashWorld,
  restoreCheckpoint,
  restoreSnapshot,
  saveCheckpoint,
  takeSnapshot,
  writeSnapshot,
} from './api/snapshot.js';
export {
  box,
  capsule,
  coneShape,
  cylinder,
  hull,
  roundedBox,
  roundedHull,
  type SolidShape,
  sphere,
  taperedCapsule,
  taperedCylinder,
} from './api/solids/solid-shapes.js';
export {
  type HeightFieldShape,
  type MeshShape,
  meshReport,
  type SurfaceMaterial,
} from './api/surfaces/surface-shapes.js';
export {
  allBodies,
  createWorld,
  stepWorld,
  updateSettings,
  type WorldStats,
  worldSettings,
  worldStats,
} from './api/world.js';
export { loadClassicMethods } from './classic/load-classic.js';
export type { MassProperties } from './collision/shapes/mass-properties.js';
export { PhysicsError, type PhysicsErrorCode } from './errors.js';
export {
  type BodyHandle,
  bodyExists,
  type ColliderHandle,
  colliderExists,
  type JointHandle,
  jointExists,
} from './handles.js';
export {
  type Compliance,
  type ComplianceContext,
  complianceFromSpring,
  type SpringSoftness,
  springFromCompliance,
} from './joints/compliance.js';
export type { Controls, MotorControl } from './joints/controls.js';
export type { AxisName, CoordinateShape, HeldBy } from './joints/coordinate-shape.js';
export {
  type CommonJointDef,
  type Coordinate,
  type CouplingDef,
  defineJoint,
  type FrameDef,
  type JointDef,
  type JointDefinition,
  type JointFactory,
  type JointOptions,
} from './joints/define-joint.js';
export {
  ball,
  cone,
  constantVelocity,
  cylindrical,
  distance,
  edgeEdge,
  fixed,
  gear,
  hinge,
  motor,
  mouse,
  pointOnLine,
  pointOnPlane,
  pulley,
  rackAndPinion,
  rod,
  rope,
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
} from './joints/definitions/all.js';
export { frameAlong } from './joints/frame-along.js';
export {
  choiceParam,
  flagParam,
  type NumberParam,
  numberParam,
  type ParamSpec,
  rangeParam,
  rotationParam,
  vectorParam,
} from './joints/params.js';
export { allJointDefinitions as jointDefinitions } from './load-joint-types.js';
export type { Floats } from './math/floats.js';
export type { Sym3 } from './math/mat3.js';
export type { Quat } from './math/quat.js';
export type { Vec3 } from './math/vec3.js';
export {
  type JointScene,
  jointFromScene,
  jointToScene,
  type SceneName,
} from './scene-files/joint-scene.js';
export {
  type ComponentValues,
  readScene,
  type SceneDefs,
  type SceneJoint,
} from './scene-files/read-scene.js';
export type {
  SceneComponents,
  SceneFile,
  SceneFileGroup,
  SceneGroup,
  SceneNames,
} from './scene-files/scene-file.js';
export { sceneSchema } from './scene-files/scene-schema.js';
export { type SceneWorld, sceneToWorld } from './scene-files/scene-to-world.js';
export type { SceneValue } from './scene-files/scene-values.js';
export { worldToScene } from './scene-files/world-to-scene.js';
export { type SettingSpec, settingSpecs } from './setting-specs.js';
export {
  type JointSolver,
  jointSolvers,
  type SolverMethod,
  solverMethods,
  type WorldSettings,
} from './settings.js';
export type { CombineRuleName } from './state/colliders.js';
export type { World } from './state/world.js';
