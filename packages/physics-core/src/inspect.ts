export { allContactRows, contactRows, type RowRole, type SolverRow } from './inspect/contact-rows.js';
export { kineticEnergy, type Momentum, momentum, potentialEnergy } from './inspect/energy.js';
export { hullEdges } from './inspect/hull-edges.js';
export { allJointRows, type JointRow, jointRows } from './inspect/joint-rows.js';
export { parseRecording, type Recording, type RecordOptions, recordWorld } from './inspect/record.js';
