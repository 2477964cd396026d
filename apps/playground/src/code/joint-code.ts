import {
  allBodies,
  type BodyHandle,
  createWorld,
  type JointHandle,
  jointDef,
  jointDefinitions,
  type Shape,
  type World,
  worldSettings,
} from '@tenon/physics-core';
import { bodyKey, jointKey, type Named } from '../names.js';
import { literal, Name } from './literal.js';
import { minimalBody, minimalColliders, minimalJoint } from './minimal-defs.js';

/**
 * A joint with the bodies it connects as a program for bitECS and @tenon/ecs-plugin: run, it gives a world in which they are as they
 * are now, to the last bit.
 */
export const jointAsCode = (named: Named, joint: JointHandle): string => {
  const { world } = named;
  const joints = withCoupled(world, joint);
  const bodies = connectedBodies(world, joints);
  const program: Program = { named, used: new Set(), names: new Map() };
  const entities = [
    ...bodies.map((body) => bodyCode(program, body)),
    ...joints.map((each) => jointCode(program, each)),
  ];
  const settings = changedSettings(world);
  const options = Object.keys(settings).length > 0 ? `, ${literal(settings)}` : '';
  const imports = ['createPhysics', ...program.used].sort();
  return [
    "import { addEntity, createWorld } from 'bitecs';",
    `import { ${imports.join(', ')} } from '@tenon/ecs-plugin';`,
    '',
    `export const world = createPhysics(createWorld()${options});`,
    '',
    ...entities,
    '',
  ].join('\n');
};

interface Program {
  readonly named: Named;
  /** Functions of the plugin that the program calls. */
  readonly used: Set<string>;
  /** Variables by handle. */
  readonly names: Map<number, string>;
}

/** The joint after those it couples, which must exist before it. */
const withCoupled = (world: World, joint: JointHandle): JointHandle[] => {
  const { jointA, jointB } = jointDef(world, joint);
  const before = [jointA, jointB].filter((other) => other !== undefined);
  return [...new Set([...before.flatMap((other) => withCoupled(world, other)), joint])];
};

/** In the order in which the world has them, so that a copy has them in the same order. */
const connectedBodies = (world: World, joints: readonly JointHandle[]): BodyHandle[] => {
  const wanted = joints.flatMap((joint) => {
    const { bodyA, bodyB } = jointDef(world, joint);
    return [bodyA, bodyB];
  });
  return allBodies(world).filter((body) => wanted.includes(body));
};

const changedSettings = (world: World): Record<string, unknown> => {
  const usual: Record<string, unknown> = { ...worldSettings(createWorld()) };
  return Object.fromEntries(
    Object.entries(worldSettings(world)).filter(([name, value]) => String(value) !== String(usual[name])),
  );
};

/** A variable that says what it is and is no other name of the program. */
const variable = (program: Program, handle: number, key: string, kind: string): string => {
  const words = key.replace(/[^\w]+(\w?)/g, (_, next: string) => next.toUpperCase());
  const plain = /^[A-Za-z]/.test(words) ? words : `${kind}${words}`;
  const taken = [...program.names.values(), ...RESERVED];
  let name = taken.includes(plain) ? `${plain}${kind[0].toUpperCase()}${kind.slice(1)}` : plain;
  while (taken.includes(name)) name = `${name}_`;
  program.names.set(handle, name);
  return name;
};

const call = (program: Program, name: string, ...values: readonly unknown[]): string => {
  program.used.add(name);
  return `${name}(${values.map((value) => literal(value, 2)).join(', ')})`;
};

const bodyCode = (program: Program, body: BodyHandle): string => {
  const { world } = program.named;
  const { position, rotation, linearVelocity, angularVelocity, enabled, maySleep, bullet, ...options } =
    minimalBody(world, body);
  const name = variable(program, body, bodyKey(program.named, body), 'body');
  const [first, ...more] = minimalColliders(world, body);
  const parts = [
    Object.keys(options).length > 0 ? call(program, 'rigidBody', options) : call(program, 'rigidBody'),
    ...Object.entries({ position, rotation, linearVelocity, angularVelocity })
      .filter(([, value]) => value !== undefined)
      .map(([part, value]) => call(program, part, ...(value as number[]))),
    ...tags(program, { NoSleep: maySleep === false, Bullet: bullet === true, Disabled: enabled === false }),
    ...(first ? colliderCode(program, first) : []),
  ];
  return [
    entity(name, parts),
    ...more.map((each) => entity(undefined, colliderCode(program, { ...each, body: new Name(name) }))),
  ].join('\n');
};

