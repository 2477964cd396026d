import { type BodyHandle, bodyType, type World } from '@tenon/physics-core';
import { ColliderRecord, JointRecord, type Reading, readJoints } from '@tenon/physics-core/inspect';

/**
 * Which bodies joints connect: a ragdoll, a chain or a machine is one figure and has one colour. Found anew only when the world has
 * other joints or shapes than before.
 */
export interface Figures {
  world: World | undefined;
  /** What the world had when the figures were found: handles of joints and their bodies, then of the bodies of shapes. */
  seen: Float64Array;
  /** Figure of each shape, in the order of readShapes. */
  ofShape: Int32Array;
  /** 1 for every second body of its figure. */
  isShaded: Uint8Array;
}

export const createFigures = (): Figures => ({
  world: undefined,
  seen: new Float64Array(0),
  ofShape: new Int32Array(0),
  isShaded: new Uint8Array(0),
});

/** Handle of the joint and of its two bodies. */
const SEEN = 3;
const SEEN_FIELDS = [JointRecord.handle, JointRecord.bodyA, JointRecord.bodyB] as const;

export const readFigures = (figures: Figures, joints: Reading, shapes: Reading, world: World): void => {
  readJoints(world, joints);
  if (figures.world === world && isSame(figures.seen, joints, shapes)) return;
  figures.world = world;
  remember(figures, joints, shapes);
  const roots = connect(joints, world);
  const numbers = new Map<number, number>();
  figures.ofShape = Int32Array.from({ length: shapes.count }, (_, k) => {
    const root = rootOf(roots, shapes.floats[k * ColliderRecord.size + ColliderRecord.bodyHandle]);
    // Numbered in the order of the bodies: neighbours get different colours.
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  });
  figures.isShaded = shadesOf(figures.ofShape, shapes);
};

/** In the order of the bodies, which is mostly that in which they hang together. */
const shadesOf = (ofShape: Int32Array, { floats }: Reading): Uint8Array => {
  const bodies = new Map<number, number[]>();
  return Uint8Array.from(ofShape, (figure, k) => {
    const body = floats[k * ColliderRecord.size + ColliderRecord.body];
    const known = bodies.get(figure) ?? [];
    if (known.at(-1) !== body) known.push(body);
    bodies.set(figure, known);
    return (known.length - 1) % 2;
  });
};

const isSame = (seen: Float64Array, joints: Reading, shapes: Reading): boolean => {
  const first = SEEN * joints.count;
  if (seen.length !== first + shapes.count) return false;
  for (let k = 0; k < joints.count; k++)
    for (let i = 0; i < SEEN; i++)
      if (seen[SEEN * k + i] !== joints.floats[k * JointRecord.size + SEEN_FIELDS[i]]) return false;
  for (let k = 0; k < shapes.count; k++)
    if (seen[first + k] !== shapes.floats[k * ColliderRecord.size + ColliderRecord.bodyHandle]) return false;
  return true;
};

const remember = (figures: Figures, joints: Reading, shapes: Reading): void => {
  const first = SEEN * joints.count;
  figures.seen = new Float64Array(first + shapes.count);
  for (let k = 0; k < joints.count; k++)
    for (let i = 0; i < SEEN; i++)
      figures.seen[SEEN * k + i] = joints.floats[k * JointRecord.size + SEEN_FIELDS[i]];
  for (let k = 0; k < shapes.count; k++)
    figures.seen[first + k] = shapes.floats[k * ColliderRecord.size + ColliderRecord.bodyHandle];
};

/** Union of the dynamic bodies of each joint, by handle. */
const connect = ({ floats, count }: Reading, world: World): Map<number, number> => {
  const roots = new Map<number, number>();
  const isDynamic = (body: number): boolean =>
    body !== 0 && bodyType(world, body as BodyHandle) === 'dynamic';
  for (let k = 0; k < count; k++) {
    const a = floats[k * JointRecord.size + JointRecord.bodyA];
    const b = floats[k * JointRecord.size + JointRecord.bodyB];
    if (isDynamic(a) && isDynamic(b)) roots.set(rootOf(roots, a), rootOf(roots, b));
  }
  return roots;
};

const rootOf = (roots: ReadonlyMap<number, number>, body: number): number => {
  let root = body;
  for (let next = roots.get(root); next !== undefined && next !== root; next = roots.get(root)) root = next;
  return root;
};
