import { describe, expect, it } from 'vitest';
import {
  type BodyHandle,
  ball,
  bodyPosition,
  createBody,
  createJoint,
  createWorld,
  defineJoint,
  distance,
  fixed,
  gear,
  hashWorld,
  hinge,
  type JointHandle,
  pulley,
  restoreSnapshot,
  screw,
  slider,
  stepWorld,
  takeSnapshot,
  universal,
  updateJoint,
  type Vec3,
  type World,
} from '../../../src/index.js';
import { floatsFrom, setFloats } from '../../../src/math/floats.js';
import { hingeAxesRows, needAxes, pointRows, writeTwist } from '../../../src/parts.js';
import { solvedRows } from '../../../src/rows/expand-points.js';
import { projectArticulation } from '../../../src/solver/articulations/loops/closing-rows.js';
import {
  solveClosingColumns,
  solveClosingRows,
} from '../../../src/solver/articulations/loops/closing-solve.js';
import { writeUnitImpulse, writeUnitRates } from '../../../src/solver/articulations/loops/unit-impulses.js';
import { projectTree } from '../../../src/solver/articulations/project.js';
import { writeArticulationImpulses } from '../../../src/solver/articulations/settle-rows.js';
import { beginArticulations, relaxArticulations } from '../../../src/solver/articulations/substep.js';
import { markPath } from '../../../src/solver/articulations/tours/list-touches.js';
import {
  responseBase,
  responseFloats,
  subtractLoops,
  writeTreeResponses,
} from '../../../src/solver/articulations/tours/loop-responses.js';
import { writeResponse } from '../../../src/solver/articulations/tours/responses.js';
import { writeCrossResponse } from '../../../src/solver/articulations/tours/tour.js';
import { BETA, DRIVEN, DV, LINK, P } from '../../../src/state/articulations.js';
import { MOTION } from '../../../src/state/bodies.js';
import {
  CLOSING,
  CLOSING_INTS,
  CLOSING_LINK,
  CLOSING_ROW,
  FREE_COMPLIANCE,
  SIDES,
  WANTED_CHANGE,
  WEAK,
} from '../../../src/state/closing-rows.js';
import { BLOCK, BODY_A, BODY_B, COUPLED, J, JOINT, LAMBDA, ROW, ROW_INTS } from '../../../src/state/rows.js';
import { CLOSING_COMPLIANCE, MAX_CLOSING_WORK, MAX_LOOSE_ROWS } from '../../../src/tuning.js';
import { about } from '../../api/context.js';
import {
  between,
  createRandom,
  type Random,
  randomRotation,
  randomVector,
} from '../../determinism/context.js';
import { type Masses, massesOf, placeRows, respond, slotOf } from '../../joints/row-math.js';
import { dot, type Numbers, randomNumbers, solveDense } from '../dense.js';

/** Closing rows against a dense solve of all rows, and which joints close a loop. */

const unit = (random: Random): Vec3 => {
  const [x, y, z] = randomVector(random, 1);
  const s = 1 / Math.hypot(x, y, z);
  return [x * s, y * s, z * s];
};

const addBody = (world: World, random: Random, position: Vec3): BodyHandle => {
  const mass = 10 ** between(random, -0.7, 0.7);
  const [a, b] = [between(random, 0.01, 0.05), between(random, 0.01, 0.05)];
  return createBody(world, {
    position,
    rotation: randomRotation(random),
    massProperties: { mass, inertia: [mass * a, 0, 0, mass * b, 0, mass * (0.3 * a + 0.8 * b)] },
  });
};

