import { type Playground, say } from './playground.js';
import { restoreRunner, saveRunner } from './runner.js';
import { openSceneFile, sceneFile } from './scene-file.js';
import { resumeAt } from './simulation.js';

/**
 * What a link says beyond the state of the page: the world as it is at the moment, with all that was dropped into it, deleted and dragged.
 *
 * `at=<step>.<bytes>` is a snapshot of a scene of the list, `world=<bytes>` the scene file of one that was opened from a file. Bytes are
 * deflated and in base64url. The address of the page itself has neither: it would change with every step.
 */

/** Characters. Some browsers take no more into their address line; a file holds what does not fit. */
const LONGEST = 65_000;
/** Bytes. What a link holds cannot be larger when it is inflated. */
const MOST_BYTES = 5e7;

const MOMENT = 'at';
const WORLD = 'world';

/** The parameter for the moment, or undefined where it is too large for a link. */
export const momentQuery = async (playground: Playground): Promise<readonly [string, string] | undefined> => {
  const { scene, simulation } = playground;
  if (scene.id === 'file') {
    const text = await deflate(new TextEncoder().encode(JSON.stringify(sceneFile(playground))));
    return text.length > LONGEST ? undefined : [WORLD, text];
  }
  const text = `${simulation.stepCount}.${await deflate(saveRunner(simulation.runner))}`;
  return text.length > LONGEST ? undefined : [MOMENT, text];
};

/** Goes to the moment that a link tells of, when its scene has been opened. What cannot be read is told, and the scene begins anew. */
export const openMoment = async (playground: Playground, fragment: string): Promise<void> => {
  const query = new URLSearchParams(fragment.replace(/^#/, ''));
  const [moment, world] = [query.get(MOMENT), query.get(WORLD)];
  try {
    if (world !== null)
      openSceneFile(playground, new TextDecoder().decode(await inflate(world)), 'From a link');
    else if (moment !== null) await goTo(playground, moment);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    say(playground, `The moment of this link cannot be shown, so the scene begins anew. ${why}`, 'error');
  }
};

const goTo = async (playground: Playground, text: string): Promise<void> => {
  const { simulation } = playground;
  const [count, bytes] = text.split('.');
  const step = Number(count);
  if (!(Number.isInteger(step) && step >= 0)) throw new Error(`Its step is ${count}.`);
  const snapshot = await inflate(bytes ?? '');
  // Another scene may have been opened in the meantime.
  if (simulation !== playground.simulation) return;
  resumeAt(simulation, step, () => restoreRunner(simulation.runner, snapshot));
  playground.signals.emit('world');
  playground.signals.emit('selection');
};

const deflate = async (bytes: Uint8Array): Promise<string> => {
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

const inflate = (text: string): Promise<Uint8Array> => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return through(bytes, new DecompressionStream('deflate-raw'));
};

/** Reads piece by piece, so that a few bytes that inflate to gigabytes are stopped. */
const through = async (bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> => {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = (source.pipeThrough(stream) as ReadableStream<Uint8Array>).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    length += next.value.length;
    if (length > MOST_BYTES) throw new Error(`It has more than ${MOST_BYTES / 1e6} MB.`);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
};
