import { disc, keepInDisc } from '../../math/disc.js';
import type { Floats } from '../../math/floats.js';
import { INDEX_BITS } from '../../math/index-bits.js';
import { growInt32, type IndexList } from '../../math/index-list.js';
import { DP, II, IM, MOTION, V, W } from '../../state/bodies.js';
import {
  ARM,
  CARRY,
  CROSS,
  FRICTION_LAMBDA,
  FRICTION_MASS,
  FRICTION_TOTAL,
  KEPT_LEVERS,
  MU,
  N,
  NORMAL_TO_SLIP,
  PL,
  PM,
  POINT,
  POINTS,
  POINTS_INVERSE,
  PT,
  PX,
  PY,
  RA,
  RB,
  RECORD,
  ROLL,
  ROLL_LAMBDA,
  ROLL_MASS,
  SPIN,
  SURFACE,
  T1,
  TO_TWIST,
  TORQUE_TO_SLIP,
  TWIST_LAMBDA,
  TWIST_MASS,
} from '../../state/contacts.js';
import type { World } from '../../state/world.js';
import { SETTLED_CHANGE } from '../../tuning.js';

const SETTLED_CHANGE_SQUARED = SETTLED_CHANGE * SETTLED_CHANGE;

/**
 * The second contact kernel (the first is solve-contacts.ts): one Gauss-Seidel iteration after the position step,
 * without bias. Points with an impulse get the normal speed 0; a point without one waits for the next substep.
 * Then friction at the centre (|f| <= μ Σλ as a disc), twist friction and rolling resistance.
 *
 * Lists the contacts that it changed notably as `unsettled`: the second relax sweep of a substep visits only those.
 */
