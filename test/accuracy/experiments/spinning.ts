import { freeTop, gyroscope, startScene } from '@tenon/scenes';
import { separation } from '../../shared/joint-error.js';
import { DT, run } from '../engine.js';
import type { Experiment } from '../experiment.js';

const PERIOD = 8;

export const gyro: Experiment = {
  id: 'd',
  text: '004',
  section: '§4.2.1',
  says: 'one turn takes 7.953 s, an error of 0.6 %, with steps of 0.23 ms',
  title: 'Gyroscope at 20 turns a second, one turn of precession in 8 s',
  rapier: true,
  plot: { x: 'time, s', y: 'precession ahead of theory, degrees' },
  goals: [
    { key: 'period', what: 'error of the period', unit: '%', ideal: '0', atMost: 0.01 },
    { key: 'nail', what: 'largest opening of the nail', unit: 'mm', ideal: '0', atMost: 0.1 },
    { key: 'sinking', what: 'sinking over 16 s', unit: 'mm', ideal: '0', atMost: 0.01 },
    { key: 'spin', what: 'change of spin over 16 s', unit: '%', ideal: '0', atMost: 0.001 },
  ],
  measure: (runner) => {
    const { world, bodies = {}, joints = {} } = startScene(gyroscope, { period: PERIOD });
    const apart = separation(world, Object.values(joints));
    const { disc } = bodies;
    return runner(world, (engine) => {
      const start = Math.hypot(...engine.spin(disc));
      const points: [number, number][] = [];
      let [angle, turned, period, lowest, nail] = [0, 0, Infinity, 0, 0];
      run(engine, 2 * PERIOD, (time) => {
        const [x, y, z] = engine.position(disc);
        const now = Math.atan2(-z, x);
        const change = now - angle - 2 * Math.PI * Math.round((now - angle) / (2 * Math.PI));
        angle = now;
        turned += change;
        if (period === Infinity && turned >= 2 * Math.PI) {
          period = time - (DT * (turned - 2 * Math.PI)) / change;
        }
        lowest = Math.min(lowest, y);
        nail = Math.max(nail, apart(engine));
        points.push([time, ((turned - (2 * Math.PI * time) / PERIOD) * 180) / Math.PI]);
      });
      return {
        values: {
          period: 100 * Math.abs(period / PERIOD - 1),
          nail: 1000 * nail,
          sinking: -1000 * lowest,
          spin: 100 * Math.abs(Math.hypot(...engine.spin(disc)) / start - 1),
        },
        curves: [{ name: 'precession', points }],
      };
    });
  },
};

export const top: Experiment = {
  id: 'e',
  text: '004',
  section: '§B.2',
  says: 'quaternions that are integrated exactly keep the precession of a free body',
  title: 'Free asymmetric top, I = (1, 2, 3), 60 s',
  rapier: true,
  plot: { x: 'time, s', y: 'spin about the middle axis, rad/s' },
  goals: [
    { key: 'flips', what: 'flips', unit: '1', ideal: '12', atLeast: 12, atMost: 12 },
    { key: 'energy', what: 'energy error', unit: '%', ideal: '0', atMost: 0.01 },
    { key: 'momentum', what: 'angular momentum error', unit: '%', ideal: '0', atMost: 0.01 },
  ],
  measure: (runner) => {
    const { world, bodies = {} } = startScene(freeTop);
    const { top: body } = bodies;
    return runner(world, (engine) => {
      /** ω in the body's axes. */
      const local = (): [number, number, number] => {
        const [x, y, z, w] = engine.rotation(body);
        const [a, b, c] = engine.spin(body);
        const [tx, ty, tz] = [2 * (-y * c + z * b), 2 * (-z * a + x * c), 2 * (-x * b + y * a)];
        return [a + w * tx - y * tz + z * ty, b + w * ty - z * tx + x * tz, c + w * tz - x * ty + y * tx];
      };
      const energy = ([x, y, z]: readonly number[]): number => 0.5 * (x * x + 2 * y * y + 3 * z * z);
      const momentum = ([x, y, z]: readonly number[]): number => Math.hypot(x, 2 * y, 3 * z);
      const start = local();
      const points: [number, number][] = [];
      let [flips, sign, worstEnergy, worstMomentum] = [0, 1, 0, 0];
      run(engine, 60, (time) => {
        const now = local();
        if (Math.abs(now[1]) > 2.5 && Math.sign(now[1]) !== sign) {
          sign = -sign;
          flips++;
        }
        worstEnergy = Math.max(worstEnergy, Math.abs(energy(now) / energy(start) - 1));
        worstMomentum = Math.max(worstMomentum, Math.abs(momentum(now) / momentum(start) - 1));
        points.push([time, now[1]]);
      });
      return {
        values: { flips, energy: 100 * worstEnergy, momentum: 100 * worstMomentum },
        curves: [{ name: 'spin', points }],
      };
    });
  },
};
