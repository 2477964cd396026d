import {
  angularVelocity,
  type BodyHandle,
  ball,
  bodyContacts,
  bodyPosition,
  box,
  createBody,
  createCollider,
  createJoint,
  distance,
  fixed,
  gear,
  hinge,
  type JointHandle,
  jointError,
  jointReaction,
  linearVelocity,
  pulley,
  slider,
  swingTwist,
  universal,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { kineticEnergy, potentialEnergy } from '@tenon/physics-core/inspect';
import { createRandom } from '@tenon/scenes';
import { describe, expect, it } from 'vitest';
import { trials } from '../fuzz-scale.js';
import { about, awakeWorld, G, run, size, stepsApart } from './context.js';

/** Closed loops of joints, solved exactly by the closing rows of an articulation. */

const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

const largestGap = (world: World, joints: readonly JointHandle[]): number =>
  Math.max(...joints.map((joint) => jointError(world, joint).linear));

/** A solid box without a collider: nothing touches. */
const addBox = (world: World, position: Vec3, mass: number, [x, y, z]: Vec3, more = {}): BodyHandle => {
  const moment = (a: number, b: number): number => (mass / 3) * (a * a + b * b);
  const inertia = [moment(y, z), 0, 0, moment(x, z), 0, moment(x, y)] as const;
  return createBody(world, { position, massProperties: { mass, inertia }, ...more });
};

/** A bar from a to b in the plane z = 0. */
const addBar = (world: World, a: Vec3, b: Vec3, mass: number, more = {}): BodyHandle => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const middle: Vec3 = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0];
  const half: Vec3 = [Math.hypot(dx, dy) / 2, 0.03, 0.03];
  return addBox(world, middle, mass, half, { rotation: about(Z, Math.atan2(dy, dx)), ...more });
};

/** Largest gain and loss of energy, J, and the largest gap, m. */
const watch = (world: World, joints: readonly JointHandle[], seconds: number) => {
  const start = energy(world);
  let [gain, loss, gap] = [0, 0, 0];
  run(world, seconds, () => {
    gain = Math.max(gain, energy(world) - start);
    loss = Math.max(loss, start - energy(world));
    gap = Math.max(gap, largestGap(world, joints));
  });
  return { gain, loss, gap };
};

describe('a four-bar linkage', () => {
  // Ground 1.2 m, crank 0.4 m, coupler 1.2 m, rocker 0.8 m: the crank goes round.
  const [a, b, d]: Vec3[] = [
    [0, 0, 0],
    [0, 0.4, 0],
    [1.2, 0, 0],
  ];
  const c: Vec3 = [0.9961, 1.0738, 0];
  const length = (p: Vec3, q: Vec3): number => Math.hypot(p[0] - q[0], p[1] - q[1]);

  it.each(['hinges', 'a ball at the end'])('with %s keeps its energy to a thousandth for 20 s', (how) => {
    const world = awakeWorld();
    const bars = [addBar(world, a, b, 1), addBar(world, b, c, 3), addBar(world, d, c, 2)];
    const joints = [
      createJoint(world, hinge({ bodyB: bars[0], anchor: a, axis: Z })),
      createJoint(world, hinge({ bodyA: bars[0], bodyB: bars[1], anchor: b, axis: Z })),
      createJoint(world, hinge({ bodyA: bars[1], bodyB: bars[2], anchor: c, axis: Z })),
      createJoint(
        world,
        how === 'hinges'
          ? hinge({ bodyB: bars[2], anchor: d, axis: Z })
          : ball({ bodyB: bars[2], anchor: d }),
      ),
    ];
    expect(length(b, c)).toBeGreaterThan(1);
    const { gain, loss, gap } = watch(world, joints, 20);
    const scale = 6 * G * 0.5;
    expect(Math.max(gain, loss) / scale).toBeLessThan(0.001);
    expect(gap).toBeLessThan(1e-5);
  });
});