/** A random tree on the world or on nothing, with rows that close it. */
const randomLoops = (seed: number): { readonly world: World; readonly bodies: readonly BodyHandle[] } => {
  const random = createRandom(seed);
  const world = createWorld({ gravity: [0, 0, 0], sleeping: false });
  const places: Vec3[] = [];
  const bodies: BodyHandle[] = [];
  const hinges: JointHandle[] = [];
  const count = 6 + Math.floor(6 * random());
  const isFree = random() < 0.3;
  for (let i = 0; i < count; i++) {
    const parent = i === 0 ? -1 : Math.floor(random() * i);
    const [x, y, z] = parent < 0 ? [0, 0, 0] : places[parent];
    const [dx, dy, dz] = randomVector(random, 0.6);
    places.push([x + dx, y + dy, z + dz]);
    bodies.push(addBody(world, random, places[i]));
    if (i === 0 && isFree) continue;
    const bodyA = parent < 0 ? {} : { bodyA: bodies[parent] };
    const common = {
      ...bodyA,
      bodyB: bodies[i],
      anchor: [x + 0.4 * dx, y + 0.5 * dy, z + 0.6 * dz] as const,
    };
    const axis = unit(random);
    const kind = Math.floor(6 * random());
    if (kind <= 1) createJoint(world, ball(common));
    else if (kind <= 3) hinges.push(createJoint(world, hinge({ ...common, axis })));
    else if (kind === 4) createJoint(world, slider({ ...common, axis }));
    else createJoint(world, random() < 0.5 ? fixed(common) : universal({ ...common, axis }));
  }
  const [bodyA, bodyB] = [bodies[count - 1], bodies[count - 3]];
  createJoint(world, ball({ bodyA, bodyB, anchor: unit(random) }));
  createJoint(world, distance({ bodyA: bodies[count - 2], bodyB: bodies[0] }));
  createJoint(
    world,
    pulley({ bodyA: bodies[1], bodyB, groundA: [0, 3, 0], groundB: [1, 3, 0], mode: 'rod' }),
  );
  if (hinges.length > 1) createJoint(world, gear({ jointA: hinges[0], jointB: hinges[1], ratio: 1.7 }));
  return { world, bodies };
};

/** A row on any bodies: J of each, and the compliance that it has as a closing row. */
interface DenseRow {
  readonly row: number;
  readonly parts: readonly (readonly [number, Numbers])[];
  readonly compliance: number;
}

const denseRows = (world: World): DenseRow[] => {
  const { data, index, count } = solvedRows(world);
  const { closing } = world.articulations;
  const compliances = new Map<number, number>();
  for (let r = 0; r < closing.count; r++)
    compliances.set(
      closing.ints[r * CLOSING_INTS + CLOSING_ROW],
      closing.data[r * CLOSING + WEAK] !== 0
        ? Infinity
        : CLOSING_COMPLIANCE * closing.data[r * CLOSING + FREE_COMPLIANCE],
    );
  const rows: DenseRow[] = [];
  for (let row = 0; row < count; row++) {
    const coupled = index[row * ROW_INTS + BLOCK] === COUPLED;
    const parts = (coupled ? [row, row + 1] : [row]).flatMap((r): [number, Numbers][] =>
      [BODY_A, BODY_B].map((side, k) => [
        index[r * ROW_INTS + side],
        data.slice(r * ROW + J + 6 * k, r * ROW + J + 6 * k + 6),
      ]),
    );
    rows.push({ row, parts, compliance: compliances.get(row) ?? 0 });
    if (coupled) row++;
  }
  return rows.filter(({ compliance }) => compliance < Infinity);
};

/** Whether another joint connects the bodies of a row. */
const isParallel = ({ rows: { index, count } }: World, row: number): boolean => {
  const pairOf = (r: number) => [index[r * ROW_INTS + BODY_A], index[r * ROW_INTS + BODY_B]].sort().join();
  for (let r = 0; r < count; r++)
    if (pairOf(r) === pairOf(row) && index[r * ROW_INTS + JOINT] !== index[row * ROW_INTS + JOINT])
      return true;
  return false;
};

/** M⁻¹ Jᵀ on all bodies that the row acts on. */
const responses = (masses: Masses, { parts }: DenseRow): Map<number, number[]> => {
  const out = new Map<number, number[]>();
  for (const [body, jacobian] of parts) {
    const part = respond(masses, body, jacobian);
    out.set(body, out.get(body)?.map((x, i) => x + part[i]) ?? part);
  }
  return out;
};

