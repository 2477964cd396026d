import { describe, expect, it } from 'vitest';
import { beginStep } from '../../src/begin-step.js';
import { detectContacts } from '../../src/contacts/detect-contacts.js';
import { type BodyDef, box, createBody, createCollider, createWorld } from '../../src/index.js';
import { ContactFlag } from '../../src/state/contacts.js';
import { DT } from '../determinism/context.js';

/**
 * A box stands on one tile, 5 cm before the edge of the next, whose top is higher by `step`. How many contacts have
 * points, and how many of these are ghost collisions.
 */
const detect = (def: BodyDef, step = 0): { points: number; ghosts: number } => {
  const world = createWorld();
  for (const [x, y] of [
    [-1, -0.5],
    [1, step - 0.5],
  ]) {
    const tile = createBody(world, { type: 'static', position: [x, y, 0] });
    createCollider(world, tile, { shape: box(1, 0.5, 1) });
  }
  const body = createBody(world, { position: [-0.45, 0.2, 0], ...def });
  createCollider(world, body, { shape: box(0.4, 0.2, 0.3) });
  beginStep(world, DT);
  detectContacts(world, DT);
  const { flags, count } = world.contacts;
  const contacts = [...world.listed.items.slice(0, world.listed.count)].filter((k) => count[k] > 0);
  return {
    points: contacts.length,
    ghosts: contacts.filter((k) => (flags[k] & ContactFlag.ghost) !== 0).length,
  };
};

describe('the edge of the next tile', () => {
  it('is a ghost collision for what slides towards it', () => {
    expect(detect({ linearVelocity: [5, 0, 0] })).toEqual({ points: 2, ghosts: 1 });
  });

  it('is met where it stands out', () => {
    expect(detect({ linearVelocity: [5, 0, 0] }, 0.001)).toEqual({ points: 2, ghosts: 0 });
  });

  it('is met by what tips towards it: 3 rad/s lower the front by 2 cm in a step', () => {
    expect(detect({ linearVelocity: [5, 0, 0], angularVelocity: [0, 0, -3] })).toEqual({
      points: 2,
      ghosts: 0,
    });
  });

  it('is a ghost collision also for what turns about the normal', () => {
    expect(detect({ linearVelocity: [5, 0, 0], angularVelocity: [0, 0.5, 0] })).toEqual({
      points: 2,
      ghosts: 1,
    });
  });
});
