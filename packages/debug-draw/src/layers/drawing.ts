import { clearLines, createLineBuffer, type LineBuffer } from '../line-buffer.js';
import { clearTriangles, createTriangleBuffer, type TriangleBuffer } from '../triangle-buffer.js';
import { createLabelList, type Label, type LabelList } from './label.js';
import { createReadings, type Readings } from './readings.js';

/** A picture of a world as flat memory: any renderer can show it. It is used again for every frame. */
export interface Drawing {
  readonly lines: LineBuffer;
  readonly triangles: TriangleBuffer;
  /** Vertices from these on belong to contacts and joints, before them to bodies: a renderer may show joints through bodies. */
  readonly jointsFrom: { lines: number; triangles: number };
  /** Texts at world points. */
  readonly labels: Label[];
  /** What was read from the world for this picture, and what must be remembered from frame to frame. */
  readonly readings: Readings;
  readonly labelList: LabelList;
}

export const createDrawing = (): Drawing => {
  const labelList = createLabelList();
  return {
    lines: createLineBuffer(4096),
    triangles: createTriangleBuffer(4096),
    jointsFrom: { lines: 0, triangles: 0 },
    labels: labelList.shown,
    readings: createReadings(),
    labelList,
  };
};

/** Empties the picture; its memory stays. */
export const clearDrawing = (drawing: Drawing): void => {
  clearLines(drawing.lines);
  clearTriangles(drawing.triangles);
  drawing.labels.length = 0;
  drawing.readings.swings.used = 0;
};
