/**
 * How a quantity is shown, typed and slid. The engine has radians; people think in degrees. What is typed is stored as typed; a slider
 * goes through round numbers of the unit that is shown.
 */
export interface Quantity {
  /** As it is shown. */
  readonly unit: string;
  /** Shown number for each unit of the stored one. */
  readonly scale: number;
}

const DEGREES = 180 / Math.PI;

export const quantityOf = (unit: string): Quantity => {
  if (unit === 'rad') return { unit: '°', scale: DEGREES };
  if (unit === 'rad/s') return { unit: '°/s', scale: DEGREES };
  return { unit: unit === '1' ? '' : unit, scale: 1 };
};

/** Shown digits: enough for every typed number to come back as it was typed. */
const DIGITS = 12;

export const showQuantity = ({ scale }: Quantity, stored: number, digits = DIGITS): string => {
  if (!Number.isFinite(stored)) return stored > 0 ? '∞' : '-∞';
  return String(Number((stored * scale).toPrecision(digits)));
};

/** '45', '45°', '45deg', '0.5rad', '1e-3 m': the number to store, or undefined if it is none. A bare number is in the shown unit. */
export const parseQuantity = (quantity: Quantity, text: string): number | undefined => {
  const match = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(.*?)\s*$/i.exec(text.replaceAll('−', '-'));
  if (match === null) return undefined;
  const [, digits, suffix] = match;
  const stored = Number(digits) / scaleOf(quantity, suffix.toLowerCase());
  return Number.isFinite(stored) ? stored : undefined;
};

/** Shown number for each stored one, of the unit that was typed; NaN for a unit that makes no sense here. */
const scaleOf = (quantity: Quantity, suffix: string): number => {
  if (suffix === '' || suffix === quantity.unit.toLowerCase()) return quantity.scale;
  if (quantity.scale === 1) return Number.NaN;
  const perSecond = quantity.unit.endsWith('/s') ? '/s' : '';
  const isUnit = (...names: readonly string[]): boolean =>
    names.some((name) => suffix === name || suffix === `${name}${perSecond}`);
  if (isUnit('deg', 'degree', 'degrees', '°')) return DEGREES;
  return isUnit('rad') ? 1 : Number.NaN;
};

/** At least so many positions on a slider. */
const POSITIONS = 200;

/** 1, 2 or 5 times a power of ten, as coarse as the positions allow. */
export const roundStep = (span: number): number => {
  const finest = span / POSITIONS;
  const power = 10 ** Math.floor(Math.log10(finest));
  const factor = [1, 2, 5, 10].find((each) => each * power >= finest * (1 - 1e-9)) ?? 10;
  return factor * power;
};

/** The nearest multiple of the step, written without the dust of binary fractions. */
export const snap = (shown: number, step: number): number =>
  Number((Math.round(shown / step) * step).toPrecision(DIGITS));
