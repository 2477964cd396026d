import { legend } from '@tenon/debug-draw';
import { jointExists } from '@tenon/physics-core';
import { articulationStats, jointRows } from '@tenon/physics-core/inspect';
import type { Theme } from '../app-state.js';
import { bodyKey, jointKey } from '../names.js';
import { type Playground, selected } from '../playground.js';
import { bodyOfRows, type MatrixRow, matrixFacts, type RowMatrix, readRowMatrix } from '../row-matrix.js';
import type { PlaygroundView } from '../view.js';
import { make, setText } from './dom.js';

export interface MatrixPanel {
  readonly element: HTMLElement;
  /** Call several times a second. */
  show(): void;
}

/** More rows are not told apart in the picture, and take long. */
const MOST_ROWS = 150;
/** ms between two readings. */
const INTERVAL = 250;
/** Pixels of the strip that shows the role of each row, and between the two pictures. */
const STRIP = 5;
const GAP = 14;
const LARGEST_CELL = 16;
const COMPONENTS = ['v x', 'v y', 'v z', 'ω x', 'ω y', 'ω z'] as const;

/** Where the two pictures are. */
interface Layout {
  readonly cell: number;
  readonly jacobianAt: number;
  /** Pixels of a column of J: narrower than a row is high where there are many bodies. */
  readonly column: number;
  readonly couplingAt: number;
}

/** J of all rows that act, and A = J M⁻¹ Jᵀ, by which they feel each other: of the island of what is selected, or of the world. */
export const createMatrixPanel = (playground: Playground, view: PlaygroundView): MatrixPanel => {
  const canvas = make('canvas');
  const facts = make('p', { class: 'matrix-facts' });
  const pointed = make('p', { class: 'matrix-pointed' });
  const element = make('div', { class: 'matrix', id: 'matrix' }, [
    canvas,
    make('div', { class: 'matrix-text' }, [facts, pointed]),
  ]);
  let system: RowMatrix | undefined;
  let layout: Layout | undefined;
  let pointer: readonly [x: number, y: number] | undefined;
  let read = -Infinity;

  const point = (): void => {
    const found = pointer && system && layout && describe(playground, system, layout, pointer);
    setText(pointed, found?.text ?? HINT);
    const { joint, name } = found?.row ?? {};
    if (found) view.debug.options.highlightedRow = joint !== undefined && name ? { joint, name } : undefined;
  };
  canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    pointer = [offsetX, offsetY];
    point();
  });
  canvas.addEventListener('pointerleave', () => {
    pointer = undefined;
    view.debug.options.highlightedRow = undefined;
    point();
  });

  const show = (): void => {
    if (element.offsetParent === null || performance.now() - read < INTERVAL) return;
    read = performance.now();
    const { world } = playground.simulation;
    const { joint, body } = selected(playground);
    // A joint that was just deleted is still selected for a moment.
    const rows = joint !== undefined && jointExists(world, joint) ? jointRows(world, joint) : [];
    const about = joint === undefined ? body : bodyOfRows(world, rows);
    system = readRowMatrix(world, MOST_ROWS, about);
    layout = draw(canvas, element, system, playground.state.theme);
    setText(facts, factsOf(playground, system));
    point();
  };
  playground.signals.on(['selection', 'world', 'theme'], () => {
    read = -Infinity;
    show();
  });
  return { element, show };
};

const HINT =
  'Left: J, a line for each row, six columns for each body. Right: A = J M⁻¹ Jᵀ, scaled to 1 on its diagonal; orange is +, blue is −. Point at a cell.';

