/** A number that a slider can turn, with the range that is worth turning through. */
export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Ranges by unit: wide enough for what people build. The step is also that of typed values, so it is fine. */
const BY_UNIT: Readonly<Record<string, SliderRange>> = {
  Hz: { min: 0, max: 30, step: 0.01 },
  '1': { min: 0, max: 4, step: 0.01 },
  rad: { min: -2 * Math.PI, max: 2 * Math.PI, step: 0.001 },
  'rad/s': { min: -20, max: 20, step: 0.01 },
  m: { min: -5, max: 5, step: 0.001 },
  'm/s': { min: -10, max: 10, step: 0.01 },
  N: { min: -2000, max: 2000, step: 0.1 },
  N·m: { min: -1000, max: 1000, step: 0.1 },
};
const OTHERWISE: SliderRange = { min: -10, max: 10, step: 0.01 };

/** The range of a unit within what the parameter allows, widened so that the present value is on it. */
export const sliderRange = (unit: string, min: number, max: number, value: number): SliderRange => {
  const usual = BY_UNIT[unit] ?? OTHERWISE;
  const reach = Number.isFinite(value) ? 2 * Math.abs(value) : 0;
  const low = Math.max(min, Math.min(usual.min, value < usual.min ? -reach : usual.min));
  const high = Math.min(max, Math.max(usual.max, value > usual.max ? reach : usual.max));
  return { min: low, max: high, step: usual.step };
};