describe('velocities of closed loops', () => {
  it('are the nearest that all rows allow, and λ is what it takes (KKT)', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { world, bodies } = randomLoops(seed);
      const random = createRandom(1000 + seed);
      placeRows(world);
      const { articulations, bodies: table } = world;
      expect(articulations.ends.count).toBe(1);
      expect(articulations.closing.count).toBeGreaterThan(4);
      for (const body of bodies) setFloats(table.motion, randomNumbers(random, 6, 2), slotOf(body) * MOTION);
      const before = table.motion.slice();
      // Stages of their own have only those on which others act.
      articulations.treeInts[DRIVEN] = 1;
      beginArticulations(world, true);
      relaxArticulations(world);
      writeArticulationImpulses(world);
      const rows = denseRows(world);
      const masses = massesOf(world, bodies);
      const answers = rows.map((row) => responses(masses, row));
      const speedOf = ({ parts }: DenseRow, at: (body: number) => Numbers): number =>
        parts.reduce((sum, [body, jacobian]) => sum + dot(jacobian, at(body)), 0);
      const zero = [0, 0, 0, 0, 0, 0];
      const k = rows.map((row, i) =>
        rows.map((_, j) => speedOf(row, (b) => answers[j].get(b) ?? zero) + (i === j ? row.compliance : 0)),
      );
      const speeds = rows.map((row) => -speedOf(row, (b) => before.slice(b * MOTION, b * MOTION + 6)));
      const once = solveDense(k, speeds);
      // What the compliance leaves is solved for once more.
      const rest = solveDense(
        k,
        rows.map(({ compliance }, i) => compliance * once[i]),
      );
      const lambdas = once.map((lambda, i) => lambda + rest[i]);
      const { data } = solvedRows(world);
      const most = Math.max(...lambdas.map(Math.abs));
      rows.forEach(({ row }, i) => {
        // How parallel joints share a load is another question: share-loads.test.ts.
        if (isParallel(world, row)) return;
        expect(Math.abs(data[row * ROW + LAMBDA] - lambdas[i]) / most).toBeLessThan(1e-9);
      });
      for (const body of bodies.map(slotOf)) {
        for (let m = 0; m < 6; m++) {
          const wanted =
            before[body * MOTION + m] +
            answers.reduce((sum, answer, i) => sum + lambdas[i] * (answer.get(body)?.[m] ?? 0), 0);
          expect(Math.abs(table.motion[body * MOTION + m] - wanted)).toBeLessThan(1e-9 * (1 + most));
        }
      }
    }
  });
});

describe('the equations of closing rows', () => {
  it('K is J Y, with the answers Y of the whole tree to the unit impulses', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { world } = randomLoops(seed);
      placeRows(world);
      const { articulations: a } = world;
      const { count, data, ints } = a.closing;
      const addSide = (r: number, act: (j: Numbers, at: number) => void): void => {
        for (let side = 0; side < SIDES; side++) {
          const link = ints[r * CLOSING_INTS + CLOSING_LINK + side];
          const at = r * CLOSING + 6 * side;
          if (link >= 0) act(data.slice(at, at + 6), link * LINK);
        }
      };
      const clear = (): void => {
        for (let i = 0; i < a.count; i++)
          for (let m = 0; m < 6; m++) a.links[i * LINK + P + m] = a.links[i * LINK + BETA + m] = 0;
      };
      for (let r = 0; r < count; r++) {
        const found = floatsFrom(Array.from({ length: r + 1 }, () => 0));
        clear();
        writeUnitImpulse(a, r);
        writeUnitRates(a, found, 0, 0, r);
        clear();
        addSide(r, (j, o) => {
          for (let m = 0; m < 6; m++) a.links[o + P + m] += j[m];
        });
        projectTree(a, 0, a.count);
        for (let q = 0; q <= r; q++) {
          let wanted = 0;
          addSide(q, (j, o) => {
            wanted += dot(j, a.links.slice(o + DV, o + DV + 6));
          });
          expect(Math.abs(found[q] - wanted)).toBeLessThan(1e-10 * (1 + Math.abs(found[r])));
        }
      }
    }
  });

  it('six right sides at once have the solutions of one after the other', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { world } = randomLoops(seed);
      const random = createRandom(3000 + seed);
      placeRows(world);
      const { articulations: a } = world;
      const { count } = a.closing;
      const columns = Array.from({ length: 6 }, () => floatsFrom(randomNumbers(random, count, 2)));
      const offset = 5;
      const at = (r: number, m: number): number => offset + 6 * r + m;
      const together = floatsFrom(Array.from({ length: at(count, 0) }, () => 0));
      for (let r = 0; r < count; r++) for (let m = 0; m < 6; m++) together[at(r, m)] = columns[m][r];
      solveClosingColumns(a, 0, count, together, offset);
      columns.forEach((column, m) => {
        solveClosingRows(a, 0, count, column);
        const most = Math.max(...column.map(Math.abs));
        for (let r = 0; r < count; r++)
          expect(Math.abs(together[at(r, m)] - column[r])).toBeLessThan(1e-12 * most);
      });
    }
  });
});

