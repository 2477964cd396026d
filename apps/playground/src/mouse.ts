import { addLine, eyePosition, type LineBuffer, packColour, pickRay } from '@tenon/debug-draw';
import { listenForOrbit } from '@tenon/debug-draw/pixi';
import {
  type BodyHandle,
  bodyExists,
  bodyJoints,
  bodyMass,
  bodyPosition,
  bodyRotation,
  bodyType,
  createJoint,
  destroyJoint,
  type JointHandle,
  jointDef,
  jointExists,
  mouse,
  updateJoint,
  type Vec3,
  type World,
} from '@tenon/physics-core';
import { type Playground, selectBody, selectJoint, selectNothing } from './playground.js';
import { act } from './simulation.js';
import { byId } from './ui/dom.js';
import { toLocal, toWorld } from './vectors.js';
import type { PlaygroundView } from './view.js';

/** A press that moves less is a click, pixels. */
const CLICK = 4;
const JOINT_RADIUS = 14;
const GRAVITY = 9.81;
const HERTZ = 4;
const STIFFEST = 10;
const DAMPING = 1;

interface Drag {
  readonly joint: JointHandle;
  readonly body: BodyHandle;
  /** Where the body was taken, in its own frame. */
  readonly grip: Vec3;
  /** Along the view's axis, from the eye, m. */
  readonly depth: number;
  target: Vec3;
}

/** Left on a body drags it, elsewhere it orbits; right pans; a click selects. */
export const listenForMouse = (element: HTMLElement, playground: Playground, view: PlaygroundView): void => {
  const { debug } = view;
  let drag: Drag | undefined;
  let press: { readonly x: number; readonly y: number } | undefined;
  const place = (event: PointerEvent): { x: number; y: number } => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const rayAt = (x: number, y: number) => {
    const { clientWidth: width, clientHeight: height } = element;
    return pickRay(debug.camera, (2 * x) / width - 1, 1 - (2 * y) / height, width / height);
  };

  askToTouch(playground, element);
  element.addEventListener('pointerdown', (event) => {
    press = place(event);
    if (event.button !== 0 || event.shiftKey || playground.simulation.failure !== undefined) return;
    const hit = debug.pickBody(press.x, press.y);
    if (hit === undefined || bodyType(playground.simulation.world, hit.body) !== 'dynamic') return;
    drag = beginDrag(playground, hit.body, hit.point, depthOf(view, hit.point));
    element.setPointerCapture(event.pointerId);
    element.classList.add('gripping');
    debug.options.hoveredJoint = undefined;
  });
  element.addEventListener('pointermove', (event) => {
    const { x, y } = place(event);
    if (drag) moveDrag(playground, drag, pointAtDepth(view, rayAt(x, y).direction, drag.depth));
    else if (press === undefined) hover(playground, view, x, y);
  });
  const end = (event: PointerEvent): void => {
    if (drag) endDrag(playground, drag);
    drag = undefined;
    element.classList.remove('gripping');
    const { x, y } = place(event);
    if (press && event.button === 0 && Math.hypot(x - press.x, y - press.y) < CLICK) {
      select(playground, view, x, y);
    }
    press = undefined;
  };
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
  // Registered after the drag: by now it is known whether the press took a body.
  listenForOrbit(element, debug.camera, { accepts: () => drag === undefined });
  playground.signals.on(['scene', 'world'], () => {
    if (drag && !jointExists(playground.simulation.world, drag.joint)) drag = undefined;
  });
  view.overlay = (lines) => {
    if (drag) drawBand(lines, playground, drag);
  };
};

/** A newcomer is asked to grab something, until the first touch of the view or the first other scene. A link to something particular asks nothing. */
const askToTouch = (playground: Playground, element: HTMLElement): void => {
  const hint = byId('hint');
  hint.hidden = location.hash !== '';
  element.addEventListener('pointerdown', () => hint.remove(), { once: true });
  playground.signals.on(['scene'], () => hint.remove());
};

const select = (playground: Playground, { debug }: PlaygroundView, x: number, y: number): void => {
  const joint = debug.pickJoint(x, y, JOINT_RADIUS);
  if (joint) return selectJoint(playground, joint.joint);
  const body = debug.pickBody(x, y);
  if (body && bodyType(playground.simulation.world, body.body) !== 'static')
    selectBody(playground, body.body);
  else selectNothing(playground);
};

