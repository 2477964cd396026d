import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  applyTorque,
  type BodyHandle,
  createJoint,
  type JointHandle,
  jointCoordinate,
  jointCoordinates,
  jointError,
  jointReaction,
  swingTwist,
  updateJoint,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { jointRows } from '../../../src/inspect.js';
import { rotate } from '../../../src/math/quat.js';
import { dot, length, scale, sub } from '../../../src/math/vec3.js';
import { between, createRandom, type Random } from '../../determinism/context.js';
import { G, jointWorld, off, run } from '../context.js';
import { addTop, axisOf, DEGREE, edgeAt, pushTip, type Range, swingBy, swingOf } from '../swings.js';

/** Four different semi-axes. */
const randomRange = (random: Random, least: number, most: number): Range => [
  -between(random, least, most) * DEGREE,
  between(random, least, most) * DEGREE,
];

interface Limited {
  readonly world: World;
  readonly top: BodyHandle;
  readonly joint: JointHandle;
  readonly y: Range;
  readonly z: Range;
}

/** A body on the world, `lever` from its anchor to its centre, swung by `angle` in the direction `phi`. */
const limited = (
  y: Range,
  z: Range,
  pose: { phi: number; angle: number; lever?: number; inertia?: Vec3; spin?: Vec3; friction?: number },
): Limited => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const { lever = 0, inertia = [0.02, 0.03, 0.04] } = pose;
  const rotation = swingBy(pose.phi, pose.angle);
  const top = addTop(world, 1, inertia, {
    rotation,
    position: rotate(rotation, [lever, 0, 0]),
    angularVelocity: pose.spin ?? [0, 0, 0],
  });
  const joint = createJoint(
    world,
    swingTwist({
      bodyB: top,
      frameA: {},
      frameB: { position: [-lever, 0, 0] },
      swingY: { limits: y },
      swingZ: { limits: z },
      friction: pose.friction ?? 0,
    }),
  );
  return { world, top, joint, y, z };
};

/** How far the swing is beyond its limit, along the great circle. */
const excess = ({ world, joint, y, z }: Limited): number => {
  const { angle, phi } = swingOf(world, joint);
  return angle - edgeAt(y, z, phi);
};

const turnBetween = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