describe('linkages with many loops', () => {
  /** A scissor lift whose lower shoe a motor drives, random bars: each stage after the first closes a loop. */
  const addScissors = (world: World, random: () => number, stages: number): readonly JointHandle[] => {
    const [half, high] = [0.3 + 0.3 * random(), 0.3 + 0.2 * random()];
    const joints: JointHandle[] = [];
    const join = (bodyB: BodyHandle, x: number, y: number, bodyA?: BodyHandle): void => {
      const bodies = bodyA === undefined ? { bodyB } : { bodyA, bodyB };
      joints.push(createJoint(world, hinge({ ...bodies, anchor: [x, y, 0], axis: Z })));
    };
    let below: readonly BodyHandle[] = [];
    for (let i = 0; i < stages; i++) {
      const y = 2 * high * i;
      const left = addBar(world, [-half, y, 0], [half, y + 2 * high, 0], 1 + 4 * random());
      const right = addBar(world, [half, y, 0], [-half, y + 2 * high, 0], 1 + 4 * random());
      join(right, 0, y + high, left);
      if (i > 0) {
        join(left, -half, y, below[1]);
        join(right, half, y, below[0]);
      } else {
        const shoe = addBox(world, [half, 0, 0], 1, [0.1, 0.1, 0.1]);
        const motor = { speed: 0.6 * random() - 0.3, maxForce: 1e5 };
        joints.push(
          createJoint(world, slider({ bodyB: shoe, axis: [1, 0, 0], limits: [-0.2, 0.05], motor })),
        );
        join(left, -half, 0);
        join(right, half, 0, shoe);
      }
      below = [left, right];
    }
    return joints;
  };

  it('scissor lifts of 4 to 14 stages stay together within 0.1 mm', () => {
    let worst = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const { next: random } = createRandom(7000 + seed);
      const world = awakeWorld();
      const joints = addScissors(world, random, 4 + Math.floor(11 * random()));
      run(world, 2, () => {
        worst = Math.max(worst, largestGap(world, joints));
      });
    }
    console.log(`scissor lifts: joints within ${(1e3 * worst).toFixed(4)} mm`);
    expect(worst).toBeLessThan(1e-4);
  });

  it('what hinges across the plane of a loop bear is what the load asks for', () => {
    // A bar on two bars on the world, in a plane that is turned; gravity along its axis as well.
    const world = awakeWorld({ gravity: [-4.8, -6, -6.4] });
    const axis: Vec3 = [0.6, 0, 0.8];
    const place = (x: number, y: number): Vec3 => [0.8 * x, y, -0.6 * x];
    const bodies = [place(0, 0.5), place(0.5, 0), place(1, 0.5)].map((position) =>
      addBox(world, position, 2, [0.1, 0.1, 0.1]),
    );
    const ends = [
      { bodyB: bodies[0], anchor: place(0, 1), axis },
      { bodyA: bodies[0], bodyB: bodies[1], anchor: place(0, 0), axis },
      { bodyA: bodies[2], bodyB: bodies[1], anchor: place(1, 0), axis },
      { bodyB: bodies[2], anchor: place(1, 1), axis },
    ];
    const joints = ends.map((end) => createJoint(world, hinge(end)));
    run(world, 4);
    const [first, last] = [jointReaction(world, joints[0]).force, jointReaction(world, joints[3]).force];
    for (let k = 0; k < 3; k++) expect(first[k] + last[k]).toBeCloseTo([28.8, 36, 38.4][k], 6);
    expect(largestGap(world, joints)).toBeLessThan(1e-5);
  });
});

describe('a ring of 12 bars', () => {
  const corner = (i: number): Vec3 => [Math.cos((Math.PI * i) / 6), Math.sin((Math.PI * i) / 6), 0];
  const addRing = (world: World, isPlanar: boolean, speed: number) => {
    const bars = Array.from({ length: 12 }, (_, i) => {
      const [x, y] = [corner(i + 0.5)[0], corner(i + 0.5)[1]];
      // Pulled long along x and short along y: the corners follow.
      return addBar(world, corner(i), corner(i + 1), 1, { linearVelocity: [speed * x, -speed * y, 0] });
    });
    const joints = bars.map((bodyA, i) => {
      const common = { bodyA, bodyB: bars[(i + 1) % 12], anchor: corner(i + 1) };
      return createJoint(world, isPlanar ? hinge({ ...common, axis: Z }) : ball(common));
    });
    return { bars, joints };
  };

  it('that swings weightlessly between two ellipses keeps its energy within 0.1 %', () => {
    const world = awakeWorld({ gravity: [0, 0, 0] });
    const { joints } = addRing(world, true, 0.3);
    // The joints take what the bars cannot do at once.
    run(world, 1 / 60);
    const start = kineticEnergy(world);
    const { gain, loss, gap } = watch(world, joints, 10);
    expect(Math.max(gain, loss) / start).toBeLessThan(0.001);
    expect(gap).toBeLessThan(1e-4);
  });

  it('that hangs by one corner and collapses stays closed and gains nothing', () => {
    const world = awakeWorld();
    const { bars, joints } = addRing(world, false, 0);
    joints.push(createJoint(world, ball({ bodyB: bars[0], anchor: corner(0) })));
    const { gain, gap } = watch(world, joints, 5);
    expect(gain / (12 * G)).toBeLessThan(0.01);
    expect(gap).toBeLessThan(1e-4);
  });
});

