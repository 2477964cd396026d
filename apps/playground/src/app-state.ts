import type { LayerName } from '@tenon/debug-draw';
import { defaultDrawOptions } from '@tenon/debug-draw';
import type { BodyChanges, ColliderChanges, JointChanges, WorldSettings } from '@tenon/physics-core';
import type { SceneCamera } from '@tenon/scenes';

/** What the second world of a comparison is: nothing, the same scene with other settings, or the same scene in Rapier. */
export const compareModes = ['off', 'settings', 'rapier'] as const;
export type CompareMode = (typeof compareModes)[number];

export type Theme = 'dark' | 'light';

/** Changes of joint parameters made by hand, by the joint's key (see names.ts). */
export type Tuning = Record<string, JointChanges>;

/** Changes of bodies made by hand: fields of the body, and of the material of all its colliders. */
export interface BodyTuning {
  readonly body?: BodyChanges;
  readonly material?: ColliderChanges;
}

export interface Selection {
  readonly kind: 'joint' | 'body';
  readonly key: string;
}

/** Everything a link must carry so that someone else sees the same. The state of the world follows from it. */
export interface AppState {
  scene: string;
  /** Scene parameters that differ from their defaults. */
  values: Record<string, number>;
  /** World settings that differ from the scene's own. */
  settings: Partial<WorldSettings>;
  tuning: Tuning;
  /** By the body's key. */
  bodyTuning: Record<string, BodyTuning>;
  selection: Selection | undefined;
  camera: SceneCamera;
  layers: Record<LayerName, boolean>;
  /** Whether the layers were chosen by hand; otherwise each scene opens with what suits it. */
  ownLayers: boolean;
  rowLength: 'lambda' | 'unit';
  paused: boolean;
  /** Factor on the time: 1 is real time. */
  speed: number;
  theme: Theme;
  compare: CompareMode;
  /** Settings of the second world. */
  compareSettings: Partial<WorldSettings>;
  /** Largest acceleration that the mouse gives what it drags, in multiples of gravity. */
  dragStrength: number;
}

export const FIRST_SCENE = 'ragdoll-pile';
const DEFAULT_DRAG_STRENGTH = 4;
export const speeds: readonly number[] = [0.05, 0.1, 0.25, 0.5, 1, 2];

/** m, of the camera from what it looks at. */
export const MIN_DISTANCE = 0.3;
export const MAX_DISTANCE = 300;

export const createAppState = (): AppState => ({
  scene: FIRST_SCENE,
  values: {},
  settings: {},
  tuning: {},
  bodyTuning: {},
  selection: undefined,
  camera: { target: [0, 1, 0], distance: 10, yaw: 0.6, pitch: 0.35 },
  layers: defaultDrawOptions().layers,
  ownLayers: false,
  rowLength: 'lambda',
  paused: false,
  speed: 1,
  theme: 'dark',
  compare: 'off',
  compareSettings: { method: 'baumgarte' },
  dragStrength: DEFAULT_DRAG_STRENGTH,
});