const factsOf = (playground: Playground, { rows, bodies, coupling, total }: RowMatrix): string => {
  if (rows.length === 0) return 'No rows act: nothing is held, or all of it sleeps.';
  const n = rows.length;
  const { redundant, filled, sweepFactor } = matrixFacts(coupling, n);
  const { articulations, links } = articulationStats(playground.simulation.world);
  const shown = total > n ? `the first ${n} of ${total} rows` : `${n} rows`;
  const rank = redundant > 0 ? `, ${redundant} of them redundant` : '';
  const sweeps =
    sweepFactor === 0
      ? 'Rows that do not feel each other: one sweep solves them.'
      : `A Gauss-Seidel sweep leaves ${percent(sweepFactor)} of the slowest error: ${sweepsFor(sweepFactor)} sweeps for a digit.`;
  return `${capital(shown)}${rank}, on ${count(bodies.length, 'body', 'bodies')}; ${percent(filled)} of A is not 0. ${sweeps}${direct(links, articulations)}`;
};

const direct = (links: number, articulations: number): string =>
  articulations === 0
    ? ''
    : ` In this world ${count(links, 'body', 'bodies')} in ${count(articulations, 'articulation', 'articulations')} ${links === 1 ? 'is' : 'are'} solved directly.`;

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** With as many digits as tell it from 1. */
const percent = (part: number): string => {
  const digits = part > 0.5 && part < 1 ? Math.min(8, Math.max(0, Math.ceil(-Math.log10(1 - part)) - 1)) : 0;
  return `${(100 * part).toFixed(digits)} %`;
};

const sweepsFor = (factor: number): string => {
  const count = Math.ceil(-1 / Math.log10(factor));
  if (!Number.isFinite(count) || count > 1e7) return 'more than ten million';
  return Number(count.toPrecision(2)).toLocaleString('en');
};

const draw = (canvas: HTMLCanvasElement, holder: HTMLElement, system: RowMatrix, theme: Theme): Layout => {
  const { rows, bodies, jacobian, coupling } = system;
  const n = rows.length;
  const height = Math.max(40, holder.clientHeight - 12);
  const width = 0.72 * holder.clientWidth - STRIP - GAP;
  const columns = 6 * bodies.length;
  const cell = Math.min(LARGEST_CELL, height / Math.max(1, n), (0.6 * width) / Math.max(1, n));
  const column = Math.min(cell, (width - cell * n) / Math.max(1, columns));
  const layout = { cell, column, jacobianAt: STRIP, couplingAt: STRIP + columns * column + GAP };
  const ratio = window.devicePixelRatio;
  canvas.style.width = `${layout.couplingAt + cell * n}px`;
  canvas.style.height = `${cell * n}px`;
  canvas.width = Math.ceil((layout.couplingAt + cell * n) * ratio);
  canvas.height = Math.ceil(cell * n * ratio);
  const context = canvas.getContext('2d');
  if (!context || n === 0) return layout;
  context.scale(ratio, ratio);
  const colours = coloursOf(theme);
  const scales = rows.map((_, i) => 1 / Math.sqrt(coupling[i * n + i] || 1));
  for (const [i, { role }] of rows.entries()) {
    context.fillStyle = colours.roles[role] ?? colours.line;
    context.fillRect(0, i * cell, STRIP - 1, cell);
    const line = jacobian.subarray(i * columns, (i + 1) * columns);
    const largest = line.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    for (const [k, value] of line.entries())
      fillCell(context, colours, layout.jacobianAt + k * column, i * cell, column, cell, value / largest);
    for (let j = 0; j < n; j++) {
      const value = coupling[i * n + j] * scales[i] * scales[j];
      fillCell(context, colours, layout.couplingAt + j * cell, i * cell, cell, cell, value);
    }
  }
  drawGrid(context, colours.line, layout, system);
  return layout;
};

/** Lines around both, between bodies, and where another joint or contact begins. */
const drawGrid = (
  context: CanvasRenderingContext2D,
  colour: string,
  { cell, column, jacobianAt, couplingAt }: Layout,
  { rows, bodies }: RowMatrix,
): void => {
  const n = rows.length;
  context.fillStyle = colour;
  const line = (x: number, y: number, width: number, height: number): void =>
    context.fillRect(x, y, Math.max(0.5, width), Math.max(0.5, height));
  for (let b = 0; b <= bodies.length; b++) line(jacobianAt + 6 * b * column, 0, 0.5, n * cell);
  const starts = [...rows.keys()].filter((i) => i === 0 || groupOf(rows[i]) !== groupOf(rows[i - 1]));
  for (const i of [...starts, n]) {
    line(jacobianAt, i * cell, 6 * bodies.length * column, 0.5);
    line(couplingAt, i * cell, n * cell, 0.5);
    line(couplingAt + i * cell, 0, 0.5, n * cell);
  }
};

