import { describe, expect, it } from 'vitest';
import {
  allBodies,
  angularVelocity,
  type BodyHandle,
  bodyMass,
  bodyType,
  box,
  capsule,
  centreOfMass,
  createWorld,
  hashWorld,
  linearVelocity,
  type Shape,
  sphere,
  stepWorld,
  type Vec3,
  type World,
  worldSettings,
} from '../../src/index.js';
import {
  allContactRows,
  contactRows,
  kineticEnergy,
  momentum,
  potentialEnergy,
  type SolverRow,
} from '../../src/inspect.js';
import { invertSym3, type Sym3 } from '../../src/math/mat3.js';
import { add, cross, dot, length, scale, sub } from '../../src/math/vec3.js';
import {
  addBody,
  addFloor,
  between,
  boxStack,
  createRandom,
  DT,
  mixedPile,
  movingPlatform,
  randomRotation,
  randomVector,
  rock,
  runScene,
  type Scene,
  startScene,
  worldInertia,
} from '../determinism/context.js';

const shapes: Readonly<Record<string, () => Shape>> = {
  sphere: () => sphere(0.4),
  capsule: () => capsule(0.3, 0.3),
  box: () => box(0.5, 0.3, 0.4),
  hull: () => rock(createRandom(4), 0.5),
};

/** Pairs about to touch: so short a step that nothing moves or rotates, so the rows belong to the poses that can be read. */
const nearlyTouching = (seed: number): World => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const random = createRandom(seed);
  const names = Object.keys(shapes);
  for (let i = 0; i < 40; i++) {
    const at: Vec3 = [10 * i, 0, 0];
    for (const side of [0, 1]) {
      const shape = shapes[names[Math.floor(random() * names.length)]]();
      const offset = add(at, side === 0 ? [0, 0, 0] : scale(randomVector(random, 1), 0.6));
      addBody(world, { position: offset, rotation: randomRotation(random) }, shape, {
        friction: between(random, 0, 1),
        rollingResistance: 0.05,
        density: between(random, 100, 2000),
      });
    }
  }
  stepWorld(world, 1e-9);
  return world;
};

const multiply = ([xx, xy, xz, yy, yz, zz]: Sym3, [x, y, z]: Vec3): Vec3 => [
  xx * x + xy * y + xz * z,
  xy * x + yy * y + yz * z,
  xz * x + yz * y + zz * z,
];

/** Jᵀ-side of one body: linear·M⁻¹linear + angular·I⁻¹angular; 0 for what cannot be pushed. */
const response = (world: World, body: BodyHandle, linear: Vec3, angular: Vec3): number => {
  if (bodyType(world, body) !== 'dynamic') return 0;
  const inverse = invertSym3(worldInertia(world, body));
  return dot(linear, linear) / bodyMass(world, body).mass + dot(angular, multiply(inverse, angular));
};

const rowsOf = (...worlds: World[]): [World, SolverRow][] =>
  worlds.flatMap((world) => allContactRows(world).map((row): [World, SolverRow] => [world, row]));

const after = (scene: Scene, steps: number): World => {
  const world = startScene(scene);
  runScene(world, scene, steps);
  return world;
};

/** Rows of one contact, which share their normal. */
const blocksOf = (world: World): SolverRow[][] => {
  const blocks: SolverRow[][] = [];
  for (const row of allContactRows(world)) {
    if (blocks.at(-1)?.[0].block === row.block) blocks.at(-1)?.push(row);
    else blocks.push([row]);
  }
  return blocks;
};

/** Sum of both sides' torques about a point, for λ = 1. */
const torqueAbout = (world: World, row: SolverRow, point: Vec3): Vec3 => {
  const side = (body: BodyHandle, linear: Vec3, angular: Vec3): Vec3 =>
    add(angular, cross(sub(centreOfMass(world, body), point), linear));
  return add(side(row.bodyA, row.linearA, row.angularA), side(row.bodyB, row.linearB, row.angularB));
};

/** Points that are found anew in every step, so that nothing about them is from an earlier one. */
const freshPoints = { recycleDistance: 0, recycleAngle: 0 };

