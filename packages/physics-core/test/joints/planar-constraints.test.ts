import { describe, expect, it } from 'vitest';
import {
  angularVelocity,
  type BodyHandle,
  bodyPosition,
  bodyRotation,
  createBody,
  createJoint,
  createWorld,
  fixed,
  hinge,
  type JointDef,
  linearVelocity,
  loadClassicMethods,
  mouse,
  pointOnLine,
  pulley,
  rod,
  rotationLock,
  sixDof,
  slider,
  stepWorld,
  updateBody,
  type Vec3,
  type World,
} from '../../src/index.js';
import { about } from '../api/context.js';
import { between, createRandom, type Random } from '../determinism/context.js';
import { type Numbers, solveDense } from '../solver/dense.js';

loadClassicMethods();

/**
 * The planar notes (002 §1): every constraint of theirs on planar bodies, against v + M⁻¹ Jᵀ λ with
 * (J M⁻¹ Jᵀ) λ = υ - J v in the plane, J as the notes have it with the signs of the velocity constraint. The engine
 * solves its rows in space, where two of six rows or more act on locked axes.
 */

type Vec2 = readonly [number, number];
const H = 1e-3;
const PUSH = 0.2;

/** Two bodies in the plane: masses, moments about z, centres, angles and velocities [vx, vy, ω] of both. */
interface Plane {
  readonly world: World;
  readonly bodies: readonly [BodyHandle, BodyHandle];
  readonly mass: readonly [number, number];
  readonly moment: readonly [number, number];
  readonly centre: readonly [Vec2, Vec2];
  readonly angle: readonly [number, number];
  readonly v: number[];
}

const plane = (random: Random): Plane => {
  const world = createWorld({
    gravity: [0, 0, 0],
    sleeping: false,
    method: 'baumgarte',
    classicIterations: 1000,
    classicPush: PUSH,
  });
  const number = (): number => between(random, -1, 1);
  const pair = <T>(make: () => T): [T, T] => [make(), make()];
  const mass = pair(() => between(random, 0.5, 3));
  const moment = pair(() => between(random, 0.3, 2));
  const centre = pair((): Vec2 => [number(), number()]);
  const angle = pair(number);
  const v = Array.from({ length: 6 }, number);
  const bodies = [0, 1].map((i) =>
    createBody(world, {
      planar: true,
      position: [...centre[i], 0],
      rotation: about([0, 0, 1], angle[i]),
      massProperties: { mass: mass[i], inertia: [1, 1, moment[i]] },
      linearVelocity: [v[3 * i], v[3 * i + 1], 0],
      angularVelocity: [0, 0, v[3 * i + 2]],
    }),
  ) as unknown as [BodyHandle, BodyHandle];
  return { world, bodies, mass, moment, centre, angle, v };
};

const cross = (a: Vec2, b: Vec2): number => a[0] * b[1] - a[1] * b[0];
const sub = (a: Vec2, b: Vec2): Vec2 => [a[0] - b[0], a[1] - b[1]];
const add = (a: Vec2, b: Vec2): Vec2 => [a[0] + b[0], a[1] + b[1]];
const scale = (a: Vec2, k: number): Vec2 => [a[0] * k, a[1] * k];
const turn = (a: Vec2, angle: number): Vec2 => [
  a[0] * Math.cos(angle) - a[1] * Math.sin(angle),
  a[0] * Math.sin(angle) + a[1] * Math.cos(angle),
];

/** A row [J1, J2] and its υ. */
interface Row {
  readonly j: Numbers;
  readonly target?: number;
}

/** Velocities after the constraint: v + M⁻¹ Jᵀ λ. */
const solved = ({ mass, moment, v }: Plane, rows: readonly Row[]): number[] => {
  const inverse = [0, 1].flatMap((i) => [1 / mass[i], 1 / mass[i], 1 / moment[i]]);
  const product = (a: Numbers, b: Numbers): number => a.reduce((sum, x, i) => sum + x * inverse[i] * b[i], 0);
  const k = rows.map((p) => rows.map((q) => product(p.j, q.j)));
  const b = rows.map(({ j, target = 0 }) => target - j.reduce((sum, x, i) => sum + x * v[i], 0));
  const lambda = solveDense(k, b);
  return v.map((x, i) => x + inverse[i] * rows.reduce((sum, { j }, n) => sum + j[i] * lambda[n], 0));
};

const velocitiesAfter = ({ world, bodies }: Plane): number[] => {
  stepWorld(world, H);
  return bodies.flatMap((body) => {
    const [x, y, z] = linearVelocity(world, body);
    const [ax, ay, w] = angularVelocity(world, body);
    expect(Math.hypot(z, ax, ay)).toBe(0);
    return [x, y, w];
  });
};

