import {
  box,
  capsule,
  castRay,
  castRays,
  createBody,
  createCollider,
  createQueryHits,
  createWorld,
  hull,
  mesh,
  type Quat,
  type Shape,
  sphere,
  stepWorld,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom } from '@tenon/scenes';
import { mirrorWorld, type RapierModule } from '@tenon/test/rapier';
import { textTable } from '@tenon/test/shared/text-table';
import { RAPIERS } from './engines.js';
import { type Goal, goalCells, judge } from './goals.js';
import { DT } from './measure.js';
import { timingCells } from './report.js';
import { ratioOf, type Timing, timeInTurn, timing } from './timing.js';

/** Rays into a cloud of bodies of four shapes, and into one mesh: one call a ray, and in one batch. */
export interface RaysResult {
  readonly scene: string;
  readonly target: string;
  readonly rays: number;
  readonly hits: Record<string, number>;
  readonly times: Record<string, Timing>;
  readonly ratios: Record<string, Timing>;
  readonly goals: Record<string, Goal>;
}

const BODIES = 2000;
const RAYS = 10_000;
const ROUNDS = 30;
const WARM_UP_ROUNDS = 5;
/** m. Half the side of the cube that the bodies fill: a tenth of it is solid, and a third of the rays hit. */
const SIZE = 20;
const REACH = 30;

const OCTAHEDRON: Vec3[] = [
  [0.7, 0, 0],
  [-0.7, 0, 0],
  [0, 0.7, 0],
  [0, -0.7, 0],
  [0, 0, 0.7],
  [0, 0, -0.7],
];
const SHAPES: readonly Shape[] = [sphere(0.5), box(0.5, 0.4, 0.6), capsule(0.3, 0.5), hull(OCTAHEDRON)];

const buildCloud = (): World => {
  const { next: random } = createRandom(1);
  const world = createWorld({ gravity: [0, 0, 0] });
  const place = (): number => (2 * random() - 1) * SIZE;
  for (let i = 0; i < BODIES; i++) {
    const rotation: Quat = [random() - 0.5, random() - 0.5, random() - 0.5, random() + 0.1];
    const body = createBody(world, { type: 'static', position: [place(), place(), place()], rotation });
    createCollider(world, body, { shape: SHAPES[i % SHAPES.length] });
  }
  stepWorld(world, DT);
  return world;
};

/** Origin, unit direction and longest distance of each ray. */
const makeRays = (): Float64Array => {
  const { next: random } = createRandom(2);
  const rays = new Float64Array(7 * RAYS);
  for (let i = 0; i < RAYS; i++) {
    const d = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...d);
    for (let k = 0; k < 3; k++) {
      rays[7 * i + k] = (2 * random() - 1) * SIZE;
      rays[7 * i + 3 + k] = d[k] / length;
    }
    rays[7 * i + 6] = REACH;
  }
  return rays;
};

interface Job {
  readonly name: string;
  run(): void;
  hits(): number;
}

const tenonJobs = (world: World, rays: Float64Array): Job[] => {
  const rows = createQueryHits(RAYS);
  let single = 0;
  return [
    {
      name: 'tenon, batch',
      run: () => castRays(world, rays, rows),
      hits: () => rows.count,
    },
    {
      name: 'tenon, one by one',
      run: () => {
        single = 0;
        for (let i = 0; i < rays.length; i += 7) {
          const origin: Vec3 = [rays[i], rays[i + 1], rays[i + 2]];
          const direction: Vec3 = [rays[i + 3], rays[i + 4], rays[i + 5]];
          if (castRay(world, origin, direction, rays[i + 6]) !== undefined) single++;
        }
      },
      hits: () => single,
    },
  ];
};

const rapierJob = (name: string, rapier: RapierModule, world: World, rays: Float64Array): Job => {
  const mirror = mirrorWorld(rapier, world);
  mirror.step(DT);
  const copy = rapier.World.restoreSnapshot(mirror.save());
  mirror.free();
  copy.step();
  const ray = new rapier.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
  let hits = 0;
  return {
    name,
    run: () => {
      hits = 0;
      for (let i = 0; i < rays.length; i += 7) {
        ray.origin.x = rays[i];
        ray.origin.y = rays[i + 1];
        ray.origin.z = rays[i + 2];
        ray.dir.x = rays[i + 3];
        ray.dir.y = rays[i + 4];
        ray.dir.z = rays[i + 5];
        if (copy.castRayAndGetNormal(ray, rays[i + 6], true) !== null) hits++;
      }
    },
    hits: () => hits,
  };
};

const GOALS: Record<string, number> = { 'rapier3d-compat': 0.5, 'rapier3d-simd-compat': 1 };

/** A wavy ground of 224 × 224 cells, as large as the cloud. */
const CELLS = 224;
const buildGround = (): World => {
  const world = createWorld();
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= CELLS; j++) {
    for (let i = 0; i <= CELLS; i++) {
      const x = SIZE * ((2 * i) / CELLS - 1);
      const z = SIZE * ((2 * j) / CELLS - 1);
      vertices.push(x, 4 * Math.sin(0.5 * x) * Math.cos(0.4 * z) + 0.5 * Math.sin(3 * x + z), z);
    }
  }
  for (let j = 0; j < CELLS; j++) {
    for (let i = 0; i < CELLS; i++) {
      const a = j * (CELLS + 1) + i;
      indices.push(a, a + CELLS + 1, a + 1, a + 1, a + CELLS + 1, a + CELLS + 2);
    }
  }
  const body = createBody(world, { type: 'static' });
  createCollider(world, body, { shape: mesh(vertices, indices, { twoSided: true }) });
  return world;
};

interface RaysScene {
  readonly name: string;
  readonly target: string;
  build(): World;
}

export const RAYS_SCENES: readonly RaysScene[] = [
  { name: 'rays', target: `${BODIES} bodies`, build: buildCloud },
  { name: 'mesh-rays', target: `a mesh of ${2 * CELLS * CELLS} triangles`, build: buildGround },
];

export const measureRays = ({ name: scene, target, build }: RaysScene): RaysResult => {
  const world = build();
  const rays = makeRays();
  const jobs = [
    ...tenonJobs(world, rays),
    ...Object.entries(RAPIERS).map(([name, rapier]) => rapierJob(name, rapier, world, rays)),
  ];
  timeInTurn(jobs, WARM_UP_ROUNDS);
  const samples = timeInTurn(jobs, ROUNDS);
  const times = Object.fromEntries(jobs.map(({ name }) => [name, timing(samples[name])]));
  const ratios: Record<string, Timing> = {};
  const goals: Record<string, Goal> = {};
  for (const ours of jobs.slice(0, 2)) {
    for (const other of Object.keys(RAPIERS)) {
      const name = `${ours.name} / ${other}`;
      ratios[name] = ratioOf(times[ours.name], times[other]);
      goals[name] = judge(ratios[name].median, GOALS[other]);
    }
  }
  const hits = Object.fromEntries(jobs.map((job) => [job.name, job.hits()]));
  return { scene, target, rays: RAYS, hits, times, ratios, goals };
};

const HEAD = ['engine', 'median ms', 'p10 ms', 'goal', 'verdict', 'hits'];

export const raysText = ({ scene, target, rays, hits, times, ratios, goals }: RaysResult): string => {
  const rows = [...Object.entries(times), ...Object.entries(ratios)].map(([name, time]) => [
    name,
    ...timingCells(time),
    ...goalCells(goals[name]),
    name in hits ? String(hits[name]) : '',
  ]);
  return `${scene}: ${rays} rays into ${target}\n${textTable(HEAD, rows)}`;
};