/** A hinge that is none of the types of the library, with its point behind its other locks. */
const customHinge = defineJoint({
  type: 'test hinge of closing rows',
  about: 'A hinge of parts.',
  slots: ['axis y', 'axis z', 'point x', 'point y', 'point z'],
  coordinates: {
    angle: { unit: 'rad', write: writeTwist, shape: { kind: 'twist' }, about: 'Turn about the axis.' },
  },
  rows: (j) => {
    needAxes(j);
    hingeAxesRows(j, 0);
    pointRows(j, 2);
  },
});

describe('which joints close', () => {
  const chain = (world: World, count: number): BodyHandle[] =>
    Array.from({ length: count }, (_, i) =>
      createBody(world, {
        position: [i, 0, 0],
        massProperties: { mass: 1, inertia: [0.1, 0, 0, 0.1, 0, 0.1] },
      }),
    );

  it('plain locks, rather than joints with limits', () => {
    const world = createWorld();
    const bodies = chain(world, 4);
    const joints = bodies.map((bodyB, i) =>
      createJoint(
        world,
        hinge({
          bodyA: bodies[(i + 3) % 4],
          bodyB,
          anchor: [i, 0.5, 0],
          axis: [0, 0, 1],
          ...(i === 1 ? {} : { limits: [-1, 1] }),
        }),
      ),
    );
    placeRows(world);
    const { closing } = world.articulations;
    expect([closing.joints.count, closing.joints.items[0], closing.count]).toEqual([1, slotOf(joints[1]), 2]);
  });

  it.each([
    ['parallel axes', [0, 0, 1], [2, 0.5, 0], 2],
    ['an axis askew', [0, 0.1, 1], [2, 0.5, 0], 5],
    ['another axis', [0, 1, 0], [2, 0.5, 0], 5],
  ] as const)('a loop of hinges with %s', (_, axis, anchor, rows) => {
    for (const onWorld of [false, true]) {
      const world = createWorld();
      const bodies = chain(world, 4);
      bodies.forEach((bodyB, i) => {
        const bodyA = onWorld && i === 0 ? {} : { bodyA: bodies[(i + 3) % 4] };
        createJoint(world, hinge({ ...bodyA, bodyB, anchor: [i, 0.5, 0], axis: i === 2 ? axis : [0, 0, 1] }));
      });
      if (onWorld) createJoint(world, hinge({ bodyB: bodies[3], anchor, axis: [0, 0, 1] }));
      placeRows(world);
      expect(world.articulations.closing.count).toBe(rows);
    }
  });

  it('a slider across the plane or within it, and a plane that the hinge leaves', () => {
    const rowsOf = (axis: Vec3, shift: number): number => {
      const world = createWorld();
      const [first, second, third] = chain(world, 3);
      createJoint(world, hinge({ bodyA: first, bodyB: second, anchor: [0.5, 0, 0], axis: [0, 0, 1] }));
      createJoint(world, slider({ bodyA: second, bodyB: third, axis }));
      const frame = { rotation: about([0, 1, 0], -Math.PI / 2) };
      const frameA = { ...frame, position: [2, 1, 0] as const };
      createJoint(
        world,
        hinge({ bodyA: first, bodyB: third, frameA, frameB: { ...frame, position: [0, 1, shift] } }),
      );
      placeRows(world);
      return world.articulations.closing.count;
    };
    expect([rowsOf([1, 0, 0], 0), rowsOf([0, 0, 1], 0), rowsOf([1, 0, 0], 0.01)]).toEqual([2, 5, 5]);
  });

  it('loops of hinges of parts are planar as those of the library, but none with a screw is', () => {
    const rowsOf = (joint: typeof hinge | typeof customHinge | typeof screw): number => {
      const world = createWorld();
      const bodies = chain(world, 4);
      bodies.forEach((bodyB, i) => {
        const def = { bodyA: bodies[(i + 3) % 4], bodyB, anchor: [i, 0.5, 0], axis: [0, 0, 1] } as const;
        createJoint(world, i === 1 ? joint(def) : (joint === screw ? hinge : joint)(def));
      });
      for (let i = 0; i < 3; i++) stepWorld(world, 1 / 60);
      return world.articulations.closing.count;
    };
    expect([rowsOf(hinge), rowsOf(customHinge), rowsOf(screw)]).toEqual([2, 2, 5]);
  });

  it('a four-bar linkage of hinges of parts swings as one of the library', () => {
    const swing = (joint: typeof hinge | typeof customHinge): readonly [number, Vec3] => {
      const world = createWorld({ gravity: [8, -5, 0], sleeping: false });
      const bodies = chain(world, 3);
      for (let i = 0; i < 4; i++) {
        const bodyA = i === 0 || i === 3 ? {} : { bodyA: bodies[i - 1] };
        const height = i === 1 || i === 2 ? 0 : 1;
        const anchor = [i - 0.5 + (i === 3 ? 0.4 : 0), height, 0] as const;
        createJoint(world, joint({ ...bodyA, bodyB: bodies[Math.min(i, 2)], anchor, axis: [0, 0, 1] }));
      }
      for (let i = 0; i < 60; i++) stepWorld(world, 1 / 60);
      return [world.articulations.closing.count, bodyPosition(world, bodies[1])];
    };
    const [rows, [x, y, z]] = swing(customHinge);
    const [sameRows, place] = swing(hinge);
    expect([rows, sameRows]).toEqual([2, 2]);
    expect(Math.hypot(place[0] - 1, place[1])).toBeGreaterThan(0.1);
    expect(Math.hypot(x - place[0], y - place[1], z - place[2])).toBeLessThan(1e-6);
  });

  it('two hinges of parts on one line have no closing rows', () => {
    const world = createWorld();
    const [bodyA, bodyB] = chain(world, 2);
    for (const z of [-0.5, 0.5])
      createJoint(world, customHinge({ bodyA, bodyB, anchor: [0.5, 0, z], axis: [0, 0, 1] }));
    placeRows(world);
    expect([world.articulations.closing.count, world.articulations.beside.count]).toEqual([0, 1]);
  });

  it('tours solve no row of a planar loop that stands, and it goes on from a snapshot bit by bit', () => {
    const world = createWorld({ gravity: [8, -5, 0], sleeping: false });
    const bodies = chain(world, 4);
    bodies.forEach((bodyB, i) => {
      const bodyA = i === 0 ? {} : { bodyA: bodies[i - 1] };
      createJoint(world, hinge({ ...bodyA, bodyB, anchor: [i, 0.5, 0], axis: [0, 0, 1] }));
    });
    createJoint(world, hinge({ bodyA: bodies[0], bodyB: bodies[3], anchor: [2, 0, 0], axis: [0, 0, 1] }));
    for (let i = 0; i < 10; i++) {
      stepWorld(world, 1 / 60);
      expect([world.articulations.closing.count, world.articulations.tourRows.count]).toEqual([2, 0]);
    }
    const snapshot = takeSnapshot(world);
    for (let i = 0; i < 5; i++) stepWorld(world, 1 / 60);
    const hash = hashWorld(world);
    restoreSnapshot(world, snapshot);
    for (let i = 0; i < 5; i++) stepWorld(world, 1 / 60);
    expect(hashWorld(world)).toBe(hash);
  });

  it('a planar loop whose hinge gets a frame out of the plane has all rows again', () => {
    const world = createWorld({ gravity: [0, 0, 0] });
    const bodies = chain(world, 4);
    const joints = bodies.map((bodyB, i) =>
      createJoint(world, hinge({ bodyA: bodies[(i + 3) % 4], bodyB, anchor: [i, 0.5, 0], axis: [0, 0, 1] })),
    );
    const rowsAfter = (z: number): number => {
      updateJoint(world, joints[1], { anchorB: [0, 0.5, z] });
      stepWorld(world, 1 / 60);
      return world.articulations.closing.count;
    };
    expect([rowsAfter(0), rowsAfter(0.01), rowsAfter(0)]).toEqual([2, 5, 2]);
  });

  it('joins two trees on the world by their couplings, and by nothing else', () => {
    const world = createWorld();
    const hinges = chain(world, 3).map((bodyB, i) =>
      createJoint(world, hinge({ bodyB, anchor: [i, 0, 0], axis: [0, 0, 1] })),
    );
    createJoint(world, gear({ jointA: hinges[0], jointB: hinges[2], ratio: 2 }));
    placeRows(world);
    const { articulations } = world;
    expect(Array.from(articulations.ends.items.slice(0, articulations.ends.count))).toEqual([2, 3]);
    expect(articulations.closing.count).toBe(1);
  });

  it.each([17, 18])('a fan of %d loops is one articulation up to MAX_CLOSING_WORK, else a net', (loops) => {
    const world = createWorld();
    const bodies = chain(world, loops + 2);
    for (let i = 1; i < bodies.length; i++) {
      const bodyB = bodies[i];
      createJoint(world, ball({ bodyA: bodies[i - 1], bodyB, anchor: [i - 0.5, 0, 0] }));
      if (i > 1) createJoint(world, ball({ bodyA: bodies[0], bodyB, anchor: [0.5 * i, 1, 0] }));
    }
    placeRows(world);
    // All rows act on one tree: row k has k entries.
    const n = 3 * loops;
    const isNet = (n * (n + 1) * (2 * n + 1)) / 6 > MAX_CLOSING_WORK;
    expect(isNet).toBe(loops > 17);
    expect(world.articulations.count).toBe(isNet ? 0 : bodies.length);
    expect(world.articulations.closing.count).toBe(isNet ? 0 : 3 * loops);
  });

  it.each([
    [12, 'row by row', 264],
    [12, 'row by row, backwards', 264],
    [12, 'along first, then across', 264],
    [16, 'row by row', 0],
  ])('a cloth of %d knots square, its rods made %s, has %d closing rows', (n, order, expected) => {
    const world = createWorld();
    const knots = chain(world, n * n);
    const along = (i: number): (readonly [number, number])[] => (i % n === n - 1 ? [] : [[i, i + 1]]);
    const across = (i: number): (readonly [number, number])[] => (i + n < n * n ? [[i, i + n]] : []);
    const all = [...knots.keys()];
    const rods =
      order === 'along first, then across'
        ? [...all.flatMap(along), ...all.flatMap(across)]
        : all.flatMap((i) => [...along(i), ...across(i)]);
    if (order === 'row by row, backwards') rods.reverse();
    for (const [a, b] of rods)
      createJoint(world, distance({ bodyA: knots[a], bodyB: knots[b], mode: 'rod', length: 1 }));
    placeRows(world);
    expect(world.articulations.closing.count).toBe(expected);
  });

  it.each([48, 49, 150, 151])(
    '%d pairs of ropes in a line are one articulation up to MAX_LOOSE_ROWS',
    (pairs) => {
      const world = createWorld();
      const bodies = chain(world, pairs);
      bodies.forEach((bodyB, i) => {
        for (const z of [-0.5, 0.5])
          createJoint(
            world,
            distance({
              ...(i > 0 ? { bodyA: bodies[i - 1] } : {}),
              bodyB,
              anchorA: [0, 0, z],
              anchorB: [0, 0, z],
              mode: 'rope',
            }),
          );
      });
      placeRows(world);
      expect(world.articulations.closing.count).toBe(2 * pairs > MAX_LOOSE_ROWS ? 0 : 2 * pairs);
    },
  );
});

