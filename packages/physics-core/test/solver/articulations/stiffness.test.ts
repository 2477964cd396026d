import { describe, expect, it } from 'vitest';
import { ball, createJoint, stepWorld } from '../../../src/index.js';
import {
  HOT,
  IMPLICIT_STEPS,
  LINK,
  LOAD,
  LOCAL_SUBSTEPS,
  SIGMA,
  TREE,
} from '../../../src/state/articulations.js';
import { DT, G, jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';

/** A rod of 1 kg and 1 m that hangs on the world with a load at its lower end, all at rest. */
const hang = (load: number) => {
  const world = jointWorld();
  const rod = addMass(world, [0, -0.5, 0], 1, [0.08, 0.01, 0.08]);
  const bob = addMass(world, [0, -1, 0], load, [load, load, load]);
  createJoint(world, ball({ bodyB: rod, anchor: [0, 0, 0] }));
  createJoint(world, ball({ bodyA: rod, bodyB: bob, anchor: [0, -1, 0] }));
  stepWorld(world, DT);
  // About the joint, half a metre from the centre.
  return { world, inertia: 0.08 + 0.25 };
};

describe('the stiffness number of a rod under a load', () => {
  it.each([1, 10, 1000])('of %d kg is h² (m g r + M g (r + r)) / (I + m r²)', (load) => {
    const { world, inertia } = hang(load);
    const { links, trees } = world.articulations;
    const h = DT / 4;
    // The joint above bears both, at a lever of ½ m; that below the load, at ½ m on the rod.
    expect(links[LOAD + 1] / (h * G * (1 + load))).toBeCloseTo(1, 9);
    expect(links[LINK + LOAD + 1] / (h * G * load)).toBeCloseTo(1, 9);
    const stiffness = 0.5 * G * (1 + load) + 0.5 * G * load;
    expect(trees[SIGMA] / ((h * h * stiffness) / inertia)).toBeCloseTo(1, 9);
  });

  it('above 1/2 divides the next sixty substeps into parts, above 8 makes them implicit, and below 1/2 neither', () => {
    const light = hang(1).world.articulations;
    expect(light.trees[SIGMA]).toBeLessThan(0.5);
    expect([light.trees[HOT], light.treeInts[IMPLICIT_STEPS]]).toEqual([0, 0]);
    expect(light.treeInts[LOCAL_SUBSTEPS]).toBe(1);
    const stiff = hang(10_000).world.articulations;
    const sigma = stiff.trees[SIGMA];
    expect([stiff.trees[HOT], stiff.treeInts[IMPLICIT_STEPS]]).toEqual([60, 0]);
    expect(stiff.treeInts[LOCAL_SUBSTEPS]).toBe(Math.ceil(Math.sqrt(sigma / 0.5)));
    const heavy = hang(100_000).world.articulations;
    expect(heavy.trees[SIGMA]).toBeGreaterThan(8);
    expect([heavy.trees[HOT], heavy.treeInts[IMPLICIT_STEPS], heavy.treeInts[LOCAL_SUBSTEPS]]).toEqual([
      60, 3, 1,
    ]);
    expect(heavy.trees.length).toBeGreaterThanOrEqual(TREE);
  });
});
