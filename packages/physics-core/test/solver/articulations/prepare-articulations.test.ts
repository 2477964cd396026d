import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  createJoint,
  destroyJoint,
  hinge,
  type JointHandle,
  stepWorld,
  updateBody,
  updateJoint,
  updateSettings,
  type World,
} from '../../../src/index.js';
import { LINK_BODY, LINK_INTS, LINK_JOINT } from '../../../src/state/articulations.js';
import { DIRECT, ROW_INTS } from '../../../src/state/rows.js';
import { DT, jointWorld } from '../../joints/context.js';
import { addMass } from '../../joints/joint-rig.js';
import { slotOf } from '../../joints/row-math.js';

const start = () => {
  const world = jointWorld();
  const bodies: BodyHandle[] = [];
  const joints: JointHandle[] = [];
  for (let i = 0; i < 4; i++) {
    bodies.push(addMass(world, [i + 0.5, 0, 0], 1));
    const before = i > 0 ? { bodyA: bodies[i - 1] } : {};
    joints.push(
      createJoint(world, hinge({ ...before, bodyB: bodies[i], anchor: [i, 0, 0], axis: [0, 0, 1] })),
    );
  }
  stepWorld(world, DT);
  return { world, bodies, joints };
};

const jointsOf = ({ articulations: a }: World): Set<number> =>
  new Set(Array.from({ length: a.count }, (_, i) => a.linkInts[i * LINK_INTS + LINK_JOINT]));

const directRows = ({ rows }: World): number => {
  let count = 0;
  for (let row = 0; row < rows.count; row++) count += rows.index[row * ROW_INTS + DIRECT];
  return count;
};

describe('the trees', () => {
  it('stand while rows are alike, whatever the numbers in them', () => {
    const { world, bodies } = start();
    // A mark that building the trees would take away.
    const { linkInts } = world.articulations;
    linkInts[3 * LINK_INTS + LINK_BODY] = linkInts[2 * LINK_INTS + LINK_BODY];
    updateBody(world, bodies[1], { linearVelocity: [1, 2, 3] });
    stepWorld(world, DT);
    expect(linkInts[3 * LINK_INTS + LINK_BODY]).toBe(linkInts[2 * LINK_INTS + LINK_BODY]);
  });

  it('solve all rows of the joints, in every step', () => {
    const { world } = start();
    for (let step = 0; step < 3; step++) {
      expect(directRows(world)).toBe(world.rows.count);
      stepWorld(world, DT);
    }
  });

  it.each([
    [
      'a joint is switched off',
      3,
      ({ world, joints }: ReturnType<typeof start>) => updateJoint(world, joints[3], { enabled: false }),
    ],
    [
      'a joint is destroyed',
      3,
      ({ world, joints }: ReturnType<typeof start>) => destroyJoint(world, joints[3]),
    ],
    [
      'a joint becomes soft',
      3,
      ({ world, joints }: ReturnType<typeof start>) => updateJoint(world, joints[3], { hertz: 5 }),
    ],
    [
      'a body becomes static',
      3,
      ({ world, bodies }: ReturnType<typeof start>) => updateBody(world, bodies[0], { type: 'static' }),
    ],
    [
      'the setting changes',
      0,
      ({ world }: ReturnType<typeof start>) => updateSettings(world, { jointSolver: 'sweeps' }),
    ],
  ] as const)('are built anew when %s', (_, count, change) => {
    const chain = start();
    expect(jointsOf(chain.world).size).toBe(4);
    change(chain);
    stepWorld(chain.world, DT);
    expect(chain.world.articulations.count).toBe(count);
  });

  it('are built anew when a joint is added, or one takes the slot of another', () => {
    const { world, bodies, joints } = start();
    const more = addMass(world, [9, 0, 0], 1);
    const added = createJoint(world, hinge({ bodyA: bodies[3], bodyB: more, axis: [0, 0, 1] }));
    stepWorld(world, DT);
    expect(jointsOf(world)).toEqual(new Set([...joints, added].map(slotOf)));
    destroyJoint(world, added);
    const again = createJoint(world, hinge({ bodyA: bodies[0], bodyB: more, axis: [0, 0, 1] }));
    stepWorld(world, DT);
    expect(jointsOf(world)).toEqual(new Set([...joints, again].map(slotOf)));
    const link = world.articulations.linkOf[slotOf(more)];
    expect(world.articulations.linkInts[link * LINK_INTS + LINK_JOINT]).toBe(slotOf(again));
    expect(link).toBeGreaterThan(world.articulations.linkOf[slotOf(bodies[0])]);
  });
});
