import { numberParam } from './params.js';

/** Last coordinate of the joint that has most of them: six-dof has six. */
const LAST_COORDINATE = 5;

const coordinateParam = (of: string) =>
  numberParam({
    unit: '1',
    default: 0,
    min: 0,
    max: LAST_COORDINATE,
    integer: true,
    about: `Which coordinate of ${of}, counted from 0.`,
  });

/** The parameters of a coupling C = qA + ratio qB - offset, see joints/coupling.ts. */
export const couplingParams = (ratioUnit: string, offsetUnit: string, aboutRatio: string) => ({
  ratio: numberParam({ unit: ratioUnit, default: 1, about: aboutRatio }),
  offset: numberParam({
    unit: offsetUnit,
    default: 0,
    about: 'The sum qA + ratio qB that is held; not given: the one at creation.',
  }),
  coordinateA: coordinateParam('jointA'),
  coordinateB: coordinateParam('jointB'),
});
