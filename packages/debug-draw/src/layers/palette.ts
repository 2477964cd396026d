import { packColour } from '../vertex-buffer.js';

export type ThemeName = 'dark' | 'light';

/**
 * Colours after Okabe and Ito (2008), which people with any kind of colour blindness tell apart; the light theme has them darkened where
 * they would vanish on white. What has one hue, for all or for some, differs in lightness; test/palette.test.ts measures it. Opacity carries what is
 * active: a faint colour is a row, limit or body that does nothing at the moment.
 */
interface Swatch {
  readonly dark: number;
  readonly light: number;
  readonly meaning: string;
}

const swatches = {
  body: { dark: 0x4a8fc7, light: 0x5aa6d4, meaning: 'dynamic body; dim while it sleeps' },
  kinematic: { dark: 0xcc79a7, light: 0xb8578c, meaning: 'kinematic body' },
  fixed: { dark: 0x7d8794, light: 0x8a939e, meaning: 'static body' },
  sensor: { dark: 0xf0e442, light: 0x8f8400, meaning: 'sensor' },
  lock: { dark: 0xa6dcff, light: 0x004a94, meaning: 'row that holds a joint together' },
  limit: { dark: 0xe69f00, light: 0xcf9200, meaning: 'limit; bright while it acts' },
  motor: { dark: 0x00c08b, light: 0x007a59, meaning: 'motor, with its target' },
  spring: { dark: 0xf0e442, light: 0x4f4a00, meaning: 'spring, with its rest' },
  friction: { dark: 0xcc79a7, light: 0xb8478a, meaning: 'friction' },
  coupling: { dark: 0xa78bfa, light: 0x6b3fc4, meaning: 'coupling of gears, racks and threads' },
  contact: { dark: 0xd55e00, light: 0xc44f00, meaning: 'contact point, normal and its force' },
  velocity: { dark: 0x8be0c0, light: 0x007a59, meaning: 'velocity; the arc is the spin' },
  reaction: {
    dark: 0xff8a3d,
    light: 0xb84a00,
    meaning: 'force of a joint on its body B; the arc is the torque',
  },
  value: { dark: 0xffffff, light: 0x14181d, meaning: 'where a coordinate stands now' },
  frameX: { dark: 0xd55e00, light: 0xd55e00, meaning: 'x axis of a joint frame; that of B is fainter' },
  frameY: { dark: 0x00b283, light: 0x007a59, meaning: 'y axis' },
  frameZ: { dark: 0x3d9be0, light: 0x0072b2, meaning: 'z axis' },
  link: { dark: 0x9aa6b5, light: 0x6c7784, meaning: 'from the centres of mass to the anchors' },
  mass: { dark: 0xf0e442, light: 0x8f8400, meaning: 'centre of mass and ellipsoid of inertia' },
  box: { dark: 0x7d8794, light: 0x9aa3ad, meaning: 'bounding box, or a node of the tree' },
  broken: { dark: 0xff4a3d, light: 0xd0021b, meaning: 'joint that has just broken' },
  highlight: { dark: 0xffffff, light: 0x000000, meaning: 'selected or highlighted' },
  ground: { dark: 0x252d37, light: 0xe0e4ea, meaning: 'ground' },
  shadow: { dark: 0x000000, light: 0x2a3340, meaning: 'contact shadow on the ground' },
} as const satisfies Record<string, Swatch>;

export type ColourName = keyof typeof swatches;

const names = Object.keys(swatches) as ColourName[];

/** Seven more, for islands; neighbours differ. */
const islandColours: Readonly<Record<ThemeName, readonly number[]>> = {
  dark: [0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7],
  light: [0xd98f00, 0x3d9bd6, 0x008f68, 0x9c8f00, 0x00508f, 0xc44f00, 0xb04a86],
};
const ISLANDS = islandColours.dark.length;

