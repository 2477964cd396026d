import { Controller, type GUI } from 'lil-gui';
import { make } from './dom.js';
import { parseQuantity, type Quantity, roundStep, showQuantity, snap } from './quantity.js';

export interface NumberFieldOptions {
  readonly quantity: Quantity;
  /** What the slider spans, as stored. */
  readonly slider: readonly [min: number, max: number];
  /** What may be typed, as stored. */
  readonly range: readonly [min: number, max: number];
  readonly whole: boolean;
  readonly read: () => number;
  readonly write: (value: number) => void;
}

const READ_DIGITS = 6;

/** A slider and a text field for one number: lil-gui's own one snaps typed numbers to the slider's steps and knows no units. */
export class NumberField extends Controller {
  private readonly field: NumberFieldOptions;
  private readonly slider = make('input', { type: 'range', tabindex: '-1', 'aria-hidden': 'true' });
  private readonly text = make('input', { type: 'text', inputmode: 'decimal', spellcheck: 'false' });

  constructor(gui: GUI, options: NumberFieldOptions) {
    const model = {
      get value(): number {
        return options.read();
      },
      set value(value: number) {
        options.write(value);
      },
    };
    super(gui, model, 'value', 'number-field');
    this.field = options;
    const { slider, text } = this;
    text.setAttribute('aria-labelledby', this.$name.id);
    this.$widget.append(slider, text);
    this.setUpSlider();
    slider.addEventListener('input', () => this.setValue(this.clamp(this.slid())));
    text.addEventListener('change', () => this.take());
    text.addEventListener('keydown', (event) => this.pressed(event));
    text.addEventListener('focus', () => {
      text.value = showQuantity(options.quantity, options.read());
      text.select();
    });
    text.addEventListener('blur', () => this.updateDisplay());
    this.updateDisplay();
  }

  override updateDisplay(): this {
    const { quantity, read } = this.field;
    const value = read();
    // All digits are there to be edited; fewer are easier to read.
    if (document.activeElement !== this.text) this.text.value = showQuantity(quantity, value, READ_DIGITS);
    if (Number.isFinite(value)) this.slider.value = String(value * quantity.scale);
    return this;
  }

  private setUpSlider(): void {
    const { quantity, slider, whole } = this.field;
    const [min, max] = slider.map((end) => end * quantity.scale);
    const step = whole ? 1 : roundStep(max - min);
    Object.assign(this.slider, { min: String(snap(min, step)), max: String(snap(max, step)), step: 'any' });
    this.slider.dataset.step = String(step);
  }

  private slid(): number {
    return snap(Number(this.slider.value), Number(this.slider.dataset.step)) / this.field.quantity.scale;
  }

  private clamp(value: number): number {
    const [min, max] = this.field.range;
    return Math.min(max, Math.max(min, this.field.whole ? Math.round(value) : value));
  }

  /** What was typed, exactly; what is no number leaves the value as it is. */
  private take(): void {
    const { quantity, read } = this.field;
    const value = parseQuantity(quantity, this.text.value);
    const unchanged = this.text.value === showQuantity(quantity, read());
    if (value !== undefined && !unchanged) this.setValue(this.clamp(value));
    this.text.value = showQuantity(quantity, read());
  }

  private pressed(event: KeyboardEvent): void {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter') this.text.blur();
    if (direction === undefined) return;
    event.preventDefault();
    const step = Number(this.slider.dataset.step) * (event.shiftKey ? 10 : 1);
    const { quantity, read } = this.field;
    this.setValue(this.clamp(snap(read() * quantity.scale + direction * step, step) / quantity.scale));
    this.text.value = showQuantity(quantity, read());
  }
}
