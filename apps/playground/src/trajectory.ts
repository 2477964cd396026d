import { allBodies, allJoints, type BodyHandle, bodyType, type JointHandle } from '@tenon/physics-core';
import { type Recording, recordWorld, tableToCsv, tableToJson } from '@tenon/physics-core/inspect';
import { bodyKey, jointKey } from './names.js';
import type { Simulation } from './simulation.js';

/**
 * Everything that moves, step by step, in the table that `npm run simulate` writes. Bodies and joints come and go on the page:
 * whenever they do, a new piece begins, and the table has empty cells where something was not there.
 */
export interface Trajectory {
  readonly simulation: Simulation;
  readonly pieces: Piece[];
  /** What each body and joint is called in the table, from when it was first seen. */
  readonly names: Map<number, string>;
}

interface Piece {
  readonly recording: Recording;
  /** Rows by time; going back drops the later ones. */
  readonly rows: (readonly number[])[];
  readonly bodies: readonly BodyHandle[];
  readonly joints: readonly JointHandle[];
}

/** Numbers that a page holds, some hundred megabytes. */
const MOST_NUMBERS = 2e7;

export const createTrajectory = (simulation: Simulation): Trajectory => ({
  simulation,
  pieces: [],
  names: new Map(),
});

/** False when it is full. Call it at the start and after each step. */
export const sampleTrajectory = (trajectory: Trajectory): boolean => {
  const { simulation, pieces } = trajectory;
  const piece = pieceFor(trajectory);
  piece.recording.sample();
  const row = piece.recording.rows[piece.recording.rows.length - 1];
  const [now] = row;
  for (const { rows } of pieces) while (rows.length > 0 && rows[rows.length - 1][0] >= now - 1e-9) rows.pop();
  piece.rows.push(row);
  const size = pieces.reduce((sum, { rows, recording }) => sum + rows.length * recording.columns.length, 0);
  return size < MOST_NUMBERS && simulation.failure === undefined;
};

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/** Keys without a name are places in a list, and another body may be there by now. */
const nameOf = ({ names }: Trajectory, handle: number, key: string): string => {
  const known = names.get(handle);
  if (known !== undefined) return known;
  const taken = new Set(names.values());
  let name = key;
  for (let i = names.size; taken.has(name); i++) name = `#${i}`;
  names.set(handle, name);
  return name;
};

const pieceFor = (trajectory: Trajectory): Piece => {
  const { simulation, pieces } = trajectory;
  const { world } = simulation;
  const bodies = allBodies(world).filter((body) => bodyType(world, body) !== 'static');
  const joints = allJoints(world);
  const last = pieces.at(-1);
  if (last && same(last.bodies, bodies) && same(last.joints, joints)) return last;
  const recording = recordWorld(world, {
    bodies: Object.fromEntries(
      bodies.map((body) => [nameOf(trajectory, body, bodyKey(simulation, body)), body]),
    ),
    joints: Object.fromEntries(
      joints.map((joint) => [nameOf(trajectory, joint, jointKey(simulation, joint)), joint]),
    ),
    energy: true,
    contacts: true,
  });
  const piece: Piece = { recording, rows: [], bodies, joints };
  pieces.push(piece);
  return piece;
};

const merge = ({ pieces }: Trajectory): { columns: string[]; rows: (number | null)[][] } => {
  const columns = [...new Set(pieces.flatMap(({ recording }) => recording.columns))];
  const rows = pieces.flatMap(({ recording, rows: own }) => {
    const places = columns.map((name) => recording.columns.indexOf(name));
    return own.map((row) => places.map((place) => (place < 0 ? null : row[place])));
  });
  return { columns, rows: rows.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)) };
};

export const trajectoryText = (trajectory: Trajectory, form: 'csv' | 'json'): string => {
  const { columns, rows } = merge(trajectory);
  return form === 'csv' ? tableToCsv({ columns, rows }) : JSON.stringify(tableToJson(columns, rows));
};

/** How many moments it has. */
export const trajectoryLength = ({ pieces }: Trajectory): number =>
  pieces.reduce((sum, { rows }) => sum + rows.length, 0);
