import { definitionIndex, type JointDefinition, jointDefinitions } from '../joints/define-joint.js';
import { isLive } from '../state/table.js';
import type { World } from '../state/world.js';
import type { Part } from './parts.js';

/**
 * Joints name their type by its number. The number of a game's own type depends on how many built-in types
 * there are and on the order in which the game defines its types. So a snapshot carries the names of the types
 * it uses, with the size of their blocks: for each its number, its size, the length of its name and the letters.
 */
export const packJointTypes = ({ joints }: World): Int32Array => {
  const definitions = jointDefinitions();
  const used: boolean[] = [];
  for (let joint = 0; joint < joints.used; joint++) {
    if (isLive(joints, joint)) used[joints.definition[joint]] = true;
  }
  return Int32Array.from(
    definitions.flatMap(({ type, size }, i) => (used[i] ? [i, size, type.length, ...lettersOf(type)] : [])),
  );
};

const lettersOf = (text: string): number[] =>
  Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

interface PackedType {
  readonly number: number;
  readonly size: number;
  readonly type: string;
}

const unpack = (packed: Part): PackedType[] => {
  const types: PackedType[] = [];
  for (let at = 0; at < packed.length; ) {
    const [number, size, length] = packed.subarray(at, at + 3);
    // A name that is none is that of no type.
    if (!(length >= 0 && length <= LONGEST_NAME)) return [...types, { number, size, type: '?' }];
    types.push({ number, size, type: String.fromCharCode(...packed.subarray(at + 3, at + 3 + length)) });
    at += 3 + length;
  }
  return types;
};

/** Letters of a joint type's name at most, so that a damaged one is not read for ever. */
const LONGEST_NAME = 1000;

const definitionOf = ({ type, size }: PackedType): JointDefinition | undefined =>
  jointDefinitions().find((entry) => entry.type === type && entry.size === size);

/** The first type of a snapshot that does not exist here, or has other parameters. */
export const unknownJointType = (packed: Part): string | undefined =>
  unpack(packed).find((entry) => definitionOf(entry) === undefined)?.type;

/** By number of a type in the snapshot: its number here. */
export const typeNumbers = (packed: Part): Readonly<Record<number, number>> =>
  Object.fromEntries(unpack(packed).map(({ number, type }) => [number, definitionIndex(type)]));

/** Puts the numbers that types have here into the joints of a restored table. */
export const renumberJointTypes = ({ joints }: World, packed: Part): void => {
  const numbers = typeNumbers(packed);
  for (let joint = 0; joint < joints.used; joint++) {
    if (isLive(joints, joint)) joints.definition[joint] = numbers[joints.definition[joint]];
  }
};