describe('every row', () => {
  const worlds = [
    nearlyTouching(1),
    nearlyTouching(2),
    after({ ...boxStack, settings: freshPoints }, 30),
    after({ ...mixedPile, settings: freshPoints }, 90),
    after({ ...movingPlatform, settings: freshPoints }, 50),
  ];
  const rows = rowsOf(...worlds);

  it('there are enough of each kind', () => {
    for (const role of ['contact', 'friction', 'twist', 'rolling']) {
      expect(rows.filter(([, row]) => row.role === role).length, role).toBeGreaterThan(60);
    }
  });

  it("obeys Newton's third law: forces opposite, torques about any point cancel", () => {
    for (const [world, row] of rows) {
      expect(length(add(row.linearA, row.linearB))).toBeLessThan(1e-14);
      // Positions of some hundred metres leave rounding errors of 1e-13.
      expect(length(torqueAbout(world, row, [3, -2, 5]))).toBeLessThan(1e-12);
    }
  });

  it('recycled points: the torques cancel up to the distance that bodies may move before points are found anew', () => {
    const recycled = [after(boxStack, 12), after(mixedPile, 115)];
    const worst = Math.max(
      ...rowsOf(...recycled).map(([world, row]) => length(torqueAbout(world, row, [3, -2, 5]))),
    );
    console.log(`torque of a unit force pair at recycled points: ${worst.toExponential(1)} N·m`);
    expect(worst).toBeLessThan(worldSettings(recycled[0]).recycleDistance);
  });

  it('pushes along a unit vector at the point that it names', () => {
    for (const [world, row] of rows) {
      if (row.role === 'contact' || row.role === 'friction') {
        expect(length(row.linearB)).toBeCloseTo(1, 12);
        const arm = sub(row.point, centreOfMass(world, row.bodyB));
        expect(length(sub(row.angularB, cross(arm, row.linearB)))).toBeLessThan(1e-12);
      } else {
        expect(length(row.linearB)).toBe(0);
        expect(length(row.angularB)).toBeCloseTo(1, 12);
      }
    }
  });

  it('friction and rolling act in the tangent plane, at right angles, and twist about the normal', () => {
    for (const block of worlds.flatMap(blocksOf)) {
      const n = block[0].linearB;
      const along = (role: SolverRow['role']): Vec3[] =>
        block
          .filter((row) => row.role === role)
          .map((row) => add(row.linearB, role === 'friction' ? [0, 0, 0] : row.angularB));
      for (const [t1, t2] of [along('friction'), along('rolling')]) {
        expect(Math.abs(dot(t1, n))).toBeLessThan(1e-12);
        expect(Math.abs(dot(t2, n))).toBeLessThan(1e-12);
        expect(Math.abs(dot(t1, t2))).toBeLessThan(1e-12);
      }
      expect(length(sub(along('twist')[0], n))).toBeLessThan(1e-12);
    }
  });

  it('keeps λ within its bounds, friction and rolling as discs', () => {
    for (const block of [...worlds, after(mixedPile, 90)].flatMap(blocksOf)) {
      for (const role of ['contact', 'friction', 'twist', 'rolling'] as const) {
        const same = block.filter((row) => row.role === role);
        const { lower, upper } = same[0];
        const slack = 1e-12 * (1 + Math.abs(lower));
        const size = Math.sqrt(same.reduce((sum, { lambda }) => sum + lambda * lambda, 0));
        for (const { lambda } of same) expect(lambda).toBeGreaterThanOrEqual(lower - slack);
        expect(size).toBeLessThanOrEqual(upper + slack);
      }
    }
  });
});

