import { describe, expect, it } from 'vitest';
import {
  allBodies,
  applyImpulse,
  ball,
  bodyPosition,
  bodyType,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  defineJoint,
  destroyBody,
  destroyJoint,
  gear,
  hinge,
  jointCoordinate,
  jointDefinitions,
  numberParam,
  PhysicsError,
  restoreSnapshot,
  slider,
  sphere,
  stepWorld,
  takeSnapshot,
  universal,
  updateBody,
  updateJoint,
  updateSettings,
  wake,
  worldStats,
} from '../../src/index.js';
import { jointRows } from '../../src/inspect.js';
import { customRows, type JointContext, pointRows } from '../../src/parts.js';
import { DT } from './context.js';
import { complains, create, makeScene, refuses, update } from './refusals.js';

const INF = Number.POSITIVE_INFINITY;

describe('geometry', () => {
  it('a zero axis', () => {
    const { world, a, b } = makeScene();
    for (const axis of [
      [0, 0, 0],
      [1e-12, 0, 0],
    ]) {
      refuses(world, 'out-of-range', /axis/, () => create(world, { type: 'hinge', bodyB: b, axis }));
      refuses(world, 'out-of-range', /secondAxis/, () =>
        create(world, { type: 'universal', bodyA: a, bodyB: b, axis: [0, 1, 0], secondAxis: axis }),
      );
    }
  });

  it('parallel axes, at creation and later, also when only one of them changes', () => {
    const { world, a, b } = makeScene();
    const across = { axis: [0, 0, 1], secondAxis: [0, 1, 0] } as const;
    for (const secondAxis of [
      [0, 0, 1],
      [0, 0, -5],
      [0, 1e-5, 1],
    ] as const) {
      const bad = { ...across, secondAxis };
      refuses(world, 'out-of-range', /parallel/, () => createJoint(world, universal({ bodyB: b, ...bad })));
      refuses(world, 'out-of-range', /parallel/, () =>
        createJoint(world, hinge({ bodyA: a, bodyB: b, ...bad })),
      );
    }
    const joint = createJoint(world, universal({ bodyA: a, bodyB: b, ...across }));
    refuses(world, 'out-of-range', /parallel/, () => updateJoint(world, joint, { secondAxis: [0, 0, 2] }));
    refuses(world, 'out-of-range', /parallel/, () =>
      updateJoint(world, joint, { axis: [0, 1, 0], secondAxis: [0, 1, 0] }),
    );
  });

  it('a joint that nothing can move', () => {
    const { world, b } = makeScene();
    const [one, two] = [0, 1].map(() => createBody(world, { type: 'static' }));
    const kinematic = createBody(world, { type: 'kinematic' });
    refuses(world, 'wrong-type', /^bodyA and bodyB are both static\. Pass a dynamic body/, () =>
      createJoint(world, hinge({ bodyA: one, bodyB: two })),
    );
    refuses(world, 'wrong-type', /^bodyB is static, and so is the world\./, () =>
      createJoint(world, ball({ bodyB: one })),
    );
    // These may become dynamic, and so may a body that was made static when its joint was there.
    createJoint(world, hinge({ bodyA: one, bodyB: kinematic }));
    createJoint(world, hinge({ bodyB: kinematic }));
    createJoint(world, hinge({ bodyA: b, bodyB: two }));
    updateBody(world, b, { type: 'static' });
    stepWorld(world, DT);
  });

  it('a joint of a body with itself, and a coupling of a joint with itself', () => {
    const { world, a, b } = makeScene();
    refuses(world, 'out-of-range', /itself/, () => createJoint(world, hinge({ bodyA: a, bodyB: a })));
    const joint = createJoint(world, hinge({ bodyB: b }));
    refuses(world, 'out-of-range', /itself/, () =>
      createJoint(world, gear({ jointA: joint, jointB: joint })),
    );
  });

  it('a body of another world, or one that is gone: which of the two it is', () => {
    const { world, a, b } = makeScene();
    const stray = createBody(createWorld());
    refuses(world, 'foreign-handle', /^bodyA belongs to another world\. Pass a body of this world\.$/, () =>
      createJoint(world, hinge({ bodyA: stray, bodyB: b })),
    );
    destroyBody(world, b);
    refuses(world, 'stale-handle', /^bodyB does not exist any more/, () =>
      createJoint(world, hinge({ bodyA: a, bodyB: b })),
    );
  });

  it('a place in the world and a place in a body', () => {
    const { world, a, b } = makeScene();
    for (const place of [{ anchor: [0, 0, 0] }, { axis: [0, 1, 0] }, { secondAxis: [0, 1, 0] }]) {
      for (const frame of ['frameA', 'frameB']) {
        refuses(world, 'unknown-field', /both say where the joint sits\. Pass anchor/, () =>
          create(world, { type: 'hinge', bodyA: a, bodyB: b, ...place, [frame]: {} }),
        );
      }
    }
  });

  it('no type at all', () => {
    const { world, b } = makeScene();
    refuses(world, 'unknown-field', /Pass what hinge/, () => create(world, { bodyB: b }));
  });

  it('a joint without the body that moves', () => {
    const { world, a } = makeScene();
    refuses(world, 'wrong-type', /bodyB/, () => createJoint(world, hinge({ bodyA: a })));
    refuses(world, 'wrong-type', /bodyB/, () => createJoint(world, ball({})));
    refuses(world, 'wrong-type', /jointA/, () => create(world, { type: 'gear' }));
  });
});