const groupOf = ({ joint, bodyA, bodyB }: MatrixRow): string =>
  joint === undefined ? `${bodyA} ${bodyB}` : `${joint}`;

interface Colours {
  readonly roles: Readonly<Record<string, string>>;
  readonly plus: string;
  readonly minus: string;
  readonly line: string;
}

const coloursOf = (theme: Theme): Colours => {
  const named = Object.fromEntries(
    legend(theme).map(({ name, colour }) => [name, `#${colour.toString(16).padStart(6, '0')}`]),
  );
  return {
    roles: { ...named, twist: named.friction, rolling: named.friction },
    plus: theme === 'dark' ? '255, 159, 28' : '214, 96, 0',
    minus: theme === 'dark' ? '86, 180, 255' : '0, 96, 190',
    line: theme === 'dark' ? 'rgba(160, 175, 195, 0.35)' : 'rgba(60, 75, 95, 0.3)',
  };
};

/** Below this part of the largest a number is rounding. */
const NOTHING = 1e-9;

const fillCell = (
  context: CanvasRenderingContext2D,
  { plus, minus }: Colours,
  x: number,
  y: number,
  width: number,
  height: number,
  value: number,
): void => {
  const size = Math.abs(value);
  if (size < NOTHING) return;
  // Small numbers must be seen as well: they are what couples far parts.
  context.fillStyle = `rgba(${value > 0 ? plus : minus}, ${Math.min(1, 0.06 + 0.94 * Math.sqrt(size)).toFixed(3)})`;
  context.fillRect(x, y, width, height);
};

const describe = (
  { simulation }: Playground,
  { rows, bodies, jacobian, coupling }: RowMatrix,
  { cell, column, jacobianAt, couplingAt }: Layout,
  [x, y]: readonly [number, number],
): { readonly row: MatrixRow; readonly text: string } | undefined => {
  const n = rows.length;
  const row = rows[Math.floor(y / cell)];
  if (!row) return undefined;
  const i = rows.indexOf(row);
  const nameOf = ({ joint, name, role, bodyA, bodyB }: MatrixRow): string =>
    joint === undefined
      ? `${role} between ${bodyKey(simulation, bodyA)} and ${bodyKey(simulation, bodyB)}`
      : `${jointKey(simulation, joint)}, ${name}`;
  const j = Math.floor((x - couplingAt) / cell);
  if (j >= 0 && j < n) {
    const value = coupling[i * n + j];
    const scaled = value / Math.sqrt(coupling[i * n + i] * coupling[j * n + j]);
    const what =
      i === j
        ? `1 / ${digits(1 / value)} of its effective mass`
        : `an impulse of 1 along the second changes the speed along the first by ${digits(value)}, ${digits(scaled)} scaled`;
    return { row, text: `${nameOf(row)}${i === j ? '' : ` · ${nameOf(rows[j])}`}: ${what}.` };
  }
  const k = Math.floor((x - jacobianAt) / column);
  if (k < 0 || k >= 6 * bodies.length) return { row, text: `${nameOf(row)}: λ = ${digits(row.lambda)}.` };
  const body = bodyKey(simulation, bodies[Math.floor(k / 6)]);
  const value = jacobian[i * 6 * bodies.length + k];
  return {
    row,
    text: `${nameOf(row)}: ∂Ċ / ∂${COMPONENTS[k % 6]} of ${body} = ${digits(value)}; λ = ${digits(row.lambda)}.`,
  };
};

const digits = (value: number): string => (value === 0 ? '0' : value.toPrecision(3).replace('-', '−'));
