import { describe, expect, it } from 'vitest';
import {
  allBodies,
  allJoints,
  bodyPosition,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  destroyBody,
  gear,
  halfSpace,
  hashWorld,
  hinge,
  jointCoordinates,
  linearVelocity,
  PhysicsError,
  sceneToWorld,
  sphere,
  worldToScene,
} from '../../src/index.js';

/** Scene files: what they hold, and files that somebody else wrote. */

const small = () => {
  const world = createWorld({ gravity: [0, -5, 0], substeps: 6 });
  const floor = createBody(world, { type: 'static' });
  createCollider(world, floor, { shape: halfSpace([1, 2, 0], 0.3) });
  const wheels = [0, 1].map((i) => {
    const wheel = createBody(world, { position: [i, 2, 0], linearVelocity: [i, 0, -0], mass: 3 });
    createCollider(world, wheel, { shape: sphere(0.4), friction: 0.7 });
    return wheel;
  });
  const hinges = wheels.map((bodyB) => createJoint(world, hinge({ bodyB, axis: [0, 0, 1] })));
  const joint = createJoint(world, gear({ jointA: hinges[0], jointB: hinges[1], ratio: 2 }));
  const names = {
    bodies: { floor, left: wheels[0] },
    joints: { gear: joint, first: hinges[0] },
    groups: { machine: { bodies: wheels, joints: [...hinges, joint] }, empty: {} },
  };
  return { world, names };
};

const file = (): Record<string, unknown> => {
  const { world, names } = small();
  return JSON.parse(JSON.stringify(worldToScene(world, names)));
};

/** The file with one value changed, by its path. */
const changed = (path: readonly (string | number)[], value: unknown): unknown => {
  const data = file();
  let owner = data as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) owner = owner[key] as Record<string | number, unknown>;
  owner[path[path.length - 1]] = value;
  return data;
};

