/** What can change on the page, for the parts that show it. */
export type Change =
  | 'scene'
  | 'world'
  | 'selection'
  | 'tuning'
  | 'settings'
  | 'layers'
  | 'theme'
  | 'running'
  | 'compare'
  | 'recording'
  | 'message';

export interface Signals {
  on(changes: readonly Change[], listener: () => void): void;
  emit(change: Change): void;
}

export const createSignals = (): Signals => {
  const listeners: { readonly changes: readonly Change[]; readonly listener: () => void }[] = [];
  return {
    on: (changes, listener) => void listeners.push({ changes, listener }),
    emit: (change) => {
      for (const { changes, listener } of listeners) if (changes.includes(change)) listener();
    },
  };
};
