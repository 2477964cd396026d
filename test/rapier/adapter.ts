import type * as Rapier from '@dimforge/rapier3d-compat';
import {
  allBodies,
  angularVelocity,
  type BodyHandle,
  bodyColliders,
  bodyDef,
  bodyMass,
  bodyPosition,
  bodyRotation,
  bodyType,
  type ColliderDef,
  type CombineRuleName,
  colliderDef,
  type HeightFieldShape,
  type LockName,
  linearVelocity,
  type Quat,
  type Shape,
  type Vec3,
  type World,
  worldSettings,
} from '@tenon/physics-core';
import { mirrorJoints } from './joints.js';
import { principalAxes } from './principal-axes.js';

/** The module of any build of Rapier; rapier3d-simd-compat has the same functions. Call its `init` first. */
export type RapierModule = typeof Rapier;

/** A Rapier world that started as the copy of a Tenon world, asked by the handles of the Tenon bodies. */
export interface RapierMirror {
  step(dt: number): void;
  position(body: BodyHandle): Vec3;
  rotation(body: BodyHandle): Quat;
  /** Of the centre of mass, m/s. */
  linearVelocity(body: BodyHandle): Vec3;
  angularVelocity(body: BodyHandle): Vec3;
  /** Its whole state, and the way back to it. */
  save(): Uint8Array;
  restore(bytes: Uint8Array): void;
  /** Gives the memory back; the mirror must not be used any more. */
  free(): void;
}

/**
 * Builds the same world in Rapier, through Tenon's public interface alone: poses, velocities, mass properties, damping,
 * gravity scale, axis locks, shapes, materials, filters, joints, gravity, substeps, sleeping. What Rapier does not have
 * is an error. Rapier's continuous collision stays off, as it is by default.
 */
export const mirrorWorld = (rapier: RapierModule, world: World): RapierMirror => {
  const { gravity, substeps, sleeping } = worldSettings(world);
  const copy = new rapier.World(xyz(gravity));
  copy.integrationParameters.numSolverIterations = substeps;
  const twins = new Map<BodyHandle, Rapier.RigidBody>();
  for (const body of allBodies(world)) {
    const twin = copy.createRigidBody(bodyDesc(rapier, world, body).setCanSleep(sleeping));
    for (const collider of bodyColliders(world, body)) {
      copy.createCollider(colliderDesc(rapier, colliderDef(world, collider)), twin);
    }
    twins.set(body, twin);
  }
  mirrorJoints(rapier, copy, world, twins);
  return mirrorOf(rapier, copy, new Map([...twins].map(([body, twin]) => [body, twin.handle])));
};

/** Rapier's handles outlive a restore, its objects do not. */
const mirrorOf = (
  rapier: RapierModule,
  first: Rapier.World,
  handles: ReadonlyMap<BodyHandle, Rapier.RigidBodyHandle>,
): RapierMirror => {
  let copy = first;
  const twinOf = (body: BodyHandle): Rapier.RigidBody => {
    const handle = handles.get(body);
    if (handle === undefined) throw new Error(`Body ${body} did not exist when the world was mirrored`);
    return copy.getRigidBody(handle);
  };
  return {
    step: (dt) => {
      copy.timestep = dt;
      copy.step();
    },
    position: (body) => tuple(twinOf(body).translation()),
    rotation: (body) => {
      const { x, y, z, w } = twinOf(body).rotation();
      return [x, y, z, w];
    },
    linearVelocity: (body) => tuple(twinOf(body).linvel()),
    angularVelocity: (body) => tuple(twinOf(body).angvel()),
    save: () => copy.takeSnapshot(),
    restore: (bytes) => {
      const restored = rapier.World.restoreSnapshot(bytes);
      copy.free();
      copy = restored;
    },
    free: () => copy.free(),
  };
};

const xyz = ([x, y, z]: Vec3): Rapier.Vector => ({ x, y, z });
const xyzw = ([x, y, z, w]: Quat): Rapier.Rotation => ({ x, y, z, w });
const tuple = ({ x, y, z }: Rapier.Vector): Vec3 => [x, y, z];

const bodyDesc = (rapier: RapierModule, world: World, body: BodyHandle): Rapier.RigidBodyDesc => {
  const desc = emptyDesc(rapier, bodyType(world, body))
    .setTranslation(...bodyPosition(world, body))
    .setRotation(xyzw(bodyRotation(world, body)))
    .setLinvel(...linearVelocity(world, body))
    .setAngvel(xyz(angularVelocity(world, body)));
  const { gravityScale = 1, linearDamping = 0, angularDamping = 0, locks = [] } = bodyDef(world, body);
  const free = (...axes: LockName[]) =>
    axes.map((axis) => !locks.includes(axis)) as [boolean, boolean, boolean];
  desc.setGravityScale(gravityScale).setLinearDamping(linearDamping).setAngularDamping(angularDamping);
  desc
    .enabledTranslations(...free('x', 'y', 'z'))
    .enabledRotations(...free('rotationX', 'rotationY', 'rotationZ'));
  const { mass, centre, inertia } = bodyMass(world, body);
  if (bodyType(world, body) !== 'dynamic' || mass === 0) return desc;
  const { moments, frame } = principalAxes(inertia);
  return desc.setAdditionalMassProperties(mass, xyz(centre), xyz(moments), xyzw(frame));
};

