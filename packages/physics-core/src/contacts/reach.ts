import { createFloats } from '../math/floats.js';
import { MOTION, V, W } from '../state/bodies.js';
import type { World } from '../state/world.js';

/**
 * Scratch, for one pair of bodies: a time, by how much the surfaces can approach in that time, and the distance
 * up to which the pair gets points. In an array, because a double that a function takes or returns is allocated
 * when the function is not inlined.
 */
export const approach = createFloats(3);
export const TIME = 0;
export const REACH = 1;
export const MARGIN = 2;

/**
 * Writes REACH and MARGIN of bodies a and b from TIME. Let S be the smaller body, L the larger one, r = c_S - c_L, and
 * v, ω velocities. In the frame of L, which turns with it, the centre of S moves at
 *   |v_S - v_L - ω_L × (r + t (v_S - v_L))| <= |u| + t ω_L |v_S - v_L|,   u = v_S - v_L - ω_L × r,
 * and S turns at |ω_S - ω_L|. So its surface comes nearer to L in the time T by at most
 *   T |u| + ½ T² ω_L |v_S - v_L| + T |ω_S - ω_L| e_S,
 * with e_S the extent of S. A body that a drum of any size carries along hardly approaches it.
 */
export const writeReach = (world: World, a: number, b: number): void => {
  const { motion, extent, centre } = world.bodies;
  const aIsSmaller = extent[a] <= extent[b];
  const s = aIsSmaller ? a : b;
  const l = aIsSmaller ? b : a;
  const i = s * MOTION;
  const j = l * MOTION;
  const x = motion[i + V] - motion[j + V];
  const y = motion[i + V + 1] - motion[j + V + 1];
  const z = motion[i + V + 2] - motion[j + V + 2];
  const wx = motion[j + W];
  const wy = motion[j + W + 1];
  const wz = motion[j + W + 2];
  const rx = centre[s * 3] - centre[l * 3];
  const ry = centre[s * 3 + 1] - centre[l * 3 + 1];
  const rz = centre[s * 3 + 2] - centre[l * 3 + 2];
  const ux = x - (wy * rz - wz * ry);
  const uy = y - (wz * rx - wx * rz);
  const uz = z - (wx * ry - wy * rx);
  const tx = motion[i + W] - wx;
  const ty = motion[i + W + 1] - wy;
  const tz = motion[i + W + 2] - wz;
  const time = approach[TIME];
  const turn = tx * tx + ty * ty + tz * tz;
  const spin = wx * wx + wy * wy + wz * wz;
  let speed = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (turn > 0) speed += Math.sqrt(turn) * extent[s];
  if (spin > 0) speed += 0.5 * time * Math.sqrt(spin * (x * x + y * y + z * z));
  const reach = time * speed;
  approach[REACH] = reach;
  // Beyond the size of the smaller body, planes through the points are a poor model of the shapes; continuous
  // collision handles such motion.
  approach[MARGIN] = world.settings.speculativeMargin + Math.min(reach, extent[s]);
};
