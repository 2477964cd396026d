import { type BodyHandle, box, createBody, createCollider, halfSpace, type World } from '@tenon/physics-core';

export interface StackOptions {
  readonly count: number;
  readonly halfSize: number;
  /** kg each. */
  readonly mass: number;
  /** Height of the lowest centre, m. */
  readonly lowest: number;
  /** Distance between two centres, m; less than the cubes' size makes them penetrate. */
  readonly spacing: number;
}

/**
 * The stack of Tamis & Maggiore §10: five cubes of 2.4 m and 1.2 kg fall onto each other (centres 3 m apart) or start inside each
 * other and the floor. The paper uses g = 10 m/s².
 */
export const paperStack: StackOptions = { count: 5, halfSize: 1.2, mass: 1.2, lowest: 2, spacing: 3 };
export const overlappingStack: StackOptions = { ...paperStack, lowest: 0, spacing: 2 };

/** Cubes above each other on an endless floor, the lowest first. */
export const buildStack = (
  world: World,
  { count, halfSize, mass, lowest, spacing }: StackOptions,
): BodyHandle[] => {
  createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace() });
  return Array.from({ length: count }, (_, i) => {
    const body = createBody(world, { position: [0, lowest + i * spacing, 0], mass });
    createCollider(world, body, { shape: box(halfSize, halfSize, halfSize) });
    return body;
  });
};
