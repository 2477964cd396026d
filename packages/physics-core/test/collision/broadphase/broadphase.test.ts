import { describe, expect, it } from 'vitest';
import type { Broadphase } from '../../../src/collision/broadphase/broadphase.js';
import {
  addProxy,
  addUnbounded,
  clearBroadphase,
  clearMoved,
  createBroadphase,
  isProxyMoved,
  moveUnbounded,
  ProxyGroup,
  proxyMoved,
  removeProxy,
} from '../../../src/collision/broadphase/broadphase.js';
import {
  boxesOverlap,
  findPairs,
  proxiesOverlap,
  queryBox,
} from '../../../src/collision/broadphase/find-pairs.js';
import { createPairList } from '../../../src/collision/broadphase/pair-list.js';
import { createPairSet, insertPair } from '../../../src/collision/broadphase/pair-set.js';
import { rebuildBroadphase } from '../../../src/collision/broadphase/update-trees.js';
import { createFloats, type Floats, floatsFrom, setFloats } from '../../../src/math/floats.js';
import { createIndexList } from '../../../src/math/index-list.js';
import { createRandom, writeCube } from './random.js';

const PROXIES = 120;
const { moving, static: fixed, unbounded, none } = ProxyGroup;

function pairsOf(bp: Broadphase, boxes: Floats, known = createPairSet()): string[] {
  const out = createPairList();
  findPairs(bp, boxes, out, known);
  return Array.from({ length: out.count }, (_, i) => `${out.low[i]} ${out.high[i]}`);
}

/** Every pair by definition, in the promised order. */
function oracle(bp: Broadphase, boxes: Floats, isMoved: (proxy: number) => boolean): string[] {
  const pairs: string[] = [];
  for (let a = 0; a < bp.proxyEnd; a++) {
    for (let b = a + 1; b < bp.proxyEnd; b++) {
      const groups = [bp.group[a], bp.group[b]];
      if (groups.includes(none) || !groups.includes(moving) || !(isMoved(a) || isMoved(b))) continue;
      if (proxiesOverlap(bp, boxes, a, b)) pairs.push(`${a} ${b}`);
    }
  }
  return pairs;
}

interface Scene {
  bp: Broadphase;
  boxes: Floats;
  random: () => number;
  moved: Set<number>;
}

const createScene = (seed: number): Scene => ({
  bp: createBroadphase(),
  boxes: createFloats(PROXIES * 6),
  random: createRandom(seed),
  moved: new Set(),
});

function place({ boxes, random }: Scene, proxy: number): void {
  const half = random() < 0.05 ? 4 : 0.2 + random() * 0.5;
  writeCube(boxes, proxy, random() * 9, random() * 9, random() * 9, half);
}

/** Adds, moves or removes one random proxy. */
function disturb(scene: Scene): void {
  const { bp, boxes, random, moved } = scene;
  const proxy = Math.floor(random() * PROXIES);
  const group = proxy < bp.proxyEnd ? bp.group[proxy] : none;
  if (group === none) {
    const kind = random();
    if (kind < 0.03) addUnbounded(bp, proxy, 0, random() < 0.5 ? 1 : -1, 0, random() * 4);
    else {
      place(scene, proxy);
      addProxy(bp, proxy, kind < 0.3 ? fixed : moving, boxes);
    }
    moved.add(proxy);
  } else if (random() < 0.15) {
    removeProxy(bp, proxy);
    moved.delete(proxy);
  } else if (group === unbounded) {
    moveUnbounded(bp, proxy, 0.6, 0.8, 0, random() * 3);
    moved.add(proxy);
  } else {
    if (random() < 0.5) place(scene, proxy);
    else for (let k = 0; k < 6; k++) boxes[proxy * 6 + k] += 0.1;
    proxyMoved(bp, proxy);
    moved.add(proxy);
  }
}

