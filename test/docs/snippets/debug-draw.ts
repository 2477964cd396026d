import { createDrawing, defaultDrawOptions, drawWorld } from '@tenon/debug-draw';
import {
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  hinge,
  stepWorld,
} from '@tenon/physics-core';

const world = createWorld();
const door = createBody(world, { position: [0.5, 1, 0] });
createCollider(world, door, { shape: box(0.5, 1, 0.05) });
createJoint(world, hinge({ bodyB: door, anchor: [0, 1, 0], axis: [0, 1, 0], limits: [-1, 1] }));
stepWorld(world, 1 / 60);

const drawing = createDrawing();
drawWorld(drawing, world, defaultDrawOptions());
const { lines, triangles } = drawing;
console.log(lines.vertexCount > 0, lines.vertexCount % 2, triangles.vertexCount % 3); // true 0 0
