import {
  allContacts,
  bodyMass,
  bodyPosition,
  createWorld,
  jointCoordinates,
  jointDef,
  stepWorld,
  type Vec3,
} from '@tenon/physics-core';
import { expect, it } from 'vitest';
import { buildHuman } from '../src/index.js';

const weightless = () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  return { world, ...buildHuman(world, { position: [0, 1, 0], rotation: [0.5, 0.5, 0.5, 0.5] }) };
};

it('a human has 25 bones, 24 joints and the mass of an adult', () => {
  const { world, bodies, joints } = weightless();
  expect(Object.keys(bodies)).toHaveLength(25);
  expect(Object.keys(joints)).toHaveLength(24);
  const mass = Object.values(bodies).reduce((sum, body) => sum + bodyMass(world, body).mass, 0);
  expect(mass).toBeGreaterThan(60);
  expect(mass).toBeLessThan(90);
});

it('standing, no bone touches another and no joint is at its limit', () => {
  const { world, bodies, joints } = weightless();
  const start = Object.values(bodies).map((body) => bodyPosition(world, body));
  for (let i = 0; i < 10; i++) stepWorld(world, 1 / 60);
  expect(allContacts(world).filter(({ touching }) => touching)).toEqual([]);
  for (const [i, body] of Object.values(bodies).entries()) {
    const moved = bodyPosition(world, body).map((x, k) => Math.abs(x - start[i][k]));
    expect(Math.max(...moved)).toBeLessThan(1e-9);
  }
  for (const [name, joint] of Object.entries(joints)) {
    const def = jointDef(world, joint);
    for (const [coordinate, { value }] of Object.entries(jointCoordinates(world, joint))) {
      const { limits } = (def.type === 'hinge' ? def : def[coordinate]) as { limits: [number, number] };
      expect(value, `${name} ${coordinate}`).toBeGreaterThanOrEqual(limits[0] - 1e-9);
      expect(value, `${name} ${coordinate}`).toBeLessThanOrEqual(limits[1] + 1e-9);
    }
  }
});

it('the right side mirrors the left: what one knee, elbow, hip and shoulder may do, the other may do mirrored', () => {
  const { bend, place } = poseOf();
  for (const name of ['Knee', 'Elbow', 'Hip', 'Shoulder', 'Wrist', 'Knuckles']) {
    expect(bend(`right${name}`), name).toEqual(bend(`left${name}`));
  }
  for (const name of ['Hand', 'Foot', 'Clavicle']) {
    const [x, y, z] = place(`left${name}`);
    expect(place(`right${name}`)).toEqual([-x, y, z]);
  }
});

/** Sizes of all ranges of a joint, and where a bone of a standing person is. */
const poseOf = () => {
  const world = createWorld();
  const { bodies, joints } = buildHuman(world, { position: [0, 0, 0] });
  return {
    bend: (name: string): number[] => {
      const def = jointDef(world, joints[name]);
      const ranges = def.type === 'hinge' ? [def] : [def.swingY, def.swingZ, def.twist];
      return ranges.map((range) => {
        const [lower, upper] = (range as { limits: [number, number] }).limits;
        return Number((upper - lower).toFixed(9));
      });
    },
    place: (name: string): Vec3 => bodyPosition(world, bodies[name]),
  };
};