/** Bodies by figure: hues of one lightness, so that none seems more important; the first is that of `body`. */
const figureColours: Readonly<Record<ThemeName, readonly number[]>> = {
  dark: [0x4a8fc7, 0xc98a4b, 0x5fa886, 0xb57aa8, 0x9aa04d, 0x7d86cf, 0xc5706a, 0x4ea3ad],
  light: [0x5aa6d4, 0xd9a066, 0x74bd9b, 0xc792ba, 0xb0b565, 0x949ddf, 0xd98a84, 0x69b8c2],
};
const FIGURES = figureColours.dark.length;

/**
 * The strengths in which each colour is needed. `solid` and `dim` are opaque, mixed with the background; every second body of a figure is
 * `shaded` or `dimShaded`, so that the parts of a machine or a person are told apart.
 */
const levels = ['full', 'soft', 'faint', 'glass', 'solid', 'dim', 'shaded', 'dimShaded'] as const;
export type Level = (typeof levels)[number];

const opacity: Readonly<Record<Level, number>> = {
  full: 1,
  soft: 0.55,
  faint: 0.22,
  glass: 0.14,
  solid: 1,
  dim: 1,
  shaded: 1,
  dimShaded: 1,
};
/** How much of the colour is left beside the background. */
const share: Readonly<Record<ThemeName, Readonly<Record<Level, number>>>> = {
  dark: { full: 1, soft: 1, faint: 1, glass: 1, solid: 0.92, dim: 0.5, shaded: 0.64, dimShaded: 0.34 },
  light: { full: 1, soft: 1, faint: 1, glass: 1, solid: 0.92, dim: 0.5, shaded: 0.64, dimShaded: 0.34 },
};
const background: Readonly<Record<ThemeName, number>> = { dark: 0x14181d, light: 0xf4f6f8 };

/**
 * A colour at a strength, as its place in the table of the theme. Places and not colours are handed from function to function: as small
 * integers they never cost an allocation.
 */
export type Ink = number;

/** The ink of a colour, and of its other strengths by adding the level's number. */
export const inkOf = (name: ColourName, level: Level = 'full'): Ink =>
  names.indexOf(name) * levels.length + levels.indexOf(level);

/** Of an island by its number. */
export const islandInk = (island: number): Ink => (names.length + (island % ISLANDS)) * levels.length;

/** Of a figure by its number. */
export const figureInk = (figure: number): Ink =>
  (names.length + ISLANDS + (figure % FIGURES)) * levels.length;

/** What to add to an ink of level 'full' to get another one. */
export const levelOffset = (level: Level): number => levels.indexOf(level);

const mix = (rgb: number, other: number, part: number): number => {
  let mixed = 0;
  for (let shift = 0; shift < 24; shift += 8) {
    const channel = part * ((rgb >> shift) & 0xff) + (1 - part) * ((other >> shift) & 0xff);
    mixed |= Math.round(channel) << shift;
  }
  return mixed;
};

const makeInks = (theme: ThemeName): Uint32Array => {
  const colours = [
    ...names.map((name) => swatches[name][theme]),
    ...islandColours[theme],
    ...figureColours[theme],
  ];
  return Uint32Array.from(
    colours.flatMap((rgb) =>
      levels.map((level) => packColour(mix(rgb, background[theme], share[theme][level]), opacity[level])),
    ),
  );
};

const inkTables: Readonly<Record<ThemeName, Uint32Array>> = {
  dark: makeInks('dark'),
  light: makeInks('light'),
};

/** Packed colours of a theme by ink. */
export const inksOf = (theme: ThemeName): Uint32Array => inkTables[theme];

export interface LegendEntry {
  readonly name: ColourName;
  /** 0xrrggbb. */
  readonly colour: number;
  readonly meaning: string;
}

/** What each colour means. */
export const legend = (theme: ThemeName): LegendEntry[] =>
  names.map((name) => ({ name, colour: swatches[name][theme], meaning: swatches[name].meaning }));
