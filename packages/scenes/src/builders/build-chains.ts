import {
  type BodyHandle,
  ball,
  capsule,
  createBody,
  createCollider,
  createJoint,
  type World,
} from '@tenon/physics-core';

export interface ChainsOptions {
  readonly count: number;
  /** Capsules of one chain. */
  readonly links: number;
}

const RADIUS = 0.05;
const HALF_LENGTH = 0.2;
const LINK = 2 * (HALF_LENGTH + RADIUS);
/** Between two chains, so that they swing side by side. */
const SPACING = 0.5;
const HEIGHT = 12;
/** A capsule's axis is y; this turns it to x. */
const ALONG_X = [0, 0, -Math.SQRT1_2, Math.SQRT1_2] as const;

/** Chains of capsules on ball joints, each hung from the world by one end and released level. */
export const buildChains = (world: World, { count, links }: ChainsOptions): BodyHandle[] =>
  Array.from({ length: count }, (_, i) => buildChain(world, i * SPACING, links)).flat();

const buildChain = (world: World, z: number, links: number): BodyHandle[] => {
  const chain: BodyHandle[] = [];
  for (let i = 0; i < links; i++) {
    const body = createBody(world, { position: [(i + 0.5) * LINK, HEIGHT, z], rotation: ALONG_X });
    createCollider(world, body, { shape: capsule(RADIUS, HALF_LENGTH) });
    const previous = i === 0 ? {} : { bodyA: chain[i - 1] };
    createJoint(world, ball({ ...previous, bodyB: body, anchor: [i * LINK, HEIGHT, z] }));
    chain.push(body);
  }
  return chain;
};
