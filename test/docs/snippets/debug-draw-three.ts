import { clearDrawing, createDrawing, defaultDrawOptions, drawWorld } from '@tenon/debug-draw';
import {
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  hinge,
  stepWorld,
} from '@tenon/physics-core';
import {
  BufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Scene,
} from 'three';

const world = createWorld();
const door = createBody(world, { position: [0.5, 1, 0] });
createCollider(world, door, { shape: box(0.5, 1, 0.05) });
createJoint(world, hinge({ bodyB: door, anchor: [0, 1, 0], axis: [0, 1, 0], limits: [-1, 1] }));

const scene = new Scene();
const drawing = createDrawing();
const options = defaultDrawOptions();
options.layers.solid = false;
const material = new LineBasicMaterial({ vertexColors: true, transparent: true });
const lines = new LineSegments(new BufferGeometry(), material);
lines.frustumCulled = false;
scene.add(lines);

let seen: Float32Array | undefined;
const frame = (): void => {
  stepWorld(world, 1 / 60);
  clearDrawing(drawing);
  drawWorld(drawing, world, options);
  const { floats, vertexCount } = drawing.lines;
  if (floats !== seen) {
    // Places as floats and colours as bytes, both in the same memory. It is another one after it grew.
    seen = floats;
    const places = new InterleavedBuffer(floats, 4);
    const colours = new InterleavedBuffer(new Uint8Array(floats.buffer), 16);
    lines.geometry.dispose();
    lines.geometry = new BufferGeometry();
    lines.geometry.setAttribute('position', new InterleavedBufferAttribute(places, 3, 0));
    lines.geometry.setAttribute('color', new InterleavedBufferAttribute(colours, 4, 12, true));
  }
  for (const name of ['position', 'color']) lines.geometry.attributes[name].data.needsUpdate = true;
  lines.geometry.setDrawRange(0, vertexCount);
};
for (let i = 0; i < 60; i++) frame();
console.log(lines.geometry.drawRange.count === drawing.lines.vertexCount); // true
