import { describe, expect, it } from "@jest/globals";
import type { Item, RunError } from "../../src/contract/runs/runs.ts";
import type { CollectionFailure, Engine } from "../../src/domain/engine.ts";
import { nextDigestMs, sendDigest } from "../../src/domain/mail/digest.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { getAnalytics } from "../../src/domain/usage/analytics.ts";
import { ConditionFailed } from "../../src/store/table.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow } from "../helpers/testStore.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday that has not yet come. */
const MONDAY = Date.UTC(1970, 0, 5) + Math.ceil((Date.now() - Date.UTC(1970, 0, 5)) / (7 * DAY)) * 7 * DAY;
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

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
  it("agrees with a recount and the analytics of the same week, and includes no run before or after", async () => {
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
    const lastDay = DATE.format(beginMs + 6 * DAY);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: account.email,
      data: {
        period: expect.stringMatching(new RegExp(`^${new Date(beginMs).getUTCDate()}\\b.*${lastDay}$`)),
      },
    });
    const { cost, ...counts } = expected;
    expect(mail?.data).toMatchObject(counts);
    expect(mail?.data?.cost).toBeCloseTo(cost, 9);
    expect(analytics).toMatchObject({ totalRuns: expected.runs, successRate: expected.successRate });
    expect(analytics.totalCost).toBe(mail?.data?.cost);
  }, 120_000);

  it("is sent once when two ticks run at the same time, and again a week later", async () => {
    const pipeline = await createPipeline();
    const { deps, account, queue, execute, pass } = pipeline;
    const { id } = await queue();
    await execute(countingEngine(1), id);
    const ranMs = deps.now();
    const passToDue = async (): Promise<string> => {
      const dueAt = await digestItem(pipeline);
      pass(Date.parse(dueAt) - deps.now() + 1);
      return dueAt;
    };
    let first = await passToDue();
    const endsWeekOfRun = (dueAt: string) =>
      new Date(dueAt).getUTCDay() === 1 && Date.parse(dueAt.slice(0, "2026-11-23".length)) > ranMs;
    while (!endsWeekOfRun(first)) {
      await sendDigest(deps, account.id, first);
      expect(await reportsOf(pipeline)).toEqual([]);
      first = await passToDue();
    }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => sendDigest(deps, account.id, first)),
    );
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(ConditionFailed);
    expect(await reportsOf(pipeline)).toHaveLength(1);
    for (let day = 1; day <= 7; day += 1) {
      const { id: run } = await queue();
      await execute(countingEngine(1), run);
      const dueAt = await passToDue();
      expect(Date.parse(dueAt) - Date.parse(first)).toBe(day * DAY);
      await sendDigest(deps, account.id, dueAt);
      expect(await reportsOf(pipeline)).toHaveLength(day < 7 ? 1 : 2);
    }
  });

  it("is not sent for a week without runs, or to an account with no recipients", async () => {
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

  it("is sent late if the clock was down on Monday", async () => {
    const pipeline = await createPipeline();
    const { deps, account, pass, queue, execute } = pipeline;
    pass(MONDAY + 3 * DAY - deps.now());
    const { id } = await queue();
    await execute(countingEngine(1), id);
    await sendDigest(deps, account.id, await digestItem(pipeline));
    const dueAt = await digestItem(pipeline);
    pass(MONDAY + 9 * DAY - deps.now());
    await sendDigest(deps, account.id, dueAt);
    expect(await reportsOf(pipeline)).toHaveLength(1);
  });

  it("is due every day between 5:00 and 9:00 UTC, spread over the accounts", () => {
    const times = Array.from({ length: 500 }, (_, i) => nextDigestMs(`acct-${i}`, MONDAY - 1));
    for (const time of times) {
      expect(time).toBeGreaterThanOrEqual(MONDAY + 5 * HOUR);
      expect(time).toBeLessThan(MONDAY + 9 * HOUR);
    }
    expect(new Set(times).size).toBeGreaterThan(100);
    const [at = 0] = times;
    expect(nextDigestMs("acct-0", at)).toBe(at + DAY);
    expect(nextDigestMs("acct-0", at - 1)).toBe(at);
  });
});

describe("a flow's digest", () => {
  const digestsOf = async ({ store, account }: Pipeline) =>
    (await store.mails.list(account.id, { limit: 50 })).records.filter(
      ({ template }) => template === "digest",
    );

  it("lists the changes of the day or week of the flows that ask for it, and of no other", async () => {
    const pipeline = await createPipeline();
    const { deps, store, account, pass, execute } = pipeline;
    const monitorOf = async (name: string, digest?: "daily" | "weekly") => {
      const flow = makeFlow(account.id, { mode: "monitor", name, monitor: { ...(digest && { digest }) } });
      await store.commit(store.flows.insert(flow), store.digests.follow(null, flow));
      return flow;
    };
    const flows = [
      await monitorOf("Daily", "daily"),
      await monitorOf("Weekly", "weekly"),
      await monitorOf("None"),
    ];
    const collect = async (price: number) => {
      for (const flow of flows) {
        const { id } = await queueRun(deps, account, flow, { origin: "api" });
        await execute(engineOf([{ id: "a", price }]), id);
      }
    };
    const passTo = (ms: number) => pass(ms - deps.now());
    const report = async () => sendDigest(deps, account.id, await digestItem(pipeline));
    const tuesday = MONDAY + DAY;
    passTo(tuesday + HOUR);
    await collect(1);
    passTo(tuesday + 2 * HOUR);
    await collect(2);
    passTo(tuesday + 10 * HOUR);
    await report();
    // The current day is not included yet.
    expect(await digestsOf(pipeline)).toEqual([]);
    passTo(tuesday + DAY + HOUR);
    await collect(3);
    passTo(tuesday + DAY + 10 * HOUR);
    await report();
    const counts = { added: 0, removed: 0, changed: 1 };
    expect((await digestsOf(pipeline)).map(({ data }) => data)).toEqual([
      {
        period: DATE.format(tuesday),
        flows: [{ name: "Daily", ...counts, messages: [expect.stringContaining("1 → 2")] }],
        omitted: 0,
      },
    ]);
    passTo(MONDAY + 7 * DAY + 10 * HOUR);
    await report();
    const sunday = DATE.format(MONDAY + 6 * DAY);
    const weekly = (await digestsOf(pipeline)).filter(({ subject }) => subject.endsWith(sunday));
    expect(weekly.map(({ data }) => data)).toMatchObject([
      { flows: [{ name: "Weekly", added: 0, removed: 0, changed: 2 }] },
    ]);
  });
});
