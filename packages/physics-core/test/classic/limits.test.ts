import { describe, expect, it } from 'vitest';
import {
  applyForce,
  applyTorque,
  ball,
  cone,
  createBody,
  createJoint,
  createWorld,
  destroyJoint,
  edgeEdge,
  frameAlong,
  hinge,
  type JointDef,
  jointCoordinates,
  loadClassicMethods,
  pulley,
  rope,
  slider,
  stepWorld,
  strut,
  swingTwist,
  type Vec3,
  wedge,
} from '../../src/index.js';
import { kineticEnergy } from '../../src/inspect.js';
import { DT } from '../joints/context.js';

loadClassicMethods();

interface Stop {
  readonly def: JointDef;
  /** Velocities into the stop, and the load that keeps pressing. */
  readonly linear?: Vec3;
  readonly angular?: Vec3;
  readonly force?: Vec3;
  readonly torque?: Vec3;
  readonly coordinate: string;
  /** Where the coordinate comes to rest. */
  readonly at: number;
}

const START: Vec3 = [1, 0, 0];
const away = { linear: [3, 0, 0], force: [10, 0, 0] } as const;
const back = { linear: [-3, 0, 0], force: [-10, 0, 0] } as const;
const turning = { angular: [0, 0, 3], torque: [0, 0, 5] } as const;

/** Every kind of inequality row: one that limits from above and one from below where there are both. */
const stops: Record<string, Stop> = {
  'slider, upper': {
    def: slider({ axis: [1, 0, 0], limits: [-0.2, 0.3] }),
    ...away,
    coordinate: 'translation',
    at: 0.3,
  },
  'slider, lower': {
    def: slider({ axis: [1, 0, 0], limits: [-0.2, 0.3] }),
    ...back,
    coordinate: 'translation',
    at: -0.2,
  },
  'slider, both ends the same': {
    def: slider({ axis: [1, 0, 0], limits: [0, 0] }),
    ...away,
    coordinate: 'translation',
    at: 0,
  },
  hinge: {
    def: hinge({ anchor: START, axis: [0, 0, 1], limits: [-0.5, 0.4] }),
    ...turning,
    coordinate: 'angle',
    at: 0.4,
  },
  'ball, cone': {
    def: ball({ anchor: START, axis: [1, 0, 0], swing: { limits: [0, 0.4] } }),
    ...turning,
    coordinate: 'swing',
    at: 0.4,
  },
  cone: { def: cone({ axis: [1, 0, 0], limits: [0, 0.4] }), ...turning, coordinate: 'angle', at: 0.4 },
  wedge: {
    def: wedge({ axis: [1, 0, 0], secondAxis: [0, 1, 0], limits: [-0.4, 0.4] }),
    ...turning,
    coordinate: 'azimuth',
    at: 0.4,
  },
  'swing-twist': {
    def: swingTwist({
      anchor: START,
      axis: [1, 0, 0],
      secondAxis: [0, 1, 0],
      swingY: { limits: [-0.3, 0.3] },
      swingZ: { limits: [-0.4, 0.4] },
    }),
    ...turning,
    coordinate: 'swingZ',
    at: 0.4,
  },
  rope: {
    def: rope({ anchorA: [0, 0, 0], anchorB: [0, 0, 0], maxLength: 1.3 }),
    ...away,
    coordinate: 'length',
    at: 1.3,
  },
  strut: {
    def: strut({ anchorA: [0, 0, 0], anchorB: [0, 0, 0], minLength: 0.8 }),
    ...back,
    coordinate: 'length',
    at: 0.8,
  },
  'edge-edge, at most': {
    def: edgeEdge({
      frameA: frameAlong([0, 0, 0], [0, 1, 0]),
      frameB: frameAlong([0, 0, 0], [0, 0, 1]),
      mode: 'atMost',
      distance: 1.3,
    }),
    ...away,
    coordinate: 'distance',
    at: 1.3,
  },
  'edge-edge, at least': {
    def: edgeEdge({
      frameA: frameAlong([0, 0, 0], [0, 1, 0]),
      frameB: frameAlong([0, 0, 0], [0, 0, 1]),
      mode: 'atLeast',
      distance: 0.7,
    }),
    ...back,
    coordinate: 'distance',
    at: 0.7,
  },
  pulley: {
    def: pulley({
      anchorA: [-1, 0, 0],
      anchorB: [0, 0, 0],
      groundA: [-2, 0, 0],
      groundB: [0, 0, 0],
      length: 2.3,
    }),
    ...away,
    coordinate: 'lengthB',
    at: 1.3,
  },
};

const startStop = (method: 'baumgarte' | 'push-factor', { def, linear, angular }: Stop) => {
  const world = createWorld({ method, gravity: [0, 0, 0], sleeping: false });
  const body = createBody(world, {
    position: START,
    massProperties: { mass: 2, inertia: [0.5, 0.5, 0.5] },
    linearVelocity: linear ?? [0, 0, 0],
    angularVelocity: angular ?? [0, 0, 0],
  });
  return { world, body, joint: createJoint(world, { ...def, bodyB: body }) };
};

describe.each(['baumgarte', 'push-factor'] as const)('%s stops at', (method) => {
  describe.each(['without a load', 'under a load'])('%s', (loaded) => {
    it.each(Object.entries(stops))('%s, and stores nothing', (_, stop) => {
      const { world, body, joint } = startStop(method, stop);
      for (let i = 0; i < 120; i++) {
        if (stop.force && loaded === 'under a load') applyForce(world, body, stop.force);
        if (stop.torque && loaded === 'under a load') applyTorque(world, body, stop.torque);
        stepWorld(world, DT);
      }
      const { value, rate } = jointCoordinates(world, joint)[stop.coordinate];
      expect(Math.abs(value - stop.at)).toBeLessThan(1e-3);
      expect(Math.abs(rate)).toBeLessThan(1e-9);
      // Without the stop nothing is left that would move the body.
      destroyJoint(world, joint);
      stepWorld(world, DT);
      expect(kineticEnergy(world)).toBeLessThan(1e-9);
    });
  });
});

it.each(['baumgarte', 'push-factor'] as const)('%s: springs and soft limits give way by g / ω²', (method) => {
  const soft = { limitSpring: { hertz: 2, dampingRatio: 1 } };
  const spring = { spring: { hertz: 2, dampingRatio: 1 } };
  for (const [g, controls] of [
    [-10, spring],
    [10, spring],
    [-10, { limits: [0, 1] as const, ...soft }],
    [10, { limits: [-1, 0] as const, ...soft }],
  ] as const) {
    const world = createWorld({ method, gravity: [0, g, 0], sleeping: false });
    const bodyB = createBody(world, { massProperties: { mass: 3, inertia: [1, 1, 1] } });
    const joint = createJoint(world, slider({ bodyB, axis: [0, 1, 0], ...controls }));
    for (let i = 0; i < 300; i++) stepWorld(world, DT);
    const { value, rate } = jointCoordinates(world, joint).translation;
    expect(value).toBeCloseTo(g / (4 * Math.PI) ** 2, 6);
    expect(Math.abs(rate)).toBeLessThan(1e-6);
  }
});
