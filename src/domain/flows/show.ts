import { ofStatus } from "../../contract/flows/flowStatus.ts";
import type { Flow, FlowSummary } from "../../contract/flows/flows.ts";
import type { FlowSecrets } from "../../store/flows/flowSecrets.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import type { Profile } from "../quality/profile.ts";
import { proposeExpectations } from "../quality/propose.ts";
import { successRate } from "../shared/successRate.ts";
import type { SelectorMemory } from "./selectorMemory.ts";

export const needsAttention = ({ status, warnings = [] }: FlowRecord): boolean =>
  ofStatus({ status }).needsAttention || warnings.length > 0;

interface KnownOfFlow {
  readonly secrets: FlowSecrets;
  /** Its last good runs. */
  readonly good: readonly Profile[];
  readonly memory: SelectorMemory;
}

export const showFlow = (flow: FlowRecord, { secrets: { secrets }, good, memory }: KnownOfFlow): Flow => {
  const { accountId, failuresInRow, warnedOf, warnings = [], ...shown } = flow;
  const { urls, uploadId, urlCount } = flow;
  return {
    ...shown,
    urlCount: uploadId === null ? urls.length || null : (urlCount ?? 0),
    lastRunAt: flow.lastRunAt ?? null,
    lastItemCount: flow.lastItemCount ?? null,
    secrets: secrets.map(({ name }) => name),
    successRate: successRate(flow.completedRuns, flow.failedRuns),
    needsAttention: needsAttention(flow),
    warnings: [...warnings],
    proposedExpect: proposeExpectations(good),
    proposedPatch: (memory.version === flow.version ? memory.proposal : undefined) ?? null,
  };
};

export const showFlowSummary = (flow: FlowRecord): FlowSummary => ({
  id: flow.id,
  name: flow.name,
  status: flow.status,
  mode: flow.mode,
  url: flow.url,
  successRate: successRate(flow.completedRuns, flow.failedRuns),
  totalRuns: flow.totalRuns,
  completedRuns: flow.completedRuns,
  failedRuns: flow.failedRuns,
  needsAttention: needsAttention(flow),
  nextRunAt: flow.nextRunAt,
  lastRunAt: flow.lastRunAt ?? null,
  lastItemCount: flow.lastItemCount ?? null,
  tags: flow.tags ?? [],
  createdAt: flow.createdAt,
});
