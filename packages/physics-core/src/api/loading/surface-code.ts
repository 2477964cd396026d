import type { TriangleSurface } from '../../collision/meshes/mesh-geometry.js';
import { refuseUnloaded } from '../../collision/shape-code.js';
import type { HeightFieldShape, MeshShape } from '../surfaces/surface-shapes.js';

type Surface = MeshShape | HeightFieldShape;

const refuse = ({ kind }: Surface): never =>
  refuseUnloaded(kind, 'Make the shape with mesh(vertices, indices) or heightField(columns, rows, heights)');

interface SurfaceCode {
  /** Checks a surface that was written down. */
  check: (shape: Surface, field: string) => void;
  surfaceOf: (shape: Surface) => TriangleSurface;
}

/** How a surface is checked, and its geometry made. Filled in by loadSurfaces, as collision/shape-code.ts. */
export const surfaceCode: SurfaceCode = { check: refuse, surfaceOf: refuse };