describe('effective mass', () => {
  it('is 1 / (J M⁻¹ Jᵀ), from masses and inertias as the API tells them', () => {
    let worst = 0;
    for (const [world, row] of rowsOf(nearlyTouching(1), nearlyTouching(2), nearlyTouching(3))) {
      const k =
        response(world, row.bodyA, row.linearA, row.angularA) +
        response(world, row.bodyB, row.linearB, row.angularB);
      worst = Math.max(worst, Math.abs(row.effectiveMass * k - 1));
    }
    console.log(`effective mass: worst relative error ${worst.toExponential(1)}`);
    expect(worst).toBeLessThan(1e-6);
  });

  it('stays right to a hundredth while bodies slide and roll', () => {
    let worst = 0;
    for (const [world, row] of rowsOf(after(mixedPile, 200), after(boxStack, 100))) {
      if (row.role !== 'contact') continue;
      const k =
        response(world, row.bodyA, row.linearA, row.angularA) +
        response(world, row.bodyB, row.linearB, row.angularB);
      worst = Math.max(worst, Math.abs(row.effectiveMass * k - 1));
    }
    console.log(`effective mass of recycled points: worst relative error ${worst.toExponential(1)}`);
    expect(worst).toBeLessThan(0.05);
  });
});

describe('a stack at rest', () => {
  it('each body gets m g h of impulse a substep and no torque', () => {
    const world = after({ ...boxStack, settings: { sleeping: false } }, 300);
    const { gravity, substeps } = worldSettings(world);
    const h = DT / substeps;
    let worst = 0;
    for (const body of allBodies(world).slice(1)) {
      const { mass } = bodyMass(world, body);
      let impulse: Vec3 = [0, 0, 0];
      let torque: Vec3 = [0, 0, 0];
      for (const row of contactRows(world, body)) {
        const [linear, angular] =
          row.bodyA === body ? [row.linearA, row.angularA] : [row.linearB, row.angularB];
        impulse = add(impulse, scale(linear, row.lambda));
        torque = add(torque, scale(angular, row.lambda));
      }
      const weight = mass * -gravity[1] * h;
      const wanted: Vec3 = [0, weight, 0];
      worst = Math.max(worst, length(sub(impulse, wanted)) / weight, length(torque) / (weight * 0.5));
    }
    console.log(`stack: worst Σ Jᵀλ against m g h, relative: ${worst.toExponential(1)}`);
    expect(worst).toBeLessThan(1e-3);
  });

  it('the floor carries all of it', () => {
    const world = after({ ...boxStack, settings: { sleeping: false } }, 300);
    const [floor, ...crates] = allBodies(world);
    const normal = contactRows(world, floor).filter((row) => row.role === 'contact');
    const load = normal.reduce((sum, row) => sum + row.lambda, 0);
    const mass = crates.reduce((sum, body) => sum + bodyMass(world, body).mass, 0);
    expect(load / ((mass * 9.81 * DT) / worldSettings(world).substeps)).toBeCloseTo(1, 2);
  });
});

/**
 * Levers stay while a pair moves by less than recycleDistance (docs/decisions/0026), so those of A and B may end that far from each
 * other; J·v takes each body at its own, the right-hand side both at that of A.
 */
it('J·v is the velocity of B against A at the point, along the row', () => {
  for (const [world, row] of rowsOf(after(mixedPile, 60), after(movingPlatform, 40))) {
    const velocity = (body: BodyHandle): Vec3 =>
      add(
        linearVelocity(world, body),
        cross(angularVelocity(world, body), sub(row.point, centreOfMass(world, body))),
      );
    if (row.role !== 'contact' && row.role !== 'friction') continue;
    const jv =
      dot(row.linearA, linearVelocity(world, row.bodyA)) +
      dot(row.angularA, angularVelocity(world, row.bodyA)) +
      dot(row.linearB, linearVelocity(world, row.bodyB)) +
      dot(row.angularB, angularVelocity(world, row.bodyB));
    const difference = jv - dot(row.linearB, sub(velocity(row.bodyB), velocity(row.bodyA)));
    const kept = worldSettings(world).recycleDistance * length(angularVelocity(world, row.bodyB));
    expect(Math.abs(difference)).toBeLessThan(1e-9 + kept);
  }
});

it('looking changes nothing', () => {
  const world = after(mixedPile, 80);
  const hash = hashWorld(world);
  for (const body of allBodies(world)) contactRows(world, body);
  allContactRows(world);
  kineticEnergy(world);
  potentialEnergy(world);
  momentum(world);
  expect(hashWorld(world)).toBe(hash);
  addFloor(world);
  expect(hashWorld(world)).not.toBe(hash);
});
