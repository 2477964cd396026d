import { type NumericSetting, numericSettings, type SettingRange, settingRanges } from './settings.js';

/** One tunable number of the world: its unit, default, allowed range and the reason for the default. */
export interface SettingSpec extends SettingRange {
  readonly unit: string;
  readonly reason: string;
}

/** Unit, and the reason for the default. Apart from the numbers, because a world needs only those: a panel of settings needs the texts. */
const texts: { readonly [K in NumericSetting]: readonly [unit: string, reason: string] } = {
  substeps: [
    '1',
    'Solver substeps a step. Accuracy grows with the square of it; 4 keeps stacks of ten stiff at 60 Hz.',
  ],
  contactHertz: [
    'Hz',
    'Stiffness with which penetration is removed. A contact is compliant: under n equal bodies it penetrates by 2 n g / ω², on the floor by n g / (2ω)², with ω = 2π·hertz. Capped at a quarter of the substep rate.',
  ],
  contactDampingRatio: ['1', 'Far above critical, so that penetration is removed without a bounce.'],
  maxDepenetrationSpeed: [
    'm/s',
    'Fastest depenetration of two bodies. In a stack the speeds add up: at 3 m/s five penetrating cubes are thrown apart.',
  ],
  jointHertz: [
    'Hz',
    'Stiffness with which rigid joint rows remove their errors. Capped at a quarter of the substep rate, which is 60 Hz with 4 substeps at 60 steps a second. With more substeps raise it, too: at 1000 Hz twice as many substeps leave a quarter of the error, but the compliance then depends on the length of the step, and a change of it moves a hanging load.',
  ],
  jointDampingRatio: ['1', 'Above critical, so that an error decays without oscillation.'],
  jointCorrectionSpeed: [
    'm/s',
    'Fastest removal of a joint error (rad/s for angles), so that bodies that were placed apart come together without an impact.',
  ],
  classicIterations: [
    '1',
    'Solver iterations (Gauss-Seidel sweeps) a step of the classic methods, as in Tamis & Maggiore §10. The method soft-step does not use it.',
  ],
  classicPush: [
    '1',
    'Part of an error that the classic methods remove in one step: k of Tamis & Maggiore (5.2.3).',
  ],
  slop: [
    'm',
    'Gap that still counts as touching: for events, for waking, for where friction acts and which points join an impact. But for events and waking at most 5 % of the smaller body.',
  ],
  speculativeMargin: [
    'm',
    'Pairs closer than this get contact points before they touch, so that an approach is stopped at the surface.',
  ],
  boxMargin: [
    'm',
    'Padding of bounding boxes, at most a tenth of their longest side: a body may move this far before the broadphase is updated.',
  ],
  recycleDistance: [
    'm',
    'A contact whose bodies moved less than this relative to each other keeps its points, and between two polyhedra its levers, or tall stacks would buckle. At most 1 % of the smaller body; along the normal of a face 5 %.',
  ],
  recycleAngle: ['rad', 'The same for rotation: the cosine of the lever arms is then right to 5e-5.'],
  impactSpeed: [
    'm/s',
    'A faster approach is an impact and bounces. A slower one bounces if one of the bodies bears no load, and in soft-step only if it is faster than gravity makes it in two substeps: what rests would vibrate for ever. Limits of joints bounce above this speed, in soft-step above half of it.',
  ],
  hitEventSpeed: [
    'm/s',
    'Approach speed above which a hit event is reported, about that of an audible impact.',
  ],
  sleepSpeed: [
    'm/s',
    'A body whose fastest point is slower than this counts as resting. Rolling and spinning below ten times this is braked where `sleeping` is on, but for bodies with `maySleep: false`.',
  ],
  timeToSleep: ['s', 'An island rests this long before it sleeps, longer than the top of a swing takes.'],
  continuousFraction: [
    '1',
    'Continuous collision detection (CCD): a body that moves further than this fraction of its inner radius in one step is swept against static and kinematic colliders.',
  ],
};

export const settingSpecs = Object.fromEntries(
  numericSettings.map((name) => {
    const [unit, reason] = texts[name];
    return [name, { unit, ...settingRanges[name], reason }];
  }),
) as { readonly [K in NumericSetting]: SettingSpec };