const emptyDesc = (rapier: RapierModule, type: ReturnType<typeof bodyType>): Rapier.RigidBodyDesc => {
  if (type === 'static') return rapier.RigidBodyDesc.fixed();
  return type === 'kinematic'
    ? rapier.RigidBodyDesc.kinematicVelocityBased()
    : rapier.RigidBodyDesc.dynamic();
};

/** Mass comes with the body, so the collider itself weighs nothing. */
const colliderDesc = (rapier: RapierModule, def: Required<ColliderDef>): Rapier.ColliderDesc => {
  refuseUnknown(def);
  const desc = shapeDesc(rapier, def.shape);
  if (def.shape.kind !== 'half-space') desc.setTranslation(...def.position).setRotation(xyzw(def.rotation));
  return desc
    .setDensity(0)
    .setFriction(def.friction)
    .setRestitution(def.restitution)
    .setFrictionCombineRule(combineRule(rapier, def.frictionRule))
    .setRestitutionCombineRule(combineRule(rapier, def.restitutionRule))
    .setCollisionGroups((((def.layer & 0xffff) << 16) | (def.mask & 0xffff)) >>> 0)
    .setSensor(def.sensor);
};

const refuseUnknown = (def: Required<ColliderDef>): void => {
  if (def.rollingResistance > 0 || def.twistResistance > 0 || def.surfaceVelocity.some((v) => v !== 0)) {
    throw new Error('Rapier has no rolling resistance, twist resistance or surface velocity');
  }
};

const combineRule = (rapier: RapierModule, rule: CombineRuleName): Rapier.CoefficientCombineRule => {
  const { Average, Min, Multiply, Max } = rapier.CoefficientCombineRule;
  return { average: Average, minimum: Min, multiply: Multiply, maximum: Max }[rule];
};

export const shapeDesc = (rapier: RapierModule, shape: Shape): Rapier.ColliderDesc => {
  const { ColliderDesc } = rapier;
  switch (shape.kind) {
    case 'sphere':
      return ColliderDesc.ball(shape.radius);
    case 'box':
      return ColliderDesc.cuboid(...shape.halfExtents);
    case 'capsule':
      return ColliderDesc.capsule(shape.halfLength, shape.radius);
    case 'hull':
      return hullDesc(rapier, shape.points);
    case 'cylinder':
      return cylinderDesc(rapier, shape);
    case 'rounded-box':
      return ColliderDesc.roundCuboid(...shape.halfExtents, shape.rounding);
    case 'rounded-hull': {
      const desc = ColliderDesc.roundConvexHull(Float32Array.from(shape.points.flat()), shape.rounding);
      if (!desc) throw new Error(`Rapier made no hull of ${shape.points.length} points`);
      return desc;
    }
    case 'tapered-capsule':
      throw new Error('Rapier has no tapered capsule');
    case 'mesh':
      return ColliderDesc.trimesh(
        Float32Array.from(shape.vertices),
        Uint32Array.from(shape.indices),
        rapier.TriMeshFlags.FIX_INTERNAL_EDGES,
      );
    case 'height-field':
      return fieldDesc(rapier, shape);
    case 'half-space': {
      // Rapier's plane goes through the collider's origin; ColliderDesc has no short form for it.
      const [x, y, z] = shape.normal;
      const { offset } = shape;
      return new ColliderDesc(new rapier.HalfSpace({ x, y, z })).setTranslation(
        x * offset,
        y * offset,
        z * offset,
      );
    }
  }
};

/** Rapier has cylinders and cones, but none with two radii. */
const cylinderDesc = (
  { ColliderDesc }: RapierModule,
  { bottomRadius, topRadius, halfLength, rounding }: Extract<Shape, { kind: 'cylinder' }>,
): Rapier.ColliderDesc => {
  if (topRadius === bottomRadius)
    return rounding > 0
      ? ColliderDesc.roundCylinder(halfLength, bottomRadius, rounding)
      : ColliderDesc.cylinder(halfLength, bottomRadius);
  if (topRadius !== 0) throw new Error('Rapier has no cylinder with two radii');
  return rounding > 0
    ? ColliderDesc.roundCone(halfLength, bottomRadius, rounding)
    : ColliderDesc.cone(halfLength, bottomRadius);
};

/** Rapier's heights run along z first, over a field of size one that is scaled. */
const fieldDesc = (rapier: RapierModule, shape: HeightFieldShape): Rapier.ColliderDesc => {
  const { columns, rows, heights, spacing } = shape;
  const byColumn = new Float32Array(columns * rows);
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) byColumn[i * rows + j] = heights[j * columns + i];
  return rapier.ColliderDesc.heightfield(rows - 1, columns - 1, byColumn, {
    x: (columns - 1) * spacing[0],
    y: 1,
    z: (rows - 1) * spacing[1],
  });
};

const hullDesc = (rapier: RapierModule, points: readonly Vec3[]): Rapier.ColliderDesc => {
  const desc = rapier.ColliderDesc.convexHull(Float32Array.from(points.flat()));
  if (!desc) throw new Error(`Rapier made no hull of ${points.length} points`);
  return desc;
};
