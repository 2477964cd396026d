import {
  type BodyHandle,
  box,
  capsule,
  createBody,
  createCollider,
  createJoint,
  fixed,
  gear,
  halfSpace,
  hinge,
  type JointHandle,
  jointCoordinates,
  jointError,
  jointReaction,
  linearVelocity,
  rackAndPinion,
  slider,
  sphere,
  updateJoint,
  type Vec3,
  type World,
  worldEvents,
} from '@tenon/physics-core';
import { kineticEnergy, momentum, potentialEnergy } from '@tenon/physics-core/inspect';
import { describe, expect, it } from 'vitest';
import { addBody, addFloor, awakeWorld, G, run, size, weightlessWorld } from './context.js';

/** Articulations: what they hit, loops in them, couplings and motors. */

const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

const largestGap = (world: World, joints: readonly JointHandle[]): number =>
  Math.max(...joints.map((joint) => jointError(world, joint).linear));

describe('a level rope of 20 links', () => {
  it.each([1, 3])('that falls %d m hits the floor with each link at √(2gh), to 2 %', (height) => {
    const world = awakeWorld();
    addFloor(world);
    let last: { readonly bodyA?: BodyHandle } = {};
    for (let i = 0; i < 20; i++) {
      const bodyB = addBody(world, capsule(0.04, 0.06), {
        position: [0.2 * (i + 0.5), height + 0.04, 0],
        rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2],
      });
      const anchor: Vec3 = [0.2 * i, height + 0.04, 0];
      if (i > 0) createJoint(world, hinge({ ...last, bodyB, anchor, axis: Z, limits: [-0.26, 0.26] }));
      last = { bodyA: bodyB };
    }
    const speeds: number[] = [];
    run(world, Math.sqrt((2 * height) / G) + 0.1, () => {
      for (const event of worldEvents(world)) if (event.kind === 'hit') speeds.push(event.speed);
    });
    expect(speeds).toHaveLength(20);
    for (const speed of speeds) expect(Math.abs(speed / Math.sqrt(2 * G * height) - 1)).toBeLessThan(0.02);
  });
});

describe('an arm in space with a bob of e = 1 at its end', () => {
  /** It turns about its end until the bob hits a wall: the energy that is left, and the speed of the bob against that before. */
  const strike = (count: number, link: typeof fixed | typeof hinge) => {
    const world = awakeWorld({ gravity: [0, 0, 0] });
    const reach = 0.1 * (count - 0.5);
    const wall: Vec3 = [0.1 + 0.25 * reach, 0, 0];
    addBody(
      world,
      halfSpace([-1, 0, 0]),
      { type: 'static', position: wall },
      { restitution: 1, friction: 0 },
    );
    const spin = 1;
    let last: { readonly bodyA?: BodyHandle } = {};
    let bob: BodyHandle | undefined;
    for (let i = 0; i < count; i++) {
      const distance = 0.1 * (i + 0.5);
      bob = createBody(world, {
        position: [0, -distance, 0],
        linearVelocity: [spin * distance, 0, 0],
        angularVelocity: [0, 0, spin],
      });
      const isBob = i === count - 1;
      createCollider(world, bob, {
        shape: sphere(isBob ? 0.1 : 0.03),
        restitution: 1,
        friction: 0,
        ...(isBob ? {} : { mask: 0 }),
      });
      const place = { ...last, bodyB: bob, anchor: [0, -0.1 * i, 0] as Vec3, axis: Z };
      createJoint(world, i === 0 ? hinge(place) : link(place));
      last = { bodyA: bob };
    }
    const before = energy(world);
    let returned = 0;
    run(world, 0.5, () => {
      const hits = worldEvents(world).some(({ kind }) => kind === 'hit');
      if (hits) returned = -linearVelocity(world, bob as BodyHandle)[0] / (spin * reach);
    });
    return { left: energy(world) / before, returned };
  };

  it('of 13 bodies, all fixed to each other, returns with its energy, to 0.1 %', () => {
    const { left, returned } = strike(13, fixed);
    expect(Math.abs(left - 1)).toBeLessThan(1e-3);
    expect(Math.abs(returned - 1)).toBeLessThan(0.05);
  });

  it('of 16 bodies on hinges returns; it loses less than 8 % of the energy to the motion of its links', () => {
    const { left, returned } = strike(16, hinge);
    expect(left).toBeGreaterThan(0.92);
    expect(left).toBeLessThan(1);
    expect(Math.abs(returned - 1)).toBeLessThan(0.05);
  });

  // The goal is that of 13 bodies. Of joints with more than 80 rows those next to the impact take part in it, and the others undo a part of the bounce.
  it('of 16 bodies, all fixed to each other, misses this goal: it loses 32 %', () => {
    const { left } = strike(16, fixed);
    expect(left).toBeGreaterThan(0.65);
  });
});

