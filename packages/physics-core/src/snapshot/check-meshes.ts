import { INTEGER_LISTS, MESH_HEAD } from './meshes.js';
import type { Part } from './parts.js';
import { isAllFinite, must, type SavedMesh } from './saved-state.js';

/** Packed meshes and height fields, see meshes.ts. */
export const checkMeshes = (integers: Part, floats: Part): SavedMesh[] => {
  const meshes: SavedMesh[] = [];
  let i = 0;
  let f = 0;
  must(isAllFinite(floats), 'a mesh');
  while (i < integers.length) {
    must(i + MESH_HEAD <= integers.length, 'a mesh');
    const [users, isField, twoSided, ...lengths] = integers.subarray(i, i + MESH_HEAD);
    must(users >= 0 && isField >> 1 === 0 && twoSided >> 1 === 0, 'a mesh');
    for (const length of lengths) must(length >= 0, 'a mesh');
    i += MESH_HEAD;
    const lists = lengths.slice(0, INTEGER_LISTS).map((length) => {
      i += length;
      return integers.subarray(i - length, i);
    });
    const [numbers, materials] = lengths.slice(INTEGER_LISTS).map((length) => {
      f += length;
      return floats.subarray(f - length, f);
    });
    must(i <= integers.length && f <= floats.length, 'a mesh');
    meshes.push(users === 0 ? 'none' : isField === 1 ? 'field' : 'mesh');
    if (users === 0)
      must(
        lengths.every((length) => length === 0),
        'a mesh',
      );
    else if (isField === 1) checkField(lists, numbers, materials);
    else checkMesh(lists, numbers, materials);
  }
  must(f === floats.length, 'the meshes');
  return meshes;
};

/** Numbers a material, see collision/meshes. */
const MATERIAL = 4;

/** Entries of materials, or -1 for that of the collider. */
const checkMaterials = (materialOf: Part, count: number, materials: Part): void => {
  must(materialOf.length === 0 || materialOf.length === count, 'the materials of a mesh');
  for (const entry of materialOf) {
    must(entry >= -1 && entry * MATERIAL < Math.max(1, materials.length), 'the materials of a mesh');
  }
};

const checkMesh = (
  [indices, source, materialOf, report]: readonly Part[],
  vertices: Part,
  materials: Part,
): void => {
  const count = indices.length / 3;
  must(Number.isInteger(count) && count > 0 && vertices.length % 3 === 0, 'the triangles of a mesh');
  for (const index of indices) must(index >= 0 && index * 3 < vertices.length, 'the triangles of a mesh');
  must(report.length === 4 && (source.length === 0 || source.length === count), 'a mesh');
  checkMaterials(materialOf, count, materials);
};

const checkField = ([shape, holes, materialOf]: readonly Part[], numbers: Part, materials: Part): void => {
  const [columns, rows, diagonal] = shape;
  must(shape.length === 3 && columns >= 2 && rows >= 2, 'the size of a height field');
  must(columns * rows === numbers.length - 2 && numbers[0] > 0 && numbers[1] > 0, 'a height field');
  must(diagonal >= 0 && diagonal <= 1, 'the diagonal of a height field');
  const cells = (columns - 1) * (rows - 1);
  must(holes.length === 0 || holes.length === cells, 'the holes of a height field');
  must(materialOf.length === 0 || materialOf.length === cells, 'a height field');
  for (const entry of materialOf) {
    must(entry >= -1 && entry * MATERIAL < Math.max(1, materials.length), 'the materials of a height field');
  }
};
