import { tellAllFailed } from "../../../contract/runs/runPages.ts";
import type { LogEntry, RunError } from "../../../contract/runs/runs.ts";
import type { HealingReport } from "../../../engine/extract/slots/healing/index.ts";
import type { FlowVersion } from "../../../store/flows/flows.ts";
import type { SplitRun } from "../../../store/runs/readRun.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { readCheckpoint } from "../../checkpoints.ts";
import type { CollectionPlan, Engine } from "../../engine.ts";
import {
  brokenSelectors,
  rememberSelectors,
  type SelectorMemory,
  withoutExpected,
} from "../../flows/selectorMemory.ts";
import type { Deps, WithObjects, WithSeals } from "../../ports.ts";
import { judgeCollected } from "../../quality/judgeCollected.ts";
import type { Mask } from "../../shared/mask.ts";
import { allOutcomes } from "../read/pages.ts";
import { tellCompleted } from "../show.ts";
import type { End } from "./end.ts";

type JudgeDeps = Deps & WithObjects & WithSeals & { readonly engine: Pick<Engine, "reportShards"> };

/** The run's error if none of its pages, or sites, could be read; otherwise null. */
const allFailed = async (deps: Deps & WithObjects, run: RunRecord): Promise<RunError | null> => {
  const of = run.sites ? "sites" : "pages";
  const { completed = 0, failed = 0 } = run.sites ?? run.outcomes ?? {};
  if (completed > 0 || failed === 0 || (run.sites?.skipped ?? 0) > 0) return null;
  for await (const { url, error } of allOutcomes(deps, of, run, "failed")) {
    const { code = "target-failed", step = null, httpStatus = null, retryable = false } = error ?? {};
    return { code, message: tellAllFailed(failed, { url, error }), step, url, httpStatus, retryable };
  }
  return null;
};

/** Combines the shards' reports on the flow's selectors. */
const readHealing = async (
  deps: JudgeDeps,
  { shards }: SplitRun,
  plan: CollectionPlan,
): Promise<HealingReport | undefined> => {
  // Checkpoints are kept for a day; shards that ended longer ago are left out.
  const states = await Promise.all(
    shards.map(async (shard) =>
      shard.checkpointKey !== null && (await deps.objects.exists(shard.checkpointKey))
        ? [await readCheckpoint(deps, shard, shard.checkpointKey)]
        : [],
    ),
  );
  return deps.engine.reportShards(plan, states.flat());
};

interface Worked {
  readonly flow: FlowVersion;
  readonly plan: CollectionPlan;
  readonly memory: SelectorMemory;
  readonly mask: Mask;
}

/** How a split run ends once its last shard is finished. */
export const judgeWhole =
  (deps: JudgeDeps, { flow, plan, memory, mask }: Worked) =>
  async (split: SplitRun): Promise<End> => {
    const { run } = split;
    const entry = (level: LogEntry["level"], message: string): LogEntry => ({
      timestamp: new Date(deps.now()).toISOString(),
      level,
      message: mask.text(message),
    });
    const error = await allFailed(deps, run);
    if (error) return { error, logs: [entry("error", error.message)] };
    const { itemsExtracted: items, filledCounts: filled = {}, pagesFetched, documents } = run;
    const commit = async (): Promise<void> => {};
    const report = await readHealing(deps, split, plan);
    const healing = report && withoutExpected(mask.value(report), flow.expect, items);
    const collected = { items, filled, documents, healing, commit };
    const { warnings, remember } = await judgeCollected(deps, run, flow, collected);
    const broken = healing ? brokenSelectors(healing) : [];
    const warned = [...broken, ...warnings.map(({ message }) => message)].map((text) => entry("warn", text));
    const logs = [entry("info", tellCompleted(items, pagesFetched)), ...warned];
    const besides = async () => [
      ...(healing ? await rememberSelectors(deps, run, memory, healing) : []),
      ...(await remember()),
    ];
    return { error: null, warnings: mask.value(warnings), logs, besides };
  };
