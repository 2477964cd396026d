import {
  type BodyHandle,
  box,
  capsule,
  createBody,
  createCollider,
  hull,
  mesh,
  type Shape,
  sphere,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { createRandom, type Random } from '../random.js';
import { addSolid } from '../solids.js';

export interface WashingMachineOptions {
  readonly count: number;
  /** rad/s. */
  readonly speed: number;
  readonly seed: number;
}

/** Of the drum, m. */
export const DRUM_RADIUS = 2.5;
export const DRUM_LENGTH = 3;
const SIDES = 48;
const ROWS = 8;
const RIBS = 4;
const RIB_HEIGHT = 0.3;
const SPACING = 0.32;
const ACROSS = 9;
const ALONG = 8;

/** Bodies of four shapes in a drum with ribs, one mesh seen from inside, that turns about the z axis. */
export const buildWashingMachine = (
  world: World,
  { count, speed, seed }: WashingMachineOptions,
): { readonly drum: BodyHandle; readonly bodies: BodyHandle[] } => {
  const random = createRandom(seed);
  const drum = createBody(world, { type: 'kinematic', angularVelocity: [0, 0, speed] });
  createCollider(world, drum, { shape: drumShape(), friction: 0.6 });
  const bodies = Array.from({ length: count }, (_, i) => {
    const layer = Math.floor(i / (ACROSS * ALONG));
    const position: Vec3 = [
      ((i % ACROSS) - (ACROSS - 1) / 2) * SPACING,
      (layer - 3.5) * SPACING,
      ((Math.floor(i / ACROSS) % ALONG) - (ALONG - 1) / 2) * SPACING,
    ];
    return addSolid(world, laundry(random, i), { position, rotation: random.rotation() });
  });
  return { drum, bodies };
};

const laundry = (random: Random, i: number): Shape => {
  if (i % 4 === 0) return box(0.08, 0.07, 0.1);
  if (i % 4 === 1) return sphere(0.1);
  if (i % 4 === 2) return capsule(0.07, 0.07);
  return hull(
    Array.from({ length: 12 }, (): Vec3 => {
      const [x, y, z] = random.direction();
      return [0.12 * x, 0.12 * y, 0.12 * z];
    }),
  );
};

const drumShape = (): Shape => {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= ROWS; j++) {
    for (let i = 0; i < SIDES; i++) {
      const isRib = i % (SIDES / RIBS) === 0;
      const r = isRib ? DRUM_RADIUS - RIB_HEIGHT : DRUM_RADIUS;
      const angle = (2 * Math.PI * i) / SIDES;
      vertices.push(r * Math.cos(angle), r * Math.sin(angle), DRUM_LENGTH * (j / ROWS - 0.5));
    }
  }
  for (let j = 0; j < ROWS; j++) {
    for (let i = 0; i < SIDES; i++) {
      const a = j * SIDES + i;
      const b = j * SIDES + ((i + 1) % SIDES);
      indices.push(a, a + SIDES, b, b, a + SIDES, b + SIDES);
    }
  }
  const back = vertices.length / 3;
  vertices.push(0, 0, -DRUM_LENGTH / 2, 0, 0, DRUM_LENGTH / 2);
  for (let i = 0; i < SIDES; i++) {
    const next = (i + 1) % SIDES;
    indices.push(back, i, next, back + 1, ROWS * SIDES + next, ROWS * SIDES + i);
  }
  return mesh(vertices, indices);
};
