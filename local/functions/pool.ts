import { randomUUID } from "node:crypto";
import type { FunctionThread } from "./functionThread.ts";
import type { InvocationResult } from "./invocation.ts";

/** Idle threads are stopped after this long: each uses about 30 MB. */
const IDLE_MS = 60_000;

/**
 * A request waits for a busy thread for this share of what the last start took before another is started. A share
 * of what was measured, not a constant: on a busy machine a start takes ten times as long as on a quiet one, and
 * starting more threads then makes every request slower.
 */
const PATIENCE_SHARE = 1 / 3;
const MIN_PATIENCE_MS = 50;

export interface PoolOptions {
  readonly maxThreads: number;
  readonly idleMs?: number | undefined;
}

/**
 * The threads of one function, up to a maximum: one is started when a request finds none that is free soon, and
 * none is being started.
 */
export interface FunctionPool {
  /** Invokes the function with an event in JSON. At the maximum, requests wait their turn. */
  invoke(payload: string): Promise<InvocationResult>;
  stop(): Promise<void>;
}

interface Seat {
  readonly thread: FunctionThread;
  busy: boolean;
  idleTimer?: NodeJS.Timeout;
}

const STOPPING: InvocationResult = {
  ok: false,
  error: { errorType: "Runtime.ExitError", errorMessage: "Error: The runner is stopping." },
};

export const createPool = (
  startThread: () => FunctionThread,
  { maxThreads, idleMs = IDLE_MS }: PoolOptions,
): FunctionPool => {
  const seats = new Set<Seat>();
  const waiting: (() => void)[] = [];
  let stopped = false;
  let starting = 0;
  let patienceMs = MIN_PATIENCE_MS;

  const startSeat = (): Seat => {
    const sinceMs = performance.now();
    const thread = startThread();
    starting += 1;
    void thread.started.then(() => {
      starting -= 1;
      patienceMs = Math.max(MIN_PATIENCE_MS, (performance.now() - sinceMs) * PATIENCE_SHARE);
    });
    return { thread, busy: false };
  };

  const freeSeat = (): Seat | undefined => {
    for (const seat of seats) {
      if (!seat.busy && !seat.thread.isAlive()) seats.delete(seat);
    }
    return [...seats].find((seat) => !seat.busy);
  };

  const mayStart = (): boolean => seats.size < maxThreads && starting === 0;

  /** @returns whether a seat became free; false if it is time to start another thread */
  const waitForSeat = (): Promise<boolean> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(patience);
        resolve(true);
      };
      const losePatience = (): void => {
        // Until then, the request keeps its place in the queue.
        if (!mayStart()) {
          patience = setTimeout(losePatience, patienceMs);
          return;
        }
        waiting.splice(waiting.indexOf(wake), 1);
        resolve(false);
      };
      let patience = setTimeout(losePatience, patienceMs);
      waiting.push(wake);
    });

  /** Returns undefined once the pool has been stopped. */
  const takeSeat = async (): Promise<Seat | undefined> => {
    let mayAdd = false;
    while (!stopped) {
      const seat = freeSeat() ?? (seats.size === 0 || (mayAdd && mayStart()) ? startSeat() : undefined);
      if (seat) {
        clearTimeout(seat.idleTimer);
        seat.busy = true;
        seats.add(seat);
        return seat;
      }
      mayAdd = !(await waitForSeat());
    }
    return undefined;
  };

  const leaveSeat = (seat: Seat): void => {
    seat.busy = false;
    seat.idleTimer = setTimeout(() => {
      seats.delete(seat);
      void seat.thread.stop();
    }, idleMs).unref();
    waiting.shift()?.();
  };

  return {
    invoke: async (payload) => {
      const seat = await takeSeat();
      if (!seat) return STOPPING;
      try {
        return await seat.thread.invoke(randomUUID(), payload);
      } finally {
        leaveSeat(seat);
      }
    },
    stop: async () => {
      stopped = true;
      for (const wake of waiting.splice(0)) wake();
      for (const seat of seats) clearTimeout(seat.idleTimer);
      await Promise.all([...seats].map(({ thread }) => thread.stop()));
    },
  };
};