describe('a bridge of 10 planks between two walls', () => {
  const build = (world: World, height: (i: number) => number) => {
    const at = (i: number): Vec3 => [0.5 * i, height(i), 0];
    const planks = Array.from({ length: 10 }, (_, i) => addBar(world, at(i), at(i + 1), 1));
    const joints = [createJoint(world, hinge({ bodyB: planks[0], anchor: at(0), axis: Z }))];
    for (let i = 1; i < 10; i++)
      joints.push(
        createJoint(world, hinge({ bodyA: planks[i - 1], bodyB: planks[i], anchor: at(i), axis: Z })),
      );
    joints.push(createJoint(world, hinge({ bodyB: planks[9], anchor: at(10), axis: Z })));
    return { planks, joints };
  };

  it('hangs with half its weight on each wall', () => {
    const world = awakeWorld();
    const { joints } = build(world, (i) => -0.4 * Math.sin((Math.PI * i) / 10));
    let [left, right, times] = [0, 0, 0];
    run(world, 20, () => {
      left += jointReaction(world, joints[0]).force[1];
      right += jointReaction(world, joints[10]).force[1];
      times++;
    });
    // It swings without loss, so the mean counts.
    expect(left / times / (5 * G)).toBeCloseTo(1, 2);
    expect(right / times / (5 * G)).toBeCloseTo(1, 2);
    expect(largestGap(world, joints)).toBeLessThan(1e-4);
  });

  it('taut, in a singular pose, stays', () => {
    const world = awakeWorld();
    const { planks, joints } = build(world, () => 0);
    const { gain, gap } = watch(world, joints, 5);
    expect(gain / (10 * G)).toBeLessThan(1e-4);
    expect(gap).toBeLessThan(1e-4);
    for (const plank of planks) expect(Math.abs(bodyPosition(world, plank)[1])).toBeLessThan(0.01);
  });
});

describe('redundant joints', () => {
  it('a door on two hinges swings as on one, and together they bear it', () => {
    const world = awakeWorld();
    const def = { linearVelocity: [0, 0, -1], angularVelocity: [0, 2, 0] };
    const door = addBox(world, [0.5, 0, 0], 10, [0.5, 1, 0.03], def);
    const joints = [0.8, -0.8].map((y) =>
      createJoint(world, hinge({ bodyB: door, anchor: [0, y, 0], axis: Y })),
    );
    const { gain, loss, gap } = watch(world, joints, 10);
    expect(Math.max(gain, loss)).toBeLessThan(1e-3 * kineticEnergy(world));
    expect(gap).toBeLessThan(1e-5);
    expect(angularVelocity(world, door)[1]).toBeCloseTo(2, 3);
    const up = joints.reduce((sum, joint) => sum + jointReaction(world, joint).force[1], 0);
    expect(up / (10 * G)).toBeCloseTo(1, 6);
  });
});