export const relaxContacts = (world: World, contacts: IndexList, isFirst: boolean): void => {
  const { items, count } = contacts;
  const { motion } = world.bodies;
  const { record, bodyA, bodyB, count: points } = world.contacts;
  // The sums over the step get the whole λ in the first relax sweep and what changes in the next.
  const counted = isFirst ? 0 : 1;
  const { unsettled } = world.scratch;
  if (unsettled.items.length < count) unsettled.items = growInt32(unsettled.items, count);
  const unsettledItems = unsettled.items;
  let unsettledCount = 0;

  for (let k = 0; k < count; k++) {
    const contact = items[k];
    // A patch in reserve.
    if (points[contact] === 0) continue;
    const r = (contact * RECORD) & INDEX_BITS;
    const p0 = r + POINTS;
    const old0 = record[p0 + PL];
    const single = points[contact] === 1;
    if (old0 === 0 && (single || othersIdle(record, p0)) && isFrictionIdle(record, r)) continue;
    const a = (bodyA[contact] * MOTION) & INDEX_BITS;
    const b = (bodyB[contact] * MOTION) & INDEX_BITS;
    const nx = record[r + N];
    const ny = record[r + N + 1];
    const nz = record[r + N + 2];
    const vAx = motion[a + V];
    const vAy = motion[a + V + 1];
    const vAz = motion[a + V + 2];
    let wAx = motion[a + W];
    let wAy = motion[a + W + 1];
    let wAz = motion[a + W + 2];
    const vBx = motion[b + V];
    const vBy = motion[b + V + 1];
    const vBz = motion[b + V + 2];
    let wBx = motion[b + W];
    let wBy = motion[b + W + 1];
    let wBz = motion[b + W + 2];
    const tx = record[r + T1];
    const ty = record[r + T1 + 1];
    const tz = record[r + T1 + 2];
    const bx = ny * tz - nz * ty;
    const by = nz * tx - nx * tz;
    const bz = nx * ty - ny * tx;
    const dx = motion[b + DP] - motion[a + DP];
    const dy = motion[b + DP + 1] - motion[a + DP + 1];
    const dz = motion[b + DP + 2] - motion[a + DP + 2];
    const moves = dx * dx + dy * dy + dz * dz > record[r + KEPT_LEVERS] ? 1 : 0;
    const carry = moves * record[r + CARRY];
    const carryB = carry - moves;
    const rAx = record[r + RA] + carry * dx;
    const rAy = record[r + RA + 1] + carry * dy;
    const rAz = record[r + RA + 2] + carry * dz;
    const rBx = record[r + RB] + carryB * dx;
    const rBy = record[r + RB + 1] + carryB * dy;
    const rBz = record[r + RB + 2] + carryB * dz;
    const cx = vBx + wBy * rBz - wBz * rBy - vAx - wAy * rAz + wAz * rAy;
    const cy = vBy + wBz * rBx - wBx * rBz - vAy - wAz * rAx + wAx * rAz;
    const cz = vBz + wBx * rBy - wBy * rBx - vAz - wAx * rAy + wAy * rAx;
    const u = nx * cx + ny * cy + nz * cz;
    const wx = wBx - wAx;
    const wy = wBy - wAy;
    const wz = wBz - wAz;

    let impulse: number;
    let change: number;
    let load: number;
    let torque1 = 0;
    let torque2 = 0;
    if (single) {
      load = old0 === 0 ? 0 : Math.max(old0 - record[p0 + PM] * u, 0);
      record[p0 + PL] = load;
      record[p0 + PT] += load - counted * old0;
      impulse = load - old0;
      change = impulse * impulse;
    } else {
      const w1 = wx * tx + wy * ty + wz * tz;
      const w2 = wx * bx + wy * by + wz * bz;
      const p1 = p0 + POINT;
      const p2 = p1 + POINT;
      const p3 = p2 + POINT;
      const x0 = record[p0 + PX];
      const y0 = record[p0 + PY];
      const x1 = record[p1 + PX];
      const y1 = record[p1 + PY];
      const x2 = record[p2 + PX];
      const y2 = record[p2 + PY];
      const x3 = record[p3 + PX];
      const y3 = record[p3 + PY];
      const u0 = u + y0 * w1 - x0 * w2;
      const u1 = u + y1 * w1 - x1 * w2;
      const u2 = u + y2 * w1 - x2 * w2;
      const u3 = u + y3 * w1 - x3 * w2;
      const old1 = record[p1 + PL];
      const old2 = record[p2 + PL];
      const old3 = record[p3 + PL];
      const m01 = record[r + POINTS_INVERSE + 1];
      const m02 = record[r + POINTS_INVERSE + 2];
      const m03 = record[r + POINTS_INVERSE + 3];
      const m12 = record[r + POINTS_INVERSE + 5];
      const m13 = record[r + POINTS_INVERSE + 6];
      const m23 = record[r + POINTS_INVERSE + 8];
      let n0 = old0 - record[r + POINTS_INVERSE] * u0 - m01 * u1 - m02 * u2 - m03 * u3;
      let n1 = old1 - m01 * u0 - record[r + POINTS_INVERSE + 4] * u1 - m12 * u2 - m13 * u3;
      let n2 = old2 - m02 * u0 - m12 * u1 - record[r + POINTS_INVERSE + 7] * u2 - m23 * u3;
      let n3 = old3 - m03 * u0 - m13 * u1 - m23 * u2 - record[r + POINTS_INVERSE + 9] * u3;
      const present = points[contact];
      const idle = old0 === 0 || old1 === 0 || (present > 2 && old2 === 0) || (present > 3 && old3 === 0);
      if (idle || n0 < 0 || n1 < 0 || n2 < 0 || n3 < 0 || record[r + POINTS_INVERSE] === 0) {
        n0 = old0 === 0 ? 0 : Math.max(old0 - record[p0 + PM] * u0, 0);
        const c0 = n0 - old0;
        n1 = old1 === 0 ? 0 : Math.max(old1 - record[p1 + PM] * (u1 + record[r + CROSS] * c0), 0);
        const c1 = n1 - old1;
        const t2 = u2 + record[r + CROSS + 1] * c0 + record[r + CROSS + 3] * c1;
        n2 = old2 === 0 ? 0 : Math.max(old2 - record[p2 + PM] * t2, 0);
        const c2 = n2 - old2;
        const t3 = u3 + record[r + CROSS + 2] * c0 + record[r + CROSS + 4] * c1 + record[r + CROSS + 5] * c2;
        n3 = old3 === 0 ? 0 : Math.max(old3 - record[p3 + PM] * t3, 0);
      }
      record[p0 + PL] = n0;
      record[p1 + PL] = n1;
      record[p2 + PL] = n2;
      record[p3 + PL] = n3;
      record[p0 + PT] += n0 - counted * old0;
      record[p1 + PT] += n1 - counted * old1;
      record[p2 + PT] += n2 - counted * old2;
      record[p3 + PT] += n3 - counted * old3;
      load = n0 + n1 + n2 + n3;
      const d0 = n0 - old0;
      const d1 = n1 - old1;
      const d2 = n2 - old2;
      const d3 = n3 - old3;
      impulse = d0 + d1 + d2 + d3;
      change = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3;
      torque1 = y0 * d0 + y1 * d1 + y2 * d2 + y3 * d3;
      torque2 = -(x0 * d0 + x1 * d1 + x2 * d2 + x3 * d3);
    }

    // Friction and twist see what the impulses before them did through K, so that both bodies are changed once.
    const mu = record[r + MU];
    let old1 = record[r + FRICTION_LAMBDA];
    let old2 = record[r + FRICTION_LAMBDA + 1];
    let limit = mu * load;
    const slip1 =
      cx * tx +
      cy * ty +
      cz * tz +
      record[r + SURFACE] +
      record[r + NORMAL_TO_SLIP] * impulse +
      record[r + TORQUE_TO_SLIP] * torque1 +
      record[r + TORQUE_TO_SLIP + 2] * torque2;
    const slip2 =
      cx * bx +
      cy * by +
      cz * bz +
      record[r + SURFACE + 1] +
      record[r + NORMAL_TO_SLIP + 1] * impulse +
      record[r + TORQUE_TO_SLIP + 1] * torque1 +
      record[r + TORQUE_TO_SLIP + 3] * torque2;
    const m12 = record[r + FRICTION_MASS + 1];
    let f1 = old1 - record[r + FRICTION_MASS] * slip1 - m12 * slip2;
    let f2 = old2 - m12 * slip1 - record[r + FRICTION_MASS + 2] * slip2;
    if (f1 * f1 + f2 * f2 > limit * limit) {
      disc[0] = f1;
      disc[1] = f2;
      disc[2] = limit;
      keepInDisc(record, r + FRICTION_MASS);
      f1 = disc[0];
      f2 = disc[1];
    }
    record[r + FRICTION_LAMBDA] = f1;
    record[r + FRICTION_LAMBDA + 1] = f2;
    record[r + FRICTION_TOTAL] += f1 - counted * old1;
    record[r + FRICTION_TOTAL + 1] += f2 - counted * old2;
    f1 -= old1;
    f2 -= old2;

    // Twist: torque about the normal, |τ| <= (μ arm + twist resistance) Σλ.
    limit = (mu * record[r + ARM] + record[r + SPIN]) * load;
    old1 = record[r + TWIST_LAMBDA];
    const spin =
      wx * nx +
      wy * ny +
      wz * nz +
      record[r + TO_TWIST] * impulse +
      record[r + TO_TWIST + 1] * torque1 +
      record[r + TO_TWIST + 2] * torque2 +
      record[r + TO_TWIST + 3] * f1 +
      record[r + TO_TWIST + 4] * f2;
    let twist = old1 - record[r + TWIST_MASS] * spin;
    twist = twist > limit ? limit : twist < -limit ? -limit : twist;
    record[r + TWIST_LAMBDA] = twist;
    twist -= old1;
    change += f1 * f1 + f2 * f2;
    if (
      change > SETTLED_CHANGE_SQUARED * load * load ||
      twist * twist > SETTLED_CHANGE_SQUARED * limit * limit
    )
      unsettledItems[unsettledCount++] = contact;

    const fx = nx * impulse + tx * f1 + bx * f2;
    const fy = ny * impulse + ty * f1 + by * f2;
    const fz = nz * impulse + tz * f1 + bz * f2;
    const ox = nx * twist + tx * torque1 + bx * torque2;
    const oy = ny * twist + ty * torque1 + by * torque2;
    const oz = nz * twist + tz * torque1 + bz * torque2;
    const aXX = motion[a + II];
    const aXY = motion[a + II + 1];
    const aXZ = motion[a + II + 2];
    const aYY = motion[a + II + 3];
    const aYZ = motion[a + II + 4];
    const aZZ = motion[a + II + 5];
    const bXX = motion[b + II];
    const bXY = motion[b + II + 1];
    const bXZ = motion[b + II + 2];
    const bYY = motion[b + II + 3];
    const bYZ = motion[b + II + 4];
    const bZZ = motion[b + II + 5];
    let lx = rAy * fz - rAz * fy + ox;
    let ly = rAz * fx - rAx * fz + oy;
    let lz = rAx * fy - rAy * fx + oz;
    wAx -= aXX * lx + aXY * ly + aXZ * lz;
    wAy -= aXY * lx + aYY * ly + aYZ * lz;
    wAz -= aXZ * lx + aYZ * ly + aZZ * lz;
    lx = rBy * fz - rBz * fy + ox;
    ly = rBz * fx - rBx * fz + oy;
    lz = rBx * fy - rBy * fx + oz;
    wBx += bXX * lx + bXY * ly + bXZ * lz;
    wBy += bXY * lx + bYY * ly + bYZ * lz;
    wBz += bXZ * lx + bYZ * ly + bZZ * lz;

    // Rolling resistance: torque about the tangents, |τ| <= rolling resistance · Σλ.
    limit = record[r + ROLL] * load;
    old1 = record[r + ROLL_LAMBDA];
    old2 = record[r + ROLL_LAMBDA + 1];
    if (limit > 0 || old1 !== 0 || old2 !== 0) {
      const rollX = wBx - wAx;
      const rollY = wBy - wAy;
      const rollZ = wBz - wAz;
      const roll1 = rollX * tx + rollY * ty + rollZ * tz;
      const roll2 = rollX * bx + rollY * by + rollZ * bz;
      const mass12 = record[r + ROLL_MASS + 1];
      let q1 = old1 - record[r + ROLL_MASS] * roll1 - mass12 * roll2;
      let q2 = old2 - mass12 * roll1 - record[r + ROLL_MASS + 2] * roll2;
      if (q1 * q1 + q2 * q2 > limit * limit) {
        disc[0] = q1;
        disc[1] = q2;
        disc[2] = limit;
        keepInDisc(record, r + ROLL_MASS);
        q1 = disc[0];
        q2 = disc[1];
      }
      record[r + ROLL_LAMBDA] = q1;
      record[r + ROLL_LAMBDA + 1] = q2;
      q1 -= old1;
      q2 -= old2;
      lx = tx * q1 + bx * q2;
      ly = ty * q1 + by * q2;
      lz = tz * q1 + bz * q2;
      wAx -= aXX * lx + aXY * ly + aXZ * lz;
      wAy -= aXY * lx + aYY * ly + aYZ * lz;
      wAz -= aXZ * lx + aYZ * ly + aZZ * lz;
      wBx += bXX * lx + bXY * ly + bXZ * lz;
      wBy += bXY * lx + bYY * ly + bYZ * lz;
      wBz += bXZ * lx + bYZ * ly + bZZ * lz;
    }

    motion[a + V] = vAx - motion[a + IM] * fx;
    motion[a + V + 1] = vAy - motion[a + IM + 1] * fy;
    motion[a + V + 2] = vAz - motion[a + IM + 2] * fz;
    motion[a + W] = wAx;
    motion[a + W + 1] = wAy;
    motion[a + W + 2] = wAz;
    motion[b + V] = vBx + motion[b + IM] * fx;
    motion[b + V + 1] = vBy + motion[b + IM + 1] * fy;
    motion[b + V + 2] = vBz + motion[b + IM + 2] * fz;
    motion[b + W] = wBx;
    motion[b + W + 1] = wBy;
    motion[b + W + 2] = wBz;
  }
  unsettled.count = unsettledCount;
};

/** Whether no point but the first has an impulse; absent points never have one. */
const othersIdle = (record: Floats, p0: number): boolean =>
  record[p0 + POINT + PL] === 0 && record[p0 + 2 * POINT + PL] === 0 && record[p0 + 3 * POINT + PL] === 0;

/** Whether friction, twist and rolling have no accumulated impulse. */
const isFrictionIdle = (record: Floats, r: number): boolean =>
  record[r + FRICTION_LAMBDA] === 0 &&
  record[r + FRICTION_LAMBDA + 1] === 0 &&
  record[r + TWIST_LAMBDA] === 0 &&
  record[r + ROLL_LAMBDA] === 0 &&
  record[r + ROLL_LAMBDA + 1] === 0;
