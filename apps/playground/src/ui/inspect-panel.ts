import {
  allBodies,
  allJoints,
  angularVelocity,
  type BodyHandle,
  bodyJoints,
  bodyMass,
  bodyPosition,
  bodyType,
  isBodyAwake,
  jointCoordinates,
  jointDef,
  jointDefinitions,
  jointError,
  jointReaction,
  linearVelocity,
} from '@tenon/physics-core';
import { GUI } from 'lil-gui';
import { jointAsCode } from '../code/joint-code.js';
import { downloadText } from '../download.js';
import { bodyLabel, findBody, findJoint, jointLabel } from '../names.js';
import {
  forgetTuning,
  type Playground,
  say,
  selectBody,
  selected,
  selectJoint,
  selectNothing,
} from '../playground.js';
import { deleteSelected } from '../spawn.js';
import { fillBodyPanel } from './body-panel.js';
import { make, makeButton, setText } from './dom.js';
import { fillJointPanel } from './joint-panel.js';
import { quantityOf } from './quantity.js';

/** Longer lists are no help: click the thing in the view instead. */
const MOST_LISTED = 400;

/** Everything about what is selected: read-outs and, for a joint, every parameter. Returns what to call now and then. */
export const createInspectPanel = (playground: Playground, parent: HTMLElement): (() => void) => {
  const picker = make('select', { id: 'selection', 'aria-label': 'Selected joint or body' });
  const about = make('p', { class: 'about-joint' });
  const numbers = make('dl', { class: 'numbers' });
  const buttons = make('div', { class: 'buttons' });
  const holder = make('div', { id: 'joint-panel' });
  parent.append(picker, about, numbers, buttons, holder);
  let gui: GUI | undefined;

  picker.addEventListener('change', () => {
    const [kind, ...key] = picker.value.split(':');
    const joint = kind === 'joint' ? findJoint(playground.simulation, key.join(':')) : undefined;
    const body = kind === 'body' ? findBody(playground.simulation, key.join(':')) : undefined;
    if (joint !== undefined) selectJoint(playground, joint);
    else if (body !== undefined) selectBody(playground, body);
    else selectNothing(playground);
    picker.blur();
  });

  const fillPicker = (): void => {
    const { simulation } = playground;
    const joints = allJoints(simulation.world).slice(0, MOST_LISTED);
    const bodies = allBodies(simulation.world).slice(0, MOST_LISTED);
    const option = (kind: string, label: string): HTMLOptionElement =>
      new Option(label, `${kind}:${label.split(' · ')[0]}`);
    const group = (title: string, options: HTMLOptionElement[]): HTMLOptGroupElement => {
      const element = make('optgroup', {}, options);
      element.label = title;
      return element;
    };
    picker.replaceChildren(new Option('Nothing selected', ''));
    if (joints.length > 0)
      picker.append(
        group(
          'Joints',
          joints.map((joint) => option('joint', jointLabel(simulation, joint))),
        ),
      );
    picker.append(
      group(
        'Bodies',
        bodies.map((body) => option('body', bodyLabel(simulation, body))),
      ),
    );
    showChoice();
  };
  const showChoice = (): void => {
    const { selection } = playground.state;
    picker.value = selection ? `${selection.kind}:${selection.key}` : '';
  };

  const rebuild = (): void => {
    showChoice();
    gui?.destroy();
    gui = undefined;
    buttons.replaceChildren();
    const { joint, body } = selected(playground);
    if (joint !== undefined) {
      const { type } = jointDef(playground.simulation.world, joint);
      setText(about, jointDefinitions().find((entry) => entry.type === type)?.about ?? '');
      gui = new GUI({ container: holder, title: 'Parameters', autoPlace: false });
      fillJointPanel(gui, playground, joint);
      buttons.append(
        makeButton(
          'Copy as code',
          'The joint and its bodies as code for @tenon/ecs-plugin',
          () => void copyCode(playground),
          'copy-code',
        ),
        makeButton('Untune all', 'Takes back everything tuned by hand', () => forgetTuning(playground)),
        makeButton('Delete', 'Removes the joint (Delete)', () => deleteSelected(playground)),
      );
    } else if (body !== undefined) {
      setText(about, `A ${bodyType(playground.simulation.world, body)} body.`);
      gui = new GUI({ container: holder, title: 'Parameters', autoPlace: false });
      fillBodyPanel(gui, playground, body);
      buttons.append(...jointLinks(playground, body));
      buttons.append(makeButton('Delete', 'Removes the body (Delete)', () => deleteSelected(playground)));
    } else {
      setText(about, 'Click a joint or a body in the view, or choose one above. Drag bodies with the mouse.');
    }
    showNumbers();
  };

  const showNumbers = (): void => {
    // A scene with a plan turns parameters by itself; the panel shows where they are.
    if (playground.simulation.content.beforeStep)
      for (const controller of gui?.controllersRecursive() ?? []) controller.updateDisplay();
    const lines = readNumbers(playground);
    while (numbers.children.length > lines.length) numbers.lastElementChild?.remove();
    while (numbers.children.length < lines.length) numbers.append(make('div', {}, [make('dt'), make('dd')]));
    lines.forEach(([name, value], i) => {
      setText(numbers.children[i].children[0], name);
      setText(numbers.children[i].children[1], value);
    });
  };

  playground.signals.on(['scene', 'world'], fillPicker);
  playground.signals.on(['selection'], rebuild);
  fillPicker();
  rebuild();
  return showNumbers;
};

