export { allContactRows, contactRows, type RowRole, type SolverRow } from './inspect/contact-rows.js';
export { type Momentum, kineticEnergy, momentum, potentialEnergy } from './inspect/energy.js';