const tags = (program: Program, wanted: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(wanted).filter((tag) => {
    if (wanted[tag]) program.used.add(tag);
    return wanted[tag];
  });

const entity = (name: string | undefined, parts: readonly string[]): string =>
  `${name === undefined ? '' : `export const ${name} = `}addEntity(\n  world,\n${parts.map((part) => `  ${part},\n`).join('')});`;

const colliderCode = (program: Program, def: Record<string, unknown>): string[] => {
  const { shape, sensor, persistEvents, ...options } = def;
  program.used.add('collider');
  const rest = Object.keys(options).length > 0 ? `, ${literal(options, 2)}` : '';
  return [
    `collider(${shapeCode(program, shape as Shape)}${rest})`,
    ...tags(program, { Sensor: sensor === true, PersistEvents: persistEvents === true }),
  ];
};

const shapeCode = (program: Program, shape: Shape): string => {
  switch (shape.kind) {
    case 'sphere':
      return call(program, 'sphere', shape.radius);
    case 'box':
      return call(program, 'box', ...shape.halfExtents);
    case 'capsule':
      return call(program, 'capsule', shape.radius, shape.halfLength);
    case 'cylinder':
      return cylinderCode(program, shape);
    case 'tapered-capsule':
      return call(program, 'taperedCapsule', shape.bottomRadius, shape.topRadius, shape.halfLength);
    case 'rounded-box':
      return call(program, 'roundedBox', ...shape.halfExtents, shape.rounding);
    case 'hull':
      return call(program, 'hull', shape.points);
    case 'rounded-hull':
      return call(program, 'roundedHull', shape.points, shape.rounding);
    case 'mesh':
      return call(program, 'mesh', Array.from(shape.vertices), Array.from(shape.indices));
    case 'height-field':
      return call(program, 'heightField', shape.columns, shape.rows, Array.from(shape.heights));
    case 'half-space':
      return call(program, 'halfSpace', shape.normal, shape.offset);
  }
};

const cylinderCode = (
  program: Program,
  { bottomRadius, topRadius, halfLength, rounding }: Extract<Shape, { kind: 'cylinder' }>,
): string => {
  const rest = rounding > 0 ? [halfLength, rounding] : [halfLength];
  if (topRadius === bottomRadius) return call(program, 'cylinder', bottomRadius, ...rest);
  if (topRadius === 0) return call(program, 'coneShape', bottomRadius, ...rest);
  return call(program, 'taperedCylinder', bottomRadius, topRadius, ...rest);
};

const jointCode = (program: Program, joint: JointHandle): string => {
  const { type, ...def } = minimalJoint(program.named.world, joint);
  const ends = Object.fromEntries(
    (['bodyA', 'bodyB', 'jointA', 'jointB'] as const)
      .filter((end) => def[end] !== undefined)
      .map((end) => [end, new Name(program.names.get(def[end] as number) ?? '')]),
  );
  const factory = factoryName(type);
  const name = variable(program, joint, jointKey(program.named, joint), 'joint');
  return entity(name, [call(program, factory, { ...def, ...ends })]);
};

/** The function that makes a joint of a type. */
const factoryName = (type: string): string =>
  type.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names that the program imports or might import. */
const RESERVED: readonly string[] = [
  'world addEntity createWorld createPhysics rigidBody position rotation linearVelocity angularVelocity collider',
  'sphere box capsule cylinder coneShape taperedCylinder taperedCapsule roundedBox roundedHull',
  'hull halfSpace mesh heightField rod rope spring strut NoSleep Bullet Disabled Sensor',
  ...jointDefinitions().map(({ type }) => factoryName(type)),
].flatMap((line) => line.split(' '));