describe('couplings and single rows', () => {
  it('gears between wheels on a carrier keep ratio and energy', () => {
    const world = awakeWorld();
    const carrier = addBox(world, [0.5, 0, 0], 2, [0.5, 0.1, 0.1]);
    const wheels = [
      addBox(world, [0, 0, 0.2], 1, [0.3, 0.3, 0.05], { angularVelocity: [0, 0, 10] }),
      addBox(world, [1, 0, 0.2], 5, [0.6, 0.6, 0.05], { angularVelocity: [0, 0, -5] }),
    ];
    createJoint(world, hinge({ bodyB: carrier, anchor: [0, 0, 0], axis: Z }));
    const [jointA, jointB] = wheels.map((bodyB, i) =>
      createJoint(world, hinge({ bodyA: carrier, bodyB, anchor: [i, 0, 0.2], axis: Z })),
    );
    const joints = [jointA, jointB, createJoint(world, gear({ jointA, jointB, ratio: 2 }))];
    run(world, 1 / 60);
    const { gain, loss } = watch(world, joints, 10);
    expect(Math.max(gain, loss) / (8 * G)).toBeLessThan(0.001);
    const [spinA, spinB] = wheels.map(
      (w) => angularVelocity(world, w)[2] - angularVelocity(world, carrier)[2],
    );
    expect(spinA + 2 * spinB).toBeCloseTo(0, 4);
    expect(stepsApart(world, 30)).toEqual([]);
  });

  it('a pulley with 1 and 3 kg on it is an Atwood machine: a = g / 2', () => {
    const world = awakeWorld();
    const half: Vec3 = [0.1, 0.1, 0.1];
    const [bodyA, bodyB] = [addBox(world, [0, 0, 0], 1, half), addBox(world, [1, 0, 0], 3, half)];
    createJoint(world, pulley({ bodyA, bodyB, groundA: [0, 5, 0], groundB: [1, 5, 0], mode: 'rod' }));
    run(world, 1);
    expect(linearVelocity(world, bodyA)[1] / (G / 2)).toBeCloseTo(1, 6);
    expect(linearVelocity(world, bodyB)[1] / (-G / 2)).toBeCloseTo(1, 6);
  });

  it('three balls on rods keep their triangle, and what each rod bears: m ω² r / √3', () => {
    const world = awakeWorld({ gravity: [0, 0, 0] });
    const place = (i: number): Vec3 => [Math.cos((2 * Math.PI * i) / 3), Math.sin((2 * Math.PI * i) / 3), 0];
    const balls = [0, 1, 2].map((i) => {
      const [x, y] = place(i);
      return addBox(world, place(i), 2, [0.1, 0.1, 0.1], { linearVelocity: [-3 * y, 3 * x, 0] });
    });
    const joints = [0, 1, 2].map((i) =>
      createJoint(world, distance({ bodyA: balls[i], bodyB: balls[(i + 1) % 3] })),
    );
    const { gain, loss, gap } = watch(world, joints, 5);
    expect(Math.max(gain, loss) / 27).toBeLessThan(0.001);
    expect(gap).toBeLessThan(1e-4);
    for (const joint of joints)
      expect(size(jointReaction(world, joint).force) / (18 / Math.sqrt(3))).toBeCloseTo(1, 2);
  });
});

it('a tetrahedron of rods swings as a rigid body: energy to a thousandth', () => {
  const world = awakeWorld();
  const corners: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0.5, 0.8, 0],
    [0.5, 0.3, 0.8],
  ];
  const balls = corners.map((corner) => addBox(world, corner, 1, [0.05, 0.05, 0.05]));
  const joints = balls.flatMap((bodyB, i) =>
    balls.slice(0, i).map((bodyA) => createJoint(world, distance({ bodyA, bodyB }))),
  );
  joints.push(createJoint(world, ball({ bodyB: balls[0], anchor: [0, 0, 0] })));
  const { gain, loss, gap } = watch(world, joints, 10);
  expect(Math.max(gain, loss) / (4 * G)).toBeLessThan(0.001);
  expect(gap).toBeLessThan(1e-5);
});

/** Random mechanisms: masses 2000 : 1, long levers, limits, and two joints that close loops. */
const randomLoops = (seed: number): { world: World; joints: JointHandle[]; total: number } => {
  const { next, between } = createRandom(seed);
  const unit = (): Vec3 => {
    const [x, y, z] = [between(-1, 1), between(-1, 1), between(-1, 1)];
    const s = 1 / Math.max(Math.hypot(x, y, z), 1e-3);
    return [x * s, y * s, z * s];
  };
  const along = ([x, y, z]: Vec3, [a, b, c]: Vec3, s: number): Vec3 => [x + s * a, y + s * b, z + s * c];
  const world = awakeWorld();
  const count = 4 + Math.floor(17 * next());
  const places: Vec3[] = [];
  const bodies: BodyHandle[] = [];
  const joints: JointHandle[] = [];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const parent = i === 0 ? -1 : Math.floor(next() * i);
    const anchor = parent < 0 ? ([0, 0, 0] as const) : along(places[parent], unit(), between(0.3, 0.7));
    const mass = 10 ** between(-1.3, 2);
    places.push(along(anchor, unit(), between(0.2, 0.6)));
    bodies.push(
      addBox(world, places[i], mass, [between(0.05, 0.35), between(0.05, 0.35), between(0.05, 0.35)]),
    );
    total += mass;
    const common = { ...(parent < 0 ? {} : { bodyA: bodies[parent] }), bodyB: bodies[i], anchor };
    const axis = unit();
    const limits: readonly [number, number] = [between(-1.3, -0.3), between(0.3, 1.3)];
    const cone = { limits: [-0.8, 0.8] } as const;
    const makers = [
      () => ball(common),
      () => hinge({ ...common, axis, limits }),
      () => hinge({ ...common, axis }),
      () => universal({ ...common, axis }),
      () => swingTwist({ ...common, axis, swingY: cone, swingZ: cone }),
      () => fixed(common),
      () => slider({ ...common, axis, limits: [-0.2, 0.2] }),
    ];
    joints.push(createJoint(world, makers[Math.floor(7 * next())]()));
  }
  for (let k = 0; k < 2; k++) {
    const [i, j] = [Math.floor(next() * count), Math.floor(next() * count)];
    if (i === j) continue;
    const anchor = along(along([0, 0, 0], places[i], 0.5), places[j], 0.5);
    joints.push(createJoint(world, ball({ bodyA: bodies[i], bodyB: bodies[j], anchor })));
  }
  return { world, joints, total };
};

