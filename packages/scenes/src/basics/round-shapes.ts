import {
  type BodyHandle,
  box,
  coneShape,
  cylinder,
  hull,
  roundedBox,
  roundedHull,
  type Shape,
  taperedCapsule,
  taperedCylinder,
  type Vec3,
} from '@tenon/physics-core';
import { ALONG_Z, about, compose, rotate } from '../rotations.js';
import { defineScene, inDegrees } from '../scene.js';
import { addFloor, addSolid } from '../solids.js';

const SLAB = { length: 2.4, thickness: 0.1, width: 2.2 };
const HEIGHT = 1.2;
const GRIP = { friction: 0.8, rollingResistance: 0.005 };

/** An octahedron. */
const corners: readonly Vec3[] = [
  [0.25, 0, 0],
  [-0.25, 0, 0],
  [0, 0.25, 0],
  [0, -0.25, 0],
  [0, 0, 0.25],
  [0, 0, -0.25],
];

/** What stands and falls in front of the slope, one beside the other. */
const DROPPED: readonly (readonly [string, Shape])[] = [
  ['cone', coneShape(0.3, 0.3)],
  ['roundedBox', roundedBox(0.2, 0.2, 0.2, 0.08)],
  ['taperedCapsule', taperedCapsule(0.22, 0.12, 0.2)],
  ['sharpRock', hull(corners)],
  ['roundedRock', roundedHull(corners, 0.08)],
  ['roundedCylinder', cylinder(0.2, 0.1, 0.06)],
];

/** Cylinders, cones, tapered capsules and rounded shapes: what rolls, stands, spins and is stacked. */
export const roundShapes = defineScene({
  id: 'round-shapes',
  title: 'Round shapes',
  group: 'basics',
  description:
    'Cylinders roll down a slope, stand as a tower and spin as a coin; cones and rounded shapes fall.',
  watch:
    'The cylinder rolls straight down, the tapered one turns off. The coin wobbles and comes to rest on its face. The tower stands.',
  camera: { target: [0.3, 0.5, 0.7], distance: 9.5, yaw: -0.6, pitch: 0.35 },
  params: {
    angle: inDegrees({ title: 'Slope', unit: '°', default: 12, min: 5, max: 30, step: 1 }),
    tower: { title: 'Cylinders in the tower', unit: '1', default: 8, min: 1, max: 12, step: 1 },
    spin: inDegrees({ title: 'Spin of the coin', unit: '°/s', default: 600, min: 0, max: 1800, step: 60 }),
  },
  build: (world, { angle, tower, spin }) => {
    const tilt = about([0, 0, 1], angle);
    const slab = addSolid(
      world,
      box(SLAB.length, SLAB.thickness, SLAB.width),
      { type: 'static', position: [1.5, HEIGHT, -0.5], rotation: tilt },
      GRIP,
    );
    const bodies: Record<string, BodyHandle> = { floor: addFloor(world, GRIP), slab };
    const onSlope = (shape: Shape, radius: number, along: number, across: number): BodyHandle => {
      const [x, y, z] = rotate(tilt, [along, SLAB.thickness + radius, across]);
      const position: Vec3 = [1.5 + x, HEIGHT + y, z - 0.5];
      return addSolid(world, shape, { position, rotation: compose(tilt, ALONG_Z) }, GRIP);
    };
    bodies.cylinder = onSlope(cylinder(0.25, 0.35), 0.25, 1.9, 1.2);
    bodies.tapered = onSlope(taperedCylinder(0.25, 0.18, 0.35), 0.25, 1.9, -0.8);
    for (let i = 0; i < tower; i++)
      bodies[`drum${i}`] = addSolid(
        world,
        cylinder(0.25, 0.12),
        { position: [-2.2, 0.12 * (2 * i + 1), -1.6], rotation: about([0, 1, 0], 0.4 * i) },
        GRIP,
      );
    bodies.coin = addSolid(
      world,
      cylinder(0.3, 0.02),
      { position: [-2, 0.32, 1.7], rotation: about([0, 0, 1], 1.35), angularVelocity: [0, spin, 0] },
      { friction: 0.4 },
    );
    for (const [i, [name, shape]] of DROPPED.entries())
      bodies[name] = addSolid(
        world,
        shape,
        { position: [-1.4 + 0.75 * i, 0.9, 2.9], rotation: about([0, 0, 1], 0.4 + 0.2 * i) },
        GRIP,
      );
    return { bodies };
  },
});