interface Frame {
  /** From above to the left and right rod, and from these to the beam. */
  readonly joints: readonly [
    left: JointHandle,
    right: JointHandle,
    lowLeft: JointHandle,
    lowRight: JointHandle,
  ];
  readonly beam: BodyHandle;
}

const ROD = { length: 0.5, mass: 0.5 };
/** Its centre of mass is 0.3 m from the left one of its ends, of which there is one metre between. */
const BEAM = { mass: 2, centre: 0.3 };

/**
 * Four-bars below each other, all of hinges about z: two rods, and a beam between their lower ends on which the next two rods hang. Of the rows
 * that keep it in its plane nearly half say the same as others. All rods are turned by `tilt` from below.
 */
const addFrames = (world: World, count: number, tilt: number): Frame[] => {
  const { length, mass } = ROD;
  const across = (mass * length * length) / 12;
  const way: Vec3 = [length * Math.sin(tilt), -length * Math.cos(tilt), 0];
  const frames: Frame[] = [];
  let above: { readonly bodyA?: BodyHandle } = {};
  for (let k = 0; k < count; k++) {
    const at = (x: number, part: number): Vec3 => [x + (k + part) * way[0], (k + part) * way[1], 0];
    const [left, right] = [0, 1].map((x) =>
      createBody(world, {
        position: at(x, 0.5),
        rotation: [0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2)],
        massProperties: { mass, inertia: [across, 0.001, across] },
      }),
    );
    const beam = createBody(world, {
      position: at(0, 1),
      massProperties: { mass: BEAM.mass, inertia: [0.01, 0.17, 0.17], centre: [BEAM.centre, 0, 0] },
    });
    const join = (bodies: { bodyA?: BodyHandle; bodyB: BodyHandle }, anchor: Vec3): JointHandle =>
      createJoint(world, hinge({ ...bodies, anchor, axis: Z }));
    frames.push({
      joints: [
        join({ ...above, bodyB: left }, at(0, 0)),
        join({ ...above, bodyB: right }, at(1, 0)),
        join({ bodyA: left, bodyB: beam }, at(0, 1)),
        join({ bodyA: right, bodyB: beam }, at(1, 1)),
      ],
      beam,
    });
    above = { bodyA: beam };
  }
  return frames;
};

describe('four-bars below each other', () => {
  it('at rest bear what the lever rule says, each loop on its own, to a millionth', () => {
    const world = awakeWorld();
    const frames = addFrames(world, 5, 0);
    run(world, 2);
    frames.forEach(({ joints }, k) => {
      const below = frames.length - k;
      const rods = below * ROD.mass;
      const beams = below * BEAM.mass;
      const [left, right] = [(1 - BEAM.centre) * beams + rods, BEAM.centre * beams + rods];
      const loads = [left, right, left - ROD.mass, right - ROD.mass];
      joints.forEach((joint, i) => {
        const { force, torque } = jointReaction(world, joint);
        const load = loads[i] * G;
        expect(size([force[0], force[1] - load, force[2]]) / load).toBeLessThan(1e-6);
        expect(size(torque) / load).toBeLessThan(1e-6);
      });
    });
  });

  it.each([0.3, 1])(
    'swing from %d rad for 8 s within 1 % of their energy, and come apart by less than 1 mm',
    (tilt) => {
      const resting = awakeWorld();
      addFrames(resting, 4, 0);
      const world = awakeWorld();
      const joints = addFrames(world, 4, tilt).flatMap((frame) => frame.joints);
      expect(joints).toHaveLength(16);
      const lowest = energy(resting);
      const whole = energy(world) - lowest;
      run(world, 8, () => {
        expect(Math.abs((energy(world) - lowest) / whole - 1)).toBeLessThan(0.01);
        expect(largestGap(world, joints)).toBeLessThan(1e-3);
      });
    },
  );
});

