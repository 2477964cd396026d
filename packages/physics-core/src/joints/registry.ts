/**
 * The built-in joint types, each with its number. Snapshots, hashes and ECS components store the number, so a type keeps it for good.
 * A new type takes the next free number. Types that games define are numbered after these, in the order in which they are defined.
 */
export const builtInJoints = {
  ball: 0,
  cone: 1,
  'constant-velocity': 2,
  cylindrical: 3,
  distance: 4,
  'edge-edge': 5,
  fixed: 6,
  gear: 7,
  hinge: 8,
  motor: 9,
  mouse: 10,
  'point-on-line': 11,
  'point-on-plane': 12,
  pulley: 13,
  'rack-and-pinion': 14,
  'rotation-lock': 15,
  screw: 16,
  'six-dof': 17,
  slider: 18,
  'swing-twist': 19,
  universal: 20,
  upright: 21,
  wedge: 22,
  wheel: 23,
} as const;
