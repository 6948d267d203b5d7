import type { Flow, FlowSummary } from "../../contract/flows.ts";
import type { FlowSecrets } from "../../store/flowSecrets.ts";
import type { FlowRecord } from "../../store/flows.ts";

/** Percent of finished runs that completed, to one decimal; 0 before the first. */
export const successRate = (completed: number, failed: number): number => {
  const finished = completed + failed;
  return finished === 0 ? 0 : Math.round((completed / finished) * 1000) / 10;
};

export const showFlow = (
  { accountId, completedRuns, failedRuns, failuresInRow, ...flow }: FlowRecord,
  { secrets }: FlowSecrets,
): Flow => ({
  ...flow,
  lastRunAt: flow.lastRunAt ?? null,
  secrets: secrets.map(({ name }) => name),
  successRate: successRate(completedRuns, failedRuns),
});

export const showFlowSummary = (flow: FlowRecord): FlowSummary => ({
  id: flow.id,
  name: flow.name,
  status: flow.status,
  mode: flow.mode,
  url: flow.url,
  successRate: successRate(flow.completedRuns, flow.failedRuns),
  totalRuns: flow.totalRuns,
  nextRunAt: flow.nextRunAt,
  lastRunAt: flow.lastRunAt ?? null,
  createdAt: flow.createdAt,
});
