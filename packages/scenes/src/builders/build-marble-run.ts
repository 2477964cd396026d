import { type BodyHandle, box, mesh, type Shape, sphere, type World } from '@tenon/physics-core';
import { addSolid } from '../solids.js';

export interface MarbleRunOptions {
  readonly count: number;
  readonly turns: number;
}

/** Of the helix, and of the chute, m. */
const RADIUS = 1.5;
const CHUTE = 0.15;
/** Descent in one turn, m. */
const PITCH = 0.9;
const MARBLE = 0.05;
/** Pieces of the mesh in one turn, and across the chute. */
const PIECES = 60;
const ACROSS = 12;
/** rad. Half of the arc of the chute: its sides go up to the height of its axis. */
const HALF_ARC = Math.PI / 2;
/** rad between two marbles at the start. */
const GAP = 0.1;
const TRAY = 1.2;

/** Marbles that roll down a helical chute, one mesh, into a tray. */
export const buildMarbleRun = (world: World, { count, turns }: MarbleRunOptions): BodyHandle[] => {
  const top = PITCH * turns + 0.5;
  addSolid(world, chute(turns, top), { type: 'static' }, { friction: 0.3 });
  // Beyond the end of the chute, which leads along +z at x = RADIUS.
  const z = TRAY;
  const walls: readonly (readonly [Shape, number, number, number])[] = [
    [box(TRAY, 0.05, TRAY), 0, -0.05, 0],
    [box(0.05, 0.6, TRAY), TRAY, 0.6, 0],
    // Below the last turn of the chute.
    [box(0.05, 0.25, TRAY), -TRAY, 0.25, 0],
    [box(TRAY, 0.6, 0.05), 0, 0.6, TRAY],
    [box(TRAY, 0.1, 0.05), 0, 0.1, -TRAY],
  ];
  for (const [shape, x, y, dz] of walls)
    addSolid(world, shape, { type: 'static', position: [RADIUS + x, y, z + dz] });
  return Array.from({ length: count }, (_, i) => {
    const angle = GAP * (i + 1);
    const height = top - (PITCH * angle) / (2 * Math.PI) - CHUTE + MARBLE;
    return addSolid(world, sphere(MARBLE), {
      position: [RADIUS * Math.cos(angle), height + 0.005, RADIUS * Math.sin(angle)],
    });
  });
};

/** A half-pipe along the helix from the angle 0 on, seen from its axis. */
const chute = (turns: number, top: number): Shape => {
  const vertices: number[] = [];
  const indices: number[] = [];
  const pieces = PIECES * turns;
  for (let i = 0; i <= pieces; i++) {
    const angle = (2 * Math.PI * i) / PIECES;
    const y = top - (PITCH * i) / PIECES;
    for (let k = 0; k <= ACROSS; k++) {
      const arc = HALF_ARC * ((2 * k) / ACROSS - 1);
      const r = RADIUS + CHUTE * Math.sin(arc);
      vertices.push(r * Math.cos(angle), y - CHUTE * Math.cos(arc), r * Math.sin(angle));
    }
  }
  for (let i = 0; i < pieces; i++) {
    for (let k = 0; k < ACROSS; k++) {
      const a = i * (ACROSS + 1) + k;
      const b = a + ACROSS + 1;
      indices.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  return mesh(vertices, indices);
};
