/**
 * The codes of errors: what was wrong, and what to do in general; the message of an error is more exact. The type PhysicsErrorCode and the
 * table of docs/errors.md come from here.
 */
export const errorCodes = {
  'not-finite': {
    what: 'a number is NaN or infinite',
    whatToDo: 'find where it comes from; often a division by zero or a vector of length zero',
  },
  'out-of-range': {
    what: 'a number is too small or too large, a direction or quaternion is zero, an inertia is not that of a solid, limits are reversed, the axes of a joint are parallel, a joint connects a body with itself',
    whatToDo: 'the message names the allowed range; use metres, kilograms, seconds',
  },
  'wrong-type': {
    what: 'a value of the wrong kind, a missing field or world, a handle of another kind, a half-space on a body that is not static, a next pose for a body that is not kinematic, a joint without `bodyB` or between static bodies, a gear on a joint without coordinates',
    whatToDo: 'pass what the message asks for',
  },
  'unknown-field': {
    what: 'a definition has a field, a joint type or a coordinate that does not exist, or a change one that cannot change',
    whatToDo: 'nearly always a typo; the message lists the fields',
  },
  'stale-handle': {
    what: 'the body, collider or joint was destroyed, or created after the snapshot that was restored',
    whatToDo: 'forget handles when you destroy things; ask `bodyExists`, `colliderExists` or `jointExists`',
  },
  'foreign-handle': {
    what: 'the handle belongs to another world',
    whatToDo: 'pass the world in which it was created',
  },
  'degenerate-shape': {
    what: 'the points of a hull span no solid, or its details are too fine; a mesh has no triangle with an area; lists of a mesh or height field do not fit each other',
    whatToDo: 'give the shape a thickness, merge points that nearly coincide',
  },
  'too-many': {
    what: 'a hull has too many corners, or a joint type too many rows and parameters',
    whatToDo: 'leave out points, or use several hulls',
  },
  'bad-snapshot': {
    what: 'the bytes are no snapshot, are damaged, or come from another version',
    whatToDo: 'pass the bytes of `takeSnapshot` from the same version',
  },
  'locked-world': {
    what: 'a step runs (the functions of a joint type cannot change or step a world), or an earlier one did not finish, because something threw inside it',
    whatToDo:
      'make changes before or after the step; after a step that did not finish, restore a snapshot or create a new world',
  },
} as const;
