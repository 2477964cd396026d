import { expect, it } from 'vitest';
import { BOX_STRIDE, createTree, MAX_DEPTH, type Tree } from '../../../src/collision/broadphase/tree.js';
import { createTreeBuilder, rebuildTree } from '../../../src/collision/broadphase/tree-build.js';
import { buildTriangleTree } from '../../../src/collision/meshes/triangle-tree.js';
import { createFloats, type Floats } from '../../../src/math/floats.js';
import { random } from './terrain.js';

/** Boxes of all sizes from 5 cm to 2 m in a room of 20 m. */
const mixedBoxes = (count: number): Floats => {
  const next = random(3);
  const boxes = createFloats(count * BOX_STRIDE);
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      const half = 0.05 * 40 ** next();
      const centre = 20 * next();
      boxes[t * BOX_STRIDE + k] = centre - half;
      boxes[t * BOX_STRIDE + 3 + k] = centre + half;
    }
  }
  return boxes;
};

const area = (boxes: Floats, node: number): number => {
  const at = node * BOX_STRIDE;
  const [x, y, z] = [0, 1, 2].map((k) => boxes[at + 3 + k] - boxes[at + k]);
  return x * y + y * z + z * x;
};

/** How many nodes a random ray through the root's box visits. */
const expectedVisits = ({ boxes, nodeCount, root }: Tree): number => {
  let sum = 0;
  for (let node = 0; node < nodeCount; node++) sum += area(boxes, node);
  return sum / area(boxes, root);
};

/** Every leaf once, and every node's box around those of its children. */
const expectWhole = ({ boxes, left, right, nodeCount, leafOf }: Tree, count: number): void => {
  expect(nodeCount).toBe(2 * count - 1);
  const leaves = new Set<number>();
  for (let node = 0; node < nodeCount; node++) {
    if (left[node] < 0) {
      leaves.add(-1 - left[node]);
      expect(leafOf[-1 - left[node]]).toBe(node);
      continue;
    }
    for (const child of [left[node], right[node]]) {
      for (let k = 0; k < 3; k++) {
        expect(boxes[child * BOX_STRIDE + k]).toBeGreaterThanOrEqual(boxes[node * BOX_STRIDE + k]);
        expect(boxes[child * BOX_STRIDE + 3 + k]).toBeLessThanOrEqual(boxes[node * BOX_STRIDE + 3 + k]);
      }
    }
  }
  expect(leaves.size).toBe(count);
};

it('a ray visits fewer nodes than in a tree along a Morton curve', () => {
  const count = 4000;
  const boxes = mixedBoxes(count);
  const tree = buildTriangleTree(boxes, count);
  expectWhole(tree, count);
  const other = createTree();
  rebuildTree(
    other,
    Int32Array.from({ length: count }, (_, i) => i),
    count,
    boxes,
    createTreeBuilder(),
  );
  const [ours, morton] = [tree, other].map(expectedVisits);
  console.log(`nodes a ray visits: ${ours.toFixed(1)}, along a Morton curve ${morton.toFixed(1)}`);
  expect(ours).toBeLessThan(0.92 * morton);
});

it('one triangle, and many in one place, make a tree', () => {
  for (const count of [1, 2, 3, 100]) {
    const boxes = createFloats(count * BOX_STRIDE);
    for (let i = 0; i < boxes.length; i++) boxes[i] = i % BOX_STRIDE < 3 ? 1 : 2;
    expectWhole(buildTriangleTree(boxes, count), count);
  }
});

it('a walk has room for the deepest tree', () => {
  const count = 1000;
  const boxes = createFloats(count * BOX_STRIDE);
  // Each twice as far and as large as the one before: by area alone every split cuts off one.
  for (let t = 0; t < count; t++)
    for (let i = 0; i < BOX_STRIDE; i++) boxes[t * BOX_STRIDE + i] = (i < 3 ? 1 : 1.1) * 2 ** (t - 500);
  const tree = buildTriangleTree(boxes, count);
  expectWhole(tree, count);
  expect(tree.height[tree.root]).toBeGreaterThan(96);
  expect(tree.height[tree.root]).toBeLessThan(MAX_DEPTH);
});
