import type { World } from '@tenon/physics-core';
import {
  readBodies,
  readContacts,
  readCoordinates,
  readJoints,
  readRows,
  readTree,
  stepLength,
  substepLength,
} from '@tenon/physics-core/inspect';
import { readShapes } from '../read-shapes.js';
import { drawMasses, drawVelocities } from './bodies-layer.js';
import { checkDrawOptions } from './check-options.js';
import { drawColliders, drawTree } from './colliders-layer.js';
import { drawContacts } from './contacts-layer.js';
import type { Drawing } from './drawing.js';
import { drawFlashes } from './flashes.js';
import { drawGround } from './ground-layer.js';
import { readIsolated } from './isolate.js';
import { drawFrames, drawPulleys, drawReactions } from './joints-layer.js';
import { drawLabels } from './labels-layer.js';
import { drawLimits } from './limits-layer.js';
import { drawMotors } from './motors-layer.js';
import type { DrawOptions } from './options.js';
import { useTheme } from './pen.js';
import { drawHighlightedContact, drawRows } from './rows-layer.js';

/** From so many joints on their shapes are drawn in less detail. */
const CROWD = 300;

/** Adds a picture of the world to the drawing: clear it first, unless you draw several worlds into one. */
export const drawWorld = (drawing: Drawing, world: World, options: DrawOptions): void => {
  checkDrawOptions(options);
  const { layers } = options;
  useTheme(options.theme);
  readIsolated(drawing.readings, world, options);
  drawBodies(drawing, world, options);
  drawing.jointsFrom.lines = drawing.lines.vertexCount;
  drawing.jointsFrom.triangles = drawing.triangles.vertexCount;
  if (layers.contacts) {
    readContacts(world, drawing.readings.contacts);
    drawContacts(drawing, options, stepLength(world));
  }
  drawJoints(drawing, world, options);
};

const drawBodies = (drawing: Drawing, world: World, options: DrawOptions): void => {
  const { readings } = drawing;
  const { layers } = options;
  // For shapes alone the records of colliders say enough of their bodies.
  if (layers.islands || layers.masses || layers.velocities)
    readBodies(world, readings.bodies, layers.islands);
  readShapes(world, readings.colliders, readings.bodies, layers.islands);
  if (layers.ground) drawGround(drawing, world, options);
  drawColliders(drawing, world, options);
  if (layers.tree) {
    readTree(world, readings.tree);
    drawTree(drawing);
  }
  if (layers.masses) drawMasses(drawing, options);
  if (layers.velocities) drawVelocities(drawing, options);
};

const drawJoints = (drawing: Drawing, world: World, options: DrawOptions): void => {
  const { readings } = drawing;
  const { layers } = options;
  const labelled = layers.labels && (options.hoveredJoint ?? options.selectedJoint) !== undefined;
  readJoints(world, readings.joints, layers.reactions || labelled);
  readings.coarseness = readings.joints.count > CROWD ? 2 : 1;
  if (layers.limits || layers.motors || labelled) readCoordinates(world, readings.coordinates, labelled);
  if (layers.frames) {
    drawFrames(drawing, options);
    drawPulleys(drawing, world, options);
  }
  if (layers.limits) drawLimits(drawing, options);
  if (layers.motors) drawMotors(drawing, options);
  if (layers.rows || options.highlightedRow !== undefined) {
    readRows(world, readings.rows);
    drawRows(drawing, options, substepLength(world));
    drawHighlightedContact(drawing, world, options);
  }
  if (layers.reactions) drawReactions(drawing, options);
  if (labelled) drawLabels(drawing, options);
  drawFlashes(drawing, world, options);
};