describe('the swing limit', () => {
  // 2 N·m is what 0.7 kg weigh 0.3 m from the anchor. It pushes straight at the edge; a little friction keeps it from sliding along.
  it.each([0, 0.3])('holds 80 random directions under a load, lever %s m, within 0.5°', (lever) => {
    const random = createRandom(lever === 0 ? 11 : 12);
    let beyond = 0;
    let apart = 0;
    let slid = 0;
    for (let i = 0; i < 80; i++) {
      const y = randomRange(random, 5, 170);
      const z = randomRange(random, 5, 170);
      const phi = between(random, -Math.PI, Math.PI);
      const scene = limited(y, z, { phi, angle: 0.98 * edgeAt(y, z, phi), lever, friction: 0.05 });
      const { world, top, joint } = scene;
      run(world, 0.5, (time) => {
        const row = jointRows(world, joint).find(({ name }) => name === 'swing limit')!;
        applyTorque(world, top, scale(row.angularB, -2 / length(row.angularB)));
        beyond = Math.max(beyond, excess(scene));
        if (time > 0.3) apart = Math.max(apart, -excess(scene));
      });
      slid = Math.max(slid, turnBetween(swingOf(world, joint).phi, phi));
    }
    expect(beyond / DEGREE).toBeLessThan(0.5);
    expect(apart / DEGREE).toBeLessThan(0.5);
    expect(slid / DEGREE).toBeLessThan(10);
  });

  it('stops 25 bodies thrown at it at up to 8 rad/s', () => {
    const random = createRandom(13);
    for (let i = 0; i < 25; i++) {
      const y = randomRange(random, 30, 90);
      const z = randomRange(random, 30, 90);
      const phi = between(random, -Math.PI, Math.PI);
      const spin = scale([0, Math.cos(phi), Math.sin(phi)], between(random, 1, 8));
      const scene = limited(y, z, { phi: 0, angle: 0, spin, inertia: [0.03, 0.03, 0.03] });
      let beyond = 0;
      run(scene.world, 1.5, () => {
        beyond = Math.max(beyond, excess(scene));
      });
      expect(beyond / DEGREE).toBeLessThan(0.5);
    }
  });

  it.each([3, 60])('returns to the edge from violations of up to %s°', (deepest) => {
    const random = createRandom(14);
    let beyond = 0;
    let way = 0;
    let speed = 0;
    for (let i = 0; i < 25; i++) {
      const y = randomRange(random, 20, 110);
      const z = randomRange(random, 20, 110);
      const phi = between(random, -Math.PI, Math.PI);
      const angle = edgeAt(y, z, phi) + between(random, 0.1, 1) * deepest * DEGREE;
      const scene = limited(y, z, { phi, angle, friction: 0.1 });
      const start = axisOf(scene.world, scene.top);
      run(scene.world, 2);
      beyond = Math.max(beyond, excess(scene));
      way = Math.max(way, Math.acos(Math.min(dot(axisOf(scene.world, scene.top), start), 1)));
      speed = Math.max(speed, length(angularVelocity(scene.world, scene.top)));
    }
    expect(beyond / DEGREE).toBeLessThan(0.1);
    expect(speed).toBeLessThan(1e-6);
    // A small violation is mended on the spot. A large one leaves some speed, which carries the body on until friction ends it.
    if (deepest === 3) expect(way / DEGREE).toBeLessThan(6);
  });

  it('leaves no speed behind when it is round', () => {
    for (const angle of [0.6, 1.5, 3]) {
      const scene = limited([-0.5, 0.5], [-0.5, 0.5], { phi: 2, angle, inertia: [0.03, 0.03, 0.03] });
      run(scene.world, 2);
      expect(Math.abs(excess(scene)) / DEGREE).toBeLessThan(1e-3);
      expect(turnBetween(swingOf(scene.world, scene.joint).phi, 2)).toBeLessThan(1e-6);
      expect(length(angularVelocity(scene.world, scene.top))).toBeLessThan(1e-6);
    }
  });

  it('does not slow what passes through the middle of a long ellipse', () => {
    const random = createRandom(15);
    for (let i = 0; i < 30; i++) {
      const start: Vec3 = [0, between(random, -0.05, 0.05), between(random, -0.5, -0.1)];
      const speed = between(random, 2, 6);
      const scene = limited([-0.25, 0.25], [-1.5, 1.5], {
        phi: Math.atan2(start[2], start[1]),
        angle: length(start),
        spin: [0, 0, speed],
        inertia: [0.03, 0.03, 0.03],
      });
      run(scene.world, (0.5 - start[2]) / speed);
      expect(off(length(angularVelocity(scene.world, scene.top)), speed)).toBeLessThan(1e-9);
      expect(swingOf(scene.world, scene.joint).phi).toBeGreaterThan(0);
    }
  });

  it('with no width becomes a hinge, its ends included', () => {
    for (const side of [0, 0.5, 2]) {
      const scene = limited([0, 2], [0, 0], { phi: 0, angle: 0, spin: [0, 4, side], lever: 0 });
      let sideways = 0;
      let furthest = 0;
      run(scene.world, 3, () => {
        const { swingY, swingZ } = jointCoordinates(scene.world, scene.joint);
        sideways = Math.max(sideways, Math.abs(swingZ.value));
        furthest = Math.max(furthest, swingY.value);
      });
      expect(sideways / DEGREE).toBeLessThan(0.5);
      expect(Math.abs(furthest - 2) / DEGREE).toBeLessThan(0.5);
    }
  });

  it('may be open on any side', () => {
    const scene = limited([-Infinity, 0.3], [-Infinity, Infinity], {
      phi: 0,
      angle: 0,
      spin: [0, 0, 2],
      inertia: [0.03, 0.03, 0.03],
    });
    run(scene.world, 0.5);
    expect(off(angularVelocity(scene.world, scene.top)[2], 2)).toBeLessThan(1e-9);
    run(scene.world, 1, () => applyTorque(scene.world, scene.top, [0, 1, 0]));
    expect(jointCoordinate(scene.world, scene.joint, 'swingY').value).toBeLessThan(0.3 + 0.5 * DEGREE);
  });

  it('sags by τ / (ω² I) when it is soft, each axis with its own stiffness', () => {
    for (const [axis, name, hertz] of [
      [[0, 1, 0], 'swingY', 3],
      [[0, 0, -1], 'swingZ', 5],
    ] as const) {
      const world = jointWorld({ gravity: [0, 0, 0] });
      const top = addTop(world, 2, [0.05, 0.05, 0.05]);
      const joint = createJoint(
        world,
        swingTwist({
          bodyB: top,
          swingY: { limits: [-0.3, 0.4], limitSpring: { hertz: 3 } },
          swingZ: { limits: [-0.4, 0.5], limitSpring: { hertz: 5 } },
        }),
      );
      run(world, 4, () => applyTorque(world, top, scale(axis, 0.5)));
      const sag = 0.5 / (0.05 * (2 * Math.PI * hertz) ** 2);
      expect(off(Math.abs(jointCoordinate(world, joint, name).value) - 0.4, sag)).toBeLessThan(1e-3);
    }
  });

  it.each([0, 0.4, 1])('gives back %s of the speed', (restitution) => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 2, [0.05, 0.05, 0.05], { angularVelocity: [0, -3.3, 0] });
    createJoint(
      world,
      swingTwist({
        bodyB: top,
        swingY: { limits: [-0.4, 1], limitRestitution: restitution },
        swingZ: { limits: [-0.5, 0.5] },
      }),
    );
    run(world, 0.4 / 3.3 + 0.05);
    expect(length(sub(angularVelocity(world, top), [0, 3.3 * restitution, 0]))).toBeLessThan(1e-9);
  });
});