interface Constraint {
  /** The joint, with the anchors in the bodies and the axis in the world, and the rows of the notes. */
  readonly make: (p: Plane, random: Random) => { def: JointDef; rows: Row[] };
}

/** A world point, and the levers r1 and r2 to it. */
const sharedPoint = ({ centre }: Plane, random: Random): { anchor: Vec3; r1: Vec2; r2: Vec2 } => {
  const at: Vec2 = [between(random, -1, 1), between(random, -1, 1)];
  return { anchor: [...at, 0], r1: sub(at, centre[0]), r2: sub(at, centre[1]) };
};

const revolute = (r1: Vec2, r2: Vec2): Row[] => [
  { j: [-1, 0, r1[1], 1, 0, -r2[1]] },
  { j: [0, -1, -r1[0], 0, 1, r2[0]] },
];
const angleRow: Row = { j: [0, 0, -1, 0, 0, 1] };
/** The line of §1.3, 1.4: t fixed in body 1, u from its point to that of body 2. */
const along = (t: Vec2, r1: Vec2, u: Vec2, r2: Vec2, target = 0): Row => ({
  j: [-t[0], -t[1], -cross(add(r1, u), t), t[0], t[1], cross(r2, t)],
  target,
});

/** Own anchors in each body; levers and their distance in the world. */
const ownPoints = ({ centre, angle }: Plane, random: Random) => {
  const local = [0, 1].map((): Vec2 => [between(random, -0.5, 0.5), between(random, -0.5, 0.5)]);
  const [r1, r2] = [0, 1].map((i) => turn(local[i], angle[i]));
  const u = sub(add(centre[1], r2), add(centre[0], r1));
  return { anchorA: [...local[0], 0] as Vec3, anchorB: [...local[1], 0] as Vec3, r1, r2, u };
};

const direction = (random: Random): Vec2 => turn([1, 0], between(random, -3, 3));

const constraints: Record<string, Constraint> = {
  '1.1 distance': {
    make: (p, random) => {
      const { anchorA, anchorB, r1, r2, u } = ownPoints(p, random);
      const n = scale(u, 1 / Math.hypot(...u));
      const j = [-n[0], -n[1], -cross(r1, n), n[0], n[1], cross(r2, n)];
      return { def: rod({ anchorA, anchorB }), rows: [{ j }] };
    },
  },
  '1.2 revolute': {
    make: (p, random) => {
      const { anchor, r1, r2 } = sharedPoint(p, random);
      return { def: hinge({ anchor, axis: [0, 0, 1] }), rows: revolute(r1, r2) };
    },
  },
  '1.3 line': {
    make: (p, random) => {
      const { anchor, r1, r2 } = sharedPoint(p, random);
      const n = direction(random);
      return {
        def: pointOnLine({ anchor, axis: [...n, 0] }),
        rows: [along([-n[1], n[0]], r1, [0, 0], r2)],
      };
    },
  },
  '1.4 linear motor': {
    make: (p, random) => {
      const { anchor, r1, r2 } = sharedPoint(p, random);
      const n = direction(random);
      const speed = between(random, -2, 2);
      const free = {
        x: 'free',
        y: 'free',
        z: 'free',
        rotationX: 'free',
        rotationY: 'free',
        rotationZ: 'free',
      } as const;
      return {
        def: sixDof({ anchor, axis: [...n, 0], ...free, translationX: { motor: { speed } } }),
        rows: [along(n, r1, [0, 0], r2, speed)],
      };
    },
  },
  '1.5 angle': { make: () => ({ def: rotationLock({}), rows: [angleRow] }) },
  '1.6 prismatic': {
    make: (p, random) => {
      const { anchor, r1, r2 } = sharedPoint(p, random);
      const n = direction(random);
      return {
        def: slider({ anchor, axis: [...n, 0] }),
        rows: [along([-n[1], n[0]], r1, [0, 0], r2), angleRow],
      };
    },
  },
  '1.7 weld': {
    make: (p, random) => {
      const { anchor, r1, r2 } = sharedPoint(p, random);
      return { def: fixed({ anchor }), rows: [...revolute(r1, r2), angleRow] };
    },
  },
  '1.8 pulley': {
    make: (p, random) => {
      const { anchorA, anchorB, r1, r2 } = ownPoints(p, random);
      const [groundA, groundB]: [Vec2, Vec2] = [
        [between(random, -3, -2), 3],
        [between(random, 2, 3), 3],
      ];
      const ratio = between(random, 0.5, 2);
      const unit = (u: Vec2): Vec2 => scale(u, 1 / Math.hypot(...u));
      const n1 = unit(sub(add(p.centre[0], r1), groundA));
      const n2 = scale(unit(sub(add(p.centre[1], r2), groundB)), ratio);
      return {
        def: pulley({
          anchorA,
          anchorB,
          groundA: [...groundA, 0],
          groundB: [...groundB, 0],
          ratio,
          mode: 'rod',
        }),
        rows: [{ j: [...n1, cross(r1, n1), ...n2, cross(r2, n2)] }],
      };
    },
  },
  '1.9 motored revolute': {
    make: (p, random) => {
      const { anchor, r1, r2 } = sharedPoint(p, random);
      // υ = -β C / Δt, below the fastest correction.
      const target = between(random, -0.01, 0.01);
      const servo = { mode: 'position', target, hertz: 0 } as const;
      return {
        def: hinge({ anchor, axis: [0, 0, 1], motor: servo }),
        rows: [...revolute(r1, r2), { ...angleRow, target: (PUSH / H) * target }],
      };
    },
  },
  '1.10 mouse': {
    make: (p, random) => {
      const { anchorB, r2 } = ownPoints(p, random);
      const offset: Vec2 = [between(random, -0.01, 0.01), between(random, -0.01, 0.01)];
      const at = add(add(p.centre[1], r2), offset);
      const rows = revolute([0, 0], r2).map(({ j }, i) => ({
        j: [0, 0, 0, ...j.slice(3)],
        target: (PUSH / H) * offset[i],
      }));
      return { def: mouse({ anchorB, target: [...at, 0], hertz: 0 }), rows };
    },
  },
};

