/** Small helpers for building the page; each returns what it made. */

interface Attributes {
  readonly class?: string;
  readonly id?: string;
  readonly text?: string;
  readonly title?: string;
  readonly type?: string;
  readonly inputmode?: string;
  readonly spellcheck?: string;
  readonly tabindex?: string;
  readonly [name: `aria-${string}` | `data-${string}`]: string;
}

export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { text, ...attributes }: Attributes = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
};

export const makeButton = (
  text: string,
  title: string,
  action: () => void,
  id?: string,
): HTMLButtonElement => {
  const button = make('button', { type: 'button', text, title, ...(id === undefined ? {} : { id }) });
  button.addEventListener('click', (event) => {
    action();
    // After a mouse click (detail counts clicks) the space bar should pause again and not repeat the button.
    if (event.detail > 0) button.blur();
  });
  return button;
};

export const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element with the id "${id}".`);
  return element;
};

/** Writes only what is new: a text node that stays as it is costs no layout. */
export const setText = (element: Element, text: string): void => {
  if (element.textContent !== text) element.textContent = text;
};

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: HTMLElement;
}

/** A row of tabs over their contents; returns how to go to one, and which is open. */
export const makeTabs = (
  parent: HTMLElement,
  tabs: readonly Tab[],
  extras: readonly HTMLElement[] = [],
): { show(id: string): void; open(): string } => {
  let current = tabs[0].id;
  const bar = make('div', { class: 'tabs' });
  const buttons = tabs.map(({ id, title }) => {
    const button = make('button', { type: 'button', text: title, id: `tab-${id}` });
    button.addEventListener('click', () => show(id));
    return button;
  });
  const show = (id: string): void => {
    current = id;
    tabs.forEach((tab, i) => {
      tab.content.hidden = tab.id !== id;
      buttons[i].setAttribute('aria-pressed', String(tab.id === id));
    });
  };
  bar.append(...buttons, make('span', { class: 'gap' }), ...extras);
  parent.append(bar, ...tabs.map(({ content }) => content));
  show(current);
  return { show, open: () => current };
};
