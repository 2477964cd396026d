import { describe, expect, it } from 'vitest';
import { createJoint, hinge, jointDefinitions } from '../../src/index.js';
import type { ParamEntry } from '../../src/joints/define-joint.js';
import type { ParamSpec, RangeParam } from '../../src/joints/params.js';
import { put } from './random-joints.js';
import { complains, create, makeScene, type Scene, stateOf, update } from './refusals.js';

/** Every field of every joint type with everything that it does not take, at creation and later. */

const INF = Number.POSITIVE_INFINITY;

/** What no parameter of a kind takes. */
const badValues = (spec: ParamSpec): unknown[] => {
  const never = [Number.NaN, -INF, {}, null, Symbol('x'), 1n, () => 0];
  const vectors = [[], [0, 0], [0, 0, 0, 0, 0], ['1', 0, 0, 1], [Number.NaN, 0, 0, 1], 'up', 7, true];
  switch (spec.kind) {
    case 'number': {
      const ends = [spec.min - 1, spec.max * 2].filter((x) => x < spec.min || x > spec.max);
      return [
        ...never,
        ...ends,
        '1',
        [1],
        true,
        ...(spec.unlimited ? [] : [INF]),
        ...(spec.integer ? [0.5] : []),
      ];
    }
    case 'range':
      return [
        ...never,
        INF,
        1,
        '12',
        true,
        [1, 0],
        [0],
        [0, 1, 2],
        [Number.NaN, 0],
        [0, Number.NaN],
        [INF, INF],
        ['0', 1],
        ...missing(spec),
      ];
    case 'choice':
      return [...never, INF, 'no such name', 'toString', 0, true, [spec.names[0]]];
    case 'flag':
      return [...never, INF, 0, 1, 'true', []];
    case 'vector':
      return [...never, INF, ...vectors, [0, 0, 0, 0], [0, INF, 0], [1e300, 0, 0]];
    case 'rotation':
      return [...never, INF, ...vectors, [0, 0, 0], [0, 0, 0, 0], [0, 0, 0, INF]];
  }
};

/** Ranges below and above all that they must have a part of. */
const missing = ({ meets: [least, most] }: RangeParam): unknown[] => [
  ...(least > -INF ? [[least - 0.4, least - 0.2]] : []),
  ...(most < INF ? [[most + 0.2, most + 0.4]] : []),
];

const commonFields: Readonly<Record<string, readonly unknown[]>> = {
  anchor: badValues({ kind: 'vector', unit: 'm', default: [0, 0, 0], about: '' }),
  axis: [...badValues({ kind: 'vector', unit: 'm', default: [0, 0, 0], about: '' }), [0, 0, 0]],
  secondAxis: [...badValues({ kind: 'vector', unit: 'm', default: [0, 0, 0], about: '' }), [0, 0, 0]],
  anchorA: badValues({ kind: 'vector', unit: 'm', default: [0, 0, 0], about: '' }),
  anchorB: badValues({ kind: 'vector', unit: 'm', default: [0, 0, 0], about: '' }),
  frameA: [
    null,
    7,
    [],
    'x',
    { position: [0, 0] },
    { rotation: [0, 0, 0, 0] },
    { position: [0, Number.NaN, 0] },
    { place: 1 },
  ],
  frameB: [null, 7, [], 'x', { position: null }, { rotation: [0, 0, 1] }, { rotation: null }],
};
const switches: Readonly<Record<string, readonly unknown[]>> = {
  collideConnected: [null, 0, 1, 'true', {}],
  enabled: [null, 0, 1, 'true', {}],
  userData: [null, Number.NaN, INF, '1', {}, [1]],
};

const types = jointDefinitions().map((definition) => [definition.type, definition] as const);

describe.each(types)('wrong values for %s', (type, definition) => {
  const bodiesOf = ({ world, a, b }: Scene): object =>
    definition.couples
      ? { jointA: createJoint(world, hinge({ bodyB: a })), jointB: createJoint(world, hinge({ bodyB: b })) }
      : { bodyB: b };

  const refusesField = (path: readonly string[], values: readonly unknown[]): void => {
    const fresh = makeScene();
    const ends = bodiesOf(fresh);
    const taken = makeScene();
    const joint = create(taken.world, { type, ...bodiesOf(taken) });
    const before = [stateOf(fresh.world), stateOf(taken.world)];
    const name = new RegExp(path.join('\\.'));
    for (const value of values) {
      const field = {};
      put(field, path, value);
      complains(undefined, name, () => create(fresh.world, { type, ...ends, ...field }));
      complains(undefined, name, () => update(taken.world, joint, { userData: 8, ...field }));
    }
    expect([stateOf(fresh.world), stateOf(taken.world)]).toEqual(before);
  };

  it('every parameter', () => {
    for (const { path, spec } of definition.params) refusesField(path, badValues(spec));
  });

  it('every group of parameters', () => {
    const groups = new Set(definition.params.flatMap(({ path }: ParamEntry) => groupsOf(path)));
    for (const group of groups) refusesField(group.split('.'), [null, 7, 'x', [], true, { nothing: 1 }]);
  });

  it('places and switches', () => {
    const fields = definition.couples ? switches : { ...commonFields, ...switches };
    for (const [field, values] of Object.entries(fields)) refusesField([field], values);
  });
});

/** The names of the objects that a parameter lies in. */
const groupsOf = (path: readonly string[]): string[] =>
  path.slice(0, -1).map((_, i) => path.slice(0, i + 1).join('.'));
