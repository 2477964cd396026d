import { setFlagsFromString } from 'node:v8';
import { expect, it } from 'vitest';
import { box, createBody, createCollider, createWorld, stepWorld, type World } from '../../src/index.js';

/**
 * Compiled code is made for the hidden classes it has seen. Worlds whose tables had classes of their own threw it
 * away with every new world, and after four of them nothing was compiled for a class any more.
 */
setFlagsFromString('--allow-natives-syntax');
const haveSameClass = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (
  a: object,
  b: object,
) => boolean;
const isFast = new Function('a', 'return %HasFastProperties(a)') as (a: object) => boolean;

const start = (): World => {
  const world = createWorld();
  createCollider(world, createBody(world, { position: [0, 1, 0] }), { shape: box(1, 1, 1) });
  stepWorld(world, 1 / 60);
  return world;
};

/** Paths of the objects of a world that have another hidden class in the other one, or are hash tables. */
const findOdd = (a: object, b: object, path: string): string[] => {
  const odd = haveSameClass(a, b) && isFast(a) ? [] : [path];
  for (const [name, value] of Object.entries(a)) {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    odd.push(...findOdd(value, (b as Record<string, object>)[name], `${path}.${name}`));
  }
  return odd;
};

it('all worlds have the same hidden classes', () => {
  const [first, ...others] = Array.from({ length: 6 }, start);
  for (const other of others) expect(findOdd(first, other, 'world')).toEqual([]);
});
