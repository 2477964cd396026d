import type { World } from '../../state/world.js';

/** Which colliders a query sees. */
export interface QueryRules {
  /** Bits of layers. */
  mask: number;
  sensors: boolean;
  /** Slots of bodies that are left out. */
  readonly excluded: number[];
  /** Asked last, and only about colliders that would be a hit. */
  predicate: ((collider: number) => boolean) | undefined;
}

export const createRules = (): QueryRules => ({
  mask: -1,
  sensors: false,
  excluded: [],
  predicate: undefined,
});

/** All but the predicate, which is asked when the geometry is known. */
export const isSeen = ({ colliders }: World, rules: QueryRules, collider: number): boolean => {
  if ((colliders.layer[collider] & rules.mask) === 0) return false;
  if (!rules.sensors && colliders.sensor[collider] !== 0) return false;
  const { excluded } = rules;
  const body = colliders.body[collider];
  for (let i = 0; i < excluded.length; i++) if (excluded[i] === body) return false;
  return true;
};

export const isWanted = (rules: QueryRules, collider: number): boolean =>
  rules.predicate === undefined || rules.predicate(collider);
