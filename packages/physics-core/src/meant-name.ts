/** Which field was probably meant by a name that is none: for messages. */

/** What fields are called elsewhere, and here. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  mass: ['density'],
  velocity: ['linearVelocity', 'speed'],
  linvel: ['linearVelocity'],
  angvel: ['angularVelocity'],
  pos: ['position'],
  translation: ['position'],
  quaternion: ['rotation'],
  orientation: ['rotation'],
  body: ['bodyB'],
  kind: ['type'],
  isStatic: ['type'],
  fixed: ['type'],
  ccd: ['bullet'],
  canSleep: ['maySleep'],
  allowSleep: ['maySleep'],
  fixedRotation: ['locks'],
  isTrigger: ['sensor'],
  group: ['layer'],
  collisionGroups: ['layer'],
  collisionMask: ['mask'],
  bounciness: ['restitution'],
  bounce: ['restitution'],
  elasticity: ['restitution'],
  stiffness: ['hertz'],
  frequency: ['hertz'],
  damping: ['dampingRatio', 'linearDamping'],
  maxTorque: ['maxForce'],
  pivot: ['anchor'],
  pivotA: ['anchorA'],
  pivotB: ['anchorB'],
  lowerLimit: ['limits'],
  upperLimit: ['limits'],
  lower: ['limits'],
  upper: ['limits'],
  min: ['limits'],
  max: ['limits'],
  minAngle: ['limits'],
  maxAngle: ['limits'],
  motorSpeed: ['motor'],
  length: ['maxLength', 'minLength'],
  maxLength: ['length'],
  minLength: ['length'],
};

/** Its name here of a field that has the given one elsewhere, if it is one of the known. */
export const otherName = (given: string, checks: object): string | undefined =>
  Object.hasOwn(otherNames, given)
    ? otherNames[given].find((name) => Object.hasOwn(checks, name))
    : undefined;

/** Letters that may be wrong, missing or too many in a name that still counts as a typo. */
const TYPO = 2;

/** Letters of a name that say which one is meant, though others are missing: `fric`, `pos`. */
const PART = 3;

/** Letters. No name is longer, and the distance of texts takes as long as the product of their lengths. */
const LONGEST_NAME = 40;

/** Whether one name is a part of the other. */
const isPart = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= PART && (a.includes(b) || b.includes(a));

/** The known name that differs least from the given one, if it differs little or one is a part of the other. */
export const nearestName = (given: string, known: readonly string[]): string | undefined => {
  const meant = given.toLowerCase();
  if (meant.length > LONGEST_NAME) return undefined;
  const ranked = known
    .map((name) => ({
      name,
      edits: editDistance(meant, name.toLowerCase()),
      isPart: isPart(meant, name.toLowerCase()),
    }))
    .filter((each) => (each.edits <= TYPO && each.edits < meant.length) || each.isPart)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.name;
};

/** Insertions, deletions and replacements from one word to the other (Levenshtein). */
const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
};
