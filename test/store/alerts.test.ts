import { describe, expect, it } from "@jest/globals";
import type { AlertType } from "../../src/contract/account/alerts.ts";
import type { Item, RunError } from "../../src/contract/runs/runs.ts";
import { reportSelector, type SelectorOutcome } from "../../src/domain/alerts/reportSelector.ts";
import type { CollectionFailure, Engine } from "../../src/domain/engine.ts";
import { updateFlow } from "../../src/domain/flows/flows.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { endOfMonth } from "../../src/domain/usage/usage.ts";
import { updateWebhook } from "../../src/domain/webhooks/webhooks.ts";
import type { AccountRecord } from "../../src/store/account/accounts.ts";
import { accountPartition } from "../../src/store/partitions.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow, openTestTable } from "../helpers/testStore.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

type Pipeline = Awaited<ReturnType<typeof createPipeline>>;
type Kept = Pick<Pipeline, "store"> & { readonly account: { readonly id: string } };

const callerOf = (account: AccountRecord) => ({
  ...createWebhookWorld().caller,
  accountId: account.id,
  account: Promise.resolve(account),
});

const failWith = (code: RunError["code"]): Engine => ({
  ...countingEngine(1),
  next: async (): Promise<CollectionFailure> => ({
    failure: {
      code,
      message: "It does not work.",
      step: null,
      url: null,
      httpStatus: null,
      retryable: false,
    },
  }),
});
const collecting = (items: readonly Item[]): Engine => ({
  ...countingEngine(1),
  next: async () => ({ items: [...items], logs: [], pages: 1, state: 1, done: true }),
});

/** Types of the account's alerts, oldest first, each with its one event. */
const alertsOf = async ({ store, account }: Kept): Promise<AlertType[]> => {
  const { records } = await store.alerts.list(account.id, {}, { limit: 50 });
  const due = await store.listDue(Date.now() + 400 * 24 * 3_600_000, 5_000);
  const bodies = due
    .filter(({ accountId, dueKind }) => accountId === account.id && dueKind === "event")
    .map(({ body }) => JSON.parse(body as string) as { type: string; data: { id: string } });
  const told = bodies.filter(({ type }) => type === "alert.created").map(({ data }) => data.id);
  expect(told.sort()).toEqual(records.map(({ id }) => id).sort());
  expect(records.every(({ read }) => !read)).toBe(true);
  return records.map(({ type }) => type).reverse();
};

const eventTypes = async ({ store, account }: Kept): Promise<string[]> => {
  const due = await store.listDue(Date.now() + 400 * 24 * 3_600_000, 5_000);
  return due
    .filter(({ accountId, dueKind }) => accountId === account.id && dueKind === "event")
    .map(({ type }) => type as string)
    .sort();
};

const runWith = async ({ deps, account, flow, execute }: Pipeline, engine: Engine, of = flow) => {
  const { id } = await queueRun(deps, account, of, { origin: "api" });
  await execute(engine, id);
};

describe("an alert is raised once while its cause lasts, and again when the cause returns:", () => {
  it.each([
    ["run_failed", "target-failed"],
    ["selector_broken", "selector-broken"],
    ["budget_stopped", "budget-stopped"],
  ] as const)("%s, for a run that ends with %s", async (type, code) => {
    const pipeline = await createPipeline();
    for (let i = 0; i < 3; i += 1) await runWith(pipeline, failWith(code));
    expect(await alertsOf(pipeline)).toEqual([type]);
    await runWith(pipeline, countingEngine(1));
    await runWith(pipeline, failWith(code));
    expect(await alertsOf(pipeline)).toEqual([type, type]);
  });

  it("flow_error, after five failures in a row, until the flow is set active again", async () => {
    const pipeline = await createPipeline();
    const { deps, account, flow, store } = pipeline;
    const activate = () => updateFlow(deps, callerOf(account), flow.id, { status: "active" }, null);
    await activate();
    for (let i = 0; i < 7; i += 1) await runWith(pipeline, failWith("target-failed"));
    expect((await store.flows.get(account.id, flow.id))?.status).toBe("error");
    expect(await alertsOf(pipeline)).toEqual(["run_failed", "flow_error"]);
    expect((await eventTypes(pipeline)).filter((type) => type === "flow.error")).toHaveLength(1);
    await activate();
    for (let i = 0; i < 5; i += 1) await runWith(pipeline, failWith("target-failed"));
    expect(await alertsOf(pipeline)).toEqual(["run_failed", "flow_error", "run_failed", "flow_error"]);
  });

  it("change_detected, for each change, but not for runs without changes", async () => {
    const pipeline = await createPipeline();
    const monitor = makeFlow(pipeline.account.id, { mode: "monitor" });
    await pipeline.store.commit(pipeline.store.flows.insert(monitor));
    for (const price of [1, 1, 2, 2, 3]) await runWith(pipeline, collecting([{ id: "a", price }]), monitor);
    expect(await alertsOf(pipeline)).toEqual(["change_detected", "change_detected"]);
    const causes = await openTestTable().query({ pk: accountPartition("ALERTCAUSES", pipeline.account.id) });
    expect(causes).toEqual([]);
  });

  it("quota_near and quota_exceeded, once per month and plan", async () => {
    const pipeline = await createPipeline();
    const { deps, store, account, flow, pass } = pipeline;
    const month = new Date().toISOString().slice(0, 7);
    await store.commit(store.usage.takeRun(account.id, month, 0, 500));
    await store.commit([{ kind: "update", key: store.usage.key(account.id, month), add: { runs: 397 } }]);
    const queue = () => queueRun(deps, account, flow, { origin: "api" });
    for (let i = 0; i < 4; i += 1) await queue();
    expect(await alertsOf(pipeline)).toEqual(["quota_near"]);
    await store.commit([{ kind: "update", key: store.usage.key(account.id, month), add: { runs: 97 } }]);
    await queue();
    for (let i = 0; i < 3; i += 1) await expect(queue()).rejects.toMatchObject({ code: "quota-exceeded" });
    expect(await alertsOf(pipeline)).toEqual(["quota_near", "quota_exceeded"]);
    pass(Date.parse(endOfMonth(month)) - deps.now() + 60_000);
    await queue();
    expect(await alertsOf(pipeline)).toHaveLength(2);
  });

  it("budget_stopped, once per month until the budget is raised", async () => {
    const pipeline = await createPipeline();
    const { deps, store, account, flow } = pipeline;
    const spend = async (costNanos: number) =>
      store.commit(
        store.usage.count(account.id, new Date().toISOString().slice(0, 7), { pages: 0, costNanos }),
      );
    const stopped = async (maxMonthlyCostUsd: number) => {
      const run = queueRun(deps, { ...account, maxMonthlyCostUsd }, flow, { origin: "api" });
      await expect(run).rejects.toMatchObject({ code: "quota-exceeded" });
    };
    await spend(2e9);
    await stopped(1);
    await stopped(1);
    expect(await alertsOf(pipeline)).toEqual(["budget_stopped"]);
    await spend(2e9);
    await stopped(3);
    expect(await alertsOf(pipeline)).toEqual(["budget_stopped", "budget_stopped"]);
  });

  it("webhook_disabled, until the webhook is enabled again", async () => {
    const world = createWebhookWorld();
    world.world.reply = 410;
    const { id } = await world.addWebhook("https://gone.example/");
    const types = async () =>
      (await world.store.alerts.list(world.accountId, {}, { limit: 9 })).records.map(({ type }) => type);
    for (let i = 0; i < 3; i += 1) await world.happen();
    await world.pass(600_000);
    expect(await types()).toEqual(["webhook_disabled"]);
    await updateWebhook(world.deps, world.caller, id, { active: true });
    await world.happen();
    await world.pass(600_000);
    expect(await types()).toEqual(["webhook_disabled", "webhook_disabled"]);
  });
});

