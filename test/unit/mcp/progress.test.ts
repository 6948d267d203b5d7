import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { type CallContext, withProgress } from "../../../mcp/progress.ts";

interface Told {
  readonly progress: number;
  readonly message?: string;
}

const contextOf = (token: string | undefined) => {
  const told: Told[] = [];
  const context = {
    signal: new AbortController().signal,
    _meta: token === undefined ? {} : { progressToken: token },
    sendNotification: async (notification: { readonly params?: unknown }) => {
      told.push(notification.params as Told);
    },
  } satisfies CallContext;
  return { told, context };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe("the progress of a tool call", () => {
  it("is sent when it changes, and every five seconds otherwise", async () => {
    const { told, context } = contextOf("t1");
    const result = withProgress(context, async ({ tell }) => {
      tell("Opening");
      tell("Opening");
      await new Promise((resolve) => setTimeout(resolve, 12_000));
      tell("Reading");
      return 7;
    });
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await result).toBe(7);
    expect(told.map(({ message }) => message)).toEqual([
      "Opening",
      "Opening (5 s)",
      "Opening (10 s)",
      "Reading",
    ]);
    expect(told.map(({ progress }) => progress)).toEqual([1, 2, 3, 4]);
  });

  it("ends with the call, whatever its outcome", async () => {
    const { told, context } = contextOf("t1");
    const failed = withProgress(context, () => Promise.reject(new Error("no")));
    await expect(failed).rejects.toThrow("no");
    await jest.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([]);
  });

  it("is not sent unless requested", async () => {
    const { told, context } = contextOf(undefined);
    await withProgress(context, async ({ tell }) => tell("Opening"));
    expect(told).toEqual([]);
  });
});
