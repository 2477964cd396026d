import { describe, expect, it } from 'vitest';
import type { Tree } from '../../../src/collision/broadphase/tree.js';
import {
  createTree,
  queryTree,
  treeNodeBox,
  treeNodeCount,
  treeNodeHeight,
} from '../../../src/collision/broadphase/tree.js';
import { createTreeBuilder, rebuildTree, refitTree } from '../../../src/collision/broadphase/tree-build.js';
import { insertLeaf, moveLeaf, refitLeaf, removeLeaf } from '../../../src/collision/broadphase/tree-edit.js';
import { createFloats, type Floats } from '../../../src/math/floats.js';
import { createIndexList } from '../../../src/math/index-list.js';
import { createRandom, writeCube } from './random.js';

/** Walks the tree and checks links, boxes and heights; returns the proxies found. */
function validate(tree: Tree, boxes: Floats): number[] {
  if (tree.root === -1) return [];
  const proxies: number[] = [];
  const boxOf = (node: number) => Array.from(tree.boxes.slice(node * 6, node * 6 + 6));
  const visit = (node: number, parent: number): void => {
    expect(tree.parent[node]).toBe(parent);
    const left = tree.left[node];
    if (left < 0) {
      const proxy = -1 - left;
      proxies.push(proxy);
      expect(tree.leafOf[proxy]).toBe(node);
      expect(tree.height[node]).toBe(0);
      expect(boxOf(node)).toEqual(Array.from(boxes.slice(proxy * 6, proxy * 6 + 6)));
      return;
    }
    const right = tree.right[node];
    visit(left, node);
    visit(right, node);
    expect(tree.height[node]).toBe(1 + Math.max(tree.height[left], tree.height[right]));
    const a = boxOf(left);
    const b = boxOf(right);
    expect(boxOf(node)).toEqual(a.map((value, i) => (i < 3 ? Math.min(value, b[i]) : Math.max(value, b[i]))));
  };
  visit(tree.root, -1);
  expect(proxies.length).toBe(tree.leafCount);
  return proxies.sort((a, b) => a - b);
}

const ascending = (count: number) => Int32Array.from({ length: count }, (_, i) => i);