describe('sixteen wheels on a carrier, each geared to the next, and a rack on the last', () => {
  it('keep their ratios while a motor turns the first: to 0.02 rad when it starts, then to 0.5 mrad, and the rack to 0.1 mm', () => {
    const world = awakeWorld();
    const bodyA = createBody(world, { massProperties: { mass: 10, inertia: [1, 1, 1] } });
    createJoint(world, fixed({ bodyB: bodyA }));
    const wheels = Array.from({ length: 16 }, (_, i) => {
      const bodyB = createBody(world, {
        position: [0.3 * (i - 8), 0, 0],
        massProperties: { mass: 0.1, inertia: [0.01, 0.01, 0.02] },
      });
      const motor = { speed: 2, maxForce: 100 };
      return createJoint(world, hinge({ bodyA, bodyB, axis: Z, ...(i === 0 ? { motor } : {}) }));
    });
    for (let i = 1; i < 16; i++)
      createJoint(world, gear({ jointA: wheels[i - 1], jointB: wheels[i], ratio: 1 }));
    const bar = createBody(world, {
      position: [2.1, 0.1, 0],
      massProperties: { mass: 1, inertia: [0.01, 0.01, 0.01] },
    });
    const rail = createJoint(world, slider({ bodyA, bodyB: bar, axis: [1, 0, 0] }));
    createJoint(world, rackAndPinion({ jointA: rail, jointB: wheels[15], ratio: 0.1 }));
    const angle = (i: number): number => jointCoordinates(world, wheels[i]).angle.value;
    run(world, 4, (time) => {
      const off = wheels.slice(1).map((_, i) => Math.abs(angle(i) + angle(i + 1)));
      expect(Math.max(...off)).toBeLessThan(time < 1 ? 0.02 : 5e-4);
      const { value } = jointCoordinates(world, rail).translation;
      expect(Math.abs(value + 0.1 * angle(15))).toBeLessThan(1e-4);
    });
    expect(Math.abs(angle(15) + 8)).toBeLessThan(0.01);
  });
});

it('twenty bodies in space that motors bend to and fro against their stops get no momentum', () => {
  const world = weightlessWorld();
  const joints: JointHandle[] = [];
  let last: { readonly bodyA?: BodyHandle } = {};
  for (let i = 0; i < 20; i++) {
    const bodyB = createBody(world, {
      position: [0.3 * i, 0, 0],
      massProperties: { mass: 1 + (i % 3), inertia: [0.01, 0.02, 0.03] },
    });
    const place = { ...last, bodyB, anchor: [0.3 * i - 0.15, 0, 0], axis: i % 2 ? Z : Y } as const;
    const drive = { motor: { speed: 0, maxForce: 5 }, limits: [-1, 1] } as const;
    if (i > 0) joints.push(createJoint(world, hinge({ ...place, ...drive })));
    last = { bodyA: bodyB };
  }
  let liveliest = 0;
  run(world, 4, (time) => {
    joints.forEach((joint, i) => {
      updateJoint(world, joint, { motor: { speed: 3 * Math.sin(2 * time + i) } });
    });
    const { linear, angular } = momentum(world);
    expect(Math.max(size(linear), size(angular))).toBeLessThan(1e-11);
    liveliest = Math.max(liveliest, kineticEnergy(world));
  });
  expect(liveliest).toBeGreaterThan(10);
});

describe('an arm whose motors press its links together', () => {
  it.each([20, 200])(
    'stays slow with %d N·m: contacts do not take a motor at its bound for a lock',
    (maxForce) => {
      const world = awakeWorld({ gravity: [0, 0, 0] });
      const bodies: BodyHandle[] = [];
      for (let i = 0; i < 6; i++) {
        const body = addBody(world, box(0.2, 0.1, 0.1), { position: [0.45 * i, 0, 0] });
        const last = i > 0 ? { bodyA: bodies[i - 1] } : {};
        const place = { ...last, bodyB: body, anchor: [0.45 * i - 0.225, 0, 0] as Vec3, axis: Z };
        createJoint(world, hinge({ ...place, motor: { mode: 'speed', speed: 2, maxForce } }));
        bodies.push(body);
      }
      run(world, 5, () => {
        for (const body of bodies) expect(size(linearVelocity(world, body))).toBeLessThan(60);
      });
    },
  );
});
