import { createBody, updateBody } from '../api/bodies.js';
import { createCollider } from '../api/colliders.js';
import { checkJointDef, requireEnds } from '../api/joint-def.js';
import { createJoint } from '../api/joints.js';
import { loadEverything } from '../api/loading/load-everything.js';
import { createWorld } from '../api/world.js';
import type { BodyHandle, JointHandle } from '../handles.js';
import type { JointDef } from '../joints/define-joint.js';
import { groundBody } from '../joints/lifecycle.js';
import type { World } from '../state/world.js';
import { readScene, type SceneJoint, within } from './read-scene.js';

export interface SceneWorld {
  readonly world: World;
  /** In the order of the file. */
  readonly bodies: readonly BodyHandle[];
  readonly joints: readonly JointHandle[];
  readonly bodyNames: ReadonlyMap<string, BodyHandle>;
  readonly jointNames: ReadonlyMap<string, JointHandle>;
  readonly groups: ReadonlyMap<
    string,
    { readonly bodies: readonly BodyHandle[]; readonly joints: readonly JointHandle[] }
  >;
}

/** Makes a new world from a scene file. A file with an error makes none: the error names the field. */
export const sceneToWorld = (data: unknown): SceneWorld => {
  loadEverything();
  const scene = readScene(data);
  const world = within('settings', () => createWorld(scene.settings));
  // Velocities are those of the centres of mass, which the colliders decide: bodies with colliders get them later.
  const hasCollider = new Set(scene.colliders.map(({ body }) => body));
  const bodies = scene.bodies.map(({ def }, i) =>
    within(`bodies[${i}]`, () => {
      if (scene.ground === i) groundBody(world);
      const { linearVelocity: _, angularVelocity: __, ...atRest } = def;
      return createBody(world, hasCollider.has(i) ? atRest : def);
    }),
  );
  for (const [i, { body, def }] of scene.colliders.entries())
    within(`colliders[${i}]`, () => createCollider(world, bodies[body], def));
  for (const i of hasCollider) {
    const { linearVelocity, angularVelocity } = scene.bodies[i].def;
    const velocities = {
      ...(linearVelocity === undefined ? {} : { linearVelocity }),
      ...(angularVelocity === undefined ? {} : { angularVelocity }),
    };
    within(`bodies[${i}]`, () => updateBody(world, bodies[i], velocities));
  }
  const joints: JointHandle[] = [];
  for (const [i, joint] of scene.joints.entries())
    within(`joints[${i}]`, () => joints.push(makeJoint(world, joint, bodies, joints)));
  return {
    world,
    bodies,
    joints,
    bodyNames: namesOf(scene.bodies, bodies),
    jointNames: namesOf(scene.joints, joints),
    groups: new Map(
      scene.groups.map((group) => [
        group.name,
        { bodies: group.bodies.map((i) => bodies[i]), joints: group.joints.map((i) => joints[i]) },
      ]),
    ),
  };
};

const makeJoint = (
  world: World,
  { def, bodyA, bodyB, jointA, jointB }: SceneJoint,
  bodies: readonly BodyHandle[],
  joints: readonly JointHandle[],
): JointHandle => {
  const whole = {
    ...def,
    ...(bodyA === undefined ? {} : { bodyA: bodies[bodyA] }),
    ...(bodyB === undefined ? {} : { bodyB: bodies[bodyB] }),
    ...(jointA === undefined ? {} : { jointA: joints[jointA] }),
    ...(jointB === undefined ? {} : { jointB: joints[jointB] }),
  } as unknown as JointDef;
  requireEnds(checkJointDef(whole), whole);
  return createJoint(world, whole);
};

const namesOf = <Handle>(
  entries: readonly { readonly name?: string }[],
  handles: readonly Handle[],
): Map<string, Handle> =>
  new Map(
    entries.flatMap(({ name }, i): [string, Handle][] => (name === undefined ? [] : [[name, handles[i]]])),
  );
