import {
  addBox,
  addCapsule,
  addHull,
  addSphere,
  type LineBuffer,
  packColour,
  solidOutline,
} from '@tenon/debug-draw';
import {
  type BodyHandle,
  bodyColliders,
  bodyExists,
  bodyType,
  type ColliderHandle,
  colliderDef,
  type Quat,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { hullEdges } from '@tenon/physics-core/inspect';
import type { Comparison } from './compare.js';
import type { Playground } from './playground.js';
import { multiply, toWorld } from './vectors.js';

const COLOURS = { dark: packColour(0xff9ecf, 0.8), light: packColour(0xb0206e, 0.8) };

/** The second world as wires: the shapes of the first world where the second has them. */
export const drawGhost = (
  lines: LineBuffer,
  { simulation, state }: Playground,
  comparison: Comparison,
): void => {
  const { world } = simulation;
  const colour = COLOURS[state.theme];
  for (const body of comparison.bodies) {
    if (!bodyExists(world, body) || bodyType(world, body) === 'static') continue;
    const at = comparison.position(body);
    const turn = comparison.rotation(body);
    for (const shape of shapesOf(world, body)) {
      const position = toWorld(at, turn, shape.position);
      const rotation = multiply(turn, shape.rotation);
      switch (shape.kind) {
        case 'sphere':
          addSphere(lines, position, rotation, shape.radius, colour);
          break;
        case 'capsule':
          addCapsule(lines, position, rotation, shape.radius, shape.halfLength, colour);
          break;
        case 'box':
          addBox(lines, position, rotation, shape.halfExtents, colour);
          break;
        case 'hull':
          addHull(lines, position, rotation, shape.points, shape.edges, colour);
          break;
      }
    }
  }
};

interface Placed {
  readonly position: Vec3;
  readonly rotation: Quat;
}
type GhostShape = Placed &
  (
    | { readonly kind: 'sphere'; readonly radius: number }
    | { readonly kind: 'capsule'; readonly radius: number; readonly halfLength: number }
    | { readonly kind: 'box'; readonly halfExtents: Vec3 }
    | { readonly kind: 'hull'; readonly points: readonly Vec3[]; readonly edges: readonly number[] }
  );

/** Shapes do not change in a comparison: read once for each body, dropped with the world. */
const known = new WeakMap<World, Map<BodyHandle, GhostShape[]>>();

const shapesOf = (world: World, body: BodyHandle): GhostShape[] => {
  const ofWorld = known.get(world) ?? new Map<BodyHandle, GhostShape[]>();
  known.set(world, ofWorld);
  const shapes =
    ofWorld.get(body) ?? bodyColliders(world, body).flatMap((collider) => readShape(world, collider));
  ofWorld.set(body, shapes);
  return shapes;
};

const readShape = (world: World, collider: ColliderHandle): GhostShape[] => {
  const { shape, position, rotation } = colliderDef(world, collider);
  if (shape.kind === 'half-space' || shape.kind === 'mesh' || shape.kind === 'height-field') return [];
  const placed = { position, rotation };
  if (shape.kind === 'hull')
    return [{ kind: 'hull', points: shape.points, edges: hullEdges(world, collider), ...placed }];
  if (shape.kind === 'sphere' || shape.kind === 'capsule' || shape.kind === 'box')
    return [{ ...shape, ...placed }];
  const ends = solidOutline(world, collider);
  const points = Array.from(
    { length: ends.length / 3 },
    (_, k): Vec3 => [ends[3 * k], ends[3 * k + 1], ends[3 * k + 2]],
  );
  return [{ kind: 'hull', points, edges: points.map((_, k) => k), ...placed }];
};
