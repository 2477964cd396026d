import { createFloats, type Floats, growFloats } from '../../math/floats.js';
import { growInt32 } from '../../math/index-list.js';
import { GROUP_LEAVES } from '../../tuning.js';
import type { PairList } from './pair-list.js';
import { pushNewPair } from './pair-list.js';
import type { PairSet } from './pair-set.js';
import type { Tree } from './tree.js';
import { BOX_STRIDE } from './tree.js';

/** Nodes of a subtree with that many leaves. */
const GROUP_NODES = 2 * GROUP_LEAVES - 1;

/** Scratch: the leaves of a group and all later leaves near it, gathered side by side. */
export interface Candidates {
  count: number;
  boxes: Floats;
  proxies: Int32Array;
  hits: Int32Array;
}

export const createCandidates = (): Candidates => ({
  count: 0,
  boxes: createFloats(0),
  proxies: new Int32Array(0),
  hits: new Int32Array(0),
});

/**
 * All overlapping pairs within a tree in preorder of which at least one proxy is marked. A small
 * subtree traverses the rest of the tree as one group, and only what comes after it, so each pair is
 * found once. The unpredictable branches of the traversal then cost once a group; the tests of its
 * leaves against the candidates have no branches.
 */
export function findSelfPairs(
  tree: Tree,
  marked: Uint8Array,
  candidates: Candidates,
  known: PairSet | null,
  out: PairList,
): void {
  const { skip, nodeCount } = tree;
  reserveCandidates(candidates, tree.leafCount);
  let node = 0;
  while (node < nodeCount) {
    if (skip[node] - node > GROUP_NODES) {
      node++;
      continue;
    }
    const ownCount = gatherCandidates(tree, node, candidates);
    for (let i = 0; i < ownCount; i++) pairWithLater(candidates, i, marked, known, out);
    node = skip[node];
  }
}

function reserveCandidates(candidates: Candidates, count: number): void {
  if (candidates.proxies.length >= count) return;
  candidates.boxes = growFloats(candidates.boxes, count * BOX_STRIDE);
  candidates.proxies = growInt32(candidates.proxies, count);
  candidates.hits = growInt32(candidates.hits, count);
}

/**
 * Gathers the leaves below `group`, then the later ones that overlap its box; returns how many are its own.
 */
function gatherCandidates(tree: Tree, group: number, candidates: Candidates): number {
  const { boxes, left, skip, nodeCount } = tree;
  const { boxes: toBoxes, proxies } = candidates;
  const from = group * BOX_STRIDE;
  const minX = boxes[from];
  const minY = boxes[from + 1];
  const minZ = boxes[from + 2];
  const maxX = boxes[from + 3];
  const maxY = boxes[from + 4];
  const maxZ = boxes[from + 5];
  const groupEnd = skip[group];
  let count = 0;
  let ownCount = 0;
  let node = group;
  while (node < nodeCount) {
    const at = node * BOX_STRIDE;
    if (
      boxes[at] > maxX ||
      boxes[at + 3] < minX ||
      boxes[at + 1] > maxY ||
      boxes[at + 4] < minY ||
      boxes[at + 2] > maxZ ||
      boxes[at + 5] < minZ
    ) {
      node = skip[node];
      continue;
    }
    const child = left[node];
    if (child < 0) {
      const to = count * BOX_STRIDE;
      toBoxes[to] = boxes[at];
      toBoxes[to + 1] = boxes[at + 1];
      toBoxes[to + 2] = boxes[at + 2];
      toBoxes[to + 3] = boxes[at + 3];
      toBoxes[to + 4] = boxes[at + 4];
      toBoxes[to + 5] = boxes[at + 5];
      proxies[count++] = -1 - child;
      if (node < groupEnd) ownCount = count;
    }
    node++;
  }
  candidates.count = count;
  return ownCount;
}

/** Pairs candidate `index` with those after it. */
function pairWithLater(
  candidates: Candidates,
  index: number,
  marked: Uint8Array,
  known: PairSet | null,
  out: PairList,
): void {
  const { boxes, proxies, hits, count } = candidates;
  const from = index * BOX_STRIDE;
  const minX = boxes[from];
  const minY = boxes[from + 1];
  const minZ = boxes[from + 2];
  const maxX = boxes[from + 3];
  const maxY = boxes[from + 4];
  const maxZ = boxes[from + 5];
  let hitCount = 0;
  for (let i = index + 1; i < count; i++) {
    const at = i * BOX_STRIDE;
    hits[hitCount] = proxies[i];
    // The unary plus and | instead of || keep this free of branches.
    const apart =
      +(boxes[at] > maxX) |
      +(boxes[at + 3] < minX) |
      +(boxes[at + 1] > maxY) |
      +(boxes[at + 4] < minY) |
      +(boxes[at + 2] > maxZ) |
      +(boxes[at + 5] < minZ);
    hitCount += 1 - apart;
  }
  const proxy = proxies[index];
  const isMarked = marked[proxy] !== 0;
  for (let i = 0; i < hitCount; i++) {
    if (isMarked || marked[hits[i]] !== 0) pushNewPair(out, proxy, hits[i], known);
  }
}
