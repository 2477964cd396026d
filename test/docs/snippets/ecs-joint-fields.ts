import {
  box,
  collider,
  createPhysics,
  Joint,
  jointFactory,
  jointFields,
  MotorMode,
  Position,
  position,
  RigidBody,
  rigidBody,
  rowsOf,
  slider,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { defineJoint } from '@tenon/physics-core';
import { pointRows } from '@tenon/physics-core/parts';
import { addEntity, createWorld } from 'bitecs';

const world = createPhysics(createWorld(), { sleeping: false });
const drawer = addEntity(world, rigidBody({ mass: 5 }), collider(box(0.3, 0.1, 0.3)));
const rail = addEntity(world, slider({ bodyB: drawer, axis: [0, 0, 1], limits: [0, 0.5] }));
Joint.motorSpeed[rail] = 0.1;
Joint.limitsUpper[rail] = 0.4;
for (let i = 0; i < 30; i++) stepPhysics(world, 1 / 60);
console.log(Joint.rowCount[rail] === rowsOf(world, rail).length); // true

// Another mode while it runs: the servo shuts the drawer.
Joint.motorMode[rail] = MotorMode.position;
Joint.motorTarget[rail] = 0;
for (let i = 0; i < 60; i++) stepPhysics(world, 1 / 60);
console.log(Position.z[drawer].toFixed(2)); // 0.00

// A joint of the game: from its definition come the factory and the fields.
const peg = defineJoint({
  type: 'game-peg',
  about: 'Holds a point.',
  slots: ['point x', 'point y', 'point z'],
  rows: (j) => pointRows(j, 0),
});
const pegEntity = jointFactory(peg);
const sign = addEntity(world, position(2, 1, 0), rigidBody(), collider(box(0.5, 0.1, 0.5)));
const nail = addEntity(world, pegEntity({ bodyB: sign, hertz: 3 }));
RigidBody.mass[sign] = 2;
for (let i = 0; i < 30; i++) stepPhysics(world, 1 / 60);
console.log(jointFields(peg).hertz[nail], rowsOf(world, nail)[1].name); // 3 point y
