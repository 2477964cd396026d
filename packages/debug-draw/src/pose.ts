export type Point = readonly [x: number, y: number, z: number];
/** Unit quaternion x, y, z, w. */
export type Rotation = readonly [x: number, y: number, z: number, w: number];

/**
 * Where the shape that is being drawn stands: rotation matrix row by row, then the position. One scratch for the
 * whole module, because a shape is drawn completely before the next one starts.
 */
export const frame = new Float64Array(12);

export const setFrame = (position: Point, rotation: Rotation): void => {
  const [x, y, z, w] = rotation;
  frame[0] = 1 - 2 * (y * y + z * z);
  frame[1] = 2 * (x * y - w * z);
  frame[2] = 2 * (x * z + w * y);
  frame[3] = 2 * (x * y + w * z);
  frame[4] = 1 - 2 * (x * x + z * z);
  frame[5] = 2 * (y * z - w * x);
  frame[6] = 2 * (x * z - w * y);
  frame[7] = 2 * (y * z + w * x);
  frame[8] = 1 - 2 * (x * x + y * y);
  frame[9] = position[0];
  frame[10] = position[1];
  frame[11] = position[2];
};
