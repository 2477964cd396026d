import { addLine, createLineBuffer, type Label, packColour } from '@tenon/debug-draw';
import { expect, test } from 'vitest';
import { createPictureMemory } from '../src/picture-memory.js';

const pictureOf = (lines: number) => {
  const buffer = createLineBuffer(4);
  for (let i = 0; i < lines; i++) addLine(buffer, i, 0, 0, i, 1, 0, packColour(0xff0000));
  const label: Label = { text: 'λ', x: 1, y: 2, z: 3, colour: 7 };
  return { vertices: [buffer, createLineBuffer(4)], labels: [label], numbers: [1, 0.5, 640] };
};

type Picture = ReturnType<typeof pictureOf>;

test('a picture is new once', () => {
  const memory = createPictureMemory();
  const isNew = ({ vertices, labels, numbers }: Picture): boolean => memory.isNew(vertices, labels, numbers);
  expect(isNew(pictureOf(0))).toBe(true);
  for (const lines of [1, 20, 3, 0]) {
    expect(isNew(pictureOf(lines)), `${lines} lines`).toBe(true);
    expect(isNew(pictureOf(lines)), `${lines} lines again`).toBe(false);
  }
  memory.forget();
  expect(isNew(pictureOf(0))).toBe(true);
});

const changes: Readonly<Record<string, (picture: Picture) => void>> = {
  'a coordinate of the last vertex': ({ vertices: [lines] }) => {
    lines.floats[4 * (lines.vertexCount - 1)] += 0.25;
  },
  'a colour': ({ vertices: [lines] }) => {
    lines.words[3] ^= 1;
  },
  'vertices elsewhere': ({ vertices: [, others] }) =>
    addLine(others, 0, 0, 0, 0, 0, 0, packColour(0x000000, 0)),
  'a label': ({ labels }) => {
    labels[0].text = 'μ';
  },
  'the place of a label': ({ labels }) => {
    labels[0].z = 4;
  },
  'the size': ({ numbers }) => {
    numbers[2] = 641;
  },
};

test.each(Object.entries(changes))('%s makes it new, and so does taking it back', (_, change) => {
  const memory = createPictureMemory();
  const isNew = ({ vertices, labels, numbers }: Picture): boolean => memory.isNew(vertices, labels, numbers);
  isNew(pictureOf(5));
  const changed = pictureOf(5);
  change(changed);
  expect(isNew(changed)).toBe(true);
  expect(isNew(changed)).toBe(false);
  expect(isNew(pictureOf(5))).toBe(true);
});
