import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  createJoint,
  createWorld,
  hashWorld,
  hinge,
  stepWorld,
} from '../../src/index.js';
import { articulationStats } from '../../src/inspect.js';
import { DT, G, jointWorld } from '../joints/context.js';
import { addMass } from '../joints/joint-rig.js';

const NOTHING = {
  articulations: 0,
  links: 0,
  closingRows: 0,
  stiffness: 0,
  newtonSteps: 0,
  implicitSubsteps: 0,
  localSubsteps: 0,
};

/** Ten bodies on hinges, let go level. */
const chain = () => {
  const world = jointWorld();
  let bodyA: BodyHandle | undefined;
  for (let i = 0; i < 10; i++) {
    const bodyB = addMass(world, [i + 0.5, 0, 0], 1);
    createJoint(
      world,
      hinge({ ...(bodyA === undefined ? {} : { bodyA }), bodyB, anchor: [i, 0, 0], axis: [0, 0, 1] }),
    );
    bodyA = bodyB;
  }
  return world;
};

/** A rod of 1 kg and 1 m with a load at its lower end. */
const hang = (load: number) => {
  const world = jointWorld();
  const rod = addMass(world, [0, -0.5, 0], 1, [0.08, 0.01, 0.08]);
  const bob = addMass(world, [0, -1, 0], load, [load, load, load]);
  createJoint(world, ball({ bodyB: rod, anchor: [0, 0, 0] }));
  createJoint(world, ball({ bodyA: rod, bodyB: bob, anchor: [0, -1, 0] }));
  return world;
};

describe('statistics of articulations', () => {
  it('are all 0 without joints', () => {
    const world = createWorld();
    expect(articulationStats(world)).toEqual(NOTHING);
    stepWorld(world, DT);
    expect(articulationStats(world)).toEqual(NOTHING);
  });

  it('count a chain of ten hinges as one articulation of ten links, and looking changes nothing', () => {
    const [world, unseen] = [chain(), chain()];
    let newtonSteps = 0;
    for (let i = 0; i < 30; i++) {
      stepWorld(world, DT);
      stepWorld(unseen, DT);
      const stats = articulationStats(world);
      expect(stats).toMatchObject({ articulations: 1, links: 10, closingRows: 0, localSubsteps: 1 });
      newtonSteps += stats.newtonSteps;
    }
    expect(newtonSteps).toBeGreaterThan(0);
    expect(hashWorld(world)).toBe(hashWorld(unseen));
  });

  it('count no articulation in a net, which is swept', () => {
    const world = jointWorld();
    const size = 6;
    const nodes = Array.from({ length: size * size }, (_, i) =>
      addMass(world, [i % size, 0, Math.floor(i / size)], 1),
    );
    for (let i = 0; i < nodes.length; i++) {
      const [x, z] = [i % size, Math.floor(i / size)];
      if (x > 0) createJoint(world, ball({ bodyA: nodes[i - 1], bodyB: nodes[i], anchor: [x - 0.5, 0, z] }));
      if (z > 0)
        createJoint(world, ball({ bodyA: nodes[i - size], bodyB: nodes[i], anchor: [x, 0, z - 0.5] }));
    }
    stepWorld(world, DT);
    expect(articulationStats(world)).toEqual(NOTHING);
  });

  it('count the two rows of the hinge that closes a planar ring', () => {
    const world = jointWorld();
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ] as const;
    const bodies = corners.map((corner) => addMass(world, corner, 1));
    for (let i = 0; i < 4; i++)
      createJoint(
        world,
        hinge({ bodyA: bodies[i], bodyB: bodies[(i + 1) % 4], anchor: corners[i], axis: [0, 0, 1] }),
      );
    stepWorld(world, DT);
    expect(articulationStats(world)).toMatchObject({ articulations: 1, links: 4, closingRows: 2 });
  });

  it('have the stiffness number of the closed form, parts where it is large, implicit substeps where it is huge', () => {
    const [light, stiff, heavy] = [1, 10_000, 100_000].map((load) => {
      const world = hang(load);
      stepWorld(world, DT);
      return articulationStats(world);
    });
    const h = DT / 4;
    // h² (m g r + M g 2r) / (I + m r²).
    const sigma = (h * h * (0.5 * G * 2 + 0.5 * G)) / (0.08 + 0.25);
    expect(light.stiffness / sigma).toBeCloseTo(1, 9);
    expect(light).toMatchObject({ implicitSubsteps: 0, localSubsteps: 1 });
    expect(stiff).toMatchObject({
      implicitSubsteps: 0,
      localSubsteps: Math.ceil(Math.sqrt(stiff.stiffness / 0.5)),
    });
    expect(heavy).toMatchObject({ implicitSubsteps: 3, localSubsteps: 1 });
  });

  it('have the largest stiffness number and the sum of Newton steps of several', () => {
    const world = hang(10_000);
    const alone = hang(10_000);
    const door = addMass(world, [5, 0, 0], 1);
    createJoint(world, ball({ bodyB: door, anchor: [4, 0, 0] }));
    for (const each of [world, alone]) stepWorld(each, DT);
    const stats = articulationStats(world);
    expect(stats).toMatchObject({ articulations: 2, links: 3 });
    expect(stats.stiffness).toBe(articulationStats(alone).stiffness);
  });
});