describe('tree', () => {
  it('stays sound under random insertion, moves, refits and removal', () => {
    const random = createRandom(7);
    const boxes = createFloats(300 * 6);
    const tree = createTree();
    const members = new Set<number>();
    for (let round = 0; round < 3000; round++) {
      const proxy = Math.floor(random() * 300);
      const isMember = members.has(proxy);
      if (isMember && random() < 0.3) {
        removeLeaf(tree, proxy);
        members.delete(proxy);
      } else {
        writeCube(boxes, proxy, random() * 20, random() * 20, random() * 20, 0.1 + random());
        if (!isMember) insertLeaf(tree, proxy, boxes, proxy * 6);
        else if (random() < 0.5) moveLeaf(tree, proxy, boxes, proxy * 6);
        else refitLeaf(tree, proxy, boxes, proxy * 6);
        members.add(proxy);
      }
      if (round % 100 === 0) expect(validate(tree, boxes)).toEqual([...members].sort((a, b) => a - b));
    }
    for (const proxy of members) removeLeaf(tree, proxy);
    expect(tree.root).toBe(-1);
  });

  it('finds exactly what overlaps, after insertion and after a rebuild', () => {
    const random = createRandom(11);
    const count = 400;
    const boxes = createFloats(count * 6);
    const inserted = createTree();
    for (let i = 0; i < count; i++) {
      writeCube(boxes, i, random() * 10, random() * 10, random() * 10, 0.05 + random() * 0.6);
      insertLeaf(inserted, i, boxes, i * 6);
    }
    const rebuilt = createTree();
    rebuildTree(rebuilt, ascending(count), count, boxes, createTreeBuilder());
    validate(rebuilt, boxes);
    for (let i = 0; i < count; i++) {
      const expected: number[] = [];
      const a = boxes.slice(i * 6, i * 6 + 6);
      for (let j = 0; j < count; j++) {
        const b = boxes.slice(j * 6, j * 6 + 6);
        if ([0, 1, 2].every((k) => a[k] <= b[k + 3] && b[k] <= a[k + 3])) expected.push(j);
      }
      for (const tree of [inserted, rebuilt]) {
        const out = createIndexList();
        expect(queryTree(tree, boxes, i * 6, out)).toBe(expected.length);
        expect(Array.from(out.items.subarray(0, out.count)).sort((x, y) => x - y)).toEqual(expected);
      }
    }
  });

  it.each([
    ['in a line', (i: number): [number, number, number, number] => [i, 0, 0, 0.6]],
    ['all on one spot', (): [number, number, number, number] => [1, 2, 3, 0.5]],
    ['nested, 1e-3 to 1e4', (i: number): [number, number, number, number] => [0, 0, 0, 1e-3 * (1 + i * 2e3)]],
  ])('stays shallow with 5000 proxies %s', (_, place) => {
    const count = 5000;
    const boxes = createFloats(count * 6);
    const tree = createTree();
    for (let i = 0; i < count; i++) {
      writeCube(boxes, i, ...place(i));
      insertLeaf(tree, i, boxes, i * 6);
    }
    // 1.8 log2(5000) = 22: the bound that MAX_IMBALANCE promises.
    expect(tree.height[tree.root]).toBeLessThanOrEqual(22);
    rebuildTree(tree, ascending(count), count, boxes, createTreeBuilder());
    expect(tree.height[tree.root]).toBeLessThanOrEqual(22);
    expect(validate(tree, boxes).length).toBe(count);
  });

  it('rebuilds well although one proxy lies very far away', () => {
    const random = createRandom(3);
    const count = 1000;
    const boxes = createFloats(count * 6);
    for (let i = 0; i < count; i++) writeCube(boxes, i, random() * 20, random() * 20, random() * 20, 0.4);
    writeCube(boxes, 500, 0, -1e9, 0, 0.4);
    const tree = createTree();
    rebuildTree(tree, ascending(count), count, boxes, createTreeBuilder());
    validate(tree, boxes);
    expect(tree.height[tree.root]).toBeLessThanOrEqual(25);
  });

  it('refits all leaves in place', () => {
    const random = createRandom(5);
    const count = 100;
    const boxes = createFloats(count * 6);
    for (let i = 0; i < count; i++) writeCube(boxes, i, random() * 9, random() * 9, random() * 9, 0.5);
    const tree = createTree();
    rebuildTree(tree, ascending(count), count, boxes, createTreeBuilder());
    for (let i = 0; i < count; i++) writeCube(boxes, i, random() * 9, random() * 9, random() * 9, 0.5);
    refitTree(tree, boxes);
    expect(tree.preorder).toBe(true);
    validate(tree, boxes);
  });

  it('shows its nodes for debug drawing, free ones as such', () => {
    const boxes = createFloats(3 * 6);
    const tree = createTree();
    for (let i = 0; i < 3; i++) {
      writeCube(boxes, i, 4 * i, 0, 0, 1);
      insertLeaf(tree, i, boxes, i * 6);
    }
    removeLeaf(tree, 1);
    const box = createFloats(6);
    const shown: number[][] = [];
    let free = 0;
    for (let node = 0; node < treeNodeCount(tree); node++) {
      if (treeNodeBox(tree, node, box)) shown.push([treeNodeHeight(tree, node), ...box]);
      else free++;
    }
    expect(shown.sort((a, b) => a[0] - b[0] || a[1] - b[1])).toEqual([
      [0, -1, -1, -1, 1, 1, 1],
      [0, 7, -1, -1, 9, 1, 1],
      [1, -1, -1, -1, 9, 1, 1],
    ]);
    expect(free).toBe(2);
  });
});
