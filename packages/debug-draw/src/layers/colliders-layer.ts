import type { ColliderHandle, World } from '@tenon/physics-core';
import {
  BodyKind,
  BodyRecord,
  ColliderKind,
  ColliderRecord,
  colliderHull,
  colliderTriangles,
  type HullGeometry,
  TreeRecord,
} from '@tenon/physics-core/inspect';
import type { LineBuffer } from '../line-buffer.js';
import { hasSolidMesh, solidMesh } from '../solid-mesh.js';
import type { TriangleBuffer } from '../triangle-buffer.js';
import type { Drawing } from './drawing.js';
import { readFigures } from './figures.js';
import { isBodyDimmed } from './isolate.js';
import type { DrawOptions } from './options.js';
import { figureInk, type Ink, inkOf, islandInk, levelOffset } from './palette.js';
import { P0, P1, pen } from './pen.js';
import {
  placeFaces,
  placeHullFaces,
  placeHullLines,
  placeLines,
  placeSolidFaces,
  placeSolidLines,
  placeSurfaceFaces,
  placeSurfaceLines,
} from './place.js';
import { placeBoxFaces, placeBoxLines, writeCorners } from './place-box.js';
import { boxEdges } from './primitives.js';
import type { Readings } from './readings.js';
import {
  capsuleFaces,
  capsuleLines,
  gridLines,
  sphereFaces,
  sphereLines,
  strongGridLines,
} from './templates.js';

const SOLID = levelOffset('solid');
const DIM = levelOffset('dim');
/** From the strength of a body to that of its neighbour in a figure. */
const SHADE = levelOffset('shaded') - SOLID;
const SOFT = levelOffset('soft');
const FAINT = levelOffset('faint');
const bodyInk = inkOf('body');
const kinematicInk = inkOf('kinematic');
const fixedInk = inkOf('fixed');
const sensorInk = inkOf('sensor');
const highlightInk = inkOf('highlight');
const boxInk = inkOf('box', 'soft');
const nodeInk = inkOf('box', 'faint');

/** The ink of a shape's body at full strength: what it is, its figure, or its island, which only the readings of bodies have. */
const inkOfBody = (readings: Readings, shape: number, options: DrawOptions): Ink => {
  const { floats } = readings.colliders;
  const at = shape * ColliderRecord.size;
  if (floats[at + ColliderRecord.sensor] !== 0) return sensorInk;
  const type = floats[at + ColliderRecord.bodyType];
  if (type === BodyKind.static) return fixedInk;
  if (type === BodyKind.kinematic) return kinematicInk;
  if (options.layers.islands)
    return islandInk(
      readings.bodies.floats[floats[at + ColliderRecord.body] * BodyRecord.size + BodyRecord.island],
    );
  return options.bodyColours === 'figure' ? figureInk(readings.figures.ofShape[shape]) : bodyInk;
};

/** Every second body of a figure, and level geometry, on which other static bodies stand. */
const isShaded = ({ figures, colliders }: Readings, shape: number, options: DrawOptions): boolean => {
  if (options.bodyColours !== 'figure' || options.layers.islands) return false;
  const at = shape * ColliderRecord.size;
  const kind = colliders.floats[at + ColliderRecord.kind];
  return colliders.floats[at + ColliderRecord.bodyType] === BodyKind.dynamic
    ? figures.isShaded[shape] === 1
    : kind === ColliderKind.mesh || kind === ColliderKind.heightField;
};

