import { describe, expect, it } from "@jest/globals";
import type { Item, RunError } from "../../src/contract/runs.ts";
import { getAnalytics } from "../../src/domain/analytics.ts";
import { nextDigestMs, sendDigest } from "../../src/domain/mail/digest.ts";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { queueRun } from "../../src/domain/runs/createRun.ts";
import type { CollectionFailure, Engine } from "../../src/domain/runs/engine.ts";
import { ConditionFailed } from "../../src/store/table.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow } from "../helpers/testStore.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = Date.parse("2026-11-23T00:00:00.000Z");

const failure: RunError = {
  code: "target-failed",
  message: "The page is gone.",
  step: null,
  url: null,
  httpStatus: 404,
  retryable: false,
};
const failing: Engine = {
  ...countingEngine(1),
  next: async (): Promise<CollectionFailure> => ({ failure }),
};
const engineOf = (items: readonly Item[]): Engine => ({
  ...countingEngine(1),
  next: async () => ({ items: [...items], logs: [], pages: 1, state: 1, done: true }),
});

type Pipeline = Awaited<ReturnType<typeof createPipeline>>;

const callerOf = (accountId: string) => ({ ...createWebhookWorld().caller, accountId });

/** What a report says, had someone counted the runs and the changes themselves. */
const recount = async ({ store, account }: Pipeline, fromMs: number, toMs: number) => {
  const isWithin = (at: string) => Date.parse(at) >= fromMs && Date.parse(at) < toMs;
  const { records } = await store.runs.list(account.id, {}, { limit: 200 });
  const runs = records.filter(({ startedAt }) => isWithin(startedAt));
  const completed = runs.filter(({ status }) => status === "completed").length;
  const failed = runs.filter(({ status }) => status === "failed").length;
  const nanos = runs.reduce(
    (sum, { cost }) => sum + cost.compute + cost.table + cost.objects + cost.queue,
    0,
  );
  const ids = new Set(runs.map(({ id }) => id));
  const changed = new Set<string>();
  for (const flowId of new Set(runs.map((run) => run.flowId))) {
    const page = await store.changes.list(account.id, flowId, { limit: 100 });
    for (const { runId } of page.records) if (ids.has(runId)) changed.add(runId);
  }
  return {
    runs: runs.length,
    successRate: Math.round((completed / (completed + failed)) * 1000) / 10,
    changes: changed.size,
    cost: nanos / 1e9,
  };
};

const reportsOf = async ({ store, account }: Pipeline) =>
  (await store.mails.list(account.id, { limit: 50 })).records.filter(({ template }) => template === "report");

const digestItem = async ({ deps, store, account }: Pipeline) => {
  const due = await store.listDue(deps.now() + 8 * DAY, 5_000);
  const item = due.find(({ accountId, dueKind }) => accountId === account.id && dueKind === "digest");
  return item?.dueAt as string;
};

describe("the weekly report", () => {
  it("tells what a recount and the analytics of the same week tell, and of no run before or after", async () => {
    const pipeline = await createPipeline();
    const { deps, store, flow, account, pass, execute } = pipeline;
    const monitor = makeFlow(account.id, { mode: "monitor", name: "Watched" });
    await store.commit(store.flows.insert(monitor));
    const run = async (engine: Engine, of = flow) => {
      const { id } = await queueRun(deps, account, of, { origin: "api" });
      await execute(engine, id);
    };
    const passTo = (ms: number) => pass(ms - deps.now());
    const beginMs = MONDAY + 7 * DAY;

    passTo(beginMs - HOUR);
    await run(countingEngine(1));
    await run(engineOf([{ id: "a", price: 1 }]), monitor);
    for (let day = 0; day < 7; day += 1) {
      passTo(beginMs + day * DAY + HOUR);
      await run(day === 2 ? failing : countingEngine(2));
      await run(engineOf([{ id: "a", price: 1 + Math.floor(day / 2) }]), monitor);
    }
    const { id: cancelled } = await queueRun(deps, account, flow, { origin: "api" });
    await cancelRun(deps, callerOf(account.id), cancelled);
    passTo(beginMs + 7 * DAY - 1_000);
    const analytics = await getAnalytics(deps, callerOf(account.id), "7d");
    passTo(beginMs + 7 * DAY + HOUR);
    await run(countingEngine(1));

    const expected = await recount(pipeline, beginMs, beginMs + 7 * DAY);
    expect(expected).toMatchObject({ runs: 15, successRate: 92.9, changes: 3 });
    expect(expected.cost).toBeGreaterThan(0);
    passTo(beginMs + 7 * DAY + 10 * HOUR);
    await sendDigest(deps, account.id, await digestItem(pipeline));
    const [mail, ...others] = await reportsOf(pipeline);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: account.email,
      data: { period: expect.stringMatching(/30 November.*6 December 2026/) },
    });
    const { cost, ...counts } = expected;
    expect(mail?.data).toMatchObject(counts);
    expect(mail?.data?.cost).toBeCloseTo(cost, 9);
    expect(analytics).toMatchObject({ totalRuns: expected.runs, successRate: expected.successRate });
    expect(analytics.totalCost).toBe(mail?.data?.cost);
  }, 120_000);

  it("is sent once where two ticks work at the same time, and comes again a week later", async () => {
    const pipeline = await createPipeline();
    const { deps, account, queue, execute, pass } = pipeline;
    const { id } = await queue();
    await execute(countingEngine(1), id);
    const first = await digestItem(pipeline);
    pass(Date.parse(first) - deps.now() + 1);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => sendDigest(deps, account.id, first)),
    );
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(ConditionFailed);
    expect(await reportsOf(pipeline)).toHaveLength(1);
    const second = await digestItem(pipeline);
    expect(Date.parse(second) - Date.parse(first)).toBe(7 * DAY);
  });

  it("is not sent of a week without runs, nor to an account whose people want none", async () => {
    const idle = await createPipeline();
    await sendDigest(idle.deps, idle.account.id, await digestItem(idle));
    expect(await reportsOf(idle)).toEqual([]);

    const deaf = await createPipeline();
    const settings = {
      name: "x",
      mail: { report: [] },
      maxMonthlyCostUsd: null,
      alertMailSeverity: "info",
    } as const;
    await deaf.store.commit(deaf.store.accounts.change(deaf.account, settings));
    const { id } = await deaf.queue();
    await deaf.execute(countingEngine(1), id);
    const due = await digestItem(deaf);
    deaf.pass(Date.parse(due) - deaf.deps.now() + 1);
    await sendDigest(deaf.deps, deaf.account.id, due);
    expect(await reportsOf(deaf)).toEqual([]);
    expect(await digestItem(deaf)).not.toBe(due);
  });

  it("is due on Mondays between 5:00 and 9:00 UTC, spread over the accounts", () => {
    const times = Array.from({ length: 500 }, (_, i) => nextDigestMs(`acct-${i}`, MONDAY - 3 * DAY));
    for (const time of times) {
      expect(time).toBeGreaterThanOrEqual(MONDAY + 5 * HOUR);
      expect(time).toBeLessThan(MONDAY + 9 * HOUR);
    }
    expect(new Set(times).size).toBeGreaterThan(100);
    const [at = 0] = times;
    expect(nextDigestMs("acct-0", at)).toBe(at + 7 * DAY);
    expect(nextDigestMs("acct-0", at - 1)).toBe(at);
  });
});