describe('the twist', () => {
  it('runs from -3π to 5π and back', () => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.03, 0.03, 0.03]);
    const joint = createJoint(
      world,
      swingTwist({
        bodyB: top,
        twist: { limits: [-3 * Math.PI, 5 * Math.PI], motor: { speed: 6, maxForce: 1 } },
      }),
    );
    run(world, 4);
    expect(off(jointCoordinate(world, joint, 'twist').value, 5 * Math.PI)).toBeLessThan(1e-3);
    updateJoint(world, joint, { twist: { motor: { speed: -6 } } });
    run(world, 6);
    expect(off(jointCoordinate(world, joint, 'twist').value, -3 * Math.PI)).toBeLessThan(1e-3);
  });

  it.each([0.5, 1.2, 2.5])('is held while the axis is swung by %s rad', (angle) => {
    const world = jointWorld({ gravity: [0, 0, 0] });
    const top = addTop(world, 1, [0.03, 0.03, 0.03], { rotation: swingBy(0.7, angle) });
    const joint = createJoint(
      world,
      swingTwist({ bodyB: top, frameA: {}, frameB: {}, twist: { limits: [-0.2, 0.3] }, friction: 0.05 }),
    );
    run(world, 1, () => {
      const row = jointRows(world, joint).find(({ name }) => name === 'twist limit')!;
      applyTorque(world, top, scale(row.angularB, 0.5 / length(row.angularB)));
    });
    expect(Math.abs(jointCoordinate(world, joint, 'twist').value - 0.3) / DEGREE).toBeLessThan(0.5);
    expect(Math.abs(swingOf(world, joint).angle - angle) / DEGREE).toBeLessThan(5);
  });
});

it('goes to an orientation within its limits and stops at them', () => {
  const world = jointWorld({ gravity: [0, 0, 0] });
  const top = addTop(world, 1, [0.02, 0.03, 0.04]);
  const joint = createJoint(
    world,
    swingTwist({
      bodyB: top,
      swingY: { limits: [-1, 1] },
      swingZ: { limits: [-0.6, 0.6] },
      motorTarget: swingBy(0.5, 0.5),
      motorHertz: 3,
    }),
  );
  run(world, 2);
  const near = swingOf(world, joint);
  expect(off(near.angle, 0.5)).toBeLessThan(1e-3);
  expect(off(near.phi, 0.5)).toBeLessThan(1e-3);
  updateJoint(world, joint, { motorTarget: swingBy(0, 1.8) });
  run(world, 2);
  expect(off(jointCoordinate(world, joint, 'swingY').value, 1)).toBeLessThan(0.01);
});

it('bears a load at its edge with the reaction that statics want', () => {
  const world = jointWorld();
  const bar = addTop(world, 2, [0.02, 0.05, 0.05], { position: [0.5, 0, 0] });
  const joint = createJoint(
    world,
    swingTwist({
      bodyB: bar,
      anchor: [0, 0, 0],
      axis: [1, 0, 0],
      secondAxis: [0, 1, 0],
      swingY: { limits: [-0.8, 0.8] },
      swingZ: { limits: [-0.4, 1] },
    }),
  );
  run(world, 4);
  const torque = 2 * G * 0.5 * Math.cos(0.4);
  const reaction = jointReaction(world, joint);
  expect(length(sub(reaction.force, [0, 2 * G, 0]))).toBeLessThan(1e-3 * 2 * G);
  expect(length(sub(reaction.torque, [0, 0, torque]))).toBeLessThan(1e-3 * torque);
  expect(jointError(world, joint).linear).toBeLessThan(1e-3);
});

it('slides along its edge to the lowest point', () => {
  const y: Range = [-70 * DEGREE, 50 * DEGREE];
  const z: Range = [-30 * DEGREE, 40 * DEGREE];
  const scene = limited(y, z, { phi: 0.9, angle: 0.3, friction: 0.02 });
  let beyond = 0;
  // The tip is pulled along -z: the swing about +y that this wants ends at the tip of the ellipse.
  run(scene.world, 4, () => {
    pushTip(scene.world, scene.top, [0, 0, -1]);
    beyond = Math.max(beyond, excess(scene));
  });
  expect(beyond / DEGREE).toBeLessThan(0.5);
  expect(Math.abs(swingOf(scene.world, scene.joint).angle - 50 * DEGREE) / DEGREE).toBeLessThan(2);
});
