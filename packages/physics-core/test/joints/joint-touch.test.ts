import { describe, expect, it } from 'vitest';
import {
  applyForce,
  type BodyHandle,
  ball,
  box,
  createCollider,
  createJoint,
  destroyJoint,
  hinge,
  type JointHandle,
  type Shape,
  slider,
  stepWorld,
  updateJoint,
  type World,
  worldStats,
} from '../../src/index.js';
import { add, addFloor, eventsOf, touches, unitBox, weightless } from '../api/context.js';
import { DT } from './context.js';

/** Whether the two bodies of a joint may touch each other. */

/** Two boxes that overlap by a tenth, without gravity. */
const pair = (shape: Shape = unitBox): { world: World; bodyA: BodyHandle; bodyB: BodyHandle } => {
  const world = weightless({ sleeping: false });
  return { world, bodyA: add(world, shape), bodyB: add(world, shape, { position: [0.9, 0, 0] }) };
};

/** The touch events of one more step. */
const next = (world: World): string[] => {
  stepWorld(world, DT);
  return touches(world);
};

/** Keeps the boxes where they are, so that only what the test does begins or ends a contact. */
const glue = { anchor: [0.45, 0, 0] } as const;

describe('from the start', () => {
  it('jointed bodies do not touch', () => {
    const { world, bodyA, bodyB } = pair();
    createJoint(world, slider({ bodyA, bodyB, ...glue }));
    for (let i = 0; i < 10; i++) expect(next(world)).toEqual([]);
    expect(worldStats(world)).toMatchObject({ contacts: 0, pairs: 0 });
  });

  it('unless the joint lets them', () => {
    const { world, bodyA, bodyB } = pair();
    createJoint(world, hinge({ bodyA, bodyB, ...glue, collideConnected: true }));
    expect(next(world)).toEqual(['begin']);
    for (let i = 0; i < 10; i++) expect(next(world)).toEqual([]);
    expect(worldStats(world).contacts).toBe(1);
  });

  it('a joint between bodies that touch ends the contact, and lets it stay if it may', () => {
    for (const collideConnected of [false, true]) {
      const { world, bodyA, bodyB } = pair();
      expect(next(world)).toEqual(['begin']);
      createJoint(world, hinge({ bodyA, bodyB, ...glue, collideConnected }));
      expect(next(world)).toEqual(collideConnected ? [] : ['end']);
      expect(next(world)).toEqual([]);
    }
  });

  it('others touch them as ever', () => {
    const { world, bodyA, bodyB } = pair();
    createJoint(world, hinge({ bodyA, bodyB, ...glue }));
    add(world, unitBox, { position: [0.45, 0.9, 0] });
    expect(next(world)).toEqual(['begin', 'begin']);
  });

  it('sensors see through it', () => {
    const { world, bodyA, bodyB } = pair();
    createCollider(world, bodyB, { shape: box(0.6, 0.6, 0.6), sensor: true, density: 0 });
    createJoint(world, hinge({ bodyA, bodyB, ...glue }));
    expect(next(world)).toEqual(['begin']);
    expect(next(world)).toEqual([]);
  });
});

describe('at run time', () => {
  const jointed = (collideConnected: boolean): { world: World; joint: JointHandle } => {
    const { world, bodyA, bodyB } = pair();
    const joint = createJoint(world, hinge({ bodyA, bodyB, ...glue, collideConnected }));
    next(world);
    return { world, joint };
  };

  it('allowing begins and forbidding ends the contact, once', () => {
    const { world, joint } = jointed(false);
    updateJoint(world, joint, { collideConnected: true });
    expect(next(world)).toEqual(['begin']);
    expect(next(world)).toEqual([]);
    updateJoint(world, joint, { collideConnected: false });
    expect(next(world)).toEqual(['end']);
    expect(next(world)).toEqual([]);
  });

  it.each([true, false])(
    'saying again that it is %s changes nothing, nor does anything else',
    (collideConnected) => {
      const { world, joint } = jointed(collideConnected);
      for (const changes of [
        { collideConnected },
        { friction: 1 },
        { userData: 2 },
        { anchor: [0.4, 0, 0] as const },
      ]) {
        updateJoint(world, joint, changes);
        expect(next(world)).toEqual([]);
      }
    },
  );

  it('a joint that is disabled or destroyed forbids nothing', () => {
    const { world, joint } = jointed(false);
    updateJoint(world, joint, { enabled: false });
    expect(next(world)).toEqual(['begin']);
    updateJoint(world, joint, { enabled: true });
    expect(next(world)).toEqual(['end']);
    destroyJoint(world, joint);
    expect(next(world)).toEqual(['begin']);
  });

  it('of two joints one is enough to forbid', () => {
    const { world, bodyA, bodyB } = pair();
    createJoint(world, ball({ bodyA, bodyB, ...glue, collideConnected: true }));
    expect(next(world)).toEqual(['begin']);
    const second = createJoint(world, hinge({ bodyA: bodyB, bodyB: bodyA, ...glue }));
    expect(next(world)).toEqual(['end']);
    destroyJoint(world, second);
    expect(next(world)).toEqual(['begin']);
  });

  it('a joint that breaks lets its bodies touch', () => {
    const { world, bodyA, bodyB } = pair();
    createJoint(world, hinge({ bodyA, bodyB, ...glue, breakForce: 1 }));
    expect(next(world)).toEqual([]);
    applyForce(world, bodyB, [0, 50, 0]);
    stepWorld(world, DT);
    expect(eventsOf(world, 'joint-break')).toHaveLength(1);
    const seen = [...touches(world), ...next(world)];
    expect(seen).toEqual(['begin']);
  });

  it.each(['bodyA', 'bodyB'] as const)('with a static body as %s, box or plane', (field) => {
    for (const floor of ['box', 'plane']) {
      const world = weightless({ sleeping: false });
      const still =
        floor === 'plane' ? addFloor(world) : add(world, unitBox, { type: 'static', position: [0, -0.5, 0] });
      const moving = add(world, unitBox, { position: [0, 0.45, 0] });
      const ends = field === 'bodyA' ? { bodyA: still, bodyB: moving } : { bodyA: moving, bodyB: still };
      const joint = createJoint(world, slider({ ...ends, axis: [1, 0, 0] }));
      expect(next(world)).toEqual([]);
      updateJoint(world, joint, { collideConnected: true });
      expect(next(world), floor).toEqual(['begin']);
      updateJoint(world, joint, { collideConnected: false });
      expect(next(world)).toEqual(['end']);
    }
  });
});
