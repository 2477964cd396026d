import {
  angularVelocity,
  type BodyHandle,
  ball,
  bodyContacts,
  bodyPosition,
  box,
  createBody,
  createJoint,
  createWorld,
  destroyJoint,
  fixed,
  hinge,
  type JointHandle,
  jointCoordinates,
  jointError,
  jointReaction,
  updateJoint,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { describe, expect, it } from 'vitest';
import { addBody, addFloor, awakeWorld, DT, G, run, stepsApart, weightlessWorld } from './context.js';

/** Articulations, where they are long, heavy, over-determined, or change. */

const Z: Vec3 = [0, 0, 1];
const LENGTH = 0.2;
type Place = { readonly bodyA?: BodyHandle; readonly bodyB: BodyHandle; readonly anchor: Vec3 };

const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

/** Bodies along x at the given height, the first on the world if `held`. */
const addRow = (
  world: World,
  count: number,
  height: number,
  held: boolean,
  add: (position: Vec3, i: number) => BodyHandle,
  make: (place: Place) => Parameters<typeof createJoint>[1],
): JointHandle[] => {
  const joints: JointHandle[] = [];
  let last: { readonly bodyA?: BodyHandle } = {};
  for (let i = 0; i < count; i++) {
    const bodyB = add([(i + 0.5) * LENGTH, height, 0], i);
    if (i > 0 || held)
      joints.push(createJoint(world, make({ ...last, bodyB, anchor: [i * LENGTH, height, 0] })));
    last = { bodyA: bodyB };
  }
  return joints;
};

const addMass = (world: World, position: Vec3, mass: number): BodyHandle =>
  createBody(world, {
    position,
    massProperties: { mass, inertia: [0.005 * mass, 0.005 * mass, 0.005 * mass] },
  });

describe('a beam that is clamped at one end', () => {
  it.each([
    ['welded', 70, 1],
    ['welded', 150, 1],
    ['welded', 16, 1000],
    ['of hinges at their stops', 50, 1],
  ] as const)(
    '%s, of %d bodies with %d kg at its tip, bears the torque on paper and stays straight',
    (kind, count, tip) => {
      const world = awakeWorld();
      const joints = addRow(
        world,
        count,
        0,
        true,
        (position, i) => addMass(world, position, i === count - 1 ? tip : 1),
        (place) => (kind === 'welded' ? fixed(place) : hinge({ ...place, axis: Z, limits: [0, 1] })),
      );
      run(world, 2);
      let torque = 0;
      for (let i = 0; i < count; i++) torque += G * (i === count - 1 ? tip : 1) * (i + 0.5) * LENGTH;
      expect(Math.abs(jointReaction(world, joints[0]).torque[2] / torque - 1)).toBeLessThan(1e-3);
      for (const joint of joints) expect(jointError(world, joint).angular).toBeLessThan(1e-5);
      if (kind !== 'welded')
        for (const joint of joints)
          expect(Math.abs(jointCoordinates(world, joint).angle.value)).toBeLessThan(1e-5);
    },
  );
});

it.each([30, 60])('%d boxes welded in a row land on all their corners without gaining energy', (count) => {
  const world = awakeWorld();
  addFloor(world);
  const joints = addRow(
    world,
    count,
    1,
    false,
    (position, i) =>
      addBody(world, box(0.08, 0.05, 0.06), { position, linearVelocity: [0, 0.1 * ((i % 3) - 1), 0] }),
    (place) => fixed(place),
  );
  const before = energy(world);
  run(world, 2, () => {
    expect(energy(world)).toBeLessThan(before);
    for (const joint of joints) expect(jointError(world, joint).linear).toBeLessThan(1e-3);
  });
});

it('a rigid arm of 18 bodies is stopped dead by a stop without restitution', () => {
  const world = weightlessWorld();
  const stopped: BodyHandle[] = [];
  addRow(
    world,
    18,
    0,
    true,
    (position) => {
      const body = createBody(world, {
        position,
        angularVelocity: [0, 0, 3],
        linearVelocity: [0, 3 * position[0], 0],
        massProperties: { mass: 1, inertia: [0.005, 0.005, 0.005] },
      });
      stopped.push(body);
      return body;
    },
    (place) => (place.bodyA ? fixed(place) : hinge({ ...place, axis: Z, limits: [-1, 0.2] })),
  );
  run(world, 1);
  for (const body of stopped) expect(Math.abs(angularVelocity(world, body)[2])).toBeLessThan(1e-3);
  const tip = bodyPosition(world, stopped[17]);
  expect(Math.abs(Math.atan2(tip[1], tip[0]) - 0.2)).toBeLessThan(1e-3);
});

describe('an articulation that changes goes on as its restored copy does', () => {
  /** Eight joints; the first is what changes. */
  const start = (first: (place: Place) => Parameters<typeof createJoint>[1]) => {
    const world = createWorld({ sleeping: false });
    const bodies: BodyHandle[] = [];
    const joints = addRow(
      world,
      8,
      0,
      true,
      (position) => {
        bodies.push(addMass(world, position, 1));
        return bodies[bodies.length - 1];
      },
      (place) => (place.bodyA ? hinge({ ...place, axis: Z }) : first(place)),
    );
    run(world, 10 * DT);
    return { world, bodies, joints };
  };

  it('when one joint replaces another', () => {
    const { world, bodies, joints } = start((place) => hinge({ ...place, axis: Z }));
    destroyJoint(world, joints[0]);
    createJoint(world, hinge({ bodyB: bodies[0], anchor: [0, 0, 0], axis: Z }));
    expect(stepsApart(world, 10)).toEqual([]);
  });

  it('when a ball becomes soft', () => {
    const { world, joints } = start((place) => ball(place));
    updateJoint(world, joints[0], { hertz: 5 });
    expect(stepsApart(world, 10)).toEqual([]);
  });
});

it('sixty welded boxes that hang over on a movable plate gain no energy', () => {
  const world = createWorld({ sleeping: false });
  addFloor(world);
  addBody(world, box(5, 0.05, 0.5), { position: [5, 0.05, 0] });
  const bodies: BodyHandle[] = [];
  for (let i = 0; i < 60; i++) {
    const bodyB = addBody(world, box(0.09, 0.05, 0.06), { position: [2 + LENGTH * (i + 0.5), 0.15, 0] });
    if (i > 0) createJoint(world, fixed({ bodyA: bodies[i - 1], bodyB, anchor: [2 + LENGTH * i, 0.15, 0] }));
    bodies.push(bodyB);
  }
  const start = kineticEnergy(world) + potentialEnergy(world);
  let most = 0;
  run(world, 2, () => {
    most = Math.max(most, kineticEnergy(world) + potentialEnergy(world) - start);
  });
  expect(most).toBeLessThan(1);
});

/** A crate falls onto the middle of a bridge of hinged planks of 15 kg: how deep it sinks in, in its worst step and at rest, m. */
const sinkInto = (mass: number, sag: number): { readonly worst: number; readonly resting: number } => {
  const planks = 8;
  const world = createWorld();
  const heightOf = (i: number): number => -sag * (1 - (1 - (2 * i) / (planks + 1)) ** 2);
  let last: BodyHandle | undefined;
  for (let i = 0; i < planks + 2; i++) {
    const type = i === 0 || i === planks + 1 ? 'static' : 'dynamic';
    const bodyB = addBody(world, box(0.48, 0.05, 1), { position: [i, heightOf(i), 0], type, mass: 15 });
    const anchor: Vec3 = [i - 0.5, (heightOf(i - 1) + heightOf(i)) / 2, 0];
    if (last) createJoint(world, hinge({ bodyA: last, bodyB, anchor, axis: Z }));
    last = bodyB;
  }
  run(world, 1);
  const crate = addBody(world, box(0.5, 0.5, 0.5), { position: [4.5, 1.55 - sag, 0], mass });
  const depth = (): number =>
    -Math.min(0, ...bodyContacts(world, crate).flatMap(({ points }) => points.map((p) => p.separation)));
  let worst = 0;
  run(world, 2, () => {
    worst = Math.max(worst, depth());
  });
  return { worst, resting: depth() };
};

it.each([
  [100, 0, 0.035, 0.007],
  [1000, 0, 0.25, 0.032],
  [1000, 0.15, 0.1, 0.002],
])(
  '%i kg that fall 1 m onto planks of 15 kg with a sag of %f m sink in as far as is written',
  (mass, sag, worst, resting) => {
    const sunk = sinkInto(mass, sag);
    expect(sunk.worst).toBeLessThan(worst);
    expect(sunk.resting).toBeLessThan(resting);
  },
);
