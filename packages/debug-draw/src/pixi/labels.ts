import { BitmapFont, BitmapText, Cache, Container, Sprite, Texture } from 'pixi.js';
import { projectPoint } from '../camera.js';
import type { Label } from '../layers/label.js';
import type { ThemeName } from '../layers/palette.js';
import type { PictureFrame } from '../picking.js';

const FONT = 'tenon-debug-labels';
const FONT_SIZE = 12;
/** The font is drawn larger than it is shown, so that it stays sharp on dense screens. */
const FONT_RESOLUTION = 2;
/** Letters beyond these are added when they are first used. */
const FONT_CHARACTERS = [[' ', '~'], 'λωθφατΔ°·×±∞²→−–'];
const PADDING = 4;
/** Between the point and its label, to the right and upwards, pixels: far enough to leave the joint itself open to view. */
const OFFSET_X = 84;
const OFFSET_Y = 20;
/** Points closer together than this are one, pixels. */
const SAME_POINT = 4;
/** More labels than this nobody reads. */
const MOST_LABELS = 100;

const plateColour: Record<ThemeName, number> = { dark: 0x0d1015, light: 0xffffff };

interface ShownLabel {
  readonly group: Container;
  readonly text: BitmapText;
  readonly plate: Sprite;
  /** From the point to the plate. */
  readonly leader: Sprite;
  /** Size of the plate, and where it stands. */
  width: number;
  height: number;
  x: number;
  y: number;
  /** Where the point is. */
  pointX: number;
  pointY: number;
}

/** Texts beside points of the world. Texts and plates are kept and used again; a frame in which nothing changes makes no objects. */
export interface LabelLayer {
  readonly container: Container;
  readonly labels: ShownLabel[];
  readonly place: Float64Array;
}

export const createLabelLayer = (): LabelLayer => {
  const container = new Container();
  container.eventMode = 'none';
  return { container, labels: [], place: new Float64Array(3) };
};

export const showLabels = (
  layer: LabelLayer,
  labels: readonly Label[],
  picture: PictureFrame,
  theme: ThemeName,
): void => {
  const { matrix, width, height } = picture;
  let shown = 0;
  for (let i = 0; i < labels.length && shown < MOST_LABELS; i++) {
    const { x, y, z } = labels[i];
    if (!projectPoint(matrix, x, y, z, width, height, layer.place)) continue;
    if (shown === layer.labels.length) layer.labels.push(addShownLabel(layer.container));
    const label = layer.labels[shown];
    writeLabel(label, labels[i], theme);
    label.pointX = layer.place[0];
    label.pointY = layer.place[1];
    label.x = clamp(label.pointX + OFFSET_X, 0, width - label.width);
    label.y = Math.max(0, label.pointY - OFFSET_Y - label.height);
    moveBelowOthers(layer.labels, shown);
    label.leader.visible = !sharesPoint(layer.labels, shown);
    shown++;
  }
  let overflow = 0;
  for (let i = 0; i < shown; i++) {
    const label = layer.labels[i];
    overflow = Math.max(overflow, label.y + label.height - height);
  }
  for (let i = 0; i < layer.labels.length; i++) {
    if (i < shown) placeLabel(layer.labels[i], overflow);
    layer.labels[i].group.visible = i < shown;
  }
};

const placeLabel = (label: ShownLabel, overflow: number): void => {
  const x = Math.round(label.x);
  const y = Math.round(Math.max(0, label.y - overflow));
  label.group.position.set(x, y);
  const dx = x - label.pointX;
  const dy = y + label.height / 2 - label.pointY;
  label.leader.position.set(-dx, label.pointY - y);
  label.leader.rotation = Math.atan2(dy, dx);
  label.leader.setSize(Math.hypot(dx, dy), 1);
};

const addShownLabel = (container: Container): ShownLabel => {
  if (!Cache.has(`${FONT}-bitmap`)) {
    BitmapFont.install({
      name: FONT,
      style: {
        fontFamily: ['Menlo', 'Consolas', 'DejaVu Sans Mono', 'monospace'],
        fontSize: FONT_SIZE,
        fill: 0xffffff,
      },
      chars: FONT_CHARACTERS,
      resolution: FONT_RESOLUTION,
    });
  }
  const group = new Container();
  const plate = new Sprite(Texture.WHITE);
  const text = new BitmapText({ text: '', style: { fontFamily: FONT, fontSize: FONT_SIZE } });
  const leader = new Sprite(Texture.WHITE);
  leader.anchor.set(0, 0.5);
  leader.alpha = 0.45;
  plate.alpha = 0.8;
  text.position.set(PADDING, PADDING);
  group.addChild(leader, plate, text);
  container.addChild(group);
  return { group, plate, text, leader, width: 0, height: 0, x: 0, y: 0, pointX: 0, pointY: 0 };
};

const writeLabel = (shown: ShownLabel, label: Label, theme: ThemeName): void => {
  const { text, plate, leader } = shown;
  if (text.text !== label.text) {
    text.text = label.text;
    shown.width = Math.ceil(text.width) + 2 * PADDING;
    shown.height = Math.ceil(text.height) + 2 * PADDING;
    plate.setSize(shown.width, shown.height);
  }
  const tint = rgbOf(label.colour);
  if (text.tint !== tint) {
    text.tint = tint;
    leader.tint = tint;
  }
  if (plate.tint !== plateColour[theme]) plate.tint = plateColour[theme];
};

/** Labels of one joint have their points close together: the later ones go below the earlier ones. */
const moveBelowOthers = (labels: readonly ShownLabel[], count: number): void => {
  const label = labels[count];
  for (let i = 0; i < count; i++) {
    const other = labels[i];
    const apart =
      label.x >= other.x + other.width ||
      other.x >= label.x + label.width ||
      label.y >= other.y + other.height ||
      other.y >= label.y + label.height;
    if (apart) continue;
    label.x = other.x;
    label.y = other.y + other.height + 1;
  }
};

/** Of labels at one point only the first has a line to it. */
const sharesPoint = (labels: readonly ShownLabel[], count: number): boolean => {
  const { pointX, pointY } = labels[count];
  for (let i = 0; i < count; i++) {
    if (Math.abs(labels[i].pointX - pointX) + Math.abs(labels[i].pointY - pointY) < SAME_POINT) return true;
  }
  return false;
};

/** 0xrrggbb of a packed colour. */
const rgbOf = (colour: number): number =>
  ((colour & 0xff) << 16) | (colour & 0xff00) | ((colour >>> 16) & 0xff);

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