describe('a scene file', () => {
  it('holds settings, shared shapes, bodies, colliders and joints by name', () => {
    const data = file() as never as ReturnType<typeof worldToScene>;
    expect(data.format).toBe('tenon-scene');
    expect(data.version).toBe(1);
    expect(data.settings.substeps).toBe(6);
    // Two wheels share one shape.
    expect(data.shapes).toHaveLength(2);
    expect(data.colliders.map(({ shape }) => shape)).toEqual([0, 1, 1]);
    expect(data.bodies.map(({ name }) => name)).toEqual(['floor', 'left', undefined]);
    expect(data.joints.map(({ bodyB }) => bodyB)).toEqual(['left', 2, undefined]);
    expect(data.joints[2]).toMatchObject({
      name: 'gear',
      type: 'gear',
      jointA: 'first',
      jointB: 1,
      ratio: 2,
    });
    expect(data.bodies[1]).toMatchObject({ mass: 3, maxLinearSpeed: 'Infinity' });
    expect(data.groups).toEqual([
      { name: 'machine', bodies: ['left', 2], joints: ['first', 1, 'gear'] },
      { name: 'empty', bodies: [], joints: [] },
    ]);
  });

  it('refuses names with which the file could not be read, or that say nothing', () => {
    const { world, names } = small();
    const { left } = names.bodies;
    const other = createBody(createWorld());
    const cases: [names: unknown, message: RegExp][] = [
      [{ body: { left } }, /names has no field 'body'. Use bodies, joints, groups/],
      [{ bodies: [left] }, /names\.bodies is \[/],
      [{ bodies: { '': left } }, /names\.bodies has a name without a letter/],
      [{ bodies: { left: 3 } }, /Handle 3 is a plain number, not a body/],
      [{ bodies: { left: 'left' } }, /'left' is not a body handle/],
      [{ bodies: { left: other } }, /belongs to another world/],
      [{ joints: { left } }, /is a body, not a joint/],
      [{ bodies: { left, also: left } }, /names one thing 'left' and 'also'/],
      [{ groups: { pair: { bodies: left } } }, /names\.groups\.pair\.bodies is/],
      [{ groups: { pair: { body: [left] } } }, /names\.groups\.pair has no field 'body'/],
    ];
    for (const [wrong, message] of cases) {
      expect(() => worldToScene(world, wrong as never)).toThrow(PhysicsError);
      expect(() => worldToScene(world, wrong as never)).toThrow(message);
    }
  });

  it('leaves out the names and groups of what is gone', () => {
    const { world, names } = small();
    destroyBody(world, names.bodies.left);
    const data = worldToScene(world, names);
    expect(data.bodies.map(({ name }) => name)).toEqual(['floor', undefined]);
    expect(data.groups?.[0]).toEqual({ name: 'machine', bodies: [1], joints: [0] });
    expect(allBodies(sceneToWorld(JSON.parse(JSON.stringify(data))).world)).toHaveLength(2);
  });

  it('makes the world again', () => {
    const { world, bodies, joints, bodyNames, jointNames, groups } = sceneToWorld(file());
    expect(allBodies(world)).toEqual(bodies);
    expect(allJoints(world)).toEqual(joints);
    expect(bodyNames.get('left')).toBe(bodies[1]);
    expect(jointNames.get('gear')).toBe(joints[2]);
    expect([...groups.keys()]).toEqual(['machine', 'empty']);
    expect(groups.get('machine')).toEqual({ bodies: bodies.slice(1), joints });
    expect(bodyPosition(world, bodies[2])).toEqual([1, 2, 0]);
    expect(linearVelocity(world, bodies[2])[0]).toBe(1);
  });

  it('gives equal hashes also for bodies without colliders, at rest and in motion', () => {
    const world = createWorld();
    createBody(world, {});
    createBody(world, { type: 'static' });
    const massProperties = { mass: 2, inertia: [1, 2, 3], centre: [0.1, 0, 0] } as const;
    createBody(world, { massProperties, linearVelocity: [1, -0, 3], angularVelocity: [0, 2, 0] });
    const again = sceneToWorld(JSON.parse(JSON.stringify(worldToScene(world))));
    expect(hashWorld(again.world)).toBe(hashWorld(world));
  });

  it.each([-4, -2, 2, 4, 7, 20])('keeps the revolutions of a hinge at %d rad', (angle) => {
    const world = createWorld();
    const bodyB = createBody(world, { rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] });
    const axis = { position: [0, 0, 0], rotation: [0, -Math.SQRT1_2, 0, Math.SQRT1_2] } as const;
    createJoint(world, hinge({ bodyB, frameA: axis, frameB: axis, startNear: { angle } }));
    const [before, after] = [world, sceneToWorld(JSON.parse(JSON.stringify(worldToScene(world)))).world].map(
      (each) => jointCoordinates(each, allJoints(each)[0]).angle.value,
    );
    expect(Math.abs(before)).toBeCloseTo(Math.abs(angle), 9);
    expect(after).toBeCloseTo(before, 9);
  });

  it('may leave out what is empty', () => {
    expect(allBodies(sceneToWorld({ format: 'tenon-scene', version: 1 }).world)).toEqual([]);
  });
});

/** JSON cannot hold it; a caller can. */
const circle = (): object => {
  const body: Record<string, unknown> = {};
  body.massProperties = body;
  return body;
};
const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);