const MECHANISMS = trials('MECHANISMS', 10, 30);

it(`${MECHANISMS} random mechanisms with loops, 2000 : 1: joints within 1 mm, no gain above 1 %`, () => {
  for (let seed = 1; seed <= MECHANISMS; seed++) {
    const { world, joints, total } = randomLoops(40_000 + seed);
    const { gain, gap } = watch(world, joints, 3);
    expect(gain / (total * G * 0.5)).toBeLessThan(0.01);
    expect(gap).toBeLessThan(1e-3);
  }
});

describe('bridges with loads on them', () => {
  /** Planks of 14 kg along an arc between two fixed points, on hinges with friction so that they come to rest, two loads on them. */
  const bridge = (planks: number, load: number) => {
    const world = awakeWorld();
    const joints: JointHandle[] = [];
    const bodies: BodyHandle[] = [];
    const points: Vec3[] = [[0, 5, 0]];
    for (let i = 0; i < planks; i++) {
      const angle = 0.8 * ((i + 0.5) / planks - 0.5);
      const [x, y] = points[i];
      const end: Vec3 = [x + Math.cos(angle), y + Math.sin(angle), 0];
      const middle: Vec3 = [(x + end[0]) / 2, (y + end[1]) / 2, 0];
      const plank = createBody(world, { position: middle, rotation: about(Z, angle) });
      createCollider(world, plank, { shape: box(0.47, 0.05, 0.5), density: 300 });
      const last = i === 0 ? {} : { bodyA: bodies[i - 1] };
      joints.push(
        createJoint(world, hinge({ ...last, bodyB: plank, anchor: points[i], axis: Z, friction: load / 5 })),
      );
      bodies.push(plank);
      points.push(end);
    }
    const [bodyB, anchor] = [bodies[planks - 1], points[planks]];
    joints.push(createJoint(world, hinge({ bodyB, anchor, axis: Z })));
    const loads = [-1, 1].map((side) => {
      const [x, y] = bodyPosition(world, bodies[Math.floor(planks / 2) + side]);
      const body = createBody(world, { position: [x, y + 0.4, 0], mass: load });
      createCollider(world, body, { shape: box(0.3, 0.3, 0.3), friction: 1 });
      return body;
    });
    return { world, joints, bodies, loads };
  };

  it.each([
    [10, 100, 3e-4],
    [10, 500, 1e-3],
    [10, 5000, 8e-3],
    [30, 100, 8e-4],
  ])('%i planks hold loads of %f kg: joints within 0.1 mm, contacts %f m deep', (planks, load, most) => {
    const { world, joints, bodies, loads } = bridge(planks, load);
    let gap = 0;
    let depth = 0;
    run(world, 6, (time) => {
      gap = Math.max(gap, largestGap(world, joints));
      // Until then the loads bounce now and then.
      if (time < 4) return;
      for (const body of bodies)
        for (const { points } of bodyContacts(world, body))
          for (const { separation } of points) depth = Math.max(depth, -separation);
    });
    expect(gap).toBeLessThan(1e-4);
    expect(depth).toBeLessThan(most);
    for (const body of loads) expect(bodyPosition(world, body)[1]).toBeGreaterThan(planks === 10 ? 4 : 1.5);
  });
});
