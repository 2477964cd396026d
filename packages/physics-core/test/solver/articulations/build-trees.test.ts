import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  createBody,
  createJoint,
  createWorld,
  fixed,
  hinge,
  type JointDef,
  loadClassicMethods,
  restoreSnapshot,
  slider,
  stepWorld,
  takeSnapshot,
  type World,
} from '../../../src/index.js';
import { LINK_BODY, LINK_INTS, LINK_KIND, LinkKind, PARENT } from '../../../src/state/articulations.js';
import { DT, jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { placeRows, slotOf } from '../../joints/row-math.js';

loadClassicMethods();

/** Body, parent's body and kind of each link, articulation by articulation. */
const treesOf = ({ articulations: a }: World): (readonly [number, number, number])[][] => {
  const bodyOf = (link: number): number => (link < 0 ? -1 : a.linkInts[link * LINK_INTS + LINK_BODY]);
  return Array.from({ length: a.ends.count }, (_, tree) => {
    const from = tree === 0 ? 0 : a.ends.items[tree - 1];
    return Array.from({ length: a.ends.items[tree] - from }, (_, i) => {
      const k = (from + i) * LINK_INTS;
      return [bodyOf(from + i), bodyOf(a.linkInts[k + PARENT]), a.linkInts[k + LINK_KIND]] as const;
    });
  });
};

type Place = { readonly bodyA?: BodyHandle; readonly bodyB: BodyHandle };

const addBodies = (world: World, masses: readonly number[]): BodyHandle[] =>
  masses.map((mass, i) => addMass(world, [i, 0, 0], mass));

const join = (
  world: World,
  bodyA: BodyHandle | undefined,
  bodyB: BodyHandle,
  make: (place: Place) => JointDef = ball,
) => createJoint(world, make({ ...(bodyA === undefined ? {} : { bodyA }), bodyB }));

describe('the trees of a joint graph', () => {
  it('begin at the body on the world, wherever it is in the chain, and parents come first', () => {
    const world = jointWorld();
    const [a, b, c] = addBodies(world, [1, 1, 1]);
    join(world, a, b);
    join(world, b, c, hinge);
    join(world, undefined, b, slider);
    placeRows(world);
    const [tree, ...others] = treesOf(world);
    expect(others).toEqual([]);
    expect(tree[0]).toEqual([slotOf(b), -1, LinkKind.general]);
    expect(new Set(tree.slice(1).map(([body]) => body))).toEqual(new Set([slotOf(a), slotOf(c)]));
    for (const [, parent] of tree.slice(1)) expect(parent).toBe(slotOf(b));
  });

  it('have the heaviest body as a free root where nothing holds them, the first of equals', () => {
    const world = jointWorld();
    const [a, b, c] = addBodies(world, [1, 5, 5]);
    join(world, a, b);
    join(world, b, c);
    placeRows(world);
    expect(treesOf(world)).toEqual([
      [
        [slotOf(b), -1, LinkKind.free],
        [expect.any(Number), slotOf(b), LinkKind.ball],
        [expect.any(Number), slotOf(b), LinkKind.ball],
      ],
    ]);
  });

  it('hang on static and kinematic bodies as on the world, which connect nothing', () => {
    const world = jointWorld();
    const [a, b] = addBodies(world, [1, 1]);
    const ground = createBody(world, { type: 'static' });
    const platform = createBody(world, { type: 'kinematic' });
    join(world, ground, a);
    join(world, platform, b);
    placeRows(world);
    expect(treesOf(world)).toEqual([[[slotOf(a), -1, LinkKind.ball]], [[slotOf(b), -1, LinkKind.ball]]]);
  });

  it('keep each subtree in one piece: depth first through branches', () => {
    const world = jointWorld();
    const bodies = addBodies(world, [1, 1, 1, 1, 1, 1, 1]);
    join(world, undefined, bodies[0]);
    for (let i = 1; i < 7; i++) join(world, bodies[Math.floor((i - 1) / 2)], bodies[i]);
    placeRows(world);
    const [tree] = treesOf(world);
    expect(tree).toHaveLength(7);
    const order = tree.map(([body]) => bodies.findIndex((each) => slotOf(each) === body));
    // A subtree of three lies together.
    for (const [head, ...below] of [
      [1, 3, 4],
      [2, 5, 6],
    ]) {
      const at = order.indexOf(head);
      expect(new Set(order.slice(at + 1, at + 3))).toEqual(new Set(below));
    }
  });

  it('leave soft joints to the sweeps', () => {
    const world = jointWorld();
    const [a] = addBodies(world, [1]);
    createJoint(world, fixed({ bodyB: a, hertz: 5 }));
    placeRows(world);
    expect(treesOf(world)).toEqual([]);
  });

  it('have closing rows for locked axes that no joint implies', () => {
    const world = jointWorld();
    const axis = [0, 0, 1] as const;
    const add = (x: number) => addMass(world, [x, 0, 0], 1, [1, 1, 1], { planar: true });
    // Hinges across the plane: the one on the world keeps all of them in it.
    const [a, b] = [add(0), add(1)];
    createJoint(world, hinge({ bodyB: a, anchor: [-0.5, 0, 0], axis }));
    createJoint(world, hinge({ bodyA: a, bodyB: b, anchor: [0.5, 0, 0], axis }));
    placeRows(world);
    expect(world.articulations.closing.count).toBe(0);
    // On nothing the root has three rows, on a ball the next one three more.
    const [c, d, e] = [add(3), add(4), add(5)];
    createJoint(world, hinge({ bodyA: c, bodyB: d, anchor: [3.5, 0, 0], axis }));
    createJoint(world, ball({ bodyA: d, bodyB: e, anchor: [4.5, 0, 0] }));
    placeRows(world);
    expect(world.articulations.closing.count).toBe(6);
  });

  it('are not there for sweeps and classic methods', () => {
    for (const settings of [{ jointSolver: 'sweeps' }, { method: 'baumgarte' }] as const) {
      const world = jointWorld({ ...settings });
      join(world, undefined, addBodies(world, [1])[0]);
      placeRows(world);
      expect(treesOf(world)).toEqual([]);
    }
  });

  it('are the same in a restored world', () => {
    const world = jointWorld();
    const bodies = addBodies(world, [3, 1, 4, 1, 5, 9, 2, 6]);
    for (let i = 1; i < 8; i++) join(world, bodies[(i * 5) % i], bodies[i], i % 2 ? ball : hinge);
    stepWorld(world, DT);
    const copy = createWorld();
    restoreSnapshot(copy, takeSnapshot(world));
    stepWorld(world, DT);
    stepWorld(copy, DT);
    expect(treesOf(copy)).toEqual(treesOf(world));
    expect(treesOf(world)[0]).toHaveLength(8);
  });
});
