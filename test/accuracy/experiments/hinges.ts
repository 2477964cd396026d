import {
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  hinge,
  type Quat,
  slider,
  type Vec3,
} from '@tenon/physics-core';
import { DT, type Runner, run } from '../engine.js';
import type { Experiment } from '../experiment.js';

const LIMIT = Math.PI / 4;

/** Turn about z of a rotation that has no other part. */
const angleOf = ([, , z, w]: Quat): number => 2 * Math.atan2(z, w);

/** The furthest that a 100 kg cube, hinged at one side, goes past its limit, rad. */
const overshoot = (runner: Runner, speed: number): number => {
  const world = createWorld({ sleeping: false, gravity: [0, 0, 0] });
  const cube = createBody(world, {
    position: [0.5, 0, 0],
    mass: 100,
    linearVelocity: [0, 0.5 * speed, 0],
    angularVelocity: [0, 0, speed],
  });
  createCollider(world, cube, { shape: box(0.5, 0.5, 0.5) });
  createJoint(world, hinge({ bodyB: cube, anchor: [0, 0, 0], axis: [0, 0, 1], limits: [-LIMIT, LIMIT] }));
  return runner(world, (engine) => {
    let worst = 0;
    run(engine, 1, () => {
      worst = Math.max(worst, Math.abs(angleOf(engine.rotation(cube))) - LIMIT);
    });
    return worst;
  });
};

export const hingeLimit: Experiment = {
  id: 'h',
  text: '003',
  section: '§2.4',
  says: 'the limits of a hinge are inequality constraints',
  title: 'Hinge limit ±45°, a 100 kg cube at 9 to 11 rad/s',
  rapier: true,
  plot: { x: 'speed, rad/s', y: 'past the limit, degrees' },
  goals: [{ key: 'past', what: 'furthest past the limit', unit: '°', ideal: '0', atMost: 1e-9 }],
  measure: (runner) => {
    const speeds = Array.from({ length: 41 }, (_, i) => 9 + i * 0.05);
    const points = speeds.map((speed) => [speed, (overshoot(runner, speed) * 180) / Math.PI] as const);
    return {
      values: { past: Math.max(...points.map(([, past]) => past)) },
      curves: [{ name: 'past', points }],
    };
  },
};

/** A bar of 10 kg with its centre 0.5 m from the axis, and its moment about the axis. */
const BAR: Vec3 = [0.5, 0.05, 0.05];
const BAR_MOMENT = (10 * (BAR[0] ** 2 + BAR[1] ** 2)) / 3 + 10 * 0.25;

const barOn = (motor: { readonly speed: number; readonly maxForce: number }) => {
  const world = createWorld({ sleeping: false });
  const bar = createBody(world, { position: [0.5, 0, 0], mass: 10 });
  createCollider(world, bar, { shape: box(...BAR) });
  createJoint(world, hinge({ bodyB: bar, anchor: [0, 0, 0], axis: [0, 0, 1], motor }));
  return { world, bar };
};

const motorError = (runner: Runner): number => {
  const { world, bar } = barOn({ speed: 2, maxForce: 200 });
  return runner(world, (engine) => {
    let worst = 0;
    run(engine, 10, (time) => {
      if (time > 0.5) worst = Math.max(worst, Math.abs(engine.spin(bar)[2] / 2 - 1));
    });
    return 100 * worst;
  });
};

const liftError = (runner: Runner): number => {
  const world = createWorld({ sleeping: false });
  const load = createBody(world, { mass: 10 });
  createCollider(world, load, { shape: box(0.2, 0.2, 0.2) });
  createJoint(world, slider({ bodyB: load, axis: [0, 1, 0], motor: { speed: 1, maxForce: 500 } }));
  return runner(world, (engine) => {
    let worst = 0;
    run(engine, 3, (time) => {
      if (time > 0.5) worst = Math.max(worst, Math.abs(engine.velocity(load)[1] - 1));
    });
    return 100 * worst;
  });
};

/** A stalled motor must follow α = (cap - m g r cos θ) / I: the largest difference of its speed from that, relative to the largest. */
const capError = (runner: Runner): number => {
  const cap = 30;
  const { world, bar } = barOn({ speed: 100, maxForce: cap });
  return runner(world, (engine) => {
    let [angle, speed, worst, largest] = [0, 0, 0, 0];
    const fine = 1000;
    run(engine, 1, () => {
      for (let i = 0; i < fine; i++) {
        speed += ((DT / fine) * (cap - 49.05 * Math.cos(angle))) / BAR_MOMENT;
        angle += (DT / fine) * speed;
      }
      worst = Math.max(worst, Math.abs(engine.spin(bar)[2] - speed));
      largest = Math.max(largest, Math.abs(speed));
    });
    return (100 * worst) / largest;
  });
};

export const motors: Experiment = {
  id: 'i',
  text: '003',
  section: '§2.3, 2.4',
  says: 'a motor keeps its speed with a bounded impulse',
  title: 'Motors under load: a bar at 2 rad/s, a lift at 1 m/s, a stalled motor of 30 N·m',
  rapier: true,
  goals: [
    { key: 'hinge', what: 'error of the hinge motor', unit: '%', ideal: '0', atMost: 1e-9 },
    { key: 'slider', what: 'error of the slider motor', unit: '%', ideal: '0', atMost: 1e-9 },
    { key: 'cap', what: 'stalled motor off its torque cap', unit: '%', ideal: '0', atMost: 0.01 },
  ],
  measure: (runner) => ({
    values: { hinge: motorError(runner), slider: liftError(runner), cap: capError(runner) },
  }),
};
