export { ShapeKind as ColliderKind } from './collision/shapes/collider-shapes.js';
export type { HullGeometry } from './collision/shapes/hull-geometry.js';
export { type ArticulationStats, articulationStats } from './inspect/articulations.js';
export { type ColliderTriangles, colliderTriangles } from './inspect/collider-triangles.js';
export { allContactRows, contactRows, type RowRole, type SolverRow } from './inspect/contact-rows.js';
export { CoordinateRecord, ShapeKinds } from './inspect/coordinate-record.js';
export { kineticEnergy, type Momentum, momentum, potentialEnergy } from './inspect/energy.js';
export { hullEdges } from './inspect/hull-edges.js';
export { countIslands, type IslandCount } from './inspect/islands.js';
export { allJointRows, type JointRow, jointRows } from './inspect/joint-rows.js';
export { writeSwingReach } from './inspect/limit-groups.js';
export {
  type BoxLimit,
  type ConeLimit,
  type LimitShape,
  type LuneLimit,
  limitShapes,
  type SectorLimit,
  type SegmentLimit,
  type ShellLimit,
  type SwingLimit,
} from './inspect/limit-shapes.js';
export { BodyRecord, readBodies } from './inspect/read-bodies.js';
export {
  ColliderRecord,
  colliderHull,
  readColliders,
  readTree,
  TreeRecord,
} from './inspect/read-colliders.js';
export { ContactRecord, readContacts } from './inspect/read-contacts.js';
export { readCoordinates } from './inspect/read-coordinates.js';
export {
  JointRecord,
  RowRecord,
  readJoints,
  readRows,
  stepLength,
  substepLength,
} from './inspect/read-joints.js';
export { createReading, type Reading } from './inspect/reading.js';
export {
  parseRecording,
  type RecordedTable,
  type Recording,
  type RecordOptions,
  recordWorld,
  tableToCsv,
  tableToJson,
} from './inspect/record.js';
export { type StepTimes, stepTimes, timeSteps } from './inspect/step-times.js';
export { paramAt } from './joints/params.js';
export { BodyType as BodyKind } from './state/bodies.js';
export { RowRoles } from './state/rows.js';
export { type StepStage, stepStages } from './state/stage-timer.js';
