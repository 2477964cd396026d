import { describe, expect, it } from 'vitest';
import * as tenon from '../../src/index.js';
import {
  type BodyHandle,
  type ColliderHandle,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  halfSpace,
  hashWorld,
  type JointHandle,
  jointDefinitions,
  loadEverything,
  PhysicsError,
  type PhysicsErrorCode,
  settingSpecs,
  slider,
  sphere,
  type World,
} from '../../src/index.js';
import { add, addFloor, run, unitBox } from './context.js';

// Shapes that are written down need the code of their kinds.
loadEverything();

/**
 * Every function of the API with every kind of bad value: a PhysicsError that names the value and says what to do, and a
 * world that has not changed by a bit.
 */

interface Scene {
  readonly world: World;
  readonly body: BodyHandle;
  readonly kinematic: BodyHandle;
  readonly floor: BodyHandle;
  readonly collider: ColliderHandle;
  /** On the body: it goes with it. */
  readonly joint: JointHandle;
}

const makeScene = (): Scene => {
  const world = createWorld();
  const floor = addFloor(world);
  const body = createBody(world, { position: [0, 0.5, 0] });
  const collider = createCollider(world, body, { shape: unitBox });
  const kinematic = add(world, unitBox, { type: 'kinematic', position: [9, 0, 0] });
  const joint = createJoint(world, slider({ bodyB: body, axis: [0, 1, 0] }));
  run(world, 5);
  return { world, body, kinematic, floor, collider, joint };
};

/** The API without its types: what a JavaScript user can call. */
type Anything = (...given: unknown[]) => unknown;
const api = tenon as unknown as Record<string, Anything>;

const refuses = (scene: Scene, code: PhysicsErrorCode, message: RegExp, call: () => unknown): void => {
  const before = hashWorld(scene.world);
  let error: unknown;
  try {
    call();
  } catch (caught) {
    error = caught;
  }
  expect(error, 'nothing was thrown').toBeInstanceOf(PhysicsError);
  expect(error).toMatchObject({ code });
  const text = (error as PhysicsError).message;
  expect(text).toMatch(message);
  // What was wrong, then what to do.
  expect(text).toMatch(/^.+\. [A-Z].+[.?]$/s);
  expect(hashWorld(scene.world)).toBe(before);
};

const INF = Number.POSITIVE_INFINITY;

/** Throws whatever is asked of it. */
const revoked = (target: object): unknown => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};

/** What is wrong for a field of each kind, with the code that says so. */
const badNumber: [unknown, PhysicsErrorCode][] = [
  [revoked([]), 'wrong-type'],
  [revoked({}), 'wrong-type'],
  [Number.NaN, 'not-finite'],
  [INF, 'not-finite'],
  [-INF, 'not-finite'],
  ['1', 'wrong-type'],
  [null, 'wrong-type'],
  [{}, 'wrong-type'],
  [[1], 'wrong-type'],
  [true, 'wrong-type'],
  [1n, 'wrong-type'],
  [Symbol('x'), 'wrong-type'],
];
const badVector: [unknown, PhysicsErrorCode][] = [
  [revoked([]), 'wrong-type'],
  [revoked({}), 'wrong-type'],
  [[Number.NaN, 0, 0], 'not-finite'],
  [[0, INF, 0], 'not-finite'],
  [[0, 0, -INF], 'not-finite'],
  [[1e300, 0, 0], 'out-of-range'],
  [[0, 0], 'wrong-type'],
  [[0, 0, 0, 0], 'wrong-type'],
  [['1', 0, 0], 'wrong-type'],
  [[null, 0, 0], 'wrong-type'],
  [[Symbol('x'), Object.create(null)], 'wrong-type'],
  [{ x: 0, y: 0, z: 0 }, 'wrong-type'],
  ['up', 'wrong-type'],
  [7, 'wrong-type'],
  [null, 'wrong-type'],
];
const badQuaternion: [unknown, PhysicsErrorCode][] = [
  [revoked([]), 'wrong-type'],
  [revoked({}), 'wrong-type'],
  [[0, 0, 0, 0], 'out-of-range'],
  [[0, 0, 0, Number.NaN], 'not-finite'],
  [[1e200, 0, 0, 0], 'out-of-range'],
  [[0, 0, 0], 'wrong-type'],
  [null, 'wrong-type'],
  ['turn', 'wrong-type'],
];
const badFlag: [unknown, PhysicsErrorCode][] = [
  [revoked([]), 'wrong-type'],
  [revoked({}), 'wrong-type'],
  [1, 'wrong-type'],
  ['true', 'wrong-type'],
  [null, 'wrong-type'],
  [{}, 'wrong-type'],
];
const outOfRange = (...values: number[]): [unknown, PhysicsErrorCode][] =>
  values.map((value) => [value, 'out-of-range']);
