/** What a slider spans, as stored: wide enough for what people build. */
type Span = readonly [min: number, max: number];

const BY_UNIT: Readonly<Record<string, Span>> = {
  Hz: [0, 30],
  '1': [0, 4],
  rad: [-2 * Math.PI, 2 * Math.PI],
  'rad/s': [-20, 20],
  m: [-5, 5],
  'm/s': [-10, 10],
  N: [-2000, 2000],
  N·m: [-1000, 1000],
};
const OTHERWISE: Span = [-10, 10];

/** The span of a unit within what the parameter allows, widened so that the present value is on it. */
export const sliderRange = (unit: string, min: number, max: number, value: number): Span => {
  const [low, high] = BY_UNIT[unit] ?? OTHERWISE;
  const reach = Number.isFinite(value) ? 2 * Math.abs(value) : 0;
  return [
    Math.max(min, Math.min(low, value < low ? -reach : low)),
    Math.min(max, Math.max(high, value > high ? reach : high)),
  ];
};