describe('limits and names', () => {
  it('limits that are reversed, not finite or not two', () => {
    const { world, b } = makeScene();
    const bad = [
      [1, -1],
      [Number.NaN, 1],
      [0, Number.NaN],
      [INF, INF],
      [-INF, -INF],
      [INF, 0],
      [0],
      [0, 1, 2],
      '01',
    ];
    for (const limits of bad) {
      refuses(world, undefined, /limits/, () => create(world, { type: 'hinge', bodyB: b, limits }));
      refuses(world, undefined, /swingY\.limits/, () =>
        create(world, { type: 'swing-twist', bodyB: b, swingY: { limits } }),
      );
    }
  });

  const never: readonly [type: string, coordinate: string | undefined, limits: number[], why: RegExp][] = [
    ['swing-twist', 'swingY', [0.9, 1.2], /does not contain 0/],
    ['swing-twist', 'swingZ', [-1.2, -0.9], /does not contain 0/],
    ['ball', 'swing', [-1, -0.5], /from 0 to 3.14/],
    ['cone', undefined, [3.2, 4], /from 0 to 3.14/],
    ['distance', undefined, [-2, -1], /never below 0 m/],
    ['pulley', 'lengthB', [-2, -1], /never below 0 m/],
    ['six-dof', 'swingY', [3.2, 4], /from -3.14\d* to 3.14/],
    ['constant-velocity', 'swingZ', [-4, -3.2], /from -3.14\d* to 3.14/],
  ];
  it.each(never)('limits that a %s can never keep: %s %j', (type, name, limits, why) => {
    const { world, b } = makeScene();
    const fields = name === undefined ? { limits } : { [name]: { limits } };
    refuses(world, 'out-of-range', why, () => create(world, { type, bodyB: b, ...fields }));
    const joint = create(world, { type, bodyB: b });
    refuses(world, 'out-of-range', why, () => update(world, joint, { userData: 3, ...fields }));
  });

  it('but not limits that begin or end where they must, or lie to a side where that may be', () => {
    const { world, b } = makeScene();
    const swings = { swingY: { limits: [0, 1] }, swingZ: { limits: [-1, 0] } };
    create(world, { type: 'swing-twist', bodyB: b, ...swings });
    create(world, { type: 'swing-twist', bodyB: b, swingY: { limits: [0, 0] } });
    create(world, { type: 'cone', bodyB: b, limits: [0.3, 0.6] });
    create(world, { type: 'cone', bodyB: b, limits: [-0.5, 0] });
    create(world, { type: 'distance', bodyB: b, limits: [-1, 0] });
    create(world, { type: 'six-dof', bodyB: b, swingY: { limits: [0.9, 1.2] } });
    create(world, { type: 'wedge', bodyB: b, limits: [2, 4] });
    create(world, { type: 'hinge', bodyB: b, limits: [20, 30] });
  });

  it('a negative frequency', () => {
    const { world, b } = makeScene();
    for (const field of ['hertz', 'spring', 'motor', 'limitSpring']) {
      const value = field === 'hertz' ? -1 : { hertz: -1 };
      refuses(world, 'out-of-range', /hertz is -1/, () =>
        create(world, { type: 'slider', bodyB: b, [field]: value }),
      );
    }
  });

  it('names that do not exist, with the one that was meant', () => {
    const { world, b } = makeScene();
    const typos: [string, Record<string, unknown>][] = [
      ['limits', { limit: [0, 1] }],
      ['friction', { fricton: 1 }],
      ['speed', { motor: { sped: 1 } }],
      ['dampingRatio', { spring: { hertz: 1, dampingratio: 1 } }],
      ['position', { frameA: { postion: [0, 0, 0] } }],
      ['anchor', { ancor: [0, 0, 0] }],
    ];
    for (const [meant, fields] of typos) {
      refuses(world, 'unknown-field', new RegExp(`Did you mean '${meant}'\\?$`), () =>
        create(world, { type: 'hinge', bodyB: b, ...fields }),
      );
    }
    refuses(world, 'unknown-field', /no field 'xyzzy'/, () =>
      create(world, { type: 'hinge', bodyB: b, xyzzy: 1 }),
    );
    refuses(world, 'unknown-field', /toString/, () =>
      create(world, { type: 'hinge', bodyB: b, toString: 1 }),
    );
    refuses(world, 'unknown-field', /no joint type 'hing'/, () => create(world, { type: 'hing', bodyB: b }));
    const two = { bodyB: b, translation: { motor: { sped: 1 } } };
    refuses(world, 'unknown-field', /translation\.motor.*Did you mean 'speed'\?$/, () =>
      create(world, { type: 'cylindrical', ...two }),
    );
  });

  it('what is no definition', () => {
    const { world, b } = makeScene();
    for (const def of [
      undefined,
      null,
      7,
      'hinge',
      [],
      () => 0,
      {},
      { bodyB: b },
      { type: null },
      { type: Symbol('x') },
    ]) {
      refuses(world, undefined, /joint/, () => create(world, def));
    }
    const joint = createJoint(world, hinge({ bodyB: b }));
    for (const changes of [undefined, null, 7, 'x', [], () => 0]) {
      refuses(world, 'wrong-type', /changes/, () => update(world, joint, changes));
    }
  });

  it('what a joint connects cannot change', () => {
    const { world, a, b } = makeScene();
    const joint = createJoint(world, hinge({ bodyB: b }));
    for (const changes of [{ type: 'ball' }, { bodyA: a }, { bodyB: a }]) {
      refuses(world, 'unknown-field', /cannot change/, () =>
        update(world, joint, { friction: 1, ...changes }),
      );
    }
  });

  it('a coupling sits where its joints do', () => {
    const { world, a, b } = makeScene();
    const jointA = createJoint(world, hinge({ bodyB: a }));
    const jointB = createJoint(world, hinge({ bodyB: b }));
    for (const field of [
      { bodyA: a },
      { bodyB: b },
      { anchor: [0, 0, 0] },
      { axis: [0, 0, 1] },
      { frameA: {} },
    ]) {
      refuses(world, 'unknown-field', /no field/, () =>
        create(world, { type: 'gear', jointA, jointB, ...field }),
      );
    }
    refuses(world, 'unknown-field', /jointA/, () => create(world, { type: 'hinge', bodyB: b, jointA }));
    const coupling = createJoint(world, gear({ jointA, jointB }));
    refuses(world, 'wrong-type', /no coordinate/, () =>
      create(world, { type: 'gear', jointA, jointB: coupling }),
    );
    for (const coordinateA of [1, 5]) {
      refuses(world, 'out-of-range', /coordinateA/, () =>
        create(world, { type: 'gear', jointA, jointB, coordinateA }),
      );
      refuses(world, 'out-of-range', /coordinateA/, () => update(world, coupling, { coordinateA }));
    }
  });
});

