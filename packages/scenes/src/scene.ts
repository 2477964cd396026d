import {
  type BodyHandle,
  createWorld,
  type JointHandle,
  loadClassicMethods,
  PhysicsError,
  type Vec3,
  type World,
  type WorldSettings,
} from '@tenon/physics-core';

/** A number of a scene that a person may turn. */
export interface SceneParam {
  readonly title: string;
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Smallest meaningful change; whole numbers have 1. */
  readonly step: number;
}

/**
 * An angle or angular speed whose numbers are written in degrees, as people read them on the page. The scene gets radians.
 */
export const inDegrees = (param: SceneParam & { readonly unit: '°' | '°/s' }): SceneParam => {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  return {
    title: param.title,
    unit: param.unit === '°' ? 'rad' : 'rad/s',
    default: radians(param.default),
    min: radians(param.min),
    max: radians(param.max),
    step: radians(param.step),
  };
};

export type SceneParams = Readonly<Record<string, SceneParam>>;
export type SceneValues<P extends SceneParams> = { readonly [K in keyof P]: number };

export const sceneGroups = ['basics', 'joints', 'machines', 'papers', 'stress'] as const;
export type SceneGroup = (typeof sceneGroups)[number];

/** From where to look: the orbit's centre, its distance and angles (rad; yaw about y, pitch above the horizon). */
export interface SceneCamera {
  readonly target: Vec3;
  readonly distance: number;
  readonly yaw: number;
  readonly pitch: number;
}

export interface SceneGroupContent {
  readonly bodies: readonly BodyHandle[];
  readonly joints: readonly JointHandle[];
}

/** What a scene has built, under names that tests, plots and reports use. */
export interface SceneContent {
  readonly bodies?: Readonly<Record<string, BodyHandle>>;
  readonly joints?: Readonly<Record<string, JointHandle>>;
  /** What belongs together, such as the bones and joints of a person; scene files keep it. */
  readonly groups?: Readonly<Record<string, SceneGroupContent>>;
  /** Called before each step with the time so far: for scenes whose motors or kinematic bodies follow a plan. */
  readonly beforeStep?: (world: World, time: number) => void;
}

export interface SceneOptions<P extends SceneParams> {
  /** In links and files: lower case with hyphens. */
  readonly id: string;
  readonly title: string;
  readonly group: SceneGroup;
  /** One or two sentences. */
  readonly description: string;
  /** What to look at, and what is right. */
  readonly watch: string;
  readonly camera: SceneCamera;
  readonly params?: P;
  readonly settings?: Partial<WorldSettings>;
  readonly build: (world: World, values: SceneValues<P>) => SceneContent;
}

/** A scene of the registry: its texts, and how to build it. */
export interface Scene extends Omit<SceneOptions<SceneParams>, 'build' | 'params'> {
  readonly params: SceneParams;
  readonly build: (world: World, values?: Readonly<Record<string, number>>) => SceneContent;
}

/** Makes a scene whose builder gets every parameter, with the default where none is given and a check where one is. */
export const defineScene = <const P extends SceneParams = Readonly<Record<never, never>>>(
  options: SceneOptions<P>,
): Scene => {
  const params: SceneParams = options.params ?? {};
  return {
    ...options,
    params,
    build: (world, values = {}) =>
      options.build(world, valuesOf(options.id, params, values) as SceneValues<P>),
  };
};

const valuesOf = (
  id: string,
  params: SceneParams,
  given: Readonly<Record<string, number>>,
): Record<string, number> => {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(params, name)) {
      throw new PhysicsError(
        'unknown-field',
        `Scene ${id} has no parameter '${name}'`,
        `Use ${Object.keys(params).join(', ')}`,
      );
    }
  }
  return Object.fromEntries(
    Object.entries(params).map(([name, { default: fallback, min, max }]) => {
      const value = given[name] ?? fallback;
      if (!(value >= min && value <= max)) {
        throw new PhysicsError(
          'out-of-range',
          `${name} of scene ${id} is ${value}`,
          `Pass a number from ${min} to ${max}`,
        );
      }
      return [name, value];
    }),
  );
};

/** A new world with the scene's settings, overridden by yours, and the scene in it. */
export const startScene = (
  scene: Scene,
  values: Readonly<Record<string, number>> = {},
  settings: Partial<WorldSettings> = {},
): SceneContent & { readonly world: World } => {
  loadClassicMethods();
  const world = createWorld({ ...scene.settings, ...settings });
  return { world, ...scene.build(world, values) };
};
