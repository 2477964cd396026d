import { layerNames } from '@tenon/debug-draw';
import { settingSpecs, solverMethods, type Vec3, type WorldSettings } from '@tenon/physics-core';
import {
  type AppState,
  type CompareMode,
  compareModes,
  createAppState,
  MAX_DISTANCE,
  MIN_DISTANCE,
  type Theme,
  type Tuning,
} from './app-state.js';
import { fromJson, toJson } from './json-numbers.js';

/**
 * The page's state as the part of its address after #, and back. What has its default value is left out, so that links stay short;
 * what cannot be understood is left out as well: an old link opens with defaults rather than not at all.
 */
export const encodeState = (state: AppState, usualTheme: Theme): string => {
  const fresh = createAppState();
  const query = new URLSearchParams({ scene: state.scene });
  for (const [name, value] of Object.entries(state.values)) query.set(`p.${name}`, String(value));
  for (const [name, value] of settingEntries(state.settings)) query.set(`s.${name}`, value);
  if (Object.keys(state.tuning).length > 0) query.set('tune', toJson(state.tuning));
  if (Object.keys(state.bodyTuning).length > 0) query.set('bodies', toJson(state.bodyTuning));
  if (state.selection) query.set('select', `${state.selection.kind}:${state.selection.key}`);
  const { target, distance, yaw, pitch } = state.camera;
  query.set('camera', [...target, distance, yaw, pitch].map(short).join(','));
  if (state.ownLayers) query.set('layers', layerNames.filter((name) => state.layers[name]).join(','));
  if (state.rowLength !== fresh.rowLength) query.set('rows', state.rowLength);
  if (state.paused) query.set('paused', '1');
  if (state.speed !== 1) query.set('speed', String(state.speed));
  if (state.theme !== usualTheme) query.set('theme', state.theme);
  if (state.dragStrength !== fresh.dragStrength) query.set('drag', String(state.dragStrength));
  if (state.compare !== 'off') {
    query.set('compare', state.compare);
    for (const [name, value] of settingEntries(state.compareSettings)) query.set(`c.${name}`, value);
  }
  // Commas and colons are allowed in a fragment, and read better as themselves.
  return query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
};

/** The state that a link describes. Whether the scene and its parameters exist is for the scene list to say. */
export const decodeState = (fragment: string, usualTheme: Theme): AppState => {
  const state = createAppState();
  const query = new URLSearchParams(fragment.replace(/^#/, ''));
  state.scene = query.get('scene') ?? state.scene;
  for (const [name, text] of query) {
    if (name.startsWith('p.') && isNumber(text)) state.values[name.slice(2)] = Number(text);
  }
  state.settings = readSettings(query, 's.');
  state.tuning = readTuning<Tuning>(query.get('tune'));
  state.bodyTuning = readTuning(query.get('bodies'));
  const [kind, ...key] = (query.get('select') ?? '').split(':');
  if (kind === 'joint' || kind === 'body') state.selection = { kind, key: key.join(':') };
  state.camera = readCamera(query.get('camera')) ?? state.camera;
  const layers = query.get('layers')?.split(',');
  if (layers) for (const name of layerNames) state.layers[name] = layers.includes(name);
  state.ownLayers = layers !== undefined;
  if (query.get('rows') === 'unit') state.rowLength = 'unit';
  state.paused = query.get('paused') === '1';
  state.speed = clampedNumber(query.get('speed'), 0.01, 4) ?? state.speed;
  const theme = query.get('theme');
  state.theme = theme === 'light' || theme === 'dark' ? theme : usualTheme;
  state.dragStrength = clampedNumber(query.get('drag'), 1, 1000) ?? state.dragStrength;
  const compare = query.get('compare') as CompareMode;
  if (compareModes.includes(compare)) {
    state.compare = compare;
    if (compare !== 'off') state.compareSettings = readSettings(query, 'c.');
  }
  return state;
};

/** Whether the address says from where to look; otherwise the scene does. */
export const hasCamera = (fragment: string): boolean =>
  readCamera(new URLSearchParams(fragment.replace(/^#/, '')).get('camera')) !== undefined;

const short = (value: number): string => String(Number(value.toFixed(4)));
const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

const clampedNumber = (text: string | null, least: number, most: number): number | undefined =>
  text !== null && isNumber(text) ? Math.min(most, Math.max(least, Number(text))) : undefined;

const settingEntries = (settings: Partial<WorldSettings>): [string, string][] =>
  Object.entries(settings).map(([name, value]) => [name, String(value)]);

const readSettings = (query: URLSearchParams, prefix: string): Partial<WorldSettings> => {
  const settings: Record<string, unknown> = {};
  for (const [entry, text] of query) {
    if (!entry.startsWith(prefix)) continue;
    const name = entry.slice(prefix.length);
    if (Object.hasOwn(settingSpecs, name)) {
      const { min, max } = settingSpecs[name as keyof typeof settingSpecs];
      const value = clampedNumber(text, min, max);
      if (value !== undefined) settings[name] = value;
    } else if (name === 'method' && solverMethods.some((method) => method === text)) settings.method = text;
    else if (name === 'sleeping' || name === 'continuous') settings[name] = text === 'true';
    else if (name === 'gravity') settings.gravity = readNumbers(text, 3) as Vec3 | undefined;
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
};

const readNumbers = (text: string, count: number): number[] | undefined => {
  const numbers = text.split(',').map(Number);
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
};

/** m, for the point that a link looks at. */
const FARTHEST = 1e5;
/** rad, just short of straight down. */
const STEEPEST = 1.55;

const readCamera = (text: string | null): AppState['camera'] | undefined => {
  const numbers = readNumbers(text ?? '', 6);
  if (numbers === undefined) return undefined;
  const [x, y, z, distance, yaw, pitch] = numbers;
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
  return {
    target: [clamp(x, FARTHEST), clamp(y, FARTHEST), clamp(z, FARTHEST)],
    distance: Math.min(MAX_DISTANCE, Math.max(MIN_DISTANCE, distance)),
    yaw: yaw % (2 * Math.PI),
    pitch: clamp(pitch, STEEPEST),
  };
};

const readTuning = <T extends object>(text: string | null): T => {
  try {
    const value = fromJson(text ?? '{}');
    return (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as T;
  } catch {
    return {} as T;
  }
};
