import { createField } from '../collision/meshes/build-field.js';
import { finishMesh } from '../collision/meshes/build-mesh.js';
import type { MeshGeometry, TriangleSurface } from '../collision/meshes/mesh-geometry.js';
import type { SharedMeshes } from '../collision/meshes/shared-meshes.js';
import { createFloats, type Floats, floatsFrom, setFloats } from '../math/floats.js';
import type { Part } from './parts.js';

/** What a surface consists of in a snapshot; the rest follows from it. */
interface Packed {
  readonly integers: readonly (readonly number[] | Int32Array)[];
  readonly floats: readonly (readonly number[])[];
}

const packMesh = (mesh: MeshGeometry): Packed => {
  const { indices, source, materialOf, report } = mesh;
  const { dropped, welded, flipped, openEdges } = report;
  return {
    integers: [indices, source, materialOf, [dropped, welded, flipped, openEdges]],
    floats: [mesh.vertices, mesh.materials],
  };
};

const packSurface = (surface: TriangleSurface): Packed => {
  if (!surface.isField) return packMesh(surface);
  const { columns, rows, diagonal, holes, materialOf, spacingX, spacingZ, heights, materials } = surface;
  return {
    integers: [[columns, rows, diagonal], holes, materialOf, []],
    floats: [[spacingX, spacingZ, ...heights], materials],
  };
};

/** Integers before those of an entry: users, 1 for a field, 1 if two-sided, then the lengths of its six lists. */
export const MESH_HEAD = 9;
export const INTEGER_LISTS = 4;

/** All meshes and height fields as two parts: integers and floats. An unused entry has no users. */
interface PackedMeshes {
  readonly integers: Int32Array;
  readonly floats: Floats;
  /** Of which entries these are the parts. */
  readonly meshes: SharedMeshes['meshes'];
  readonly users: readonly number[];
}

/** Surfaces never change and lists of them seldom, and a game saves in every step: so the parts of a world are kept. */
const kept = new WeakMap<SharedMeshes['meshes'], PackedMeshes>();

const keptParts = ({ meshes, meshUsers }: SharedMeshes): PackedMeshes | undefined => {
  const parts = kept.get(meshes);
  if (parts === undefined || parts.meshes.length !== meshes.length) return undefined;
  for (let i = 0; i < meshes.length; i++)
    if (parts.meshes[i] !== meshes[i] || (meshes[i] && parts.users[i] !== meshUsers[i])) return undefined;
  return parts;
};

export const packMeshes = (shared: SharedMeshes): PackedMeshes => {
  const known = keptParts(shared);
  if (known) return known;
  const { meshes, meshUsers } = shared;
  const integers: (readonly number[] | Int32Array)[] = [];
  const floats: (readonly number[])[] = [];
  for (const [i, surface] of meshes.entries()) {
    if (!surface) {
      integers.push([0, 0, 0, 0, 0, 0, 0, 0, 0]);
      continue;
    }
    const packed = packSurface(surface);
    const lengths = [...packed.integers, ...packed.floats].map((list) => list.length);
    integers.push(
      [meshUsers[i], surface.isField ? 1 : 0, surface.twoSided ? 1 : 0, ...lengths],
      ...packed.integers,
    );
    floats.push(...packed.floats);
  }
  const parts = {
    integers: joinIntegers(integers),
    floats: joinFloats(floats),
    meshes: [...meshes],
    users: [...meshUsers],
  };
  kept.set(meshes, parts);
  return parts;
};

const total = (lists: readonly ArrayLike<number>[]): number =>
  lists.reduce((sum, list) => sum + list.length, 0);

const joinIntegers = (lists: readonly ArrayLike<number>[]): Int32Array => {
  const out = new Int32Array(total(lists));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
};

const joinFloats = (lists: readonly (readonly number[])[]): Floats => {
  const out = createFloats(total(lists));
  let at = 0;
  for (const list of lists) {
    setFloats(out, list, at);
    at += list.length;
  }
  return out;
};

/**
 * The inverse of packMeshes. A surface that the world has already at the same entry is kept: a rollback does not build
 * its tree anew.
 */
export const unpackMeshes = (integers: Part, floats: Part, shared: SharedMeshes): SharedMeshes => {
  const { meshes: known } = shared;
  const parts = keptParts(shared);
  if (parts && isSame(parts.integers, integers) && isSame(parts.floats, floats))
    return { meshes: known, meshUsers: shared.meshUsers };
  const meshes: (TriangleSurface | undefined)[] = [];
  const meshUsers: number[] = [];
  let i = 0;
  let f = 0;
  while (i < integers.length) {
    const [users, isField, twoSided, ...lengths] = integers.subarray(i, i + MESH_HEAD);
    i += MESH_HEAD;
    const lists = lengths.slice(0, INTEGER_LISTS).map((length) => {
      i += length;
      return integers.subarray(i - length, i);
    });
    const numbers = lengths.slice(INTEGER_LISTS).map((length) => {
      f += length;
      return floats.subarray(f - length, f);
    });
    const at = meshes.length;
    meshUsers.push(users);
    if (users === 0) meshes.push(undefined);
    else
      meshes.push(
        keepEqual(known[at], isField, twoSided, lists, numbers) ?? build(isField, twoSided, lists, numbers),
      );
  }
  return { meshes, meshUsers };
};

const keepEqual = (
  known: TriangleSurface | undefined,
  isField: number,
  twoSided: number,
  lists: readonly Part[],
  numbers: readonly Part[],
): TriangleSurface | undefined => {
  if (!known || known.isField !== (isField === 1) || known.twoSided !== (twoSided === 1)) return undefined;
  const packed = packSurface(known);
  const equal =
    packed.integers.every((list, k) => isSame(list, lists[k])) &&
    packed.floats.every((list, k) => isSame(list, numbers[k]));
  return equal ? known : undefined;
};

const isSame = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
};

const build = (
  isField: number,
  twoSided: number,
  lists: readonly Part[],
  numbers: readonly Part[],
): TriangleSurface => {
  const materials = floatsFrom(numbers[1]);
  if (isField === 1) {
    const [columns, rows, diagonal] = lists[0];
    const [spacingX, spacingZ] = numbers[0];
    const heights = floatsFrom(numbers[0].subarray(2));
    const holes = Int32Array.from(lists[1]);
    const materialOf = Int32Array.from(lists[2]);
    return createField({
      columns,
      rows,
      spacingX,
      spacingZ,
      heights,
      diagonal,
      holes,
      materialOf,
      materials,
      twoSided: twoSided === 1,
    });
  }
  const [indices, source, materialOf] = lists.map((list) => Int32Array.from(list));
  const [dropped, welded, flipped, openEdges] = lists[3];
  return finishMesh(floatsFrom(numbers[0]), indices, twoSided === 1, materialOf, materials, source, {
    dropped,
    welded,
    flipped,
    openEdges,
  });
};
