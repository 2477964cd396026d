import type { Curve } from './experiment.js';

/** A line plot as SVG, small enough to read in a diff. Colours hold on light and dark pages. */
export const plotSvg = (
  title: string,
  axes: { readonly x: string; readonly y: string },
  curves: readonly Curve[],
): string => {
  const points = curves.flatMap((curve) => curve.points).filter(([, y]) => Number.isFinite(y));
  const x = scaleOf(
    points.map(([value]) => value),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scaleOf(
    points.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="18" font-size="14">${escapeXml(title)}</text>`,
    ...x.ticks.map((tick) => gridLine(x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM)),
    ...y.ticks.map((tick) => gridLine(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick))),
    ...x.ticks.map(
      (tick) =>
        `<text x="${round(x.at(tick))}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${label(tick)}</text>`,
    ),
    ...y.ticks.map(
      (tick) => `<text x="${LEFT - 6}" y="${round(y.at(tick) + 4)}" text-anchor="end">${label(tick)}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escapeXml(axes.x)}</text>`,
    `<text transform="translate(14 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escapeXml(axes.y)}</text>`,
    ...curves.map(
      (curve, i) =>
        `<polyline fill="none" stroke="${COLOURS[i]}" stroke-width="1.5" points="${path(curve, x, y)}"/>`,
    ),
    ...curves.map(
      (curve, i) =>
        `<text x="${WIDTH - RIGHT - LEGEND * (curves.length - 1 - i)}" y="${HEIGHT - 8}" text-anchor="end" fill="${COLOURS[i]}">${escapeXml(curve.name)}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n');
};

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 64;
const RIGHT = 16;
const TOP = 30;
const BOTTOM = 44;
/** Width of a name in the legend, which stands beside the label of the x axis, where no curve runs. */
const LEGEND = 56;
/** Okabe and Ito's blue and vermilion, which colour-blind readers can tell apart. */
const COLOURS = ['#0072b2', '#d55e00'];

interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

const scaleOf = (values: readonly number[], from: number, to: number): Scale => {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low || 1;
  const step = niceStep(span / 5);
  const first = Math.ceil(low / step - 1e-9) * step;
  const ticks = Array.from(
    { length: Math.floor((high - first) / step + 1e-9) + 1 },
    (_, i) => first + i * step,
  );
  return { at: (value) => from + ((value - low) / span) * (to - from), ticks };
};

/** 1, 2 or 5 times a power of ten. */
const niceStep = (rough: number): number => {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough;
};

const round = (value: number): number => Math.round(value * 10) / 10;
const label = (value: number): string => `${Number(value.toPrecision(4))}`;
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const gridLine = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#ddd"/>`;

const path = ({ points }: Curve, x: Scale, y: Scale): string =>
  points
    .filter(([, value]) => Number.isFinite(value))
    .map(([a, b]) => `${round(x.at(a))},${round(y.at(b))}`)
    .join(' ');
