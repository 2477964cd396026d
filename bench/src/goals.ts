/** The largest ratio of Tenon's time to another one that is good enough. */
export interface Goal {
  readonly atMost: number;
  readonly met: boolean;
}

export const judge = (ratio: number, atMost: number): Goal => ({ atMost, met: ratio <= atMost });

/** Goal and verdict, for the last two columns of a table. */
export const goalCells = (goal?: Goal): [goal: string, verdict: string] =>
  goal === undefined ? ['', ''] : [`≤ ${goal.atMost}`, goal.met ? 'met' : 'missed'];