const badName: [unknown, PhysicsErrorCode][] = [
  [revoked([]), 'wrong-type'],
  [revoked({}), 'wrong-type'],
  ['no such name', 'wrong-type'],
  [3, 'wrong-type'],
  [null, 'wrong-type'],
  ['toString', 'wrong-type'],
];
const withoutInfinity = badNumber.filter(([value]) => value !== INF);

const badBodyFields: Record<string, [unknown, PhysicsErrorCode][]> = {
  type: badName,
  position: badVector,
  rotation: badQuaternion,
  linearVelocity: badVector,
  angularVelocity: badVector,
  mass: [...badNumber, ...outOfRange(0, -1, 1e-300, 1e300)],
  massProperties: [
    [{}, 'wrong-type'],
    [{ mass: 1 }, 'wrong-type'],
    [{ inertia: [1, 1, 1] }, 'wrong-type'],
    [{ mass: 0, inertia: [1, 1, 1] }, 'out-of-range'],
    [{ mass: Number.NaN, inertia: [1, 1, 1] }, 'not-finite'],
    [{ mass: 1, inertia: [1, 0, 1] }, 'out-of-range'],
    [{ mass: 1, inertia: [1, -1, 1] }, 'out-of-range'],
    [{ mass: 1, inertia: [1, 1] }, 'wrong-type'],
    [{ mass: 1, inertia: [1, 1, 1e12] }, 'out-of-range'],
    [{ mass: 1, inertia: null }, 'wrong-type'],
    [{ mass: 1, inertia: [1, 2, 0, 1, 0, 1] }, 'out-of-range'],
    [{ mass: 1, inertia: [1, 0, 0, Number.NaN, 0, 1] }, 'not-finite'],
    [{ mass: 1, inertia: [1, 1, 1], centre: [0, 0] }, 'wrong-type'],
    [{ mass: 1, inertia: [1, 1, 1], center: [0, 0, 0] }, 'unknown-field'],
    [5, 'wrong-type'],
    [null, 'wrong-type'],
  ],
  gravityScale: badNumber,
  linearDamping: [...badNumber, ...outOfRange(-1)],
  angularDamping: [...badNumber, ...outOfRange(-0.001)],
  locks: [
    ['x', 'wrong-type'],
    [['w'], 'wrong-type'],
    [[null], 'wrong-type'],
    [{ x: true }, 'wrong-type'],
    [7, 'wrong-type'],
  ],
  planar: badFlag,
  maxLinearSpeed: [...withoutInfinity, ...outOfRange(-1)],
  maxAngularSpeed: [...withoutInfinity, ...outOfRange(-1)],
  enabled: badFlag,
  maySleep: badFlag,
  bullet: badFlag,
  userData: badNumber,
};

const badChangeFields: Record<string, [unknown, PhysicsErrorCode][]> = {
  density: [...badNumber, ...outOfRange(-1, 1e-300, 1e300)],
  friction: [...badNumber, ...outOfRange(-0.1)],
  restitution: [...badNumber, ...outOfRange(-0.1, 1.1)],
  rollingResistance: [...badNumber, ...outOfRange(-1)],
  twistResistance: [...badNumber, ...outOfRange(-1)],
  frictionRule: badName,
  restitutionRule: badName,
  surfaceVelocity: badVector,
  layer: [...badNumber, ...outOfRange(0.5, 2 ** 32)],
  mask: [...badNumber, ...outOfRange(1.5, -(2 ** 40))],
  sensor: badFlag,
  userData: badNumber,
};

const FLAT_MESH = {
  kind: 'mesh',
  vertices: [0, 0, 0, 0, 0, 1, 1, 0, 0],
  indices: [0, 1, 2],
  twoSided: false,
  materials: [],
  triangleMaterials: [],
};
/** Its lists are right, and no triangle has an area: that shows when it is built. */
const FLAT_LINE = { ...FLAT_MESH, indices: [0, 1, 1] };
const FLAT_FIELD = {
  kind: 'height-field',
  columns: 2,
  rows: 2,
  spacing: [1, 1],
  heights: [0, 0, 0, 0],
  diagonal: 0,
  holes: [],
  materials: [],
  cellMaterials: [],
};