describe('a hostile scene file is refused with the path of the field', () => {
  it.each([
    ['no scene', 7, /scene is 7/],
    ['a list', [], /scene/],
    ['null', null, /scene/],
    ['another format', { format: 'x', version: 1 }, /format/],
    ['a later version', changed(['version'], 2), /version/],
    ['an unknown field', changed(['scripts'], []), /scripts/],
    ['a prototype key', JSON.parse('{"format":"tenon-scene","version":1,"__proto__":{"a":1}}'), /__proto__/],
    [
      'a prototype key in a body',
      changed(['bodies', 2], JSON.parse('{"__proto__":{"mass":1}}')),
      /bodies\[2\]: .*__proto__/,
    ],
    ['a hole in a list', changed(['colliders'], new Array(1)), /colliders\[0\]/],
    ['a wrong setting', changed(['settings', 'substeps'], 'many'), /settings: .*substeps/],
    ['an unknown setting', changed(['settings', 'constructor'], 1), /settings: .*constructor/],
    ['a mass as text', changed(['bodies', 1, 'mass'], '3'), /bodies\[1\]: .*mass/],
    ['NaN as text', changed(['bodies', 2, 'position', 1], 'NaN'), /bodies\[2\]: .*position\[1\]/],
    [
      'an infinite position',
      changed(['bodies', 2, 'position', 1], 'Infinity'),
      /bodies\[2\]: .*position\[1\]/,
    ],
    [
      'a velocity of two numbers',
      changed(['bodies', 2, 'linearVelocity'], [1, 2]),
      /bodies\[2\]: .*linearVelocity/,
    ],
    ['an object that holds itself', changed(['bodies', 0], circle()), /bodies\[0\].* deep/],
    ['deep nesting', changed(['bodies', 0, 'position'], deep(500)), /bodies\[0\]\.position.* deep/],
    ['a name twice', changed(['bodies', 2, 'name'], 'left'), /bodies\[2\]: name 'left' is there twice/],
    ['a name that is none', changed(['bodies', 2, 'name'], 3), /bodies\[2\]: name/],
    ['bodies that are no list', changed(['bodies'], { length: 3 }), /bodies/],
    ['too many bodies', changed(['bodies'], new Array(100_001).fill({})), /bodies has 100001/],
    ['a collider without a body', changed(['colliders', 1, 'body'], 9), /colliders\[1\]: body is 9/],
    ['a shape that is not there', changed(['colliders', 1, 'shape'], 'push'), /colliders\[1\]: shape/],
    ['a bad shape', changed(['shapes', 1, 'radius'], -1), /shapes\[1\]\.radius/],
    ['a hull of nothing', changed(['shapes', 1], { kind: 'hull', points: [] }), /shapes\[1\]/],
    ['an unknown joint', changed(['joints', 0, 'type'], 'toString'), /joints\[0\]: .*toString/],
    ['a joint to nobody', changed(['joints', 0, 'bodyB'], 'nobody'), /joints\[0\]: bodyB is 'nobody'/],
    ['a joint to a prototype', changed(['joints', 0, 'bodyB'], 'constructor'), /joints\[0\]: bodyB/],
    ['a joint that couples itself', changed(['joints', 2, 'jointA'], 2), /joints\[2\]: jointA is 2/],
    ['a joint that names a later one', changed(['joints', 2, 'jointB'], 3), /joints\[2\]: jointB is 3/],
    ['a ground that is none', changed(['ground'], 'all'), /ground is 'all'/],
    [
      'a velocity of nothing',
      changed(['bodies', 2, 'linearVelocity'], false),
      /bodies\[2\]: .*linearVelocity/,
    ],
    ['a group without a name', changed(['groups'], [{}]), /groups\[0\]: group has no name/],
    [
      'a group twice',
      changed(['groups', 1, 'name'], 'machine'),
      /groups\[1\]: name 'machine' is there twice/,
    ],
    ['a group of nobody', changed(['groups', 0, 'bodies', 1], 9), /groups\[0\]: bodies is 9/],
    ['a group of groups', changed(['groups', 0, 'bodies', 1], {}), /groups\[0\]: bodies is an object/],
    ['a group with more', changed(['groups', 0, 'parent'], 'x'), /groups\[0\]: group has no field 'parent'/],
    ['joints in a circle', changed(['joints', 2, 'jointA'], 'gear'), /joints\[2\]: jointA is 'gear'/],
  ])('%s', (_, data, message) => {
    let thrown: unknown;
    try {
      sceneToWorld(data);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(PhysicsError);
    expect((thrown as Error).message).toMatch(message);
    expect(({} as { mass?: number }).mass).toBeUndefined();
  });
});