describe('responses of links to contacts', () => {
  it('are those of the projection under the closing rows, on the link itself and on others', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { world } = randomLoops(seed);
      const random = createRandom(2000 + seed);
      placeRows(world);
      const { articulations: a } = world;
      const hosts = [0, Math.floor(a.count / 2), a.count - 1];
      for (const host of hosts) markPath(world, host);
      writeTreeResponses(a, 0);
      for (const host of hosts) {
        const impulse = floatsFrom(randomNumbers(random, 6, 2));
        for (let i = 0; i < a.count; i++) {
          for (let m = 0; m < 6; m++) {
            a.links[i * LINK + P + m] = i === host ? impulse[m] : 0;
            a.links[i * LINK + BETA + m] = 0;
          }
        }
        for (let r = 0; r < a.closing.count; r++) a.closing.data[r * CLOSING + WANTED_CHANGE] = 0;
        projectArticulation(a, 0, 0, a.count);
        for (const other of hosts) {
          const found = floatsFrom([0, 0, 0, 0, 0, 0]);
          if (other === host)
            writeResponse(responseFloats(a, host), responseBase(a, host), impulse, 0, found, 0);
          else {
            writeCrossResponse(a, host, other, impulse, found);
            subtractLoops(a, host, other, impulse, found);
          }
          for (let m = 0; m < 6; m++) expect(found[m]).toBeCloseTo(a.links[other * LINK + DV + m], 7);
        }
      }
    }
  });
});
