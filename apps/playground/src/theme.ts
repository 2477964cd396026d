import type { Theme } from './app-state.js';
import type { Playground } from './playground.js';

const KEY = 'tenon-theme';

/** Storage may be forbidden, as in some private windows; then the choice lasts as long as the page. */
const storedTheme = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

/** What a link without a theme opens in: what the user chose last, or what the system prefers. */
export const usualTheme = (): Theme => {
  const stored = storedTheme();
  if (stored === 'dark' || stored === 'light') return stored;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
};

/** The user's choice, also for the next visit. */
export const chooseTheme = ({ state, signals }: Playground, theme: Theme): void => {
  state.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // See storedTheme.
  }
  signals.emit('theme');
};
