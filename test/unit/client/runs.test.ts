import { describe, expect, it } from "@jest/globals";
import { isOver, type Run, type RunStatus } from "../../../client/index.ts";
import { waitForRun } from "../../../client/runs.ts";

/** A service at which a run goes through these states, one at each look, and stays in the last. */
const serviceWith = (...states: readonly RunStatus[]) => {
  let looks = 0;
  return {
    looks: () => looks,
    getRun: async (id: string): Promise<Run> => {
      const status = states[Math.min(looks, states.length - 1)] ?? "queued";
      looks += 1;
      return { id, status } as Run;
    },
  };
};

describe("waiting for a run", () => {
  it.each([
    ["queued", false],
    ["running", false],
    ["completed", true],
    ["failed", true],
    ["cancelled", true],
  ] as const)("%s counts as finished: %s", (status, expected) => {
    expect(isOver({ status })).toBe(expected);
  });

  it("ends with the run, and reports every poll", async () => {
    const service = serviceWith("queued", "running", "failed");
    const told: RunStatus[] = [];
    const run = await waitForRun(service, "run-1", {
      intervalMs: 1,
      onLook: ({ status }) => void told.push(status),
    });
    expect(run.status).toBe("failed");
    expect(told).toEqual(["queued", "running", "failed"]);
  });

  it("ends at its timeout with the current run", async () => {
    const service = serviceWith("running");
    expect((await waitForRun(service, "run-1", { intervalMs: 10, timeoutMs: 5 })).status).toBe("running");
    expect(service.looks()).toBe(1);
  });

  it("ends at once when its signal is aborted", async () => {
    const ended = new AbortController();
    const waiting = waitForRun(serviceWith("running"), "run-1", {
      signal: ended.signal,
      intervalMs: 3_600_000,
      onLook: () => {
        setImmediate(() => ended.abort(new Error("enough")));
      },
    });
    await expect(waiting).rejects.toThrow("enough");
  });
});