const badShapes: [unknown, PhysicsErrorCode][] = [
  [undefined, 'wrong-type'],
  [null, 'wrong-type'],
  ['sphere', 'wrong-type'],
  [{}, 'wrong-type'],
  [{ kind: 'cylinder' }, 'wrong-type'],
  [{ kind: 'toString' }, 'wrong-type'],
  [{ kind: 'sphere' }, 'wrong-type'],
  [{ kind: 'sphere', radius: 1, height: 2 }, 'unknown-field'],
  ...[0, -1, 1e300].map((radius): [unknown, PhysicsErrorCode] => [
    { kind: 'sphere', radius },
    'out-of-range',
  ]),
  [{ kind: 'sphere', radius: Number.NaN }, 'not-finite'],
  [{ kind: 'sphere', radius: '1' }, 'wrong-type'],
  [{ kind: 'box', halfExtents: [1, 0, 1] }, 'out-of-range'],
  [{ kind: 'box', halfExtents: [1, 1, -1] }, 'out-of-range'],
  [{ kind: 'box', halfExtents: [1, 1, INF] }, 'not-finite'],
  [{ kind: 'box', halfExtents: [1, 1] }, 'wrong-type'],
  [{ kind: 'capsule', radius: 1, halfLength: 0 }, 'out-of-range'],
  [{ kind: 'capsule', radius: -1, halfLength: 1 }, 'out-of-range'],
  [{ kind: 'capsule', radius: 1 }, 'wrong-type'],
  [{ kind: 'cylinder', bottomRadius: 1, topRadius: 1, halfLength: 1 }, 'wrong-type'],
  [{ kind: 'cylinder', bottomRadius: 1, topRadius: -1, halfLength: 1, rounding: 0 }, 'out-of-range'],
  [{ kind: 'cylinder', bottomRadius: 1, topRadius: 1, halfLength: 0, rounding: 0 }, 'out-of-range'],
  [{ kind: 'cylinder', bottomRadius: 1, topRadius: 1, halfLength: 1, rounding: -1 }, 'out-of-range'],
  [{ kind: 'cylinder', bottomRadius: 0, topRadius: 0, halfLength: 1, rounding: 1 }, 'degenerate-shape'],
  [{ kind: 'tapered-capsule', bottomRadius: 3, topRadius: 1, halfLength: 1 }, 'degenerate-shape'],
  [{ kind: 'tapered-capsule', bottomRadius: 0, topRadius: 1, halfLength: 1 }, 'out-of-range'],
  [{ kind: 'rounded-box', halfExtents: [1, 1, 1] }, 'wrong-type'],
  [{ kind: 'rounded-box', halfExtents: [1, 0, 1], rounding: 1 }, 'out-of-range'],
  [{ kind: 'rounded-box', halfExtents: [1, 1, 1], rounding: Number.NaN }, 'not-finite'],
  [{ kind: 'rounded-hull', points: [[0, 0, 0]], rounding: 1 }, 'degenerate-shape'],
  [{ kind: 'half-space', normal: [0, 0, 0], offset: 0 }, 'out-of-range'],
  [{ kind: 'half-space', normal: [0, 1, 0], offset: INF }, 'not-finite'],
  [{ kind: 'half-space', normal: [0, Number.NaN, 0], offset: 0 }, 'not-finite'],
  [{ kind: 'hull' }, 'wrong-type'],
  [{ kind: 'mesh' }, 'wrong-type'],
  [FLAT_LINE, 'degenerate-shape'],
  ...(
    [
      [{ vertices: 'many' }, 'wrong-type'],
      [{ vertices: [0, 0, 0, 1, 0, 0, 0, 0] }, 'degenerate-shape'],
      [{ vertices: [] }, 'degenerate-shape'],
      [{ indices: [] }, 'degenerate-shape'],
      [{ indices: [0, 1] }, 'degenerate-shape'],
      [{ indices: [0, 1, 3] }, 'out-of-range'],
      [{ indices: [0, 1, -1] }, 'out-of-range'],
      [{ indices: [0, 1, 1.5] }, 'out-of-range'],
      [{ vertices: [0, 0, 0, 0, 0, 1, 1, Number.NaN, 0] }, 'not-finite'],
      [{ vertices: [0, 0, 0, 0, 0, 1, 1, 1e9, 0] }, 'out-of-range'],
      [{ vertices: [0, 0, 0, 0, 0, 1e-6, 1e-6, 0, 0] }, 'degenerate-shape'],
      [{ twoSided: 1 }, 'wrong-type'],
      [{ triangleMaterials: [0] }, 'out-of-range'],
      [{ triangleMaterials: [-1, -1] }, 'degenerate-shape'],
      [{ materials: [{ friction: -1 }] }, 'out-of-range'],
      [{ materials: [{ grip: 1 }] }, 'unknown-field'],
    ] as const
  ).map(([changes, code]) => [{ ...FLAT_MESH, ...changes }, code] as [unknown, PhysicsErrorCode]),
  ...(
    [
      [{ columns: 1 }, 'out-of-range'],
      [{ rows: 2.5 }, 'out-of-range'],
      [{ rows: 3 }, 'degenerate-shape'],
      [{ heights: [0, 0, 0, Number.POSITIVE_INFINITY] }, 'not-finite'],
      [{ heights: [0, 0, 0] }, 'degenerate-shape'],
      [{ spacing: [1] }, 'wrong-type'],
      [{ spacing: [1, 0] }, 'out-of-range'],
      [{ diagonal: 2 }, 'out-of-range'],
      [{ holes: [0, 0] }, 'degenerate-shape'],
      [{ holes: [2] }, 'out-of-range'],
      [{ cellMaterials: [0] }, 'out-of-range'],
    ] as const
  ).map(([changes, code]) => [{ ...FLAT_FIELD, ...changes }, code] as [unknown, PhysicsErrorCode]),
  [{ kind: 'hull', points: 'many' }, 'wrong-type'],
  [
    {
      kind: 'hull',
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, Number.NaN],
      ],
    },
    'not-finite',
  ],
  [
    {
      kind: 'hull',
      points: [
        [0, 0, 0],
        [1, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
    'wrong-type',
  ],
  [{ kind: 'hull', points: [] }, 'degenerate-shape'],
  [
    {
      kind: 'hull',
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
    },
    'degenerate-shape',
  ],
  [{ kind: 'hull', points: [1, 1, 1, 1, 1].map(() => [1, 2, 3]) }, 'degenerate-shape'],
  [{ kind: 'hull', points: [0, 1, 2, 3, 4].map((i) => [i, 2 * i, -i]) }, 'degenerate-shape'],
  [{ kind: 'hull', points: [0, 1, 2, 3, 4, 5].map((i) => [i, i * i, 2 * i - i * i]) }, 'degenerate-shape'],
  [
    {
      kind: 'hull',
      points: [
        [0, 0, 0],
        [1e-9, 0, 0],
        [0, 1e-9, 0],
        [0, 0, 1e-9],
      ],
    },
    'degenerate-shape',
  ],
  [
    {
      kind: 'hull',
      points: [
        [0, 0, 0],
        [1e200, 0, 0],
        [0, 1e200, 0],
        [0, 0, 1e200],
      ],
    },
    'out-of-range',
  ],
];

const rows = (
  fields: Record<string, [unknown, PhysicsErrorCode][]>,
): [string, string, unknown, PhysicsErrorCode][] =>
  Object.entries(fields).flatMap(([field, values]) =>
    values.map(([value, code], i): [string, string, unknown, PhysicsErrorCode] => [
      field,
      `#${i}`,
      value,
      code,
    ]),
  );

describe('bad fields', () => {
  it.each(rows(badBodyFields))('body.%s %s', (field, _, value, code) => {
    const scene = makeScene();
    const { world, body } = scene;
    refuses(scene, code, new RegExp(field), () => api.createBody(world, { [field]: value }));
    refuses(scene, code, new RegExp(field), () =>
      api.updateBody(world, body, { userData: 8, [field]: value }),
    );
  });

  it.each(rows(badChangeFields))('collider.%s %s', (field, _, value, code) => {
    const scene = makeScene();
    const { world, body, collider } = scene;
    const def = { shape: sphere(1), [field]: value };
    refuses(scene, code, new RegExp(field), () => api.createCollider(world, body, def));
    refuses(scene, code, new RegExp(field), () =>
      api.updateCollider(world, collider, { friction: 1, [field]: value }),
    );
  });

  it.each(rows({ shape: badShapes }))('collider.%s %s', (_, __, shape, code) => {
    const scene = makeScene();
    refuses(scene, code, /shape|hull|points|mesh/i, () =>
      api.createCollider(scene.world, scene.floor, { shape }),
    );
  });

  it.each<[string, unknown[], PhysicsErrorCode, RegExp]>([
    ['sphere', [], 'wrong-type', /radius is undefined/],
    ['sphere', [{ radius: 1 }], 'wrong-type', /radius is an object/],
    ['sphere', [0], 'out-of-range', /radius is 0/],
    ['box', [[1, 1, 1]], 'wrong-type', /^box\(hx, hy, hz\): hx is \[1, 1, 1\]\. Pass a finite number/],
    ['box', [1, 1], 'wrong-type', /hz is undefined/],
    ['box', [1, Number.NaN, 1], 'not-finite', /hy is NaN/],
    ['capsule', [1], 'wrong-type', /halfLength is undefined/],
    ['capsule', ['1', 1], 'wrong-type', /radius is '1'/],
    ['cylinder', [1], 'wrong-type', /halfLength is undefined/],
    ['cylinder', [], 'wrong-type', /^cylinder\(radius, halfLength, rounding\): radius is undefined/],
    ['cylinder', [1, 1, -1], 'out-of-range', /rounding is -1/],
    ['coneShape', [0, 1], 'degenerate-shape', /both radii are below 0.0001 m\. Give one end a radius/],
    ['taperedCylinder', [1, Number.NaN, 1], 'not-finite', /topRadius is NaN/],
    [
      'taperedCapsule',
      [1, 0.1, 0.2],
      'degenerate-shape',
      /one of its balls holds the other\. Make it longer/,
    ],
    ['roundedBox', [1, 1, 1], 'wrong-type', /rounding is undefined/],
    ['roundedBox', [1, '1', 1, 1], 'wrong-type', /hy is '1'/],
    ['roundedHull', [[[0, 0, 0]], 1], 'degenerate-shape', /1 points, which span no volume/],
    ['halfSpace', [1], 'wrong-type', /normal is 1\. Pass three numbers/],
    ['halfSpace', [[0, 0, 0]], 'out-of-range', /normal is \[0, 0, 0\]/],
    ['halfSpace', [[0, 1, 0], INF], 'not-finite', /offset is Infinity/],
    ['hull', [], 'wrong-type', /points is not an array\. Pass an array of points/],
    ['hull', [[1, 2, 3]], 'wrong-type', /points\[0\] is 1\. Pass three numbers/],
  ])('%s #%# is refused where the shape is made', (name, given, code, message) => {
    refuses(makeScene(), code, message, () => api[name](...given));
  });

  it.each(rows({ position: badVector, rotation: badQuaternion }))(
    'collider.%s %s',
    (field, _, value, code) => {
      const scene = makeScene();
      const { world, body } = scene;
      refuses(scene, code, new RegExp(field), () =>
        api.createCollider(world, body, { shape: sphere(1), [field]: value }),
      );
      const [position, rotation] = field === 'position' ? [value, undefined] : [[0, 0, 0], value];
      refuses(scene, code, new RegExp(field), () =>
        api.setNextPose(world, scene.kinematic, position, rotation),
      );
    },
  );

  const badSettings = Object.fromEntries(
    Object.entries(settingSpecs).map(([name, { min, max }]) => [
      name,
      [...badNumber, ...outOfRange(min - 1, max + 1)],
    ]),
  );
  it.each(rows({ ...badSettings, gravity: badVector, sleeping: badFlag, continuous: badFlag }))(
    'settings.%s %s',
    (name, _, value, code) => {
      const scene = makeScene();
      refuses(scene, code, new RegExp(name), () =>
        api.updateSettings(scene.world, { hitEventSpeed: 3, [name]: value }),
      );
      refuses(scene, code, new RegExp(name), () => api.createWorld({ [name]: value }));
    },
  );

  it('inherited fields do not count, and are told', () => {
    const scene = makeScene();
    for (const position of [
      [Number.NaN, 0, 0],
      [1, 2, 3],
    ]) {
      const def = Object.create({ position });
      const told = /^changes inherits its field 'position' from its prototype/;
      refuses(scene, 'unknown-field', told, () => api.updateBody(scene.world, scene.body, def));
    }
    // Objects of a class with fields of their own are fine.
    class Place {
      readonly position = [1, 2, 3];
    }
    api.updateBody(scene.world, scene.body, new Place());
    api.updateBody(scene.world, scene.body, Object.assign(Object.create(null), { mass: 2 }));
  });
});

describe('bad definitions', () => {
  const takers: [string, (scene: Scene, def: unknown) => unknown][] = [
    ['createBody', ({ world }, def) => api.createBody(world, def)],
    ['updateBody', ({ world, body }, def) => api.updateBody(world, body, def)],
    ['createCollider', ({ world, body }, def) => api.createCollider(world, body, def)],
    ['updateCollider', ({ world, collider }, def) => api.updateCollider(world, collider, def)],
    ['updateJoint', ({ world, joint }, def) => api.updateJoint(world, joint, def)],
    ['createWorld', (_, def) => api.createWorld(def)],
    ['updateSettings', ({ world }, def) => api.updateSettings(world, def)],
  ];

  it.each(takers)('%s takes an object only, with known fields only', (_, call) => {
    const scene = makeScene();
    for (const def of [null, 'x', 7, [], () => 0])
      refuses(scene, 'wrong-type', /with/, () => call(scene, def));
    refuses(scene, 'unknown-field', /postion/, () => call(scene, { postion: [0, 0, 0] }));
    refuses(scene, 'unknown-field', /toString/, () => call(scene, { toString: 1 }));
  });

  it.each(takers.filter(([name]) => name.startsWith('update') || name === 'createCollider'))(
    '%s needs its definition',
    (_, call) => refuses(makeScene(), 'wrong-type', /undefined|missing/, () => call(makeScene(), undefined)),
  );

  it('half-spaces belong to static bodies', () => {
    const scene = makeScene();
    const { world, body, kinematic, floor } = scene;
    for (const moving of [body, kinematic]) {
      refuses(scene, 'wrong-type', /half-space/, () => createCollider(world, moving, { shape: halfSpace() }));
    }
    for (const type of ['dynamic', 'kinematic'] as const) {
      refuses(scene, 'wrong-type', /half-space/, () => tenon.updateBody(world, floor, { type, userData: 4 }));
    }
  });

  it('only kinematic bodies follow a next pose', () => {
    const scene = makeScene();
    refuses(scene, 'wrong-type', /kinematic/, () => tenon.setNextPose(scene.world, scene.body, [0, 0, 0]));
    refuses(scene, 'wrong-type', /position/, () => api.setNextPose(scene.world, scene.kinematic));
  });
});

describe('bad arguments', () => {
  const pushes = ['applyForce', 'applyTorque', 'applyImpulse', 'applyAngularImpulse', 'velocityAt'];

  it.each(pushes)('%s wants a finite vector', (name) => {
    const scene = makeScene();
    for (const [value, code] of badVector) {
      refuses(scene, code, /force|torque|impulse|point/, () => api[name](scene.world, scene.body, value));
    }
  });

  it.each(['applyForce', 'applyImpulse'])('%s wants a finite point', (name) => {
    const scene = makeScene();
    for (const [value, code] of badVector) {
      refuses(scene, code, /point/, () => api[name](scene.world, scene.body, [1, 0, 0], value));
    }
  });

  it('stepWorld wants a time between a nanosecond and a second', () => {
    const scene = makeScene();
    for (const [value, code] of [...badNumber, ...outOfRange(0, -1 / 60, 5e-324, 1.5, 1e300)]) {
      refuses(scene, code, /dt/, () => api.stepWorld(scene.world, value));
    }
    refuses(scene, 'wrong-type', /dt/, () => api.stepWorld(scene.world));
  });
});

/** Queries with good arguments. */
const placed = { shape: sphere(1), position: [0, 0, 0] };
const rayArguments = [[0, 5, 0], [0, -1, 0], 9];
const castArguments = [placed, [0, -1, 0]];
const boxArguments = [
  [0, 0, 0],
  [1, 1, 1],
];
const singleQueries: Record<string, unknown[]> = {
  castRay: rayArguments,
  castRayAll: rayArguments,
  castRayAny: rayArguments,
  castShape: castArguments,
  castShapeAll: castArguments,
  castShapeAny: castArguments,
  overlapShape: [placed],
  overlapShapeAny: [placed],
  overlapBox: boxArguments,
  overlapBoxAny: boxArguments,
  containsPoint: [[0, 0, 0]],
  containsPointAny: [[0, 0, 0]],
  closestPoint: [[0, 0, 0], 9],
};
const numbersOf = (count: number): Float64Array => new Float64Array(count).fill(1);
const batches: Record<string, unknown[]> = {
  castRays: [numbersOf(7), tenon.createQueryHits()],
  castShapes: [sphere(1), numbersOf(10), tenon.createQueryHits()],
  overlapShapes: [sphere(1), numbersOf(7), tenon.createQueryHits()],
  overlapBoxes: [numbersOf(6), tenon.createQueryHits()],
  containsPoints: [numbersOf(3), tenon.createQueryHits()],
  closestPoints: [numbersOf(4), tenon.createQueryHits()],
};
const queryCalls = { ...singleQueries, ...batches };

describe('bad queries', () => {
  /** Each argument of each query, with what is wrong for it. */
  const bad: [string, number, [unknown, PhysicsErrorCode][]][] = [];
  const zero: [unknown, PhysicsErrorCode] = [[0, 0, 0], 'out-of-range'];
  for (const name of ['castRay', 'castRayAll', 'castRayAny']) {
    bad.push([name, 0, badVector], [name, 1, [...badVector, zero]]);
    bad.push([name, 2, [...withoutInfinity, ...outOfRange(-1)]]);
  }
  const badPlaced: [unknown, PhysicsErrorCode][] = [
    ...badShapes
      .filter(([shape]) => shape !== undefined && shape !== FLAT_LINE)
      .map(([shape, code]): [unknown, PhysicsErrorCode] => [{ ...placed, shape }, code]),
    ...badVector.map(([position, code]): [unknown, PhysicsErrorCode] => [{ ...placed, position }, code]),
    ...badQuaternion.map(([rotation, code]): [unknown, PhysicsErrorCode] => [{ ...placed, rotation }, code]),
    [{ shape: sphere(1) }, 'wrong-type'],
    [{ position: [0, 0, 0] }, 'wrong-type'],
    [sphere(1), 'unknown-field'],
    [{ ...placed, shape: halfSpace() }, 'wrong-type'],
    [{ ...placed, shape: FLAT_MESH }, 'wrong-type'],
    [null, 'wrong-type'],
  ];
  for (const name of ['castShape', 'castShapeAll', 'castShapeAny'])
    bad.push([name, 0, badPlaced], [name, 1, badVector]);
  for (const name of ['overlapShape', 'overlapShapeAny']) bad.push([name, 0, badPlaced]);
  for (const name of ['overlapBox', 'overlapBoxAny'])
    bad.push([name, 0, [...badVector, [[2, 0, 0], 'out-of-range']]], [name, 1, badVector]);
  for (const name of ['containsPoint', 'containsPointAny', 'closestPoint']) bad.push([name, 0, badVector]);
  bad.push(['closestPoint', 1, [...withoutInfinity, ...outOfRange(-1)]]);

  it.each(bad)('%s, argument %i', (name, at, values) => {
    const scene = makeScene();
    for (const [value, code] of values) {
      const given = queryCalls[name].map((good, i) => (i === at ? value : good));
      refuses(scene, code, /./, () => api[name](scene.world, ...given));
    }
  });

  it.each(Object.entries(queryCalls))('%s refuses a bad filter', (name, good) => {
    const scene = makeScene();
    const given = name === 'castRay' || good.length > 0 ? good : [];
    const call = (filter: unknown) => (): unknown => api[name](scene.world, ...given, filter);
    for (const [mask, code] of [...badNumber, ...outOfRange(0.5)])
      refuses(scene, code, /mask/, call({ mask }));
    for (const [sensors, code] of badFlag) refuses(scene, code, /sensors/, call({ sensors }));
    for (const predicate of [1, 'all', {}]) refuses(scene, 'wrong-type', /predicate/, call({ predicate }));
    for (const exclude of [null, 'me', 1.5, [scene.collider]])
      refuses(scene, 'wrong-type', /body/, call({ exclude }));
    refuses(scene, 'foreign-handle', /body/i, call({ exclude: makeScene().body }));
    refuses(scene, 'unknown-field', /masks/, call({ masks: 1 }));
    for (const filter of [null, 7, 'all', []]) refuses(scene, 'wrong-type', /filter/, call(filter));
  });
});

describe('handles and worlds', () => {
  const vector = [0, 0, 0];
  const bodyCalls: Record<string, unknown[]> = {
    destroyBody: [],
    updateBody: [{ userData: 3 }],
    createCollider: [{ shape: sphere(1) }],
    setNextPose: [vector],
    sleep: [],
    wake: [],
    isBodyAwake: [],
    isBodyEnabled: [],
    bodyPosition: [],
    bodyRotation: [],
    linearVelocity: [],
    angularVelocity: [],
    centreOfMass: [],
    velocityAt: [vector],
    bodyType: [],
    bodyUserData: [],
    bodyDef: [],
    bodyMass: [],
    bodyColliders: [],
    bodyContacts: [],
    moveCharacter: [vector, 1 / 60],
    setCharacterShape: [sphere(1)],
    bodyJoints: [],
    applyForce: [vector],
    applyTorque: [vector],
    applyImpulse: [vector],
    applyAngularImpulse: [vector],
  };
  const colliderCalls: Record<string, unknown[]> = {
    destroyCollider: [],
    updateCollider: [{ friction: 1 }],
    colliderBody: [],
    colliderDef: [],
    colliderUserData: [],
  };
  const jointCalls: Record<string, unknown[]> = {
    destroyJoint: [],
    updateJoint: [{ friction: 1 }],
    jointDef: [],
    jointUserData: [],
    isJointEnabled: [],
    jointCoordinate: ['translation'],
    jointCoordinates: [],
    jointError: [],
    jointImpulses: [],
    jointReaction: [],
    likelyDegrees: [],
  };
  const worldCalls: Record<string, unknown[]> = {
    createBody: [],
    createJoint: [{ type: 'hinge' }],
    updateSettings: [{}],
    setHooks: [{}],
    worldSettings: [],
    worldStats: [],
    stepWorld: [1 / 60],
    allBodies: [],
    allContacts: [],
    allJoints: [],
    worldEvents: [],
    takeSnapshot: [],
    restoreSnapshot: [new Uint8Array(0)],
    writeSnapshot: [new Uint8Array(8)],
    hashWorld: [],
    saveCheckpoint: [],
    restoreCheckpoint: [{}],
    worldToScene: [],
    ...queryCalls,
  };
  const questions = { bodyExists: 'body', colliderExists: 'collider', jointExists: 'joint' } as const;
  const noWorld = [
    'createWorld',
    'createQueryHits',
    'sphere',
    'box',
    'capsule',
    'cylinder',
    'coneShape',
    'taperedCylinder',
    'taperedCapsule',
    'roundedBox',
    'roundedHull',
    'halfSpace',
    'hull',
    'mesh',
    'heightField',
    'meshReport',
    'loadClassicMethods',
    'loadEverything',
    'PhysicsError',
  ];
  /** Checked in compliance.test.ts and scene.test.ts. */
  const conversions = [
    'springFromCompliance',
    'complianceFromSpring',
    'sceneToWorld',
    'readScene',
    'sceneSchema',
  ];
  /** They make plain data, which createJoint and defineJoint check: see test/joints/bad-joints.test.ts. */
  const definitions = [
    ...['defineJoint', 'jointDefinitions', 'jointToScene', 'jointFromScene'],
    ...['numberParam', 'rangeParam', 'choiceParam', 'flagParam', 'vectorParam', 'rotationParam'],
    ...['rod', 'rope', 'strut', 'spring', 'frameAlong'],
  ];

  it('the tables below name every function of the API', () => {
    const exported = Object.entries(api).filter(([, value]) => typeof value === 'function');
    const jointFactories = exported.filter(([, value]) => 'definition' in value).map(([name]) => name);
    const known = [bodyCalls, colliderCalls, jointCalls, worldCalls, questions]
      .flatMap(Object.keys)
      .concat(noWorld, conversions, definitions, jointFactories);
    expect(jointFactories).toHaveLength(jointDefinitions().length);
    expect(exported.map(([name]) => name).sort()).toEqual([...known].sort());
  });

  const notHandles: unknown[] = [
    undefined,
    null,
    'body',
    {},
    [],
    Object.create(null),
    Number.NaN,
    1.5,
    -1,
    INF,
    1n,
    0,
  ];

  const handleCases = [
    ...Object.entries(bodyCalls).map(([name, rest]) => [name, 'body', rest] as const),
    ...Object.entries(colliderCalls).map(([name, rest]) => [name, 'collider', rest] as const),
    ...Object.entries(jointCalls).map(([name, rest]) => [name, 'joint', rest] as const),
  ];

  it.each(handleCases)('%s refuses what is no %s of this world', (name, kind, rest) => {
    const scene = makeScene();
    const { world, body, collider } = scene;
    const call = (handle: unknown): unknown => api[name](world, handle, ...rest);
    for (const value of notHandles) refuses(scene, 'wrong-type', new RegExp(kind), () => call(value));
    refuses(scene, 'wrong-type', new RegExp(kind), () => call(kind === 'body' ? collider : body));

    const other = makeScene();
    refuses(scene, 'foreign-handle', new RegExp(kind), () => call(other[kind]));

    destroyBody(world, body);
    refuses(scene, 'stale-handle', new RegExp(kind), () => call(scene[kind]));
    add(world, unitBox);
    refuses(scene, 'stale-handle', new RegExp(kind), () => call(scene[kind]));
  });

  it.each([...handleCases, ...Object.entries(worldCalls).map(([name, rest]) => [name, '', rest] as const)])(
    '%s refuses what is no world',
    (name, kind, rest) => {
      const scene = makeScene();
      const handle = kind === '' ? [] : [scene[kind]];
      for (const value of [undefined, null, 7, {}, [], scene.body]) {
        refuses(scene, 'wrong-type', /world/, () => api[name](value, ...handle, ...rest));
      }
    },
  );

  it.each(Object.entries(questions))('%s answers for everything', (name, kind) => {
    const scene = makeScene();
    const { world, body, collider } = scene;
    for (const value of [...notHandles, kind === 'body' ? collider : body])
      expect(api[name](world, value)).toBe(false);
    const own = scene[kind];
    expect(api[name](world, own)).toBe(true);
    destroyBody(world, body);
    expect(api[name](world, own)).toBe(false);
  });
});