const hover = ({ simulation }: Playground, { debug, app }: PlaygroundView, x: number, y: number): void => {
  debug.options.hoveredJoint = debug.pickJoint(x, y, JOINT_RADIUS)?.joint;
  const body = debug.options.hoveredJoint === undefined ? debug.pickBody(x, y)?.body : undefined;
  const draggable = body !== undefined && bodyType(simulation.world, body) === 'dynamic';
  const element = app.canvas.parentElement;
  element?.classList.toggle('over-body', draggable);
  element?.classList.toggle('over-joint', debug.options.hoveredJoint !== undefined);
};

const beginDrag = (playground: Playground, body: BodyHandle, point: Vec3, depth: number): Drag => {
  const { simulation, state } = playground;
  const { world } = simulation;
  const grip = toLocal(bodyPosition(world, body), bodyRotation(world, body), point);
  const mass = connectedMass(world, body);
  const maxForce = mass * GRAVITY * state.dragStrength;
  // The joint's stiffness follows from the mass of the dragged body alone, but the bodies joined to it must be carried too.
  const hertz = Math.min(STIFFEST, HERTZ * Math.sqrt(mass / bodyMass(world, body).mass));
  let joint = 0 as JointHandle;
  act(simulation, (now) => {
    joint = createJoint(
      now,
      mouse({ bodyB: body, anchorB: grip, target: point, hertz, dampingRatio: DAMPING, maxForce }),
    );
  });
  return { joint, body, grip, depth, target: point };
};

/** Mass of a body and of all that joints connect with it: a ragdoll is lifted by its hand. */
const connectedMass = (world: World, first: BodyHandle): number => {
  const found = [first];
  let mass = 0;
  for (const body of found) {
    mass += bodyMass(world, body).mass;
    for (const joint of bodyJoints(world, body)) {
      const { bodyA, bodyB } = jointDef(world, joint);
      for (const other of [bodyA, bodyB]) {
        if (other === undefined || found.includes(other) || bodyType(world, other) !== 'dynamic') continue;
        found.push(other);
      }
    }
  }
  return mass;
};

const moveDrag = ({ simulation }: Playground, drag: Drag, target: Vec3): void => {
  const { joint } = drag;
  drag.target = target;
  if (!jointExists(simulation.world, joint)) return;
  act(simulation, (world) => {
    if (jointExists(world, joint)) updateJoint(world, joint, { target });
  });
};

const endDrag = ({ simulation }: Playground, { joint }: Drag): void => {
  if (!jointExists(simulation.world, joint)) return;
  act(simulation, (world) => {
    if (jointExists(world, joint)) destroyJoint(world, joint);
  });
};

const BAND = { dark: packColour(0xffffff, 0.95), light: packColour(0x14181d, 0.95) };

/** From the grip to the pointer, with a small cross where the pointer pulls. */
const drawBand = (lines: LineBuffer, { simulation, state }: Playground, drag: Drag): void => {
  const { world } = simulation;
  if (!bodyExists(world, drag.body)) return;
  const [x, y, z] = toWorld(bodyPosition(world, drag.body), bodyRotation(world, drag.body), drag.grip);
  const [tx, ty, tz] = drag.target;
  const colour = BAND[state.theme];
  addLine(lines, x, y, z, tx, ty, tz, colour);
  const size = 0.01 * drag.depth;
  addLine(lines, tx - size, ty, tz, tx + size, ty, tz, colour);
  addLine(lines, tx, ty - size, tz, tx, ty + size, tz, colour);
  addLine(lines, tx, ty, tz - size, tx, ty, tz + size, colour);
};

/** Unit vector from the eye to the camera's target. */
const viewAxis = ({ debug }: PlaygroundView): Vec3 => {
  const eye = eyePosition(debug.camera);
  const { target, distance } = debug.camera;
  return [(target[0] - eye[0]) / distance, (target[1] - eye[1]) / distance, (target[2] - eye[2]) / distance];
};

const depthOf = (view: PlaygroundView, point: Vec3): number => {
  const eye = eyePosition(view.debug.camera);
  const axis = viewAxis(view);
  return axis[0] * (point[0] - eye[0]) + axis[1] * (point[1] - eye[1]) + axis[2] * (point[2] - eye[2]);
};

/** Where a ray from the eye reaches a depth: a drag moves in the plane of the picture. */
const pointAtDepth = (view: PlaygroundView, direction: Vec3, depth: number): Vec3 => {
  const eye = eyePosition(view.debug.camera);
  const axis = viewAxis(view);
  const t = depth / (axis[0] * direction[0] + axis[1] * direction[1] + axis[2] * direction[2]);
  return [eye[0] + t * direction[0], eye[1] + t * direction[1], eye[2] + t * direction[2]];
};
