import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  type BodyHandle,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  destroyJoint,
  gear,
  hinge,
  type JointChanges,
  type JointDef,
  type JointHandle,
  jointCoordinate,
  jointCoordinates,
  jointDef,
  jointFromScene,
  jointToScene,
  linearVelocity,
  PhysicsError,
  screw,
  slider,
  stepWorld,
  swingTwist,
  updateBody,
  updateJoint,
  type World,
} from '../../src/index.js';
import { length } from '../../src/math/vec3.js';
import { about } from '../api/context.js';
import { addBox, DT, jointWorld, run } from './context.js';
import { addMass, weightless } from './joint-rig.js';

/** What becomes of counted turns, and of gears and threads that hold them, when a joint is moved or made again. */

const still = { linearVelocity: [0, 0, 0], angularVelocity: [0, 0, 0] } as const;

/** A hinge that a motor has turned by 20 rad and left at rest. */
const turnedHinge = (world: World): { body: BodyHandle; joint: JointHandle } => {
  const body = addBox(world, [0.5, 0, 0]);
  const joint = createJoint(world, hinge({ bodyB: body, anchor: [0, 0, 0], motor: { speed: 10 } }));
  run(world, 2);
  updateJoint(world, joint, { motor: { mode: 'off' } });
  updateBody(world, body, still);
  return { body, joint };
};

const angleOf = (world: World, joint: JointHandle): number => jointCoordinate(world, joint).value;

describe('a hinge that has turned', () => {
  it.each<[string, JointChanges]>([
    ['anchor', { anchor: [0.3, 0.1, 0] }],
    ['anchorA', { anchorA: [0.1, 0, 0] }],
    ['position of a frame', { frameB: { position: [0, 0.2, 0] } }],
  ])('keeps its turns when it gets another %s', (_, changes) => {
    const world = jointWorld(weightless);
    const { joint } = turnedHinge(world);
    const before = angleOf(world, joint);
    expect(before).toBeCloseTo(20, 2);
    updateJoint(world, joint, changes);
    expect(angleOf(world, joint)).toBe(before);
    // What was put apart comes together and turns the body a little, but by no turn.
    stepWorld(world, DT);
    expect(Math.abs(angleOf(world, joint) - before)).toBeLessThan(0.5);
  });

  it('is turned by as much as its frame', () => {
    const world = jointWorld(weightless);
    const { joint } = turnedHinge(world);
    const before = angleOf(world, joint);
    const { frameA } = jointDef(world, joint) as JointDef & {
      frameA: { rotation: [number, number, number, number] };
    };
    const [x, y, z, w] = frameA.rotation;
    // About its own x axis: q ⊗ (sin ½, 0, 0, cos ½).
    const [s, c] = [Math.sin(0.2), Math.cos(0.2)];
    updateJoint(world, joint, {
      frameA: { rotation: [w * s + x * c, y * c + z * s, z * c - y * s, w * c - x * s] },
    });
    expect(angleOf(world, joint)).toBeCloseTo(before - 0.4, 9);
  });

  it('begins again with a new axis, or near what is asked for', () => {
    const world = jointWorld(weightless);
    const { joint } = turnedHinge(world);
    const before = angleOf(world, joint);
    updateJoint(world, joint, { startNear: { angle: 0 } });
    expect(angleOf(world, joint)).toBeCloseTo(before - 6 * Math.PI, 9);
    updateJoint(world, joint, { startNear: { angle: -30 } });
    expect(angleOf(world, joint)).toBeCloseTo(before - 16 * Math.PI, 9);
    updateJoint(world, joint, { axis: [0, 0, 1] });
    expect(angleOf(world, joint)).toBeCloseTo(0, 9);
  });

  it('may be born turned: limits beyond a turn hold from there', () => {
    const world = jointWorld(weightless);
    const bodyB = addMass(world, [0, 0, 0], 1);
    const limits = [0, 4 * Math.PI] as const;
    const joint = createJoint(
      world,
      hinge({ bodyB, limits, startNear: { angle: 2 * Math.PI }, motor: { speed: 10, maxForce: 50 } }),
    );
    expect(angleOf(world, joint)).toBe(2 * Math.PI);
    run(world, 3);
    expect(angleOf(world, joint)).toBeCloseTo(4 * Math.PI, 2);
  });
});

/** Nothing holds the angle, so it is counted only now and then. */
it.each([3, 40, -150])('a free hinge at %d rad/s loses no turn', (speed) => {
  const world = jointWorld(weightless);
  const bodyB = addMass(world, [0, 0, 0], 1, [1, 1, 1], { angularVelocity: [speed, 0, 0] });
  const joint = createJoint(world, hinge({ bodyB, axis: [1, 0, 0] }));
  run(world, 3, (time) => expect(angleOf(world, joint)).toBeCloseTo(speed * time, 6));
});

it('the definition of a joint has its turns, also through a scene file', () => {
  const world = jointWorld(weightless);
  const { body, joint } = turnedHinge(world);
  const before = angleOf(world, joint);
  const file = JSON.parse(JSON.stringify(jointToScene(jointDef(world, joint), () => 'door')));
  destroyJoint(world, joint);
  const again = createJoint(
    world,
    jointFromScene(file, () => body),
  );
  expect(angleOf(world, again)).toBe(before);
  updateJoint(world, again, { startNear: { angle: 0 } });
  expect(jointDef(world, again)).not.toHaveProperty('startNear');
});

