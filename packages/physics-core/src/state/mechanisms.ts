import { createIndexList, type IndexList } from '../math/index-list.js';

/** Joints that hang together and are solved directly, see solver/mechanisms.ts. Derived from the joints. */
export interface Mechanisms {
  /** The joints of all mechanisms, one mechanism after the other, and where each ends. */
  readonly joints: IndexList;
  readonly ends: IndexList;
  /** Whether a body belongs to a mechanism, by body; whether a joint does, by joint. */
  isMember: Uint8Array;
  isJoint: Uint8Array;
  /** Whether a joint has been visited while they are listed, by joint. */
  isVisited: Uint8Array;
  /** The setting `directJoints` for which they were listed. */
  listedFor: number;
}

export const createMechanisms = (): Mechanisms => ({
  joints: createIndexList(),
  ends: createIndexList(),
  isMember: new Uint8Array(0),
  isJoint: new Uint8Array(0),
  isVisited: new Uint8Array(0),
  listedFor: 0,
});
