import type { TriangleSurface } from '../../collision/meshes/mesh-geometry.js';
import { refuseUnloaded } from '../../collision/shape-code.js';
import type { HeightFieldShape, MeshShape } from '../surfaces/surface-shapes.js';

/** How the geometry of a surface is made. Filled in by loadSurfaces, as collision/shape-code.ts. */
export const surfaceCode = {
  surfaceOf: ({ kind }: MeshShape | HeightFieldShape): TriangleSurface =>
    refuseUnloaded(
      kind,
      'Make the shape with mesh(vertices, indices) or heightField(columns, rows, heights)',
    ),
};
