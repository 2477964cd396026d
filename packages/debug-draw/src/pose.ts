export type Point = readonly [x: number, y: number, z: number];
/** Unit quaternion x, y, z, w. */
export type Rotation = readonly [x: number, y: number, z: number, w: number];

/**
 * Where the shape that is being drawn stands: rotation matrix row by row, then the position. One scratch for the
 * whole module, because a shape is drawn completely before the next one starts.
 */
export const frame: Float64Array = new Float64Array(12);

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

/** Moves the frame onto a plane given in it: its y axis along the unit normal, its origin `offset` along that. */
export const alignFrame = (normal: Point, offset: number): void => {
  const f = frame;
  const nx = f[0] * normal[0] + f[1] * normal[1] + f[2] * normal[2];
  const ny = f[3] * normal[0] + f[4] * normal[1] + f[5] * normal[2];
  const nz = f[6] * normal[0] + f[7] * normal[1] + f[8] * normal[2];
  // x = n × z, or n × x where n is too close to z; for a floor this keeps the world's x and z.
  const alongZ = Math.abs(nz) > 0.9;
  const tx = alongZ ? 0 : ny;
  const ty = alongZ ? nz : -nx;
  const tz = alongZ ? -ny : 0;
  const length = Math.hypot(tx, ty, tz);
  setColumn(0, tx / length, ty / length, tz / length);
  setColumn(1, nx, ny, nz);
  setColumn(2, (ty * nz - tz * ny) / length, (tz * nx - tx * nz) / length, (tx * ny - ty * nx) / length);
  f[9] += nx * offset;
  f[10] += ny * offset;
  f[11] += nz * offset;
};

const setColumn = (column: number, x: number, y: number, z: number): void => {
  frame[column] = x;
  frame[3 + column] = y;
  frame[6 + column] = z;
};
