import { expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyContacts,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  halfSpace,
  hinge,
  jointDefinitions,
  linearVelocity,
  slider,
  sphere,
  stepWorld,
  updateBody,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { settleRows } from '../../../src/solver/articulations/settle-rows.js';
import { eventsOf } from '../../api/context.js';
import { addBox, DT, G, jointWorld, off, run } from '../../joints/context.js';
import { slotOf } from '../../joints/row-math.js';

/** The impulses of joints that the next step starts with, after contacts, breaks and impacts. */

it.each([
  ['ball', sphere(0.2)],
  ['box', box(0.2, 0.2, 0.2)],
] as const)('a %s on a vertical slider loads the floor with its weight, no more with time', (_, shape) => {
  const world = jointWorld();
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace([0, 1, 0]) });
  const body = createBody(world, { position: [0, 0.2, 0], mass: 3 });
  createCollider(world, body, { shape });
  createJoint(world, slider({ bodyB: body, anchor: [0, 0, 0], axis: [0, 1, 0] }));
  run(world, 3, (time) => {
    if (time < 0.5) return;
    const impulses = bodyContacts(world, body).flatMap((contact) => contact.points.map((p) => p.impulse));
    expect(off(impulses.reduce((sum, impulse) => sum + impulse, 0) / DT, 3 * G)).toBeLessThan(0.01);
  });
});

const LINK = [0.05, 0.4, 0.05] as const;

/** Links of 1 kg with a heavy end, hanging from `top` of the world or a body. */
const hangChain = (world: World, [x, y, z]: Vec3, from?: BodyHandle): BodyHandle[] => {
  const chain: BodyHandle[] = [];
  for (let i = 0; i < 5; i++) {
    const bodyB = addBox(world, [x, y - 0.5 - i, z], i === 4 ? 20 : 1, LINK);
    const above = chain.at(-1) ?? from;
    const anchor = [x, y - i, z] as const;
    createJoint(world, above === undefined ? ball({ bodyB, anchor }) : ball({ bodyA: above, bodyB, anchor }));
    chain.push(bodyB);
  }
  return chain;
};

it('a joint that breaks disturbs no other: a chain beside it goes on to the last bit', () => {
  const build = (breaks: boolean): number[] => {
    const world = jointWorld();
    const chain = hangChain(world, [0, 0, 0]);
    const weight = addBox(world, [9, 0, 0], 5);
    createJoint(world, ball({ bodyB: weight, anchor: [9, 0, 0], breakForce: breaks ? 4 * G : 1e9 }));
    const states: number[] = [];
    let broken = 0;
    run(world, 0.5, () => {
      broken += eventsOf(world, 'joint-break').length;
      for (const body of chain) states.push(...bodyPosition(world, body), ...linearVelocity(world, body));
    });
    expect(broken).toBe(breaks ? 1 : 0);
    return states;
  };
  expect(build(true)).toEqual(build(false));
});

it.each([
  [60, 240],
  [240, 60],
])(
  'a hinge that strikes its stop goes on with the load of before, from %d to %d steps a second',
  (rate, next) => {
    const world = jointWorld();
    const top = addBox(world, [0, -0.5, 0], 1, LINK);
    const load = hangChain(world, [0, -1, 0], top).at(-1) as BodyHandle;
    // Created last, so that the chain below is solved before it.
    createJoint(world, hinge({ bodyB: top, anchor: [0, 0, 0], axis: [0, 0, 1], limits: [-1, 0.002] }));
    for (let i = 0; i < 2 * rate; i++) stepWorld(world, 1 / rate);
    updateBody(world, top, { angularVelocity: [0, 0, 2], linearVelocity: [1, 0, 0] });
    for (let i = 0; i < 6; i++) {
      stepWorld(world, 1 / next);
      // m/s. The link that strikes hangs straight, so the load does not move; let go for one substep it falls at 0.04 m/s.
      expect(Math.abs(linearVelocity(world, load)[1])).toBeLessThan(0.004);
    }
  },
);

it.each([
  ['ball', ball],
  ['hinge', hinge],
] as const)('a %s at rest stores m g h for the warm start of the next step', (_, make) => {
  const world = jointWorld();
  const bodyB = addBox(world, [0, -1, 0], 5);
  const joint = slotOf(createJoint(world, make({ bodyB, anchor: [0, 0, 0] })));
  run(world, 1);
  // Who reads what a joint stores lets the articulation write it first, as a snapshot does.
  settleRows(world);
  const { joints, jointFloats, settings } = world;
  const { lambdaAt } = jointDefinitions()[joints.definition[joint]];
  const [x, y, z] = jointFloats.data.slice(joints.block[joint] + lambdaAt);
  expect(off(y, (5 * G * DT) / settings.substeps)).toBeLessThan(1e-6);
  expect(Math.hypot(x, z)).toBeLessThan(1e-9);
});
