import { add, cross, dot, length, normalize, scale, sub, type Vec3 } from '../math/vec3.js';
import type { World } from '../state/world.js';
import { CHARACTER_LEAST_MOVE, CHARACTER_SLIDES } from '../tuning.js';
import { castCharacter, faceBeside, reachAlong, type Touch } from './probe.js';

/**
 * How a character moves: as one that goes up, sideways and down again. It keeps a skin's width from everything, so that
 * casts start apart.
 *
 *   up        the rising part of the way, up to the ceiling
 *   sideways  slides: what is left of the way at a hit is projected onto the surface; between two surfaces onto their
 *             edge; a third one stops it. Surfaces steeper than the slope limit count as upright, so that it does not
 *             climb them. Where that stops it, it tries again from a step higher, and takes the way that leads further,
 *             if there is ground to stand on.
 *   down      the falling part of the way. One that stood on the ground and does not rise also follows it down by the
 *             snap distance, over steps and edges of ramps. Where it is too steep to stand, it slides: the fall is
 *             projected onto the slope, down to the first ground. Slopes that face each other and leave it no way down
 *             are ground.
 *
 * Heights of steps are those of the edge above the lowest point of the character, whatever its shape: a round bottom
 * would otherwise slide up an edge, a little further with each move.
 */
export interface MoveRules {
  readonly up: Vec3;
  /** Cosine of the steepest slope it stands on. */
  readonly walkable: number;
  readonly stepHeight: number;
  readonly snapDistance: number;
  readonly skin: number;
}

export interface Moved {
  position: Vec3;
  ground: Touch | undefined;
  ceiling: boolean;
  wall: boolean;
  /** What it met overhead, and the slopes down which it slid. */
  readonly touched: Touch[];
  /** What stopped it sideways, with the way that was left there. */
  readonly pushes: { readonly touch: Touch; readonly way: Vec3 }[];
}

interface Way {
  readonly hit: Touch | undefined;
  /** The part of the way up to a skin before what is hit. */
  readonly part: number;
}

/**
 * Looks along a way and a little further: one that ends less than a skin before something ends earlier.
 */
const look = (
  world: World,
  own: number,
  from: Vec3,
  by: Vec3,
  skin: number,
  without: readonly number[] = [],
): Way => {
  const distance = length(by);
  if (distance === 0) return { hit: undefined, part: 1 };
  const longer = 1 + (2 * skin) / distance;
  const hit = castCharacter(world, own, from, scale(by, longer), without);
  if (hit === undefined) return { hit, part: 1 };
  const approach = -dot(by, hit.normal);
  const part = approach > 0 ? Math.max(0, hit.at * longer - skin / approach) : 0;
  return part < 1 ? { hit, part } : { hit: undefined, part: 1 };
};

const advance = (world: World, own: number, from: Vec3, by: Vec3, skin: number): Vec3 =>
  add(from, scale(by, look(world, own, from, by, skin).part));

/** Whether it can stand there: on a face that is not too steep, or on the edge of one. */
const isWalkable = (world: World, touch: Touch, { up, walkable, skin }: MoveRules): boolean => {
  if (dot(touch.normal, up) >= walkable) return true;
  if (dot(touch.normal, up) <= 0) return false;
  const face = faceBeside(world, touch, up, skin, -1);
  return face !== undefined && dot(face, up) >= walkable;
};

/** Whether what it touches from a place is higher than a step above its lowest point. */
const isAboveStep = ({ point }: Touch, from: Vec3, { up, stepHeight }: MoveRules): boolean =>
  dot(sub(point, from), up) + reachAlong(scale(up, -1)) > stepHeight + CHARACTER_LEAST_MOVE;

/** Whether a touch that is flat enough is none of a slope, but of the edge of a step that is too high. */
const isHighEdge = (world: World, touch: Touch, from: Vec3, rules: MoveRules): boolean => {
  if (!isAboveStep(touch, from, rules)) return false;
  const face = faceBeside(world, touch, rules.up, rules.skin, 1);
  return face === undefined || dot(face, rules.up) < rules.walkable;
};

/** The ground within a distance below, if it can be stood on. */
export const findGround = (
  world: World,
  own: number,
  from: Vec3,
  rules: MoveRules,
  distance: number,
): Touch | undefined => {
  const hit = castCharacter(world, own, from, scale(rules.up, -distance - rules.skin));
  return hit && isWalkable(world, hit, rules) ? hit : undefined;
};

/** The ground that a crushed character stands on: one of the things that press on it, or below between them. */
export const groundOfCrushed = (
  world: World,
  own: number,
  from: Vec3,
  rules: MoveRules,
  met: readonly Touch[],
): Touch | undefined => {
  const { up, walkable, skin } = rules;
  const pressing = met.find(({ normal }) => dot(normal, up) >= walkable);
  if (pressing !== undefined) return pressing;
  const without: number[] = [];
  for (;;) {
    const hit = castCharacter(world, own, from, scale(up, -3 * skin), without);
    if (hit === undefined || isWalkable(world, hit, rules)) return hit;
    without.push(hit.collider);
  }
};

/** What is left of a way along surfaces that were met; undefined when they leave none. */
const alongPlanes = (way: Vec3, planes: readonly Vec3[]): Vec3 | undefined => {
  const last = planes[planes.length - 1];
  let left = sub(way, scale(last, dot(way, last)));
  const against = planes.filter((n) => dot(left, n) < -CHARACTER_LEAST_MOVE * length(way));
  if (against.length === 0) return left;
  const edge = cross(last, against[0]);
  if (length(edge) < CHARACTER_LEAST_MOVE) return undefined;
  const u = normalize(edge);
  left = scale(u, dot(way, u));
  return planes.every((n) => dot(left, n) >= -CHARACTER_LEAST_MOVE * length(way)) ? left : undefined;
};

