import {
  type BodyHandle,
  bodyExists,
  bodyPosition,
  jointDef,
  jointExists,
  updateJoint,
  type Vec3,
} from '@tenon/physics-core';
import { carCommands } from '@tenon/scenes';
import { shoot } from './level-scene.js';
import { act, type Simulation } from './simulation.js';

/** What the keys ask for at the moment. */
export interface Wish {
  /** -1 to 1: back or forward, left or right. */
  readonly forward: number;
  readonly right: number;
  readonly jump: boolean;
  readonly shoot: boolean;
  /** Where the camera looks, level and of length 1: x and z. */
  readonly heading: readonly [x: number, z: number];
}

/** How the keys move something in a scene. */
export interface Control {
  /** What the keys do, for the line below the view. */
  readonly keys: string;
  /** What else than going somewhere the keys do, as buttons for fingers. */
  readonly actions: readonly (readonly [key: string, text: string])[];
  /** What Enter does. */
  readonly takeOver: string;
  /** Whether the keys are the scene's as soon as it is open. */
  readonly fromStart: boolean;
  /** Where the camera looks while it follows; undefined when there is nothing to follow any more. */
  place(simulation: Simulation): Vec3 | undefined;
  /** Changes the world where it is not yet as the keys ask; through `act`, so that going back repeats it. */
  steer(simulation: Simulation, wish: Wish): void;
}

const placeOf = ({ world, content }: Simulation, name: string): Vec3 | undefined => {
  const body: BodyHandle | undefined = content.bodies?.[name];
  return body !== undefined && bodyExists(world, body) ? bodyPosition(world, body) : undefined;
};

/** m/s. */
const WALKING = 3;
const JUMP = 4.5;

export const walkControl: Control = {
  keys: 'W A S D or arrows walk, space jumps, escape gives the keys back',
  actions: [[' ', 'Jump']],
  takeOver: 'Enter: walk',
  fromStart: true,
  place: (simulation) => placeOf(simulation, 'player0'),
  steer: (simulation, { forward, right, jump, heading: [hx, hz] }) => {
    const { player, components } = simulation.runner;
    if (player === undefined) return;
    const { Character } = components;
    const speed = WALKING / Math.max(1, Math.hypot(forward, right));
    const x = speed * (forward * hx - right * hz);
    const z = speed * (forward * hz + right * hx);
    if (Character.x[player] !== x || Character.z[player] !== z)
      act(simulation, () => {
        Character.x[player] = x;
        Character.z[player] = z;
      });
    if (jump && Character.grounded[player] === 1 && Character.rise[player] === 0)
      act(simulation, () => {
        Character.rise[player] = JUMP;
      });
  },
};

/** Walking, and a shot for each press of the key. */
export const createLevelControl = (): Control => {
  let wasShooting = false;
  return {
    ...walkControl,
    keys: 'W A S D or arrows walk, space jumps, F shoots, escape gives the keys back',
    actions: [...walkControl.actions, ['f', 'Shoot']],
    steer: (simulation, wish) => {
      walkControl.steer(simulation, wish);
      const { runner } = simulation;
      if (wish.shoot && !wasShooting) act(simulation, () => shoot(runner, wish.heading));
      wasShooting = wish.shoot;
    },
  };
};

/** m/s and rad. */
const DRIVING = 8;
const STEERING = 0.4;

export const carControl: Control = {
  keys: 'W and S or arrows drive, A and D steer, escape gives the keys back',
  actions: [],
  takeOver: 'Enter: drive',
  fromStart: false,
  place: (simulation) => placeOf(simulation, 'chassis'),
  steer: (simulation, { forward, right }) => {
    const { world, content } = simulation;
    for (const [name, command] of Object.entries(carCommands(DRIVING * forward, -STEERING * right))) {
      const joint = content.joints?.[name];
      if (joint === undefined || !jointExists(world, joint)) continue;
      const { spin, steering } = jointDef(world, joint) as Partial<typeof command>;
      const same =
        command.spin?.motor.speed === (command.spin && spin?.motor.speed) &&
        command.steering?.motor.target === (command.steering && steering?.motor.target);
      if (!same) act(simulation, (now) => jointExists(now, joint) && updateJoint(now, joint, { ...command }));
    }
  },
};