it('of several angles each is counted by itself', () => {
  const world = jointWorld(weightless);
  const bodyB = addMass(world, [0, 0, 0], 1, [1, 1, 1], { rotation: about([1, 0, 0], 1) });
  const joint = createJoint(
    world,
    swingTwist({ bodyB, frameA: {}, frameB: {}, startNear: { twist: 4 * Math.PI } }),
  );
  const { swingY, twist } = jointCoordinates(world, joint);
  expect(swingY.value).toBe(0);
  expect(twist.value).toBeCloseTo(4 * Math.PI + 1, 12);
  expect(jointDef(world, joint).startNear).toEqual({ twist: twist.value });
});

describe('what holds a sum of coordinates does not jump', () => {
  /** Two wheels in gear, turned by several turns. */
  const wheels = (world: World): { bodies: BodyHandle[]; hinges: JointHandle[]; joint: JointHandle } => {
    const bodies = [addMass(world, [0, 0, 0], 1), addMass(world, [3, 0, 0], 1)];
    const hinges = bodies.map((bodyB) => createJoint(world, hinge({ bodyB })));
    const joint = createJoint(world, gear({ jointA: hinges[0], jointB: hinges[1], ratio: 2 }));
    updateJoint(world, hinges[1], { motor: { speed: 10 } });
    run(world, 2);
    updateJoint(world, hinges[1], { motor: { mode: 'off' } });
    for (const body of bodies) updateBody(world, body, still);
    return { bodies, hinges, joint };
  };

  const expectRest = (world: World, bodies: readonly BodyHandle[]): void => {
    stepWorld(world, DT);
    for (const body of bodies) {
      expect(length(linearVelocity(world, body))).toBeLessThan(1e-3);
      expect(length(angularVelocity(world, body))).toBeLessThan(1e-3);
    }
  };

  it.each<[string, JointChanges]>([
    ['anchor', { anchor: [3, 0, 0] }],
    ['axis', { axis: [0, 0, 1] }],
    ['frame', { frameB: { rotation: about([0, 0, 1], 1.3) } }],
    ['count', { startNear: { angle: -50 } }],
  ])('a gear, by another %s of its hinge', (field, changes) => {
    const world = jointWorld(weightless);
    const { bodies, hinges } = wheels(world);
    const rotation = field === 'frame' ? { frameA: { rotation: about([0, 0, 1], 0.4) } } : {};
    updateJoint(world, hinges[1], { ...changes, ...rotation });
    expectRest(world, bodies);
  });

  it('a machine that is made again from its definitions', () => {
    const world = jointWorld(weightless);
    const { bodies, hinges, joint } = wheels(world);
    const defs = hinges.map((each) => jointDef(world, each));
    const coupling = jointDef(world, joint);
    for (const each of hinges) destroyJoint(world, each);
    const [jointA, jointB] = defs.map((def) => createJoint(world, def));
    createJoint(world, { ...coupling, jointA, jointB });
    expectRest(world, bodies);
    run(world, 1);
    expectRest(world, bodies);
  });

  it('a thread, by another anchor', () => {
    const world = jointWorld(weightless);
    const bodyB = addMass(world, [0, 0, 0], 1);
    const joint = createJoint(world, screw({ bodyB, pitch: 0.2, motor: { speed: 10 } }));
    run(world, 2);
    updateJoint(world, joint, { motor: { mode: 'off' } });
    updateBody(world, bodyB, still);
    updateJoint(world, joint, { anchor: [0.5, 0, 0] });
    expectRest(world, [bodyB]);
    const [x] = bodyPosition(world, bodyB);
    updateJoint(world, joint, { motor: { mode: 'speed', speed: Math.PI } });
    run(world, 2);
    expect(bodyPosition(world, bodyB)[0] - x).toBeCloseTo(0.2, 3);
  });
});

it('refuses what no counted angle can begin with', () => {
  const world = jointWorld();
  const bodyB = addBox(world, [0, 0, 0]);
  const wrong: readonly JointDef[] = [
    { ...hinge({ bodyB }), startNear: { angle: Number.NaN } },
    { ...hinge({ bodyB }), startNear: { angle: '1' } },
    { ...hinge({ bodyB }), startNear: { twist: 1 } },
    { ...hinge({ bodyB }), startNear: 3 },
    { ...slider({ bodyB }), startNear: { translation: 1 } },
    { ...swingTwist({ bodyB }), startNear: { swingY: 1 } },
  ];
  for (const def of wrong) expect(() => createJoint(world, def)).toThrow(PhysicsError);
  const joint = createJoint(world, hinge({ bodyB }));
  expect(() => updateJoint(world, joint, { startNear: { twist: 1 } })).toThrow(PhysicsError);
});

it.each([
  [20 * Math.PI, 10],
  [90, 10],
  [-60, 4],
])('a servo arrives at %f rad with %f Hz, however many turns away', (target, hertz) => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const body = createBody(world);
  createCollider(world, body, { shape: box(0.5, 0.1, 0.1) });
  const motor = { target, hertz };
  const joint = createJoint(world, hinge({ bodyB: body, anchor: [0, 0, 0], axis: [0, 0, 1], motor }));
  run(world, 5);
  expect(jointCoordinate(world, joint).value).toBeCloseTo(target, 3);
});

it.each([0, 0.001])(
  'a spring with damping ratio %f swings as long and as far as it should',
  (dampingRatio) => {
    const world = jointWorld(weightless);
    const bodyB = addMass(world, [0, 0, 0], 1);
    const joint = createJoint(world, hinge({ bodyB, spring: { hertz: 1, dampingRatio, rest: 1 } }));
    const w = 2 * Math.PI;
    run(world, 5, (time) => {
      const swung = 1 - Math.exp(-dampingRatio * w * time) * Math.cos(w * time);
      // The step shifts velocities by half a substep against angles, ωh / 2, and its frequency is off by (ωh)² / 24.
      expect(Math.abs(angleOf(world, joint) - swung)).toBeLessThan(0.02);
    });
  },
);