describe('planar bodies, constraints of 002', () => {
  it.each(Object.entries(constraints))(
    '%s: the velocities are those of the closed form',
    (name, { make }) => {
      const random = createRandom(name.length);
      for (let i = 0; i < 20; i++) {
        const p = plane(random);
        const { def, rows } = make(p, random);
        const [bodyA, bodyB] = p.bodies;
        createJoint(p.world, def.type === 'mouse' ? { ...def, bodyB } : { ...def, bodyA, bodyB });
        const wanted = solved(p, rows);
        const found = velocitiesAfter(p);
        for (const [k, x] of wanted.entries()) expect(found[k], `case ${i}, velocity ${k}`).toBeCloseTo(x, 8);
      }
    },
  );

  it('1.3 line: with a distance u along the line the lever of body 1 ends at the point of body 2', () => {
    const random = createRandom(77);
    for (let i = 0; i < 20; i++) {
      const p = plane(random);
      const { anchor, r1 } = sharedPoint(p, random);
      const n = direction(random);
      const [bodyA, bodyB] = p.bodies;
      createJoint(p.world, { ...pointOnLine({ anchor, axis: [...n, 0] }), bodyA, bodyB });
      // Body 2 slides along the line by s.
      const s = between(random, -1, 1);
      const u = scale(n, s);
      const moved = add(p.centre[1], u);
      updateBody(p.world, bodyB, { position: [...moved, 0] });
      const r2 = sub(add([anchor[0], anchor[1]], u), moved);
      const wanted = solved(p, [along([-n[1], n[0]], r1, u, r2)]);
      const found = velocitiesAfter(p);
      for (const [k, x] of wanted.entries()) expect(found[k]).toBeCloseTo(x, 8);
      expect(bodyPosition(p.world, bodyB)[2]).toBe(0);
      expect(Math.hypot(bodyRotation(p.world, bodyB)[0], bodyRotation(p.world, bodyB)[1])).toBe(0);
    }
  });
});

describe.each(['auto', 'sweeps'] as const)('with the joint solver %s', (jointSolver) => {
  it('a planar slider slides down at every angle: a row along the locked axis does not brake it', () => {
    for (let i = 0; i < 40; i++) {
      const angle = (i * Math.PI) / 20;
      const n = turn([1, 0], angle);
      for (const make of [slider, pointOnLine] as const) {
        const world = createWorld({ gravity: [0, -10, 0], sleeping: false, jointSolver });
        const bodyB = createBody(world, { planar: true, massProperties: { mass: 1, inertia: [1, 1, 1] } });
        createJoint(world, make({ bodyB, anchor: [0, 0, 0], axis: [...n, 0] }));
        for (let k = 0; k < 15; k++) stepWorld(world, 1 / 60);
        const [x, y] = linearVelocity(world, bodyB);
        expect(x * n[0] + y * n[1], `${angle}`).toBeCloseTo(-2.5 * n[1], 6);
      }
    }
  });
});
