import { legend } from '@tenon/debug-draw';
import { jointExists } from '@tenon/physics-core';
import { jointRows, type RowRole } from '@tenon/physics-core/inspect';
import type { Theme } from '../app-state.js';
import { type Playground, selected } from '../playground.js';
import type { PlaygroundView } from '../view.js';
import { contactTable, type TableRow } from './contact-table.js';
import { make, setText } from './dom.js';

export interface RowsPanel {
  readonly element: HTMLElement;
  /** Call several times a second. */
  show(): void;
}

const COLUMNS: readonly (readonly [title: string, about: string])[] = [
  ['row', 'Name within the joint'],
  ['role', 'What the row is for'],
  ['state', 'Whether the row acts, and whether λ is at a bound'],
  ['C', 'Error, m or rad'],
  ['J·v', 'Speed along the row now, m/s or rad/s'],
  ['residual', 'J·v + bias: how far the speed is from that window'],
  ['λ', 'Impulse over the last substep, N·s or N·m·s'],
  ['m', 'Effective mass 1 / (J M⁻¹ Jᵀ), kg or kg·m²'],
  ['wanted', 'Window of speeds that the solver aims at, with the bias that removes C'],
  ['bounds', 'Lower and upper bound of λ'],
  ['J linear A', 'What the row sees of the velocity of A'],
  ['J angular A', 'What it sees of the spin of A'],
  ['J linear B', 'What it sees of the velocity of B'],
  ['J angular B', 'What it sees of the spin of B'],
];

/** The rows of the selected joint, or of the contacts of the selected body, as they were last solved. */
export const createRowsPanel = (playground: Playground, view: PlaygroundView): RowsPanel => {
  const body = make('tbody');
  const head = make(
    'tr',
    {},
    COLUMNS.map(([text, title]) => make('th', { text, title })),
  );
  const table = make('table', {}, [make('thead', {}, [head]), body]);
  const empty = make('p', { class: 'empty' });
  const element = make('div', { class: 'rows', id: 'rows' }, [empty, table]);
  let rows: readonly TableRow[] = [];

  const highlight = (index: number): void => {
    const { joint, name } = rows[index] ?? {};
    const { body: touching } = selected(playground);
    if (joint !== undefined && name !== undefined) view.debug.options.highlightedRow = { joint, name };
    else if (touching !== undefined && index >= 0)
      view.debug.options.highlightedRow = { body: touching, index };
    else view.debug.options.highlightedRow = undefined;
  };
  body.addEventListener('pointerover', (event) => {
    const line = (event.target as Element).closest('tr');
    highlight(line === null ? -1 : [...body.children].indexOf(line));
  });
  body.addEventListener('pointerleave', () => highlight(-1));

  const show = (): void => {
    if (element.offsetParent === null) return;
    rows = readRows(playground);
    table.hidden = rows.length === 0;
    empty.hidden = rows.length > 0;
    setText(empty, emptyText(playground));
    while (body.children.length > rows.length) body.lastElementChild?.remove();
    while (body.children.length < rows.length)
      body.append(
        make(
          'tr',
          {},
          COLUMNS.map(() => make('td')),
        ),
      );
    const colours = roleColours(playground.state.theme);
    for (const [i, row] of rows.entries()) fillLine(body.children[i] as HTMLElement, row, colours[row.role]);
  };
  playground.signals.on(['selection', 'world'], show);
  return { element, show };
};

/** The colours of the arrows in the view. */
const roleColours = (theme: Theme): Record<RowRole, string> => {
  const colours = Object.fromEntries(
    legend(theme).map(({ name, colour }) => [name, `#${colour.toString(16).padStart(6, '0')}`]),
  );
  const { lock, limit, motor, spring, friction, coupling, contact } = colours;
  return { lock, limit, motor, spring, friction, coupling, contact, twist: friction, rolling: friction };
};

const MOST_ROWS = 60;

const readRows = (playground: Playground): readonly TableRow[] => {
  const { world } = playground.simulation;
  const { joint, body } = selected(playground);
  if (joint !== undefined && jointExists(world, joint)) return jointRows(world, joint);
  return body === undefined ? [] : contactTable(world, body).slice(0, MOST_ROWS);
};

const emptyText = (playground: Playground): string => {
  const { joint, body } = selected(playground);
  if (joint !== undefined) return 'No rows: the joint has not been solved yet, sleeps, or is disabled.';
  if (body !== undefined) return 'No contact rows: the body touches nothing, or sleeps.';
  return 'Select a joint to see its rows, or a body to see those of its contacts.';
};

/** Where λ is compared with its bounds: this much of the bound is "at it". */
const AT_BOUND = 1 - 1e-9;

const stateOf = ({ lambda, lower, upper, role }: TableRow): string => {
  if (lambda === 0) return role === 'limit' || role === 'contact' ? 'waiting' : 'idle';
  const clamped =
    (upper > 0 && Number.isFinite(upper) && lambda >= upper * AT_BOUND) ||
    (lower < 0 && Number.isFinite(lower) && lambda <= lower * AT_BOUND);
  return clamped ? 'clamped' : 'active';
};

const fillLine = (line: HTMLElement, row: TableRow, colour: string): void => {
  const state = stateOf(row);
  line.style.setProperty('--role', colour);
  line.dataset.state = state;
  const { window: wanted, speed } = row;
  const residual = speed - Math.min(wanted[1], Math.max(wanted[0], speed));
  const texts = [
    row.name,
    row.role,
    state,
    number(row.error),
    number(speed),
    number(residual),
    number(row.lambda),
    number(row.effectiveMass),
    interval(wanted[0], wanted[1]),
    interval(row.lower, row.upper),
    vector(row.linearA),
    vector(row.angularA),
    vector(row.linearB),
    vector(row.angularB),
  ];
  texts.forEach((text, i) => {
    setText(line.children[i], text);
  });
};

/** Four digits, wide numbers and tiny ones with an exponent, rounding noise as 0. */
const number = (value: number): string => {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : '–';
  const size = Math.abs(value);
  if (size < 1e-12) return '0';
  if (size < 1e-3 || size >= 1e5) return value.toExponential(1).replaceAll('-', '−');
  return value.toPrecision(4).replace('-', '−');
};

const interval = (low: number, high: number): string =>
  low === high ? number(low) : `${number(low)} … ${number(high)}`;

const vector = (values: readonly number[]): string =>
  values.every((value) => value === 0)
    ? '·'
    : values.map((value) => value.toFixed(2).replace('-', '−')).join(' ');