describe('findPairs', () => {
  it.each([1, 3, 10, 60, 400])(
    'agrees with brute force when about %i proxies change between calls',
    (changes) => {
      const scene = createScene(changes);
      for (let i = 0; i < 300; i++) disturb(scene);
      for (let round = 0; round < 150; round++) {
        const expected = oracle(scene.bp, scene.boxes, (proxy) => scene.moved.has(proxy));
        expect(pairsOf(scene.bp, scene.boxes)).toEqual(expected);
        scene.moved.clear();
        const count = 1 + Math.floor(scene.random() * 2 * changes);
        for (let i = 0; i < count; i++) disturb(scene);
      }
    },
  );

  it('does not depend on history', () => {
    const scene = createScene(42);
    for (let i = 0; i < 5000; i++) {
      disturb(scene);
      if (i % 37 === 0) pairsOf(scene.bp, scene.boxes);
    }
    const { bp, boxes } = scene;
    const fresh = createBroadphase();
    for (let proxy = bp.proxyEnd - 1; proxy >= 0; proxy--) {
      const group = bp.group[proxy];
      if (group === fixed || group === moving) addProxy(fresh, proxy, group, boxes);
      const at = bp.unbounded.items.subarray(0, bp.unbounded.count).indexOf(proxy);
      if (at >= 0)
        addUnbounded(
          fresh,
          proxy,
          ...(bp.planes.slice(at * 4, at * 4 + 4) as unknown as [number, number, number, number]),
        );
    }
    for (let proxy = 0; proxy < bp.proxyEnd; proxy++) if (bp.group[proxy] !== none) proxyMoved(bp, proxy);
    const pairs = pairsOf(bp, boxes);
    expect(pairs.length).toBeGreaterThan(50);
    expect(pairsOf(fresh, boxes)).toEqual(pairs);
  });

  it('continues from a restored snapshot with the same pairs', () => {
    const scene = createScene(8);
    for (let i = 0; i < 600; i++) disturb(scene);
    pairsOf(scene.bp, scene.boxes);
    for (let i = 0; i < 5; i++) disturb(scene);
    const { bp, boxes } = scene;
    const groups = Array.from(bp.group.subarray(0, bp.proxyEnd));
    const pending = groups.map((_, proxy) => isProxyMoved(bp, proxy));
    const planes = Array.from(bp.planes.slice(0, bp.unbounded.count * 4));
    const unboundedProxies = Array.from(bp.unbounded.items.subarray(0, bp.unbounded.count));
    const expected = pairsOf(bp, boxes);

    clearBroadphase(bp);
    groups.forEach((group, proxy) => {
      if (group === fixed || group === moving) addProxy(bp, proxy, group, boxes);
    });
    unboundedProxies.forEach((proxy, i) => {
      addUnbounded(bp, proxy, planes[4 * i], planes[4 * i + 1], planes[4 * i + 2], planes[4 * i + 3]);
    });
    clearMoved(bp);
    pending.forEach((isPending, proxy) => {
      if (isPending) proxyMoved(bp, proxy);
    });
    expect(pairsOf(bp, boxes)).toEqual(expected);
  });

  it('is not changed by a rebuild in between', () => {
    const [a, b] = [createScene(9), createScene(9)];
    for (let i = 0; i < 500; i++) {
      disturb(a);
      disturb(b);
      if (i % 50 === 0) rebuildBroadphase(b.bp, b.boxes);
      if (i % 20 === 0) expect(pairsOf(b.bp, b.boxes)).toEqual(pairsOf(a.bp, a.boxes));
    }
  });

  it('does nothing when nothing moved', () => {
    const scene = createScene(4);
    for (let i = 0; i < 300; i++) disturb(scene);
    pairsOf(scene.bp, scene.boxes);
    const trees = [scene.bp.staticTree, scene.bp.movingTree];
    const before = trees.map((tree) => ({ wear: tree.wear, root: tree.root, preorder: tree.preorder }));
    // Boxes that would throw if anyone looked at them.
    expect(pairsOf(scene.bp, createFloats(0))).toEqual([]);
    expect(trees.map((tree) => ({ wear: tree.wear, root: tree.root, preorder: tree.preorder }))).toEqual(
      before,
    );
  });

  it('leaves out known pairs', () => {
    const bp = createBroadphase();
    const boxes = createFloats(3 * 6);
    for (let i = 0; i < 3; i++) {
      writeCube(boxes, i, i, 0, 0, 0.6);
      addProxy(bp, i, moving, boxes);
    }
    const known = createPairSet();
    insertPair(known, 1, 0, 0);
    expect(pairsOf(bp, boxes, known)).toEqual(['1 2']);
  });

  it('lets a new static proxy find resting bodies, but no other static one', () => {
    const bp = createBroadphase();
    const boxes = createFloats(3 * 6);
    for (let i = 0; i < 3; i++) writeCube(boxes, i, 0, 0, 0, 1);
    addProxy(bp, 2, moving, boxes);
    addProxy(bp, 1, fixed, boxes);
    expect(pairsOf(bp, boxes)).toEqual(['1 2']);
    addProxy(bp, 0, fixed, boxes);
    expect(pairsOf(bp, boxes)).toEqual(['0 2']);
  });

  it('pairs half-spaces with the moving boxes that reach them', () => {
    const bp = createBroadphase();
    const boxes = createFloats(4 * 6);
    writeCube(boxes, 0, 0, 1, 0, 1);
    writeCube(boxes, 1, 0, 3, 0, 1);
    writeCube(boxes, 2, 0, -50, 0, 1);
    writeCube(boxes, 3, 9, 0, 9, 1);
    for (const proxy of [0, 1, 2]) addProxy(bp, proxy, moving, boxes);
    addProxy(bp, 3, fixed, boxes);
    addUnbounded(bp, 9, 0, 1, 0, 0);
    addUnbounded(bp, 7, 0, -1, 0, -3);
    expect(pairsOf(bp, boxes)).toEqual(['0 1', '0 9', '1 7', '2 9']);
    moveUnbounded(bp, 9, 0, 1, 0, 2);
    expect(pairsOf(bp, boxes)).toEqual(['0 9', '1 9', '2 9']);
    removeProxy(bp, 7);
    proxyMoved(bp, 1);
    expect(pairsOf(bp, boxes)).toEqual(['0 1', '1 9']);
  });

  it('forgets a removed proxy, and knows its recycled slot as new', () => {
    const bp = createBroadphase();
    const boxes = createFloats(2 * 6);
    for (const proxy of [0, 1]) {
      writeCube(boxes, proxy, 0, 0, 0, 1);
      addProxy(bp, proxy, moving, boxes);
    }
    removeProxy(bp, 1);
    expect(pairsOf(bp, boxes)).toEqual([]);
    addProxy(bp, 1, moving, boxes);
    removeProxy(bp, 1);
    addProxy(bp, 1, fixed, boxes);
    expect(pairsOf(bp, boxes)).toEqual(['0 1']);
  });

  it.each([
    ['in a line', (i: number): [number, number, number, number] => [i, 0, 0, 0.5], 4999],
    [
      'nested with 1e-3 to 1e4, 100 of them',
      (i: number): [number, number, number, number] =>
        i < 100 ? [0, 0, 0, 1e-3 + i * 100] : [1e6 + 3 * i, 0, 0, 1],
      4950,
    ],
    [
      'some 60 on one spot',
      (i: number): [number, number, number, number] => (i < 60 ? [5, 5, 5, 1] : [100 + 3 * i, 0, 0, 1]),
      1770,
    ],
  ])('handles 5000 proxies %s', (_, position, expectedCount) => {
    const count = 5000;
    const bp = createBroadphase();
    const boxes = createFloats(count * 6);
    for (let i = 0; i < count; i++) {
      writeCube(boxes, i, ...position(i));
      addProxy(bp, i, moving, boxes);
    }
    const pairs = pairsOf(bp, boxes);
    expect(pairs.length).toBe(expectedCount);
    expect(new Set(pairs).size).toBe(expectedCount);
    for (const pair of pairs) {
      const [a, b] = pair.split(' ').map(Number);
      expect(boxesOverlap(boxes, a, b)).toBe(true);
    }
  });
});