/** Upright, where it is too steep to climb. */
const uprightOf = (normal: Vec3, up: Vec3): Vec3 => {
  const height = dot(normal, up);
  const level = sub(normal, scale(up, height));
  return height > 0 && length(level) > CHARACTER_LEAST_MOVE ? normalize(level) : normal;
};

/** What a slide makes of a surface that it meets: the plane along which it goes on, or undefined to stop there. */
type Meet = (hit: Touch, rest: Vec3, position: Vec3) => Vec3 | undefined;

const slide = (world: World, own: number, from: Vec3, by: Vec3, rules: MoveRules, meet: Meet): Vec3 => {
  const planes: Vec3[] = [];
  const without: number[] = [];
  let position = from;
  let way = by;
  for (let i = 0; i < CHARACTER_SLIDES && length(way) > CHARACTER_LEAST_MOVE; i++) {
    const { hit, part } = look(world, own, position, way, rules.skin, without);
    position = add(position, scale(way, part));
    if (hit === undefined) break;
    if (dot(way, hit.normal) >= 0) {
      // It touches this one and moves away from it.
      without.push(hit.collider);
      continue;
    }
    const rest = scale(way, 1 - part);
    const plane = meet(hit, rest, position);
    if (plane === undefined) break;
    planes.push(plane);
    const left = alongPlanes(rest, planes);
    if (left === undefined || length(left) <= CHARACTER_LEAST_MOVE * length(rest)) break;
    // Sideways up a slope as far as on the level.
    const climbs = dot(by, rules.up) === 0 && dot(plane, rules.up) >= rules.walkable;
    way = climbs ? scale(left, length(rest) / length(left)) : left;
  }
  return position;
};

/** Sideways on one level, or up and down slopes. */
const slideSideways = (
  world: World,
  own: number,
  from: Vec3,
  by: Vec3,
  rules: MoveRules,
  out: Moved,
): Vec3 => {
  const { up, walkable } = rules;
  const meet: Meet = (hit, rest, position) => {
    const height = dot(hit.normal, up);
    if (height <= -walkable) return hit.normal;
    if (height >= walkable && !isHighEdge(world, hit, position, rules)) return hit.normal;
    out.wall = true;
    out.pushes.push({ touch: hit, way: rest });
    return uprightOf(hit.normal, up);
  };
  return slide(world, own, from, by, rules, meet);
};

const progress = (from: Vec3, to: Vec3, by: Vec3): number => dot(sub(to, from), by) / length(by);

/** Sideways, over a step where that leads further. */
const moveSideways = (
  world: World,
  own: number,
  from: Vec3,
  by: Vec3,
  rules: MoveRules,
  out: Moved,
  climbs: boolean,
): Vec3 => {
  if (length(by) <= CHARACTER_LEAST_MOVE) return from;
  const level = slideSideways(world, own, from, by, rules, out);
  if (!out.wall || !climbs || rules.stepHeight === 0) return level;
  const { up, stepHeight, skin } = rules;
  const rise = scale(up, stepHeight);
  const raised = advance(world, own, from, rise, skin);
  const tried: Moved = { ...out, wall: false, pushes: [] };
  const over = slideSideways(world, own, raised, by, rules, tried);
  const drop = dot(sub(raised, from), up);
  const ground = findGround(world, own, over, rules, drop);
  if (ground === undefined || isAboveStep(ground, from, rules)) return level;
  if (progress(from, over, by) <= progress(from, level, by) + CHARACTER_LEAST_MOVE) return level;
  out.wall = tried.wall;
  out.pushes.splice(0, out.pushes.length, ...tried.pushes);
  return advance(world, own, over, scale(up, -drop), skin);
};

const moveDown = (
  world: World,
  own: number,
  from: Vec3,
  fall: number,
  rules: MoveRules,
  out: Moved,
  snaps: boolean,
): Vec3 => {
  const { up, snapDistance, skin } = rules;
  const by = scale(up, -fall - (snaps ? snapDistance : 0) - skin);
  const { hit, part } = look(world, own, from, by, skin);
  if (hit === undefined) return add(from, scale(up, -fall));
  if (isWalkable(world, hit, rules)) {
    out.ground = hit;
    return add(from, scale(by, part));
  }
  if (fall === 0) return from;
  const meet: Meet = (touch) => {
    if (!isWalkable(world, touch, rules)) {
      out.touched.push(touch);
      return touch.normal;
    }
    out.ground = touch;
    return undefined;
  };
  const position = slide(world, own, from, scale(up, -fall), rules, meet);
  if (dot(sub(from, position), up) <= CHARACTER_LEAST_MOVE) out.ground ??= hit;
  return position;
};

/** The whole way `by`; `stood` says whether it stood on the ground before. */
export const move = (
  world: World,
  own: number,
  from: Vec3,
  by: Vec3,
  rules: MoveRules,
  stood: boolean,
): Moved => {
  const { up, skin } = rules;
  const out: Moved = {
    position: from,
    ground: undefined,
    ceiling: false,
    wall: false,
    touched: [],
    pushes: [],
  };
  const vertical = dot(by, up);
  const sideways = sub(by, scale(up, vertical));
  let position = from;
  if (vertical > 0) {
    const rise = scale(up, vertical);
    const { hit, part } = look(world, own, position, rise, skin);
    out.ceiling = hit !== undefined && dot(hit.normal, up) < 0;
    if (hit !== undefined) out.touched.push(hit);
    position = add(position, scale(rise, part));
  }
  position = moveSideways(world, own, position, sideways, rules, out, stood);
  if (vertical <= 0) position = moveDown(world, own, position, -vertical, rules, out, stood);
  out.position = position;
  return out;
};
