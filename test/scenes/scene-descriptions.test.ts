import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  allBodies,
  allJoints,
  angularVelocity,
  bodyColliders,
  bodyMass,
  bodyPosition,
  bodyRotation,
  bodyType,
  colliderDef,
  jointCoordinates,
  jointDef,
  jointError,
  linearVelocity,
  type World,
  worldSettings,
} from '@tenon/physics-core';
import { scenes } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { dynamicBodies, numbered, play, type Started, start } from './context.js';

/**
 * What descriptions of scenes say. Every sentence is in one of two lists: with a number in it, or without. It is checked here,
 * names the test that checks it, or only says what there is; one that is changed or new fails until it is in its list.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));

type Check = ((scene: Started) => void) | { readonly by: string; readonly title: string };

const typesOf = (world: World): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const joint of allJoints(world)) {
    const { type } = jointDef(world, joint);
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
};

const joints =
  (wanted: Record<string, number>): Check =>
  ({ world }) =>
    expect(typesOf(world)).toMatchObject(wanted);

const massOf = ({ world, bodies }: Started, name: string): number => bodyMass(world, bodies[name]).mass;

/** Materials of numbered bodies. */
const materials = ({ world, bodies }: Started, name: string, field: 'friction' | 'restitution'): number[] =>
  numbered(bodies, name).map((body) =>
    Number(colliderDef(world, bodyColliders(world, body)[0])[field].toFixed(9)),
  );

const bodies =
  (count: number): Check =>
  ({ world }) =>
    expect(dynamicBodies(world)).toHaveLength(count);

const TENTHS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const printed =
  (id: string): Check =>
  () => {
    const { world, bodies } = start(id, { printed: 1 });
    const rods = numbered(bodies, 'rod');
    expect(typesOf(world)).toEqual({ ball: rods.length });
    for (const [i, rod] of rods.entries()) {
      const [x, y, z, w] = bodyRotation(world, rod);
      // A cylinder's axis is y; of the first it is 45° from straight down, of the others it is straight.
      const tilt = Math.acos(Math.min(1, Math.abs(1 - 2 * (x * x + z * z))));
      expect((tilt * 180) / Math.PI, `rod ${i}, ${[x, y, z, w]}`).toBeCloseTo(i === 0 ? 45 : 0, 6);
    }
  };

const types =
  (...wanted: string[]): Check =>
  ({ world }) =>
    expect(Object.keys(typesOf(world))).toEqual(expect.arrayContaining(wanted));

const person =
  (people: number): Check =>
  ({ world, groups }) => {
    expect(dynamicBodies(world)).toHaveLength(25 * people);
    expect(Object.keys(groups ?? {})).toHaveLength(people);
    expect(allJoints(world)).toHaveLength(24 * people);
  };

const links =
  (count: number, load: number): Check =>
  (scene) => {
    const masses = dynamicBodies(scene.world).map((body) => bodyMass(scene.world, body).mass);
    expect(masses.filter((mass) => Math.abs(mass - 1) < 1e-9)).toHaveLength(count);
    expect(Math.max(...masses)).toBeCloseTo(load, 6);
    expect(
      dynamicBodies(scene.world).every((body) => Math.hypot(...linearVelocity(scene.world, body)) === 0),
    ).toBe(true);
    const heights = dynamicBodies(scene.world).map((body) => bodyPosition(scene.world, body)[1]);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1e-9);
  };

