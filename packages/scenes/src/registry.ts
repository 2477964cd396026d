import { bouncingBalls } from './basics/bouncing-balls.js';
import { conveyor } from './basics/conveyor.js';
import { dominoes } from './basics/dominoes.js';
import { fallingShapes } from './basics/falling-shapes.js';
import { lift } from './basics/lift.js';
import { roundShapes } from './basics/round-shapes.js';
import { slope } from './basics/slope.js';
import { ballJoint } from './joints/ball.js';
import { coneJoint } from './joints/cone.js';
import { cylindricalJoint } from './joints/cylindrical.js';
import { distanceJoint } from './joints/distance.js';
import { edgeEdgeJoint } from './joints/edge-edge.js';
import { fixedJoint } from './joints/fixed.js';
import { gearJoint } from './joints/gear.js';
import { hingeJoint } from './joints/hinge.js';
import { motorJoint } from './joints/motor.js';
import { mouseJoint } from './joints/mouse.js';
import { pointOnLineJoint } from './joints/point-on-line.js';
import { pointOnPlaneJoint } from './joints/point-on-plane.js';
import { pulleyJoint } from './joints/pulley.js';
import { rackAndPinionJoint } from './joints/rack-and-pinion.js';
import { rotationLockJoint } from './joints/rotation-lock.js';
import { screwJoint } from './joints/screw.js';
import { constantVelocityJoint, universalJoint } from './joints/shafts.js';
import { sixDofJoint } from './joints/six-dof.js';
import { sliderJoint } from './joints/slider.js';
import { swingTwistJoint } from './joints/swing-twist.js';
import { uprightJoint } from './joints/upright.js';
import { wedgeJoint } from './joints/wedge.js';
import { wheelJoint } from './joints/wheel.js';
import { car } from './machines/car.js';
import { crane } from './machines/crane.js';
import { differential } from './machines/differential.js';
import { fourBar } from './machines/four-bar.js';
import { piston } from './machines/piston.js';
import { ragdollPile } from './machines/ragdoll-pile.js';
import { walker } from './machines/walker.js';
import { angularLimits } from './papers/angular-limits.js';
import { fallingBoxes } from './papers/falling-boxes.js';
import { freeTop } from './papers/free-top.js';
import { funnel } from './papers/funnel.js';
import { gyroscope } from './papers/gyroscope.js';
import { heavyChain, heavyPendulum } from './papers/heavy-chain.js';
import { hingeForms } from './papers/hinge-forms.js';
import { doublePendulum, eightPendulum, triplePendulum } from './papers/n-pendulum.js';
import { newtonsCradle } from './papers/newtons-cradle.js';
import { pendulumGrid } from './papers/pendulum-grid.js';
import { pendulumWave } from './papers/pendulum-wave.js';
import { stiffRope } from './papers/rope.js';
import { spiralStairs } from './papers/spiral-stairs.js';
import { intersectingStack, stack } from './papers/stack.js';
import { straightStairs } from './papers/straight-stairs.js';
import type { Scene } from './scene.js';
import { chains } from './stress/chains.js';
import { jointGrid } from './stress/joint-grid.js';
import { largePyramid } from './stress/large-pyramid.js';
import { marbleRun } from './stress/marble-run.js';
import { mixedPile } from './stress/mixed-pile.js';
import { pile } from './stress/pile.js';
import { pyramid } from './stress/pyramid.js';
import { ragdolls } from './stress/ragdolls.js';
import { rain } from './stress/rain.js';
import { terrain } from './stress/terrain.js';
import { washingMachine } from './stress/washing-machine.js';

/** All scenes, group by group in the order of sceneGroups, and within a group from simple to involved. */
export const scenes: readonly Scene[] = [
  fallingShapes,
  roundShapes,
  slope,
  bouncingBalls,
  conveyor,
  lift,
  dominoes,

  fixedJoint,
  ballJoint,
  hingeJoint,
  sliderJoint,
  cylindricalJoint,
  screwJoint,
  distanceJoint,
  pulleyJoint,
  pointOnLineJoint,
  pointOnPlaneJoint,
  edgeEdgeJoint,
  rotationLockJoint,
  universalJoint,
  constantVelocityJoint,
  swingTwistJoint,
  coneJoint,
  wedgeJoint,
  sixDofJoint,
  wheelJoint,
  gearJoint,
  rackAndPinionJoint,
  motorJoint,
  mouseJoint,
  uprightJoint,

  fourBar,
  piston,
  differential,
  car,
  crane,
  walker,
  ragdollPile,

  hingeForms,
  angularLimits,
  stack,
  intersectingStack,
  funnel,
  pendulumGrid,
  pendulumWave,
  gyroscope,
  freeTop,
  doublePendulum,
  triplePendulum,
  eightPendulum,
  stiffRope,
  heavyChain,
  heavyPendulum,
  newtonsCradle,
  fallingBoxes,
  straightStairs,
  spiralStairs,

  pyramid,
  largePyramid,
  pile,
  mixedPile,
  rain,
  terrain,
  marbleRun,
  washingMachine,
  jointGrid,
  chains,
  ragdolls,
];

/** The scene with this id, as it stands in a link; none when there is no such scene. */
export const findScene = (id: string): Scene | undefined => scenes.find((scene) => scene.id === id);