describe('handles', () => {
  it('bodies that are none, of another world or gone', () => {
    const { world, a, b } = makeScene();
    const other = makeScene();
    const joint = createJoint(world, hinge({ bodyB: b }));
    for (const bad of [null, 'body', {}, Number.NaN, 1.5, -1, INF, 0, joint]) {
      refuses(world, 'wrong-type', /body/, () => create(world, { type: 'ball', bodyB: bad }));
      refuses(world, 'wrong-type', /body/, () => create(world, { type: 'ball', bodyA: bad, bodyB: b }));
    }
    refuses(world, 'foreign-handle', /body/, () => createJoint(world, ball({ bodyB: other.b })));
    refuses(world, 'foreign-handle', /body/, () => createJoint(world, ball({ bodyA: other.a, bodyB: b })));
    destroyBody(world, a);
    refuses(world, 'stale-handle', /body/, () => createJoint(world, ball({ bodyA: a, bodyB: b })));
    createBody(world);
    refuses(world, 'stale-handle', /body/, () => createJoint(world, ball({ bodyB: a })));
  });

  it('the hidden body that rows to the world name can only be read', () => {
    const { world, a, b } = makeScene();
    const joint = createJoint(world, hinge({ bodyB: b }));
    stepWorld(world, DT);
    const [{ bodyA: ground }] = jointRows(world, joint);
    expect(allBodies(world)).toEqual([a, b]);
    expect([bodyType(world, ground), bodyPosition(world, ground)]).toEqual(['static', [0, 0, 0]]);
    refuses(world, 'wrong-type', /world/, () => destroyBody(world, ground));
    refuses(world, 'wrong-type', /world/, () => updateBody(world, ground, { position: [1, 0, 0] }));
    refuses(world, 'wrong-type', /world/, () => createCollider(world, ground, { shape: sphere(1) }));
    refuses(world, 'wrong-type', /world/, () => createJoint(world, ball({ bodyA: a, bodyB: ground })));
  });

  it('joints to couple that are none, of another world or gone', () => {
    const { world, a, b } = makeScene();
    const other = makeScene();
    const foreign = createJoint(other.world, hinge({ bodyB: other.b }));
    const jointA = createJoint(world, hinge({ bodyB: a }));
    const jointB = createJoint(world, slider({ bodyB: b }));
    for (const bad of [null, 'joint', {}, 0, a]) {
      refuses(world, 'wrong-type', /joint/, () => create(world, { type: 'gear', jointA: bad, jointB }));
    }
    refuses(world, 'foreign-handle', /joint/, () => createJoint(world, gear({ jointA: foreign, jointB })));
    destroyJoint(world, jointA);
    refuses(world, 'stale-handle', /joint/, () => createJoint(world, gear({ jointA, jointB })));
    refuses(world, 'stale-handle', /joint/, () => updateJoint(world, jointA, {}));
    refuses(world, 'stale-handle', /joint/, () => destroyJoint(world, jointA));
  });
});

