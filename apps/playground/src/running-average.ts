/** Average over the latest values, for numbers that would flicker too fast to read. */
export interface RunningAverage {
  add(value: number): void;
  /** Undefined before the first value. */
  read(): number | undefined;
  clear(): void;
}

export const createRunningAverage = (length = 30): RunningAverage => {
  const values = new Float64Array(length);
  let count = 0;
  return {
    add: (value) => {
      values[count++ % length] = value;
    },
    read: () => {
      const used = Math.min(count, length);
      let sum = 0;
      for (let i = 0; i < used; i++) sum += values[i];
      return used === 0 ? undefined : sum / used;
    },
    clear: () => {
      count = 0;
    },
  };
};
