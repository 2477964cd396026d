import { describe, expect, it } from 'vitest';
import { type BodyHandle, hinge, jointFromScene, jointToScene, type SceneName } from '../../src/index.js';
import { makeScene, refuses } from './refusals.js';

/** Scene files by hand; every-joint.test.ts sends every type through one. */

describe('a joint in a scene file', () => {
  const door = 7 as BodyHandle;
  const names = (handle: unknown): SceneName => (handle === door ? 'door' : 'unknown');

  it('reads like the code that made it', () => {
    const def = hinge({
      bodyB: door,
      limits: [-Infinity, 1],
      motor: { speed: 2, maxForce: Infinity },
      anchor: [0, -0, 1],
    });
    expect(jointToScene(def, names)).toEqual({
      type: 'hinge',
      bodyB: 'door',
      limits: ['-Infinity', 1],
      motor: { speed: 2, maxForce: 'Infinity' },
      anchor: [0, '-0', 1],
    });
  });

  it('leaves out what is not given and takes lists of any kind', () => {
    const def = { ...hinge({ bodyB: door }), axis: new Float64Array([0, 0, 1]), limits: undefined };
    expect(jointToScene(def as never, names)).toEqual({ type: 'hinge', bodyB: 'door', axis: [0, 0, 1] });
  });

  it('keeps apart a body called Infinity and the number', () => {
    const scene = jointToScene(hinge({ bodyB: door, friction: Infinity }), () => 'Infinity');
    expect(jointFromScene(scene, (name) => (name === 'Infinity' ? door : undefined))).toEqual(
      hinge({ bodyB: door, friction: Infinity }),
    );
  });
});

describe('refuses', () => {
  const bodyOf = (name: unknown): BodyHandle | undefined => (name === 'door' ? (7 as BodyHandle) : undefined);
  const read = (data: unknown, ...rest: unknown[]): unknown =>
    (jointFromScene as (...given: unknown[]) => unknown)(data, bodyOf, ...rest);
  const { world } = makeScene();

  it('what is no joint', () => {
    for (const data of [
      undefined,
      null,
      7,
      'hinge',
      [],
      {},
      { type: 'hing', bodyB: 'door' },
      { type: 7, bodyB: 'door' },
    ]) {
      refuses(world, undefined, /joint/, () => read(data));
    }
  });

  it('names that mean nothing', () => {
    refuses(world, 'out-of-range', /bodyB is 'window'/, () => read({ type: 'hinge', bodyB: 'window' }));
    refuses(world, 'wrong-type', /bodyB/, () => read({ type: 'hinge', bodyB: { name: 'door' } }));
    refuses(world, 'wrong-type', /bodyB/, () => read({ type: 'hinge' }));
    refuses(world, 'out-of-range', /jointA is 'x'.*jointOf/, () =>
      read({ type: 'gear', jointA: 'x', jointB: 'y' }),
    );
    refuses(world, 'out-of-range', /jointA is 'x'/, () =>
      read({ type: 'gear', jointA: 'x', jointB: 'y' }, () => undefined),
    );
    refuses(world, 'wrong-type', /jointOf/, () => read({ type: 'hinge', bodyB: 'door' }, 7));
    refuses(world, 'wrong-type', /bodyOf/, () =>
      jointFromScene({ type: 'hinge', bodyB: 'door' }, undefined as never),
    );
  });

  it('values that are wrong, unknown or nested without end', () => {
    const hingeWith = (fields: object): unknown => read({ type: 'hinge', bodyB: 'door', ...fields });
    refuses(world, 'unknown-field', /Did you mean 'limits'\?$/, () => hingeWith({ limit: [0, 1] }));
    refuses(world, 'unknown-field', /Did you mean 'speed'\?$/, () => hingeWith({ motor: { sped: 1 } }));
    refuses(world, 'unknown-field', /__proto__/, () =>
      read(JSON.parse('{"type":"hinge","bodyB":"door","__proto__":1}')),
    );
    refuses(world, 'wrong-type', /friction/, () => hingeWith({ friction: null }));
    refuses(world, 'not-finite', /userData/, () => hingeWith({ userData: 'Infinity' }));
    refuses(world, 'out-of-range', /limits/, () => hingeWith({ limits: [1, '-0'] }));
    const endless: Record<string, unknown> = {};
    endless.again = endless;
    refuses(world, 'wrong-type', /too deep/, () => hingeWith({ motor: endless }));
  });

  it('definitions that are wrong, and names that JSON cannot hold', () => {
    const { b } = makeScene();
    refuses(world, 'unknown-field', /limit/, () =>
      jointToScene({ ...hinge({ bodyB: b }), limit: 1 }, String),
    );
    refuses(world, 'wrong-type', /bodyB/, () => jointToScene(hinge({}), String));
    refuses(world, 'wrong-type', /nameOf/, () => jointToScene(hinge({ bodyB: b }), undefined as never));
    for (const name of [undefined, null, Number.NaN, {}]) {
      refuses(world, 'wrong-type', /nameOf/, () => jointToScene(hinge({ bodyB: b }), () => name as never));
    }
  });
});
