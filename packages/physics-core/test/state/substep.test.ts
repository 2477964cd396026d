import { expect, it } from 'vitest';
import { createSettings } from '../../src/settings.js';
import { createSubstep, writeSubstep } from '../../src/state/substep.js';

/** ω / (2ζ + hω) of a soft constraint with hω = 2π · hertz · h (Catto 2011). */
const biasRate = (hertzTimesH: number, h: number): number => {
  const { contactDampingRatio } = createSettings();
  const hOmega = 2 * Math.PI * hertzTimesH;
  return hOmega / h / (2 * contactDampingRatio + hOmega);
};

it('a contact spring is as stiff as asked, twice as stiff against a body that cannot move', () => {
  const substep = createSubstep();
  writeSubstep(substep, { ...createSettings(), contactHertz: 10, substeps: 4 }, 1 / 60);
  expect(substep.soft.biasRate).toBeCloseTo(biasRate(10 / 240, 1 / 240), 9);
  expect(substep.stiff.biasRate).toBeCloseTo(biasRate(20 / 240, 1 / 240), 9);
});

it('no spring of contacts and joints is stiffer than a quarter of the substep rate', () => {
  const substep = createSubstep();
  const settings = { ...createSettings(), contactHertz: 1e3, jointHertz: 1e3, substeps: 4 };
  writeSubstep(substep, { ...settings, jointDampingRatio: settings.contactDampingRatio }, 1 / 60);
  expect(substep.soft.biasRate).toBeCloseTo(biasRate(1 / 4, 1 / 240), 9);
  expect(substep.joint.biasRate).toBeCloseTo(biasRate(1 / 4, 1 / 240), 9);
  expect(substep.stiff.biasRate).toBeCloseTo(biasRate(1 / 2, 1 / 240), 9);
});
