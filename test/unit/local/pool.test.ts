import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { InvocationResult } from "../../../local/functions/invocation.ts";
import { createPool, type FunctionPool } from "../../../local/functions/pool.ts";

/** More than a request waits for a busy thread. */
const LONG_MS = 1_000;

interface Call {
  readonly thread: number;
  readonly payload: string;
  answer(): void;
}

let calls: Call[] = [];
let pool: FunctionPool;

/** A pool whose threads answer when the test says so. */
const openPool = (
  maxThreads: number,
  started: () => Promise<unknown> = () => Promise.resolve(),
): FunctionPool => {
  let threads = 0;
  return createPool(
    () => {
      threads += 1;
      const thread = threads;
      return {
        invoke: (_requestId, payload) =>
          new Promise<InvocationResult>((resolve) => {
            calls.push({ thread, payload, answer: () => resolve({ ok: true, payload }) });
          }),
        started: started(),
        isAlive: () => true,
        stop: async () => undefined,
      };
    },
    { maxThreads },
  );
};

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
const seen = (): readonly (readonly [number, string])[] =>
  calls.map(({ thread, payload }) => [thread, payload] as const);

beforeEach(() => {
  jest.useFakeTimers();
  calls = [];
});
afterEach(async () => {
  for (const { answer } of calls) answer();
  await pool.stop();
  jest.useRealTimers();
});

describe("a thread pool", () => {
  it("starts a request at once if a thread is free", async () => {
    pool = openPool(4);
    void pool.invoke("a");
    await pass(0);
    expect(seen()).toEqual([[1, "a"]]);
  });

  it("starts no further thread if the busy one is soon free", async () => {
    pool = openPool(4);
    void pool.invoke("a");
    void pool.invoke("b");
    await pass(10);
    expect(seen()).toEqual([[1, "a"]]);
    calls[0]?.answer();
    await pass(LONG_MS);
    expect(seen()).toEqual([
      [1, "a"],
      [1, "b"],
    ]);
  });

  it("starts another thread for each request that finds none free for long, up to its limit", async () => {
    pool = openPool(2);
    for (const payload of ["a", "b", "c", "d"]) void pool.invoke(payload);
    await pass(LONG_MS);
    expect(seen()).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
    calls[1]?.answer();
    await pass(0);
    calls[0]?.answer();
    await pass(0);
    expect(seen().slice(2)).toEqual([
      [2, "c"],
      [1, "d"],
    ]);
  });

  it("starts threads one at a time, while waiting requests use the first free one", async () => {
    const loading: (() => void)[] = [];
    pool = openPool(4, () => new Promise<void>((resolve) => loading.push(resolve)));
    for (const payload of ["a", "b", "c"]) void pool.invoke(payload);
    await pass(LONG_MS);
    expect(loading).toHaveLength(1);
    calls[0]?.answer();
    await pass(0);
    expect(seen()).toEqual([
      [1, "a"],
      [1, "b"],
    ]);
    loading[0]?.();
    await pass(LONG_MS);
    expect(loading).toHaveLength(2);
    expect(seen()).toEqual([
      [1, "a"],
      [1, "b"],
      [2, "c"],
    ]);
  });

  it("waits longer before starting another thread if a start took long", async () => {
    const loading: (() => void)[] = [];
    pool = openPool(4, () => new Promise<void>((resolve) => loading.push(resolve)));
    void pool.invoke("a");
    await pass(30_000);
    loading[0]?.();
    await pass(0);
    void pool.invoke("b");
    await pass(LONG_MS);
    expect(loading).toHaveLength(1);
    await pass(10_000);
    expect(loading).toHaveLength(2);
  });

  it("ends waiting requests when it stops", async () => {
    pool = openPool(1);
    void pool.invoke("a");
    const waiting = pool.invoke("b");
    await pool.stop();
    expect(await waiting).toMatchObject({ ok: false, error: { errorType: "Runtime.ExitError" } });
  });
});
