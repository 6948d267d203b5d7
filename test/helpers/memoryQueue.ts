/**
 * A queue in memory that behaves like SQS: at-least-once delivery in any order, delays, visibility timeouts, and a
 * dead-letter queue after too many attempts. The caller provides the time.
 */
export interface MemoryQueueOptions<M> {
  readonly now: () => number;
  readonly at: (timeMs: number, work: () => unknown) => unknown;
  /** Processes a message; false if that failed, so that the message is redelivered. */
  readonly consume: (message: M) => Promise<boolean>;
  /** Fair queues: one group's messages do not crowd out others. */
  readonly groupOf: (message: M) => string;
  /** How many are processed at once. */
  readonly lanes: number;
  /** Visibility timeout. */
  readonly visibilityMs: number;
  readonly maxReceiveCount: number;
  /** How often a message is delivered, and how late (default: once, at once). */
  readonly copies?: () => number;
  readonly latenessMs?: () => number;
}

export interface MemoryQueue<M> {
  readonly send: (message: M, delayMs?: number) => Promise<void>;
  readonly deadLetters: readonly M[];
  /** Redrives the dead letters, as an operator would. */
  readonly redrive: () => Promise<void>;
  /** Messages that are hidden, waiting or being processed. */
  readonly size: () => number;
}

interface Held<M> {
  readonly message: M;
  readonly group: string;
  receives: number;
}

export const createMemoryQueue = <M>(options: MemoryQueueOptions<M>): MemoryQueue<M> => {
  const { now, at, consume, groupOf, lanes, visibilityMs, maxReceiveCount } = options;
  const { copies = () => 1, latenessMs = () => 0 } = options;
  const ready: Held<M>[] = [];
  const deadLetters: M[] = [];
  const workedOn = new Map<string, number>();
  let [busy, size] = [0, 0];

  const load = (group: string): number => workedOn.get(group) ?? 0;

  /** The oldest message of the group with the fewest in progress. */
  const takeNext = (): Held<M> | undefined => {
    let best = 0;
    for (let place = 1; place < ready.length; place += 1)
      if (load(ready[place]?.group ?? "") < load(ready[best]?.group ?? "")) best = place;
    return ready.splice(best, 1)[0];
  };

  const handOut = async (held: Held<M>): Promise<void> => {
    const visibleAtMs = now() + visibilityMs;
    held.receives += 1;
    busy += 1;
    workedOn.set(held.group, load(held.group) + 1);
    const isDone = await consume(held.message);
    busy -= 1;
    workedOn.set(held.group, load(held.group) - 1);
    if (isDone) size -= 1;
    else at(visibleAtMs, () => show(held));
    work();
  };

  const work = (): void => {
    while (busy < lanes && ready.length > 0) {
      const held = takeNext();
      if (held) void handOut(held);
    }
  };

  const show = (held: Held<M>): void => {
    if (held.receives >= maxReceiveCount) {
      size -= 1;
      deadLetters.push(held.message);
      return;
    }
    ready.push(held);
    work();
  };

  const send: MemoryQueue<M>["send"] = async (message, delayMs = 0) => {
    for (let copy = copies(); copy > 0; copy -= 1) {
      size += 1;
      const held = { message, group: groupOf(message), receives: 0 };
      at(now() + delayMs + latenessMs(), () => show(held));
    }
  };

  return {
    send,
    deadLetters,
    redrive: async () => {
      for (const message of deadLetters.splice(0)) await send(message);
    },
    size: () => size,
  };
};
