import { angularVelocity, type BodyHandle, linearVelocity, type Vec3, type World } from '@tenon/physics-core';
import { contactRows, type JointRow, type SolverRow, substepLength } from '@tenon/physics-core/inspect';

/** What the table shows of a row, of a joint or of a contact. */
export type TableRow = SolverRow &
  Pick<JointRow, 'name' | 'window' | 'speed'> & { joint?: JointRow['joint'] };

/** The rows of a body's contacts with what those of joints have by themselves: a name, a speed, and the window of speeds that is wanted. */
export const contactTable = (world: World, body: BodyHandle): TableRow[] => {
  const counts = new Map<string, number>();
  return contactRows(world, body).map((row) => {
    const kind = `${row.block} ${row.role === 'contact' ? 'point' : row.role}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = row.role === 'twist' ? `#${kind}` : `#${kind} ${count}`;
    return { ...row, name, window: windowOf(world, row), speed: speedOf(world, row) };
  });
};

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** J·v now. */
const speedOf = (world: World, row: SolverRow): number =>
  dot(row.linearA, linearVelocity(world, row.bodyA)) +
  dot(row.angularA, angularVelocity(world, row.bodyA)) +
  dot(row.linearB, linearVelocity(world, row.bodyB)) +
  dot(row.angularB, angularVelocity(world, row.bodyB));

/** A point may approach at most at the speed that closes its gap within a substep, and may separate at any speed. Friction aims at the belt's speed. */
const windowOf = (world: World, { role, error, targetSpeed }: SolverRow): readonly [number, number] => {
  if (role !== 'contact') return [targetSpeed, targetSpeed];
  const h = substepLength(world);
  return [h > 0 ? -Math.max(0, error) / h : 0, Infinity];
};
