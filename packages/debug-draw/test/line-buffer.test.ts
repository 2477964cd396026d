import { expect, test } from 'vitest';
import { addLine, clearLines, createLineBuffer } from '../src/line-buffer.js';
import { BYTES_PER_VERTEX, packColour } from '../src/vertex-buffer.js';

test('a line is two vertices of three floats and four colour bytes', () => {
  const buffer = createLineBuffer(1);
  addLine(buffer, 1, 2, 3, 4, 5, 6, packColour(0x102030, 0.5));
  expect(buffer.vertexCount).toBe(2);
  expect(Array.from(buffer.floats.subarray(0, 3))).toEqual([1, 2, 3]);
  expect(Array.from(buffer.floats.subarray(4, 7))).toEqual([4, 5, 6]);
  const bytes = new Uint8Array(buffer.floats.buffer);
  expect(Array.from(bytes.subarray(12, 16))).toEqual([0x10, 0x20, 0x30, 128]);
  expect(Array.from(bytes.subarray(BYTES_PER_VERTEX + 12, BYTES_PER_VERTEX + 16))).toEqual([
    0x10, 0x20, 0x30, 128,
  ]);
});

test('growing keeps every bit of what was written, also of colours that are not numbers when read as floats', () => {
  const buffer = createLineBuffer(1);
  // The bytes ff ff bf 7f are a signalling NaN, the kind that copying as a float may change.
  const awkward = 0x7fbfffff;
  for (let i = 0; i < 100; i++) addLine(buffer, i, 0, 0, i, 1, 0, awkward);
  expect(buffer.vertexCount).toBe(200);
  for (let vertex = 0; vertex < 200; vertex++) {
    expect(buffer.floats[vertex * 4]).toBe(vertex >> 1);
    expect(buffer.words[vertex * 4 + 3]).toBe(awkward);
  }
});

test('a warm buffer is filled again without new memory', () => {
  const buffer = createLineBuffer(4);
  const fill = (): void => {
    clearLines(buffer);
    for (let i = 0; i < 50; i++) addLine(buffer, 0, 0, 0, 1, 1, 1, 0);
  };
  fill();
  const memory = buffer.floats;
  fill();
  expect(buffer.floats).toBe(memory);
  expect(buffer.vertexCount).toBe(100);
});

test('colours are opaque unless told otherwise, and opacity stays within its range', () => {
  expect(packColour(0xff8000)).toBe(0xff0080ff);
  expect(packColour(0, 7)).toBe(0xff000000);
  expect(packColour(0, -1)).toBe(0);
});