const checks: Record<string, Record<string, Check>> = {
  slope: {
    'Boxes of friction 0, 0.2, 0.4 and so on lie on a slope.': (scene) =>
      expect(materials(scene, 'box', 'friction')).toEqual(TENTHS),
  },
  'bouncing-balls': {
    'Balls of restitution 0, 0.2, 0.4 and so on to 1 fall from the same height.': (scene) => {
      expect(materials(scene, 'ball', 'restitution')).toEqual(TENTHS);
      expect(
        new Set(numbered(scene.bodies, 'ball').map((body) => bodyPosition(scene.world, body)[1])).size,
      ).toBe(1);
    },
  },
  conveyor: {
    'Parcels go round a square of four conveyor belts.': (scene) =>
      expect(numbered(scene.bodies, 'belt')).toHaveLength(4),
  },
  'ball-joint': { 'Two points stay together.': types('ball') },
  'distance-joint': {
    'Five balls, each held at a distance from a point in another way.': joints({ distance: 5 }),
  },
  'pulley-joint': {
    'Two boxes hang on one rope over two pulleys.': (scene) => {
      expect(dynamicBodies(scene.world)).toHaveLength(2);
      expect(typesOf(scene.world)).toEqual({ pulley: 1 });
    },
    'With ratio 2 the right one hangs on two strands.': {
      by: 'test/scenes/scene-texts.test.ts',
      title: 'at ratio 2 half the mass on the left',
    },
  },
  'edge-edge-joint': {
    'Straight lines that keep their distance: a pole with weights lies across two rails that seesaw.': joints(
      {
        'edge-edge': 2,
      },
    ),
  },
  'rotation-lock-joint': { 'Two boards hang on a rope at one corner.': joints({ distance: 2 }) },
  'universal-joint': { 'Two crossing pins carry the turn of a shaft round a bend.': types('universal') },
  'wedge-joint': { 'The wedge keeps its direction between two upright half planes.': types('wedge') },
  'six-dof-joint': { 'A table on springs along and about all three axes.': types('six-dof') },
  'motor-joint': {
    'A platform follows a pose that goes round in a figure of eight, and carries a load.': {
      by: 'test/scenes/scene-texts.test.ts',
      title: 'It follows smoothly.',
    },
  },
  differential: {
    'A planet gear in it shares the turning out between two wheels.': ({ bodies: all }) =>
      expect(Object.keys(all)).toEqual(expect.arrayContaining(['left', 'right', 'planet'])),
  },
  car: {
    'Four wheels with suspension on bumpy ground: the rear ones are driven, the front ones steer.': joints({
      wheel: 4,
    }),
  },
  crane: {
    'The hook hangs on two strands, the crate on four slings.': (scene) => {
      expect(typesOf(scene.world)).toMatchObject({ pulley: 1, distance: 4 });
      expect((jointDef(scene.world, scene.joints.rope) as unknown as { ratio: number }).ratio).toBe(2);
    },
  },
  walker: {
    'A body of half a ton on four legs of 2 kg each.': (scene) => {
      expect(massOf(scene, 'body')).toBeCloseTo(500, 6);
      for (const leg of ['frontLeft', 'frontRight', 'rearLeft', 'rearRight'])
        expect(massOf(scene, `${leg}Thigh`) + massOf(scene, `${leg}Shin`)).toBeCloseTo(2, 6);
    },
  },
  'ragdoll-pile': { 'Limp people of 25 bones and 24 joints fall on a heap.': person(5) },
  'hinge-forms': {
    'Plates on hinges about their length, tilted away from the axis: the form of this engine, the one of dot products, and the one of two points.':
      joints({ hinge: 1, 'dot-product-hinge': 1, 'two-point-hinge': 1 }),
    'Form 0 shows all, 1 to 3 one of them.': () => {
      expect(dynamicBodies(start('hinge-forms', { form: 0 }).world)).toHaveLength(3);
      for (const form of [1, 2, 3])
        expect(dynamicBodies(start('hinge-forms', { form }).world)).toHaveLength(1);
    },
  },
  'angular-limits': {
    'Two arms that begin 0.9 rad from the middle of limits of ±0.5 rad: the angular limit of the text, and the wedge.':
      ({ world, joints: limits }) => {
        for (const name of ['text', 'wedge']) {
          expect(Object.values(jointCoordinates(world, limits[name]))[0].value).toBeCloseTo(0.9, 9);
          expect(jointDef(world, limits[name])).toMatchObject({ limits: [-0.5, 0.5] });
        }
      },
  },
  stack: {
    'Five cubes of 2.4 m fall onto each other.': (scene) => {
      const cubes = numbered(scene.bodies, 'cube');
      expect(cubes).toHaveLength(5);
      for (const cube of cubes)
        expect(colliderDef(scene.world, bodyColliders(scene.world, cube)[0]).shape).toMatchObject({
          halfExtents: [1.2, 1.2, 1.2],
        });
    },
  },
  'intersecting-stack': {
    'Five cubes start 0.4 m inside each other, the lowest half in the floor.': (scene) => {
      const heights = numbered(scene.bodies, 'cube').map((body) => bodyPosition(scene.world, body)[1]);
      expect(heights).toHaveLength(5);
      for (let i = 1; i < 5; i++) expect(heights[i] - heights[i - 1]).toBeCloseTo(2.4 - 0.4, 9);
      expect(heights[0]).toBeCloseTo(0, 9);
    },
  },
  funnel: {
    'Twenty balls fall into a pyramid of four endless planes.': (scene) => {
      expect(numbered(scene.bodies, 'ball')).toHaveLength(20);
      const planes = allBodies(scene.world).filter((body) => bodyType(scene.world, body) === 'static');
      expect(planes).toHaveLength(4);
    },
  },
  'pendulum-grid': {
    'Five by five balls, each on a bar from one point.': (scene) => {
      expect(numbered(scene.bodies, 'pendulum')).toHaveLength(25);
      expect(typesOf(scene.world)).toEqual({ ball: 25 });
    },
  },
  'pendulum-wave': {
    'Fifty pendulums of different length, released together.': (scene) => {
      expect(allJoints(scene.world)).toHaveLength(50);
      expect(
        new Set(dynamicBodies(scene.world).map((body) => bodyPosition(scene.world, body).join())).size,
      ).toBe(50);
    },
  },
  gyroscope: {
    'A disc at 20 turns a second hangs on one end of its axle and goes round instead of falling.': (scene) =>
      expect(Math.hypot(...angularVelocity(scene.world, scene.bodies.disc)) / (2 * Math.PI)).toBeCloseTo(
        20,
        0,
      ),
  },
  'free-top': {
    'A weightless body with three different moments of inertia turns about the middle one.': ({
      world,
      bodies: { top },
    }) => {
      const { inertia } = bodyMass(world, top);
      const spin = angularVelocity(world, top);
      const moments = [0, 3, 5].map((at, i) => [Math.abs(spin[i]), inertia[at]] as const);
      const fastest = moments.reduce((x, y) => (y[0] > x[0] ? y : x));
      expect(moments.filter(([, moment]) => moment < fastest[1])).toHaveLength(1);
      expect(moments.filter(([, moment]) => moment > fastest[1])).toHaveLength(1);
    },
  },
  'double-pendulum': {
    'As printed: cylinders on ball joints, the first at 45°, the others straight down.':
      printed('double-pendulum'),
  },
  'triple-pendulum': {
    'As printed: cylinders on ball joints, the first at 45°, the others straight down.':
      printed('triple-pendulum'),
  },
  'eight-pendulum': {
    'Pendulum of eight parts: rods of one metre and one kilogram on hinges, released level.': (scene) => {
      expect(typesOf(scene.world)).toEqual({ hinge: 8 });
      for (const rod of numbered(scene.bodies, 'rod'))
        expect(bodyMass(scene.world, rod).mass).toBeCloseTo(1, 9);
    },
    'As printed: cylinders on ball joints, the first at 45°, the others straight down.':
      printed('eight-pendulum'),
  },
  rope: {
    'A rope of 25 segments swings from a nail.': (scene) =>
      expect(numbered(scene.bodies, 'segment')).toHaveLength(25),
    'Each joint bends and twists by 15° at most.': (scene) => {
      const most = (15 * Math.PI) / 180;
      for (const joint of allJoints(scene.world)) {
        const def = jointDef(scene.world, joint) as unknown as Record<
          string,
          { limits?: readonly [number, number] }
        >;
        for (const name of Object.keys(jointCoordinates(scene.world, joint))) {
          const limits = def[name]?.limits;
          if (limits !== undefined && Number.isFinite(limits[1])) expect(limits[1]).toBeCloseTo(most, 9);
        }
      }
    },
  },
  'heavy-chain': { 'Ten links of 1 kg hold a ball of up to a ton, released level.': links(10, 1000) },
  'heavy-pendulum': { 'Fifty links of 1 kg hold a ball of 50,000 kg, released level.': links(50, 50000) },
  'newtons-cradle': {
    'Five steel balls that touch.': (scene) => expect(numbered(scene.bodies, 'ball')).toHaveLength(5),
  },
  'falling-boxes': { 'Ten hollow boxes of different size tumble onto a table and each other.': bodies(10) },
  'straight-stairs': {
    'A limp person of 25 bones with the joints of a human is pushed down a staircase.': person(1),
  },
  'spiral-stairs': {
    'A limp person of 25 bones tumbles down a staircase that winds about a column.': person(1),
  },
  'large-pyramid': {
    'An upright triangle of cubes that touch on all sides, up to 1,830 of them.': () => {
      const scene = scenes.find(({ id }) => id === 'large-pyramid');
      const rows = Object.values(scene?.params ?? {})[0].max;
      expect((rows * (rows + 1)) / 2).toBe(1830);
    },
  },
  ragdolls: {
    'People of eleven parts and ten joints fall on the floor.': () => {
      const { world } = start('ragdolls', { count: 1 });
      expect(dynamicBodies(world)).toHaveLength(11);
      expect(allJoints(world)).toHaveLength(10);
    },
  },
};