export const drawColliders = (drawing: Drawing, world: World, options: DrawOptions): void => {
  const { lines, triangles, readings } = drawing;
  const { wire, solid, boxes } = options.layers;
  const { floats, count } = readings.colliders;
  if (options.bodyColours === 'figure')
    readFigures(readings.figures, readings.joints, readings.colliders, world);
  for (let k = 0; k < count; k++) {
    const at = k * ColliderRecord.size;
    const sensor = floats[at + ColliderRecord.sensor] !== 0;
    const ink = inkOfBody(readings, k, options);
    const resting =
      floats[at + ColliderRecord.bodyAwake] === 0 && floats[at + ColliderRecord.bodyType] !== BodyKind.static;
    const dim = resting || isBodyDimmed(readings, floats[at + ColliderRecord.bodyHandle]);
    const selected = floats[at + ColliderRecord.bodyHandle] === options.selectedBody;
    if (floats[at + ColliderRecord.kind] === ColliderKind.box) writeCorners(floats, at);
    const shade = isShaded(readings, k, options) ? SHADE : 0;
    if (solid && !sensor) drawSolid(triangles, world, floats, at, ink + (dim ? DIM : SOLID) + shade);
    if (wire || sensor || selected) {
      const edge = selected ? highlightInk : ink + (dim ? FAINT : solid ? SOFT : 0);
      drawWire(lines, world, floats, at, edge);
    }
    if (boxes && floats[at + ColliderRecord.kind] !== ColliderKind.halfSpace)
      drawBox(lines, floats, at + ColliderRecord.box, boxInk);
  }
};

const hullOf = (world: World, floats: Float64Array, at: number): HullGeometry | undefined =>
  colliderHull(world, floats[at + ColliderRecord.handle] as ColliderHandle);

const drawWire = (lines: LineBuffer, world: World, floats: Float64Array, at: number, ink: Ink): void => {
  const kind = floats[at + ColliderRecord.kind];
  if (kind === ColliderKind.box) placeBoxLines(lines, ink);
  else if (kind === ColliderKind.sphere) placeLines(lines, sphereLines, floats, at, ink);
  else if (kind === ColliderKind.capsule) placeLines(lines, capsuleLines, floats, at, ink);
  else if (hasSolidMesh(kind)) placeSolidLines(lines, solidMesh(world, floats, at), floats, at, ink);
  else if (kind === ColliderKind.hull) {
    const hull = hullOf(world, floats, at);
    if (hull !== undefined) placeHullLines(lines, hull, floats, at, ink);
  } else if (kind === ColliderKind.halfSpace) {
    placeLines(lines, gridLines, floats, at, fixedInk + FAINT);
    placeLines(lines, strongGridLines, floats, at, fixedInk + SOFT);
  } else {
    const surface = colliderTriangles(world, floats[at + ColliderRecord.handle] as ColliderHandle);
    if (surface !== undefined) placeSurfaceLines(lines, surface, floats, at, ink);
  }
};

const drawSolid = (
  triangles: TriangleBuffer,
  world: World,
  floats: Float64Array,
  at: number,
  ink: Ink,
): void => {
  const kind = floats[at + ColliderRecord.kind];
  if (kind === ColliderKind.box) placeBoxFaces(triangles, floats, at, ink);
  else if (kind === ColliderKind.sphere) placeFaces(triangles, sphereFaces, floats, at, ink);
  else if (kind === ColliderKind.capsule) placeFaces(triangles, capsuleFaces, floats, at, ink);
  else if (hasSolidMesh(kind)) placeSolidFaces(triangles, solidMesh(world, floats, at), floats, at, ink);
  else if (kind === ColliderKind.hull) {
    const hull = hullOf(world, floats, at);
    if (hull !== undefined) placeHullFaces(triangles, hull, floats, at, ink);
  } else if (kind !== ColliderKind.halfSpace) {
    const surface = colliderTriangles(world, floats[at + ColliderRecord.handle] as ColliderHandle);
    if (surface !== undefined) placeSurfaceFaces(triangles, surface, floats, at, ink);
  }
};

/** A box along the world's axes from its two corners. */
const drawBox = (lines: LineBuffer, floats: Float64Array, box: number, ink: Ink): void => {
  for (let i = 0; i < 9; i++) pen[P1 + i] = 0;
  for (let i = 0; i < 3; i++) {
    pen[P0 + i] = 0.5 * (floats[box + i] + floats[box + 3 + i]);
    pen[P1 + 4 * i] = 0.5 * (floats[box + 3 + i] - floats[box + i]);
  }
  boxEdges(lines, P0, P1, ink);
};

/** The inner nodes of the broadphase's trees. */
export const drawTree = ({ lines, readings }: Drawing): void => {
  const { floats, count } = readings.tree;
  for (let k = 0; k < count; k++) {
    const at = k * TreeRecord.size;
    if (floats[at + TreeRecord.height] > 0) drawBox(lines, floats, at + TreeRecord.box, nodeInk);
  }
};
