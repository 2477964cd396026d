import { type BodyHandle, box, type Vec3 } from '@tenon/physics-core';
import { defineScene } from '../scene.js';
import { addFixed, addFloor, addSolid } from '../solids.js';

const HALF_LENGTH = 2.5;
const HALF_WIDTH = 0.5;
const HALF_HEIGHT = 0.25;
/** Belts lie round a square; each begins at a corner, before the end of the one that leads there. */
const BELTS: readonly (readonly [x: number, z: number, along: 'x' | 'z', sign: 1 | -1])[] = [
  [-0.5, 2.5, 'x', 1],
  [2.5, 0.5, 'z', -1],
  [0.5, -2.5, 'x', -1],
  [-2.5, -0.5, 'z', 1],
];

/** Four belts in a square. The belts do not move; their surfaces do. */
export const conveyor = defineScene({
  id: 'conveyor',
  title: 'Conveyor belts',
  group: 'basics',
  description: 'Parcels go round a square of four conveyor belts.',
  watch: 'Each belt takes a parcel to its own speed and hands it to the next one.',
  camera: { target: [0, 0.3, 0], distance: 9.5, yaw: 0.5, pitch: 0.7 },
  settings: { sleeping: false },
  params: {
    speed: { title: 'Speed of the belts', unit: 'm/s', default: 1.2, min: -3, max: 3, step: 0.1 },
    parcels: { title: 'Parcels', unit: '1', default: 6, min: 1, max: 8, step: 1 },
    friction: { title: 'Friction', unit: '1', default: 0.6, min: 0, max: 1, step: 0.05 },
  },
  build: (world, { speed, parcels, friction }) => {
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world) };
    for (const [i, [x, z, along, sign]] of BELTS.entries()) {
      const isX = along === 'x';
      const shape = box(isX ? HALF_LENGTH : HALF_WIDTH, HALF_HEIGHT, isX ? HALF_WIDTH : HALF_LENGTH);
      const surfaceVelocity: Vec3 = isX ? [sign * speed, 0, 0] : [0, 0, sign * speed];
      bodies[`belt${i}`] = addFixed(world, shape, [x, HALF_HEIGHT, z], { friction, surfaceVelocity });
    }
    for (let i = 0; i < parcels; i++) {
      const [x, z, along] = BELTS[i % BELTS.length];
      const shift = i < BELTS.length ? -0.7 : 0.7;
      const position: Vec3 = [x + (along === 'x' ? shift : 0), 0.8, z + (along === 'z' ? shift : 0)];
      bodies[`parcel${i}`] = addSolid(world, box(0.25, 0.2, 0.25), { position, mass: 5 }, { friction });
    }
    return { bodies };
  },
});