describe("the alert about a broken selector", () => {
  const setUp = async () => {
    const pipeline = await createPipeline();
    const { deps, store, flow } = pipeline;
    const news = {
      flow,
      runId: "run-1",
      step: 0,
      field: "price",
      selector: ".price",
      url: "https://shop.example/",
    };
    const report = async (outcome: SelectorOutcome, over: object = {}) => {
      const writes = await reportSelector(deps, { ...news, ...over }, outcome);
      if (writes.length > 0) await store.commit(writes);
    };
    return { ...pipeline, report };
  };

  it("is raised once per selector while it stays broken", async () => {
    const world = await setUp();
    for (let i = 0; i < 3; i += 1) await world.report({ broken: "nothing matches" });
    await world.report({ broken: "nothing matches" }, { field: "title", selector: "h1" });
    expect(await alertsOf(world)).toEqual(["selector_broken", "selector_broken"]);
    expect(await eventTypes(world)).toEqual([
      "alert.created",
      "alert.created",
      "selector.broken",
      "selector.broken",
    ]);
    const due = await world.store.listDue(Date.now() + 3_600_000, 5_000);
    const [event] = due.filter(
      ({ accountId, type }) => accountId === world.account.id && type === "selector.broken",
    );
    expect(JSON.parse(event?.body as string)).toMatchObject({
      type: "selector.broken",
      data: {
        flowId: world.flow.id,
        runId: "run-1",
        step: 0,
        field: expect.stringMatching(/price|title/),
        selector: expect.any(String),
        reason: "nothing matches",
      },
    });
  });

  it("ends when the selector is repaired, and can be raised again afterwards", async () => {
    const world = await setUp();
    await world.report({ broken: "nothing matches" });
    await world.report({ healed: "[itemprop=price]" });
    await world.report({ broken: "nothing matches" });
    expect(await alertsOf(world)).toEqual(["selector_broken", "selector_broken"]);
    expect(await eventTypes(world)).toContain("selector.healed");
    const { records } = await world.store.journal.listActivity(world.account.id, { limit: 10 });
    expect(records.map(({ type }) => type)).toEqual([
      "selector.broken",
      "selector.healed",
      "selector.broken",
    ]);
    expect(records[1]?.message).toContain('the selector of "price" no longer matched and was healed');
  });

  it("ends silently when the selector works again or the flow is edited, and can be raised again afterwards", async () => {
    const world = await setUp();
    await world.report({ works: true });
    await world.report({ broken: "nothing matches" });
    await world.report({ works: true });
    await world.report({ broken: "nothing matches" });
    await world.report({ broken: "nothing matches" }, { flow: { ...world.flow, version: 2 } });
    expect(await alertsOf(world)).toEqual(Array.from({ length: 3 }, () => "selector_broken"));
    expect(await eventTypes(world)).not.toContain("selector.healed");
  });

  it("is committed in the transaction that ends the failed run", async () => {
    const pipeline = await createPipeline();
    await runWith(pipeline, failWith("selector-broken"));
    expect(await eventTypes(pipeline)).toEqual(["alert.created", "run.failed", "selector.broken"]);
  });
});
