import type { Metrics, RunOutcome } from "../../src/domain/ports.ts";

/** Metrics that keep what was counted. */
export const createMemoryMetrics = () => {
  const runs: RunOutcome[] = [];
  const deliveries: { readonly channel: string; readonly succeeded: boolean }[] = [];
  const rounds: number[] = [];
  const metrics: Metrics = {
    runEnded: (run) => void runs.push(run),
    deliveryAttempted: (channel, succeeded) => void deliveries.push({ channel, succeeded }),
    roundFinished: (oldestDueSeconds) => void rounds.push(oldestDueSeconds),
  };
  return { ...metrics, runs, deliveries, rounds };
};