/** It says what there is to see at the start. */
const SETUP = 'set-up';
/** It says in short what a sentence under "Watch" says, which test/scenes/scene-texts.test.ts checks. */
const WATCHED = 'watched';

/** m or rad. All joints keep their locks for three seconds. */
const holds =
  (most: number): Check =>
  (scene) => {
    let worst = 0;
    play(scene, 3, () => {
      for (const joint of allJoints(scene.world)) {
        const { linear, angular } = jointError(scene.world, joint);
        worst = Math.max(worst, linear, angular);
      }
    });
    expect(worst).toBeLessThan(most);
  };

/** What descriptions say without a number. */
const outcomes: Record<string, Record<string, Check | typeof SETUP | typeof WATCHED>> = {
  'falling-shapes': { 'One of each shape falls on the floor, and on what fell before it.': SETUP },
  'round-shapes': {
    'Cylinders roll down a slope, stand as a tower and spin as a coin; cones and rounded shapes fall.':
      WATCHED,
  },
  lift: {
    'A platform goes up and down with its load.': WATCHED,
    'A turning beam sweeps balls over the floor.': (scene) => {
      const balls = [scene.bodies.frontBall, scene.bodies.backBall];
      const begin = balls.map((ball) => bodyPosition(scene.world, ball));
      play(scene, 8);
      const moved = balls.filter((ball, i) => {
        const [x, , z] = bodyPosition(scene.world, ball);
        return Math.hypot(x - begin[i][0], z - begin[i][2]) > 0.3;
      });
      expect(moved).toEqual(balls);
    },
  },
  dominoes: { 'A ball knocks over the first domino of a bent row.': WATCHED },
  'fixed-joint': {
    'Blocks welded to a beam that sticks out of a wall.': SETUP,
    'A ball falls on its end.': SETUP,
  },
  'ball-joint': { 'The lamp may swing within a cone; the bar is turned by a motor.': WATCHED },
  'hinge-joint': {
    'Doors that turn about a vertical axis: one with a motor and stops, one with a spring.': holds(1e-6),
  },
  'slider-joint': {
    'Boxes that move along one axis and do not turn: one with a motor and stops, one on a spring.':
      holds(1e-6),
  },
  'cylindrical-joint': {
    'A bolt slides along an axis and turns about it, each with a motor of its own.': holds(1e-6),
  },
  'screw-joint': {
    'A turntable on a thread: a motor turns it, and it goes up and down by the pitch.': WATCHED,
  },
  'point-on-line-joint': {
    'One point of a body slides along a wire; the body turns as it likes.': holds(1e-6),
  },
  'point-on-plane-joint': {
    'One point of a body stays in a plane.': holds(1e-6),
    'Motors carry the sign about; the puck slides freely.': SETUP,
  },
  'rotation-lock-joint': { 'The left one keeps its orientation by a rotation lock.': WATCHED },
  'constant-velocity-joint': {
    'A joint that carries the turn of a shaft round a bend without changing its speed.': WATCHED,
  },
  'swing-twist-joint': {
    'Arms on shoulders: swing within an ellipse, twist within a range.': WATCHED,
    'The right arm has a servo.': SETUP,
  },
  'cone-joint': {
    'An angular limit alone: boxes fall and turn as they like, but tip no further than the cone.': WATCHED,
  },
  'wedge-joint': { 'A vane on a ball joint.': types('ball') },
  'six-dof-joint': { 'Balls fall on it.': SETUP },
  'wheel-joint': {
    'A quarter of a car on a test stand: the belt under its wheel runs and shakes.': types('wheel'),
  },
  'gear-joint': {
    'The middle wheel has a motor.': SETUP,
    'The left one meshes with it, the right one hangs on a belt.': SETUP,
  },
  'rack-and-pinion-joint': { 'A pinion with a motor rolls on a rack and pushes it along.': WATCHED },
  'mouse-joint': {
    'A spring with a bounded force drags a corner of a box along a circle, through loose balls.': WATCHED,
  },
  'upright-joint': {
    'Tumblers that a spring draws upright.': WATCHED,
    'A ball on a rod knocks them about.': SETUP,
  },
  'four-bar': {
    'A crank with a motor, a coupler and a rocker, pinned to each other and to the ground.': joints({
      hinge: 4,
    }),
  },
  piston: {
    'A motor turns a crank, which drives a piston in its cylinder by a connecting rod.': holds(1e-5),
  },
  differential: { 'A motor turns the carrier.': SETUP },
  crane: { 'A winch hauls a rope over the jib.': WATCHED },
  walker: { 'Motors in hips and knees follow a trot.': SETUP },
  'angular-limits': { 'Latitude lifts them out of the plane of the limit.': SETUP },
  stack: {
    'Sleeping is off: they must stand by themselves.': ({ world }) =>
      expect(worldSettings(world).sleeping).toBe(false),
  },
  'pendulum-grid': {
    'Other shapes lie on them.': SETUP,
    // They are joints: a pendulum has one collider, its ball.
    'The bars touch nothing.': ({ world, bodies }) => {
      for (const pendulum of numbered(bodies, 'pendulum')) {
        const shapes = bodyColliders(world, pendulum).map(
          (collider) => colliderDef(world, collider).shape.kind,
        );
        expect(shapes).toEqual(['sphere']);
      }
    },
  },
  'pendulum-wave': { 'The text hangs the balls by their tops, here they hang by their centres.': SETUP },
  'double-pendulum': {
    'Double pendulum: rods of one metre and one kilogram on hinges, released level.': joints({ hinge: 2 }),
  },
  'triple-pendulum': {
    'Triple pendulum: rods of one metre and one kilogram on hinges, released level.': joints({ hinge: 3 }),
  },
  'heavy-pendulum': {
    'To see Rapier beside it, choose "Rapier" under "Compare": the ghost is its chain.': SETUP,
  },
  'newtons-cradle': {
    'As many as fall on one side leave on the other.': {
      by: 'test/scenes/papers-kleppmann.test.ts',
      title: 'as many leave on the other side',
    },
  },
  pyramid: {
    'An upright triangle of one-metre cubes.': ({ world }) =>
      expect(dynamicBodies(world)).toHaveLength((12 * 13) / 2),
  },
  pile: { 'Boxes, balls, capsules and rocks fall into a low tray.': SETUP },
  'mixed-pile': { 'Boxes and balls in turn fall into a walled pit.': SETUP },
  rain: { 'Boxes of all sizes rain on the floor and on each other.': SETUP },
  terrain: { 'Hulls fall on the hills of a height field and roll into its valleys.': WATCHED },
  'marble-run': { 'Marbles roll down a helical chute, a mesh of triangles, into a tray.': WATCHED },
  'washing-machine': {
    'Boxes, balls, capsules and hulls tumble in a drum with ribs: a kinematic body with one mesh.': WATCHED,
  },
  'joint-grid': {
    'A sheet of balls, each joined to its neighbours, hangs from one side and swings down.': WATCHED,
  },
  chains: { 'Chains of capsules on ball joints, side by side, are released level.': types('ball') },
};

