import type { BodyHandle, JointHandle } from '../handles.js';
import type { JointScene, SceneName } from './joint-scene.js';
import type { SceneObject } from './scene-values.js';

/**
 * Whole worlds as scene files (Kleppmann 2007 §1.2, 2.5.1): settings, shapes that colliders share, bodies,
 * colliders and joints, each in the order in which a world made from them creates them. Colliders name their body
 * and shape by index; joints and groups name bodies and joints by name or index.
 *
 * A file holds what definitions hold: poses and velocities, but no warm-start impulses, contacts or sleep.
 */
export interface SceneFile {
  readonly format: 'tenon-scene';
  readonly version: 1;
  readonly settings: SceneObject;
  readonly shapes: readonly SceneObject[];
  readonly bodies: readonly SceneObject[];
  /** How many bodies there were before the first joint to the world, which needs a body of its own. */
  readonly ground?: number;
  readonly colliders: readonly SceneObject[];
  readonly joints: readonly JointScene[];
  readonly groups?: readonly SceneFileGroup[];
  /** What an engine on top keeps with bodies and colliders. The world that sceneToWorld makes has none of it. */
  readonly components?: readonly SceneComponents[];
}

/** Components of one body, or of one collider, by its index: numbers by the names of component and field. */
export interface SceneComponents {
  readonly body?: number;
  readonly collider?: number;
  readonly values: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
}

/** Bodies and joints that belong together, such as a skeleton. */
export interface SceneFileGroup {
  readonly name: string;
  readonly bodies: readonly SceneName[];
  readonly joints: readonly SceneName[];
}

/** A group by handles, or by whatever else stands for bodies and joints. */
export interface SceneGroup<Body = BodyHandle, Joint = JointHandle> {
  readonly bodies?: readonly Body[];
  readonly joints?: readonly Joint[];
}

/** What the file should call bodies and joints; those without a name are known by their index. */
export interface SceneNames<Body = BodyHandle, Joint = JointHandle> {
  readonly bodies?: Readonly<Record<string, Body>>;
  readonly joints?: Readonly<Record<string, Joint>>;
  readonly groups?: Readonly<Record<string, SceneGroup<Body, Joint>>>;
}

export const FORMAT = 'tenon-scene';
export const VERSION = 1;