const jointLinks = (playground: Playground, body: BodyHandle): HTMLButtonElement[] =>
  bodyJoints(playground.simulation.world, body)
    .slice(0, 6)
    .map((joint) =>
      makeButton(jointLabel(playground.simulation, joint), 'Select this joint', () =>
        selectJoint(playground, joint),
      ),
    );

const ANGLE = quantityOf('rad');
const digits = (value: number): string => (Number.isFinite(value) ? value.toFixed(3) : String(value));
const triple = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join('  ');

/** Names and values of what the selection does at the moment. */
const readNumbers = (playground: Playground): [name: string, value: string][] => {
  const { world } = playground.simulation;
  const { joint, body } = selected(playground);
  if (joint !== undefined) {
    const definition = jointDefinitions().find(({ type }) => type === jointDef(world, joint).type);
    const coordinates = Object.entries(jointCoordinates(world, joint)).map(
      ([name, { value, rate }], i): [string, string] => {
        const { unit, scale } = quantityOf(definition?.coordinates[i].unit ?? '');
        return [name, `${digits(value * scale)} ${unit}   ${digits(rate * scale)} ${unit}/s`];
      },
    );
    const { force, torque } = jointReaction(world, joint);
    const { linear, angular } = jointError(world, joint);
    return [
      ...coordinates,
      ['force on B', `${Math.hypot(...force).toFixed(1)} N   ${Math.hypot(...torque).toFixed(1)} N·m`],
      ['error', `${(linear * 1000).toFixed(3)} mm   ${digits(angular * ANGLE.scale)} ${ANGLE.unit}`],
    ];
  }
  if (body !== undefined) {
    return [
      ['position', `${triple(bodyPosition(world, body))} m`],
      ['velocity', `${triple(linearVelocity(world, body))} m/s`],
      ['spin', `${triple(angularVelocity(world, body).map((rate) => rate * ANGLE.scale))} ${ANGLE.unit}/s`],
      ['mass', `${digits(bodyMass(world, body).mass)} kg`],
      ['state', isBodyAwake(world, body) ? 'awake' : 'asleep'],
    ];
  }
  return [];
};

const copyCode = async (playground: Playground): Promise<void> => {
  const { joint } = selected(playground);
  if (joint === undefined) return;
  const code = jointAsCode(playground.simulation, joint);
  try {
    await navigator.clipboard.writeText(code);
    say(playground, 'Copied: the joint and its bodies as code.');
  } catch {
    // Browsers refuse the clipboard on pages without a secure address; a file is always allowed.
    downloadText('tenon-joint.ts', code);
    say(playground, 'The clipboard is not available here; the code was saved as tenon-joint.ts.');
  }
};
