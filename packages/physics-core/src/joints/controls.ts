import { REVOLUTION } from '../math/trigonometry.js';
import { MAX_DAMPING_RATIO, MAX_HERTZ } from '../tuning.js';
import { choiceParam, numberParam, type ParamSpec, type RangeParam, rangeParam } from './params.js';

/** m for a translation, rad for an angle. */
export type CoordinateUnit = 'm' | 'rad';

/**
 * How one free coordinate of a joint is limited and driven. Every coordinate of every joint has the same
 * controls.
 */
export interface Controls {
  /**
   * Range of the coordinate; infinite ends are free. Angles count revolutions, so [-3π, 5π] is a range of
   * four revolutions.
   */
  readonly limits?: readonly [lower: number, upper: number];
  /** Softness and restitution of the ends. Frequency 0, the default, is a rigid limit. */
  readonly limitSpring?: { readonly hertz?: number; readonly dampingRatio?: number };
  readonly limitRestitution?: number;
  readonly motor?: MotorControl;
  readonly spring?: { readonly hertz?: number; readonly dampingRatio?: number; readonly rest?: number };
  /** Coulomb friction: its largest force or torque. */
  readonly friction?: number;
}

export interface MotorControl {
  /**
   * Speed: reach `speed`. Position: go to `target`, as a spring or, at 0 Hz, rigidly. Effort: push with
   * `effort`. Without a mode the other fields decide.
   */
  readonly mode?: 'off' | 'speed' | 'position' | 'effort';
  readonly speed?: number;
  readonly target?: number;
  readonly effort?: number;
  readonly hertz?: number;
  readonly dampingRatio?: number;
  /** The largest force or torque of the modes speed and position. */
  readonly maxForce?: number;
}

/** Rows that a coordinate's controls may need, in this order. */
export const controlSlots = ['limit', 'motor', 'spring', 'friction'] as const;

export const hertzParam = (fallback: number, about: string): ParamSpec =>
  numberParam({ unit: 'Hz', default: fallback, min: 0, max: MAX_HERTZ, about });

export const dampingParam = (fallback: number): ParamSpec =>
  numberParam({
    unit: '1',
    default: fallback,
    min: 0,
    max: MAX_DAMPING_RATIO,
    about: '1 returns the mass that the row sees without overshoot, 0 swings for ever.',
  });

/**
 * Limits of an angle that counts no revolutions lie within one revolution: larger ones are probably degrees.
 */
const limitsParam = (
  unit: CoordinateUnit,
  countsRevolutions: boolean,
  meets?: RangeParam['meets'],
): ParamSpec => {
  const most = unit === 'rad' && !countsRevolutions ? REVOLUTION : undefined;
  const least = most === undefined ? undefined : -most;
  return rangeParam(unit, 'Lower and upper bound of the coordinate.', least, most, meets);
};

/** The parameters of one coordinate's controls in the order of the floats: path and description. */
export const controlParams = (
  unit: CoordinateUnit,
  countsRevolutions = false,
  limitsMeet?: RangeParam['meets'],
): readonly (readonly [path: readonly string[], spec: ParamSpec])[] => {
  const force = unit === 'm' ? 'N' : 'N·m';
  const rate = `${unit}/s`;
  return [
    [['limits'], limitsParam(unit, countsRevolutions, limitsMeet)],
    [['limitSpring', 'hertz'], hertzParam(0, 'Stiffness of the stops; 0 is rigid.')],
    [['limitSpring', 'dampingRatio'], dampingParam(1)],
    [
      ['limitRestitution'],
      numberParam({
        unit: '1',
        default: 0,
        min: 0,
        max: 1,
        about: 'Part of the speed that a rigid stop gives back.',
      }),
    ],
    [['motor', 'mode'], choiceParam(['off', 'speed', 'position', 'effort'], 'off', 'What the motor does.')],
    [['motor', 'speed'], numberParam({ unit: rate, default: 0, about: 'Speed that the motor keeps.' })],
    [['motor', 'target'], numberParam({ unit, default: 0, about: 'Where the servo goes.' })],
    [['motor', 'effort'], numberParam({ unit: force, default: 0, about: 'Constant push.' })],
    [['motor', 'hertz'], hertzParam(4, 'Stiffness of the servo; 0 is rigid.')],
    [['motor', 'dampingRatio'], dampingParam(1)],
    [
      ['motor', 'maxForce'],
      numberParam({ unit: force, default: Infinity, min: 0, unlimited: true, about: 'Bound of the motor.' }),
    ],
    [['spring', 'hertz'], hertzParam(0, 'Stiffness of the spring; 0 is no spring.')],
    [['spring', 'dampingRatio'], dampingParam(0.5)],
    [['spring', 'rest'], numberParam({ unit, default: 0, about: 'Coordinate at which the spring rests.' })],
    [
      ['friction'],
      numberParam({
        unit: force,
        default: 0,
        min: 0,
        unlimited: true,
        about: 'Largest force of dry friction.',
      }),
    ],
  ];
};