const WORDS = 'two three four five six seven eight nine ten eleven twelve twenty fifty hundred twice half';
const NUMBER = new RegExp(`\\d|\\b(${WORDS.split(' ').join('|')})\\b`, 'i');
const sentencesOf = (text: string): string[] => text.split(/(?<=\.) /);
const withNumber = (text: string): string[] => sentencesOf(text).filter((each) => NUMBER.test(each));
const withoutNumber = (text: string): string[] => sentencesOf(text).filter((each) => !NUMBER.test(each));

describe('every number in the description', () => {
  it.each(scenes.map((scene) => [scene.id, scene] as const))(
    'of %s is accounted for',
    (id, { description }) => {
      expect(Object.keys(checks[id] ?? {}).sort()).toEqual(withNumber(description).sort());
    },
  );
});

describe('every other sentence of the description', () => {
  it.each(scenes.map((scene) => [scene.id, scene] as const))(
    'of %s is accounted for',
    (id, { description }) => {
      expect(Object.keys(outcomes[id] ?? {}).sort()).toEqual(withoutNumber(description).sort());
    },
  );
});

describe.each([...Object.entries(checks), ...Object.entries(outcomes)])('%s', (id, sentences) => {
  it.each(Object.entries(sentences))('%s', (_, check) => {
    if (typeof check === 'function') check(start(id));
    else if (typeof check === 'object')
      expect(readFileSync(`${root}${check.by}`, 'utf8')).toContain(check.title);
  });
});