describe('queryBox', () => {
  it('finds proxies of all groups in ascending order, also before findPairs has run', () => {
    const scene = createScene(21);
    const out = createIndexList();
    for (let round = 0; round < 60; round++) {
      for (let i = 0; i < 20; i++) disturb(scene);
      const { bp, boxes, random } = scene;
      const probe = PROXIES;
      const withProbe = createFloats((PROXIES + 1) * 6);
      setFloats(withProbe, boxes, 0);
      writeCube(withProbe, probe, random() * 9, random() * 9, random() * 9, random() * 3);
      const expected: number[] = [];
      for (let proxy = 0; proxy < bp.proxyEnd; proxy++) {
        if (bp.group[proxy] !== none && proxiesOverlap(bp, withProbe, proxy, probe)) expected.push(proxy);
      }
      const [x0, y0, z0, x1, y1, z1] = withProbe.slice(probe * 6, probe * 6 + 6);
      queryBox(bp, boxes, floatsFrom([x0, y0, z0, x1, y1, z1]), out);
      expect(Array.from(out.items.subarray(0, out.count))).toEqual(expected);
    }
  });
});

describe('misuse', () => {
  it('is refused with what was wrong', () => {
    const bp = createBroadphase();
    const boxes = createFloats(2 * 6);
    addProxy(bp, 0, moving, boxes);
    expect(() => addProxy(bp, 0, moving, boxes)).toThrow(/in use/);
    expect(() => removeProxy(bp, 1)).toThrow(/no proxy 1/);
    expect(() => proxyMoved(bp, 1000)).toThrow(/no proxy 1000/);
    expect(() => moveUnbounded(bp, 0, 0, 1, 0, 0)).toThrow(/not an unbounded/);
    expect(() => addProxy(bp, -1, moving, boxes)).toThrow(/must lie in/);
    boxes[6 + 3] = Infinity;
    expect(() => addProxy(bp, 1, moving, boxes)).toThrow(/addUnbounded/);
    boxes[0] = Number.NaN;
    proxyMoved(bp, 0);
    expect(() => findPairs(bp, boxes, createPairList())).toThrow(/proxy 0 is not finite/);
  });
});
