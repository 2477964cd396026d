import { keepNormal, writeLineDistance } from '../../parts/edge-edge.js';
import { needAxes } from '../../parts/frame.js';
import { holdRow } from '../../parts/hold.js';
import { COORDINATE, D, frame, type JointContext, YA, ZA } from '../../rows/context.js';
import { LIMIT_RESTITUTION } from '../../state/controls.js';
import { defineJoint } from '../define-joint.js';
import { choiceParam, numberParam, vectorParam } from '../params.js';

/** Offset of `normal`, the first parameter, from j.params: the coordinate has no other way to know. */
const NORMAL = 0;

/**
 * Edge to edge (Kleppmann 2007 B.4.6): two infinite lines, along x of A's frame through A's anchor and along
 * x of B's frame through B's anchor, keep a distance or come no closer or no further apart; they slide and
 * rotate on each other.
 *   C = n·d - distance          J = [-n, -(a × n), n, b × n], a and b the levers to the closest points
 * The signed distance q = n·d, also for lines that pass through parallel, is derived in parts/edge-edge.ts.
 * Each line has its own direction, so the joint is given by frames; frameAlong makes one from a point and a
 * direction in the body.
 */
export const edgeEdge = defineJoint({
  type: 'edge-edge',
  about: 'Two straight lines keep their distance while they slide and turn: crossed rods, rails, edges.',
  ownAnchors: true,
  slots: ['distance'],
  params: {
    normal: vectorParam(
      '1',
      [0, 0, 0],
      "Side of A's line, in A's frame, on which the distance is positive; by default where B is. Follows the lines.",
    ),
    mode: choiceParam(['equal', 'atMost', 'atLeast'], 'equal', 'What the distance is held to.'),
    distance: numberParam({ unit: 'm', default: 0, about: 'By default the distance at creation.' }),
  },
  coordinates: {
    distance: {
      unit: 'm',
      write: (j) => writeLineDistance(j, j.params + NORMAL),
      shape: { kind: 'approach', held: { mode: 'mode', value: 'distance' } },
      about: "Distance of the lines, negative on the far side of A's.",
    },
  },
  prepare: (j, at, given) => {
    const normal = j.params + at.normal;
    if (!given.includes('normal')) writeSideOfB(j, normal);
    writeLineDistance(j, normal);
    keepNormal(j, normal);
    if (!given.includes('distance')) j.floats[j.params + at.distance] = frame[COORDINATE];
  },
  rows: (j, at) => {
    const normal = j.params + at.normal;
    writeLineDistance(j, normal);
    keepNormal(j, normal);
    holdRow(j, 0, j.floats[j.params + at.mode] | 0, j.params + at.distance, j.controls + LIMIT_RESTITUTION);
  },
});

/** The part of d across A's line, in A's axes. */
const writeSideOfB = (j: JointContext, normalAt: number): void => {
  needAxes(j);
  j.floats[normalAt + 1] = frame[D] * frame[YA] + frame[D + 1] * frame[YA + 1] + frame[D + 2] * frame[YA + 2];
  j.floats[normalAt + 2] = frame[D] * frame[ZA] + frame[D + 1] * frame[ZA + 1] + frame[D + 2] * frame[ZA + 2];
};
