import type { Controller, GUI } from 'lil-gui';
import { make } from './dom.js';
import { NumberField } from './number-field.js';
import { quantityOf, showQuantity } from './quantity.js';
import { sliderRange } from './slider-range.js';

/** One number on a panel: how to read it, what to do with a new one, and what "back" means. */
export interface NumberRow {
  readonly name: string;
  readonly unit: string;
  readonly about: string;
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  /** What the slider spans, if its unit does not say. */
  readonly slider?: readonly [min: number, max: number];
  readonly read: () => number;
  readonly write: (value: number) => void;
  /** The value that the small arrow goes back to. */
  readonly original: number;
  /** What infinity stands for here, if it is allowed: +1 no upper bound, -1 no lower one. */
  readonly unlimited?: 1 | -1;
}

/** A slider with unit, way back and, where the parameter may be unbounded, a switch for that. */
export const addNumberRow = (gui: GUI, row: NumberRow): Controller => {
  const quantity = quantityOf(row.unit);
  const slider = row.slider ?? sliderRange(row.unit, row.min, row.max, row.read());
  const controller = new NumberField(gui, {
    quantity,
    slider,
    range: [row.min, row.max],
    whole: row.whole ?? false,
    read: row.read,
    write: row.write,
  }).name(row.name);
  decorate(controller, quantity.unit, row.about);
  const refresh = (): void => {
    const value = row.read();
    controller.domElement.classList.toggle('unbounded', !Number.isFinite(value));
    back.hidden = Object.is(value, row.original);
  };
  const back = smallButton('↺', `Back to ${showQuantity(quantity, row.original, 6)} ${quantity.unit}`, () => {
    row.write(row.original);
    update();
  });
  const update = (): void => {
    controller.updateDisplay();
    refresh();
  };
  controller.onChange(refresh);
  controller.domElement.append(back);
  if (row.unlimited !== undefined) {
    const infinity = row.unlimited * Infinity;
    const toggle = smallButton('∞', 'Without bound, or with one', () => {
      row.write(Number.isFinite(row.read()) ? infinity : boundFor(row, slider));
      update();
    });
    controller.domElement.append(toggle);
  }
  refresh();
  return controller;
};

/** A bound that does something: the original one, or half of what the slider reaches. */
const boundFor = ({ original, unlimited, unit }: NumberRow, [min, max]: readonly number[]): number => {
  if (Number.isFinite(original)) return original;
  if (unit === 'rad') return (unlimited ?? 1) * (Math.PI / 2);
  return unlimited === -1 ? min / 2 : max / 2;
};

const decorate = (controller: Controller, unit: string, about: string): void => {
  controller.domElement.title = about;
  if (unit !== '') controller.$name.append(make('span', { class: 'unit', text: unit }));
};

const smallButton = (text: string, title: string, action: () => void): HTMLButtonElement => {
  const button = make('button', { type: 'button', class: 'small', text, title });
  button.addEventListener('click', action);
  return button;
};

interface ValueRow<Value> {
  readonly name: string;
  readonly about: string;
  readonly read: () => Value;
  readonly write: (value: Value) => void;
  readonly original: Value;
}

/** A switch, or a list when there are names to choose from; with a way back. */
export const addValueRow = <Value extends string | boolean>(
  gui: GUI,
  row: ValueRow<Value>,
  names?: readonly Value[],
): Controller => {
  const model = {
    get value(): Value {
      return row.read();
    },
    set value(value: Value) {
      row.write(value);
    },
  };
  const controller = names ? gui.add(model, 'value', [...names]) : gui.add(model, 'value');
  controller.name(row.name);
  decorate(controller, '', row.about);
  const back = smallButton('↺', `Back to ${String(row.original)}`, () => {
    row.write(row.original);
    controller.updateDisplay();
    back.hidden = true;
  });
  back.hidden = row.read() === row.original;
  controller.onChange(() => {
    back.hidden = row.read() === row.original;
  });
  controller.domElement.append(back);
  return controller;
};
