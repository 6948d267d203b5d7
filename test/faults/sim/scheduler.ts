/** Time that passes as fast as the work in it: what is to happen next happens now. */
export interface Scheduler {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs something at a time, or now if that has passed; returns a function that cancels it. */
  readonly at: (timeMs: number, work: () => unknown) => () => void;
  /** When the next thing happens; null where nothing is left. */
  readonly nextMs: () => number | null;
  /** Lets everything happen up to a time. */
  readonly runTo: (timeMs: number) => Promise<void>;
}

interface Entry {
  readonly timeMs: number;
  /** Of two at the same time the earlier made comes first. */
  readonly order: number;
  work: (() => unknown) | null;
}

const isBefore = (a: Entry, b: Entry): boolean =>
  a.timeMs < b.timeMs || (a.timeMs === b.timeMs && a.order < b.order);

/** A binary heap. */
const createHeap = () => {
  const entries: Entry[] = [];
  const swap = (i: number, j: number): void => {
    const [a, b] = [entries[i], entries[j]];
    if (a && b) [entries[i], entries[j]] = [b, a];
  };
  const before = (i: number, j: number): boolean => {
    const [a, b] = [entries[i], entries[j]];
    return a !== undefined && b !== undefined && isBefore(a, b);
  };
  return {
    first: () => entries[0],
    push(entry: Entry): void {
      let place = entries.push(entry) - 1;
      for (let up = (place - 1) >> 1; place > 0 && before(place, up); up = (place - 1) >> 1) {
        swap(place, up);
        place = up;
      }
    },
    pop(): void {
      swap(0, entries.length - 1);
      entries.pop();
      for (let place = 0; ; ) {
        const [left, right] = [2 * place + 1, 2 * place + 2];
        const least = before(right, left) ? right : left;
        if (!before(least, place)) return;
        swap(least, place);
        place = least;
      }
    },
  };
};

/** Everything that was set off runs as far as it can without a further event. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const createScheduler = (startMs: number): Scheduler => {
  const heap = createHeap();
  let nowMs = startMs;
  let made = 0;

  const next = (): Entry | undefined => {
    while (heap.first()?.work === null) heap.pop();
    return heap.first();
  };

  return {
    now: () => nowMs,
    at(timeMs, work) {
      const entry: Entry = { timeMs: Math.max(nowMs, timeMs), order: made, work };
      made += 1;
      heap.push(entry);
      return () => {
        entry.work = null;
      };
    },
    nextMs: () => next()?.timeMs ?? null,
    async runTo(timeMs) {
      await settle();
      for (let entry = next(); entry && entry.timeMs <= timeMs; entry = next()) {
        const { work } = entry;
        heap.pop();
        nowMs = entry.timeMs;
        await work?.();
        await settle();
      }
      nowMs = Math.max(nowMs, timeMs);
    },
  };
};
