import type { OrbitCamera } from '@tenon/debug-draw';
import type { World } from '@tenon/physics-core';
import {
  BodyKind,
  BodyRecord,
  ColliderKind,
  ColliderRecord,
  createReading,
  readBodies,
  readColliders,
} from '@tenon/physics-core/inspect';
import type { SceneCamera } from '@tenon/scenes';

/** m. Something so far away was thrown off the floor, and is not what the picture is about. */
const LOST = 200;

type Bounds = [min: number[], max: number[]];

/** Around all that can move, or around everything where nothing can. */
export const boundsOf = (world: World): Bounds | undefined =>
  movingBounds(world, true) ?? movingBounds(world, false);

const movingBounds = (world: World, movingOnly: boolean): Bounds | undefined => {
  const colliders = createReading();
  const bodies = createReading();
  readColliders(world, colliders);
  readBodies(world, bodies, false);
  const bounds: Bounds = [Array(3).fill(Infinity), Array(3).fill(-Infinity)];
  const include = (low: readonly number[], high: readonly number[]): void => {
    if (![...low, ...high].every((value) => Math.abs(value) < LOST)) return;
    for (let i = 0; i < 3; i++) {
      bounds[0][i] = Math.min(bounds[0][i], low[i]);
      bounds[1][i] = Math.max(bounds[1][i], high[i]);
    }
  };
  const shaped = new Set<number>();
  for (let k = 0; k < colliders.count; k++) {
    const record = colliders.floats.subarray(k * ColliderRecord.size, (k + 1) * ColliderRecord.size);
    shaped.add(record[ColliderRecord.body]);
    // A half-space has no bounds.
    if (record[ColliderRecord.kind] === ColliderKind.halfSpace) continue;
    if (movingOnly && record[ColliderRecord.bodyType] === BodyKind.static) continue;
    const { box } = ColliderRecord;
    include([...record.subarray(box, box + 3)], [...record.subarray(box + 3, box + 6)]);
  }
  for (let k = 0; k < bodies.count; k++) {
    const at = k * BodyRecord.size;
    if (movingOnly && bodies.floats[at + BodyRecord.type] === BodyKind.static) continue;
    const centre = [...bodies.floats.subarray(at + BodyRecord.centre, at + BodyRecord.centre + 3)];
    const reach = shaped.has(k) ? 0 : reachOfInertia(bodies.floats, at);
    include(
      centre.map((value) => value - reach),
      centre.map((value) => value + reach),
    );
  }
  return bounds[0][0] <= bounds[1][0] ? bounds : undefined;
};

/** Half the diagonal of the solid box that a body without colliders is drawn as: a² + b² + c² = 3 (I₁ + I₂ + I₃) / 2m. */
const reachOfInertia = (bodies: Float64Array, at: number): number => {
  const mass = bodies[at + BodyRecord.mass];
  const [x, y, z] = bodies.subarray(at + BodyRecord.moments, at + BodyRecord.moments + 3);
  return mass > 0 ? Math.sqrt((1.5 * (x + y + z)) / mass) : 0;
};

/** Parts of the view's height that the text at the top and the controls at the bottom cover. */
const COVERED_TOP = 0.16;
const COVERED_BOTTOM = 0.12;

/** Turns nothing: moves and zooms so that all of the world is in the part of the view that nothing covers. */
export const frameAll = (camera: OrbitCamera, world: World, aspect: number): void => {
  const bounds = boundsOf(world);
  if (bounds === undefined) return;
  const [low, high] = bounds;
  const radius = Math.max(0.25, 0.5 * Math.hypot(...low.map((value, i) => high[i] - value)));
  const open = 1 - COVERED_TOP - COVERED_BOTTOM;
  const half = Math.tan(camera.fieldOfView / 2) * Math.min(open, aspect);
  camera.distance = Math.min(
    camera.maxDistance,
    Math.max(camera.minDistance, radius / Math.sin(Math.atan(half))),
  );
  low.forEach((value, i) => {
    camera.target[i] = 0.5 * (value + high[i]);
  });
  // The middle of what is open lies below the middle of the view.
  const shift = (COVERED_TOP - COVERED_BOTTOM) * camera.distance * Math.tan(camera.fieldOfView / 2);
  camera.target[1] += shift * Math.cos(camera.pitch);
};

/** Times the size of what moves: a chain that is released level hangs as far down as it is long. */
const SWING_ROOM = 1.1;

/** Height of a ground for a world that has none: so far down that what swings or turns does not reach it, m. */
export const groundBelow = (world: World): number | undefined => {
  const bounds = boundsOf(world);
  if (bounds === undefined) return undefined;
  const [low, high] = bounds;
  return low[1] - SWING_ROOM * Math.hypot(...low.map((value, i) => high[i] - value));
};

/** Scenes are framed for a view of this shape; a narrower one must stand back to see as much. */
const USUAL_ASPECT = 1.2;

export const fitToAspect = (camera: SceneCamera, aspect: number): SceneCamera => ({
  ...camera,
  distance: camera.distance * Math.max(1, USUAL_ASPECT / aspect),
});