it('coordinates have no names but their own', () => {
  const { world, b } = makeScene();
  const joint = createJoint(world, hinge({ bodyB: b }));
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    refuses(world, 'unknown-field', /has no coordinate/, () => jointCoordinate(world, joint, name));
  }
});

describe('a game’s own joint', () => {
  it('that refuses while it is prepared is not there', () => {
    const picky = defineJoint({
      type: 'test picky',
      about: 'For this test.',
      slots: ['none'],
      rows: () => {},
      prepare: () => {
        throw new PhysicsError('out-of-range', 'Not here', 'Go elsewhere');
      },
    });
    const { world, b } = makeScene();
    expect(() => createJoint(world, picky({ bodyB: b }))).toThrow(/Not here/);
    expect(worldStats(world).joints).toBe(0);
    createJoint(world, hinge({ bodyB: b }));
    stepWorld(world, DT);
    expect(worldStats(world)).toMatchObject({ joints: 1, bodies: 2 });
  });

  it('cannot change the world while it steps', () => {
    const { world, a, b } = makeScene();
    const attempts: [string, () => unknown][] = [
      ['createBody', () => createBody(world)],
      ['destroyBody', () => destroyBody(world, a)],
      ['updateBody', () => updateBody(world, a, { mass: 2 })],
      ['createCollider', () => createCollider(world, a, { shape: sphere(1) })],
      ['createJoint', () => createJoint(world, hinge({ bodyB: a }))],
      ['destroyJoint', () => destroyJoint(world, joint)],
      ['updateJoint', () => updateJoint(world, joint, { enabled: false })],
      ['applyImpulse', () => applyImpulse(world, a, [1, 0, 0])],
      ['wake', () => wake(world, a)],
      ['updateSettings', () => updateSettings(world, { substeps: 1 })],
      ['restoreSnapshot', () => restoreSnapshot(world, saved)],
      ['takeSnapshot', () => takeSnapshot(world)],
      ['another world', () => createBody(createWorld())],
      ['stepWorld', () => stepWorld(createWorld(), DT)],
    ];
    let act: () => unknown = () => undefined;
    const refused: unknown[] = [];
    const meddling = defineJoint({
      type: 'test meddling',
      about: 'For this test.',
      slots: ['none'],
      rows: () => {
        try {
          act();
        } catch (error) {
          refused.push(error);
        }
      },
    });
    const joint = createJoint(world, meddling({ bodyB: b }));
    const saved = takeSnapshot(world);
    for (const [name, attempt] of attempts) {
      act = attempt;
      refused.length = 0;
      stepWorld(world, DT);
      act = () => undefined;
      expect(refused.length, name).toBeGreaterThan(0);
      for (const error of refused) expect(error, name).toMatchObject({ code: 'locked-world' });
      expect(worldStats(world), name).toMatchObject({ bodies: 2, joints: 1 });
    }
  });

  const good = { type: 'test good', about: 'For this test.', slots: ['row'], rows: () => {} };
  const define = (options: unknown): unknown => defineJoint(options as typeof good);

  it('cannot take the name of another, nor be larger than a block', () => {
    const before = jointDefinitions().length;
    expect(() => define({ ...good, type: 'hinge' })).toThrow(/exists already/);
    const slots = Array.from({ length: 600 }, (_, i) => `row ${i}`);
    expect(() => define({ ...good, slots })).toThrow(/numbers/);
    expect(jointDefinitions()).toHaveLength(before);
  });

  it('is checked when it is defined', () => {
    const before = jointDefinitions().length;
    const coordinate = { unit: 'm', write: () => {}, about: 'Way.' };
    const number = numberParam({ unit: '1', default: 0, about: 'Any.' });
    const bad: [RegExp, object | undefined | null][] = [
      [/undefined/, undefined],
      [/null/, null],
      [/type/, { ...good, type: '' }],
      [/type/, { ...good, type: undefined }],
      [/rows/, { ...good, rows: undefined }],
      [/rows/, { ...good, rows: 'point' }],
      [/slots/, { ...good, slots: undefined }],
      [/slots\[0\]/, { ...good, slots: [1] }],
      [/two rows called 'row'/, { ...good, slots: ['row', 'row'] }],
      [/Did you mean 'slots'\?$/, { ...good, slot: [] }],
      [/prepare/, { ...good, prepare: 1 }],
      [/defaultAxis/, { ...good, defaultAxis: [0, 0, 0] }],
      [/params\.x/, { ...good, params: { x: 1 } }],
      [/params\.x\.kind/, { ...good, params: { x: { kind: 'text' } } }],
      [/'anchor'/, { ...good, params: { anchor: number } }],
      [/'hertz'/, { ...good, params: { hertz: number } }],
      [/'motor'/, { ...good, params: { motor: number }, coordinates: { way: coordinate } }],
      [/'axis/, { ...good, coordinates: { axis: coordinate, other: coordinate } }],
      [/coordinates\.way\.unit/, { ...good, coordinates: { way: { ...coordinate, unit: 'mm' } } }],
      [/coordinates\.way\.write/, { ...good, coordinates: { way: { ...coordinate, write: undefined } } }],
    ];
    for (const [message, options] of bad) complains(undefined, message, () => define(options));
    expect(jointDefinitions()).toHaveLength(before);
  });

  it('is tried when a joint is created: rows without slots and numbers that are none are refused', () => {
    const { world, a, b } = makeScene();
    const row = {
      error: 0,
      linearA: [0, 0, 0],
      angularA: [0, 0, 0],
      linearB: [1, 0, 0],
      angularB: [0, 0, 0],
    } as const;
    const cases: [RegExp, { type: string; slots: string[]; rows: (j: JointContext) => void }][] = [
      [/writes 3 rows.*names 1/, { type: 'test too many rows', slots: ['h'], rows: (j) => pointRows(j, 0) }],
      [
        /'h'.*C = NaN/,
        { type: 'test no error', slots: ['h'], rows: (j) => customRows(j, 0, { ...row, error: NaN }) },
      ],
      [
        /without linearA/,
        {
          type: 'test no vector',
          slots: ['h'],
          rows: (j) => customRows(j, 0, { ...row, linearA: undefined as never }),
        },
      ],
    ];
    for (const [message, options] of cases) {
      const make = defineJoint({ about: 'For this test.', ...options });
      complains(undefined, message, () => createJoint(world, make({ bodyA: a, bodyB: b })));
      expect(worldStats(world).joints).toBe(0);
    }
  });
});
