/** Why a run is in the state that it is in, for an operator who has no key of its account. */
import type { AccountRecord } from "../../../store/account/accounts.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { notFound } from "../../errors.ts";
import type { Deps } from "../../ports.ts";
import { showRunSummary } from "../show.ts";
import { slotLimit } from "../slots.ts";
import { readRunWithLog } from "./readRuns.ts";

const LOG_LINES = 50;

const explainQueued = (run: RunRecord, account: AccountRecord, used: number): string =>
  run.hasSlot
    ? `It waits for a worker of the queue ${run.queue}. If it does so for more than a minute, look at that queue.`
    : `It waits for a slot: ${used} of the account's ${slotLimit(account)} are in use.`;

const explainRunning = ({ shards, leaseUntil, opening, fence }: RunRecord, nowMs: number): string => {
  if (shards !== undefined) return `It is split into ${shards} shards, each with a worker of its own.`;
  if (leaseUntil === null) return "Its last worker has released it; the next one continues when it is due.";
  const page = opening ? ` It is waiting for ${opening.url}.` : "";
  return Date.parse(leaseUntil) > nowMs
    ? `Worker ${fence} holds it until ${leaseUntil}.${page}`
    : `Worker ${fence} stopped without a word; its lease ended at ${leaseUntil}. The clock hands the run on.${page}`;
};

const explain = (run: RunRecord, account: AccountRecord | null, used: number, nowMs: number): string => {
  const { status, error } = run;
  if (status === "failed") {
    const place = [error?.step, error?.url].filter(Boolean).join(", ");
    return `It failed${place && ` at ${place}`}: ${error?.message ?? "no error was recorded"}`;
  }
  if (status !== "queued" && status !== "running") return `It is ${status}.`;
  if (!account) return "Its account is closed: no worker continues it.";
  if (account.suspended) return `Its account is suspended: ${account.suspended.reason}`;
  return status === "queued" ? explainQueued(run, account, used) : explainRunning(run, nowMs);
};

/** @throws DomainError `not-found` */
export const explainRun = async (
  deps: Deps,
  { accountId, runId }: { readonly accountId: string; readonly runId: string },
) => {
  const { store, now } = deps;
  const [found, account, used] = await Promise.all([
    readRunWithLog(deps, accountId, runId),
    store.accounts.get(accountId),
    store.slots.countUsed(accountId),
  ]);
  if (!found) throw notFound("run", runId);
  const { run, logs } = found;
  const { queue, fence, stalls, leaseUntil, flowVersion, error } = run;
  return {
    explanation: explain(run, account, used, now()),
    run: { ...showRunSummary(run, now()), error, flowVersion, queue, workers: fence, stalls, leaseUntil },
    account: account && { id: accountId, plan: account.plan, suspended: account.suspended ?? null },
    logs: logs.slice(-LOG_LINES),
  };
};
