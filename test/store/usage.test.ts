import { describe, expect, it } from "@jest/globals";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import type { Deps, WithRunQueue } from "../../src/domain/ports.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { endOfMonth, quotaMarkAt } from "../../src/domain/usage/usage.ts";
import { createMemoryMetrics } from "../helpers/memoryMetrics.ts";
import { makeFlow, openTestStore, uniqueId } from "../helpers/testStore.ts";

const NOW_MS = Date.parse("2026-11-21T06:00:00.000Z");
const LIMIT = 500;

const setUp = async (usedRuns: number, nowMs = NOW_MS) => {
  const store = openTestStore();
  const deps: Deps & WithRunQueue = {
    store,
    now: () => nowMs,
    newId: (kind) => uniqueId(`${kind}-`),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    metrics: createMemoryMetrics(),
    checkTarget: () => {},
    runQueue: { send: () => Promise.resolve(), ping: () => Promise.resolve() },
  };
  const { accountId } = await createAccount(deps, { email: "a@example.com", plan: "free" });
  const flow = makeFlow(accountId);
  await store.commit(store.flows.insert(flow));
  const account = await store.accounts.get(accountId);
  if (!account) throw new Error("no account");
  if (usedRuns > 0) {
    const month = "2026-11";
    await store.commit(store.usage.takeRun(accountId, month, 0, LIMIT));
    const rest = {
      kind: "update",
      key: store.usage.key(accountId, month),
      add: { runs: usedRuns - 1 },
    } as const;
    await store.commit([rest]);
  }
  const run = () => queueRun(deps, account, flow, { origin: "api" });
  const alerts = async () =>
    (await store.alerts.list(accountId, {}, { limit: 10 })).records.map(({ type }) => type);
  const usage = () => store.usage.get(accountId, "2026-11");
  return { deps, account, flow, run, alerts, usage };
};

describe("the month's quota", () => {
  it("allows exactly the remaining runs, however many are requested at once", async () => {
    const { run, usage, alerts } = await setUp(LIMIT - 3);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, run));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason.code] : [],
    );
    expect(refusals).toEqual(Array.from({ length: 5 }, () => "quota-exceeded"));
    expect(await usage()).toMatchObject({ runs: LIMIT });
    expect(await alerts()).toContain("quota_exceeded");
  });

  it("counts the first simultaneous runs of a month exactly", async () => {
    const { run, usage } = await setUp(0);
    await Promise.all(Array.from({ length: 6 }, run));
    expect(await usage()).toEqual({ runs: 6, pages: 0, costNanos: 0, emails: 0, searches: 0 });
  });

  it("warns once at 80 % and once at 100 %", async () => {
    const near = await setUp(LIMIT * 0.8 - 2);
    await near.run();
    expect(await near.alerts()).toEqual([]);
    await near.run();
    await near.run();
    expect(await near.alerts()).toEqual(["quota_near"]);
    const last = await setUp(LIMIT - 1);
    await last.run();
    await expect(last.run()).rejects.toMatchObject({
      code: "quota-exceeded",
      message: expect.stringMatching(/500 runs.*Upgrade with POST \/checkout.*2026-12-01/),
    });
    await expect(last.run()).rejects.toMatchObject({ code: "quota-exceeded" });
    expect(await last.alerts()).toEqual(["quota_exceeded"]);
  });

  it("resets in the next month, and grows at once with a larger plan", async () => {
    const { deps, account, flow, run } = await setUp(LIMIT);
    await expect(run()).rejects.toMatchObject({ code: "quota-exceeded" });
    await queueRun(deps, { ...account, plan: "pro" }, flow, { origin: "api" });
    const december = { ...deps, now: () => Date.parse("2026-12-01T00:00:00.000Z") };
    await queueRun(december, account, flow, { origin: "api" });
    expect(await deps.store.usage.get(account.id, "2026-12")).toMatchObject({ runs: 1 });
  });
});

describe("the month's budget", () => {
  it("stops further runs once it is spent, with one alert", async () => {
    const { deps, account, flow, alerts } = await setUp(2);
    const frugal = { ...account, maxMonthlyCostUsd: 0.01 };
    const run = () => queueRun(deps, frugal, flow, { origin: "api" });
    const spend = (costNanos: number) =>
      deps.store.commit(deps.store.usage.count(account.id, "2026-11", { pages: 1, costNanos }));
    await spend(9_999_999);
    await run();
    await spend(1);
    for (let i = 0; i < 2; i += 1)
      await expect(run()).rejects.toMatchObject({
        code: "quota-exceeded",
        message: expect.stringContaining("maxMonthlyCostUsd"),
      });
    expect(await alerts()).toEqual(["budget_stopped"]);
  });
});

describe("months and thresholds", () => {
  it("end with the last day of the month, also in December", () => {
    expect(endOfMonth("2026-11")).toBe("2026-12-01T00:00:00.000Z");
    expect(endOfMonth("2026-12")).toBe("2027-01-01T00:00:00.000Z");
  });

  it.each([
    [399, null],
    [400, "quota_near"],
    [499, "quota_near"],
    [500, "quota_exceeded"],
  ])("%s of 500 runs is the threshold %s", (runs, type) => {
    expect(quotaMarkAt(runs, 500)?.type ?? null).toBe(type);
  });
});

describe("a month that an earlier release has begun to count", () => {
  const PAGES = 3;
  const NANOS_USED = 400;

  it("continues with the daily counts since then, and so do the days", async () => {
    const { deps, account, run, usage } = await setUp(0);
    const { store } = deps;
    const { id: accountId } = account;
    const old = { accountId, id: "run-old", startedAt: new Date(NOW_MS).toISOString() };
    await store.commit(
      store.usage.takeRun(accountId, "2026-11", 0, LIMIT),
      store.usage.count(accountId, "2026-11", { pages: PAGES, costNanos: NANOS_USED }),
      // It counted each run on its day when it started, and its cost there and in the month when it ended.
      store.days.count(old, { runs: 1, success: 1, costNanos: NANOS_USED, dataPoints: 2 }),
    );
    const started = await run();
    await store.commit(
      store.days.count(started, { success: 1, costNanos: 50, dataPoints: 1, pages: 2, usedNanos: 50 }),
    );
    const sums = { runs: 2, success: 2, costNanos: NANOS_USED + 50, dataPoints: 3 };
    expect(await store.days.list(accountId, "2026-11-21")).toMatchObject([{ date: "2026-11-21", ...sums }]);
    expect(await store.days.list(accountId, "2026-11-22")).toEqual([]);
    expect(await usage()).toEqual({
      runs: 2,
      pages: PAGES + 2,
      costNanos: NANOS_USED + 50,
      emails: 0,
      searches: 0,
    });
  });
});
