import { box, createBody, createCollider, createWorld, PhysicsError } from '@tenon/physics-core';
import { describe, expect, it } from 'vitest';
import { createDrawing, defaultDrawOptions, drawWorld } from '../src/index.js';
import { completeDrawOptions } from '../src/layers/check-options.js';

const draw = (options: unknown): void => {
  const world = createWorld();
  createCollider(world, createBody(world), { shape: box(1, 1, 1) });
  drawWorld(createDrawing(), world, options as never);
};

const refuses = (message: RegExp, call: () => unknown): void => {
  expect(call).toThrow(PhysicsError);
  expect(call).toThrow(message);
};

describe('options', () => {
  it.each<[unknown, RegExp]>([
    [undefined, /^options is undefined\. Make options with defaultDrawOptions\(\)/],
    [null, /^options is null/],
    [{}, /^options\.layers is undefined\. Make options with defaultDrawOptions\(\)/],
    [{ layers: { rows: true } }, /^options\.theme is undefined\. Pass 'dark' or 'light'/],
    [{ ...defaultDrawOptions(), theme: 'blue' }, /theme is 'blue'/],
    [{ ...defaultDrawOptions(), rowLength: 2 }, /rowLength is 2\. Pass 'unit' or 'lambda'/],
    [{ ...defaultDrawOptions(), scale: undefined }, /scale is undefined\. Pass a finite number/],
    [{ ...defaultDrawOptions(), forceScale: Number.NaN }, /forceScale is NaN/],
    [{ ...defaultDrawOptions(), velocityScale: {} }, /velocityScale is an object/],
  ])('%# that no picture can be drawn with are refused, with what to do', (options, message) => {
    refuses(message, () => draw(options));
  });

  it('of a view are filled up, layer by layer', () => {
    const options = completeDrawOptions({ layers: { rows: true, solid: false }, scale: 2 });
    const { layers, ...others } = defaultDrawOptions();
    expect(options).toEqual({ ...others, scale: 2, layers: { ...layers, rows: true, solid: false } });
    draw(options);
    expect(completeDrawOptions()).toEqual(defaultDrawOptions());
  });

  it('of a view are refused where they do not exist', () => {
    const complete = (given: unknown) => () => completeDrawOptions(given as never);
    refuses(/^draw has no field 'layer'\. Use layers, theme/, complete({ layer: { rows: true } }));
    refuses(/^draw\.layers has no field 'row'\. Use wire, solid/, complete({ layers: { row: true } }));
    refuses(/^draw is null/, complete(null));
    refuses(/theme is 'blue'/, complete({ theme: 'blue' }));
  });
});
