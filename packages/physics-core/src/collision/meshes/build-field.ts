import { floatsFrom } from '../../math/floats.js';
import type { FieldGeometry } from './field-geometry.js';

/** A height field from lists that api/surfaces/surface-shapes.ts has checked: its box is the rest. */
export const createField = (from: Omit<FieldGeometry, 'isField' | 'bounds'>): FieldGeometry => {
  const { columns, rows, spacingX, spacingZ, heights } = from;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < heights.length; i++) {
    low = Math.min(low, heights[i]);
    high = Math.max(high, heights[i]);
  }
  const x = 0.5 * (columns - 1) * spacingX;
  const z = 0.5 * (rows - 1) * spacingZ;
  return { isField: true, ...from, bounds: floatsFrom([-x, low, -z, x, high, z]) };
};
