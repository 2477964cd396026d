import { createFloats, type Floats, growFloats } from '../../../math/floats.js';
import { growInt32 } from '../../../math/index-list.js';

/**
 * Contacts of a body with single triangles, before they are gathered into patches: each with a normal N (from the
 * surface to the body), its least separation, a material, and a run of points. In the frame of the surface.
 */
class Touches {
  count = 0;
  /** N per touch. */
  normal = createFloats(3 * 16);
  /** Least separation per touch. */
  least = createFloats(16);
  material: Int32Array = new Int32Array(16);
  /** 1 where N is the normal of the triangle. */
  flat: Int32Array = new Int32Array(16);
  /** The points of touch i are those from first[i] up to first[i + 1]. */
  first: Int32Array = new Int32Array(17);
  pointCount = 0;
  /** x, y, z half way between both surfaces, and the separation, per point. */
  points = createFloats(4 * 64);
  features: Int32Array = new Int32Array(64);
}

export const touches = new Touches();

export const clearTouches = (): void => {
  touches.count = 0;
  touches.pointCount = 0;
  touches.first[0] = 0;
};

/** Scratch, for the caller to fill: N of the touch, and x, y, z, separation of the point to be added. */
export const touchNormal = createFloats(3);
export const touchPoint = createFloats(4);

/** Adds the point in `touchPoint` to the touch in hand. */
export const addTouchPoint = (feature: number): void => {
  const at = touches.pointCount++;
  if (at === touches.features.length) {
    touches.features = growInt32(touches.features, at + 1);
    touches.points = growFloats(touches.points, 4 * (at + 1));
  }
  const { points } = touches;
  for (let i = 0; i < 4; i++) points[4 * at + i] = touchPoint[i];
  touches.features[at] = feature;
};

/** Ends the touch in hand: its points are those added since the last one. Nothing happens without points. */
export const endTouch = (plane: Floats, material: number): void => {
  const t = touches.count;
  const from = touches.first[t];
  if (touches.pointCount === from) return;
  if (t + 1 === touches.material.length) growTouches();
  const { points, normal, least } = touches;
  for (let i = 0; i < 3; i++) normal[3 * t + i] = touchNormal[i];
  least[t] = leastOf(points, from, touches.pointCount);
  touches.material[t] = material;
  const isFlat = plane[0] === touchNormal[0] && plane[1] === touchNormal[1] && plane[2] === touchNormal[2];
  touches.flat[t] = isFlat ? 1 : 0;
  touches.count = t + 1;
  touches.first[t + 1] = touches.pointCount;
};

const leastOf = (points: Floats, from: number, end: number): number => {
  let least = points[4 * from + 3];
  for (let i = from + 1; i < end; i++) least = Math.min(least, points[4 * i + 3]);
  return least;
};

const growTouches = (): void => {
  const size = 2 * touches.material.length;
  touches.normal = growFloats(touches.normal, 3 * size);
  touches.least = growFloats(touches.least, size);
  touches.material = growInt32(touches.material, size);
  touches.flat = growInt32(touches.flat, size);
  touches.first = growInt32(touches.first, size + 1);
};
