import { describe, expect, it, jest } from "@jest/globals";
import { deleteFlow } from "../../src/domain/runs/deleteFlow.ts";
import { updateWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const callerOf = (accountId: string) => ({ ...createWebhookWorld().caller, accountId });
const URL_A = "https://a.example/hook";
const URL_B = "https://b.example/hook";

describe("the outbox", () => {
  it("sends an event once to every active webhook that subscribes to it, however often it is announced", async () => {
    const { world, addWebhook, happen, announce, drain, received, deliveriesTo, deps, caller } =
      createWebhookWorld();
    world.reply = 200;
    const [a, b] = [await addWebhook(URL_A), await addWebhook(URL_B, ["run.failed", "run.completed"])];
    const deaf = await addWebhook("https://deaf.example/", ["run.failed"]);
    const off = await addWebhook("https://off.example/");
    await updateWebhook(deps, caller, off.id, { active: false });
    const id = await happen();
    await Promise.all(Array.from({ length: 10 }, () => announce(id)));
    await drain();
    expect(received.map(({ url }) => url).sort()).toEqual([URL_A, URL_B]);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
    const counts = await Promise.all(
      [a, b, deaf, off].map(async (hook) => (await deliveriesTo(hook.id)).length),
    );
    expect(counts).toEqual([1, 1, 0, 0]);
    await announce(id);
    await drain();
    expect(received).toHaveLength(2);
  });

  it("announces a committed event again until it is sent", async () => {
    const { world, addWebhook, happen, pass, tick, announced, received } = createWebhookWorld();
    world.reply = 200;
    await addWebhook(URL_A);
    const id = await happen();
    await tick();
    expect(announced).toEqual([]);
    await pass(HOUR);
    expect(announced).toEqual([id]);
    expect(received).toHaveLength(1);
  });

  it("gives up an event that crashes its worker for most of a day, and says so", async () => {
    const { addWebhook, happen, pass, announced, store, deps, accountId, now } = createWebhookWorld();
    const faults = jest.spyOn(deps.log, "error");
    deps.deliveryQueue.send = () => Promise.reject(new Error("killed"));
    await addWebhook(URL_A);
    const id = await happen();
    const beganMs = now();
    // What has failed to go out is due for itself: only the event's own hand-over counts here.
    const list = store.webhooks.list;
    store.webhooks.list = () => Promise.reject(new Error("killed"));
    while (faults.mock.calls.length === 0 && now() - beganMs < 48 * HOUR) await pass(HOUR).catch(() => {});
    store.webhooks.list = list;
    await pass(24 * HOUR);
    expect(announced).toHaveLength(10);
    expect(faults.mock.calls).toEqual([[expect.stringContaining("dropped"), { accountId, eventId: id }]]);
    expect(now() - beganMs).toBeGreaterThan(16 * HOUR);
    expect(await store.outbox.getUntold(accountId, id)).toBeNull();
    expect(await store.outbox.get(accountId, id)).not.toBeNull();
  });

  it("sends deliveries that were created while the deliveries queue was down", async () => {
    const { world, addWebhook, happen, announce, pass, received } = createWebhookWorld();
    world.reply = 200;
    await addWebhook(URL_A);
    const id = await happen();
    world.queueIsDown = true;
    await expect(announce(id)).rejects.toThrow("the queue is down");
    world.queueIsDown = false;
    await pass(10 * MINUTE);
    expect(received).toHaveLength(1);
  });
});

describe("the events of runs", () => {
  it("are one per run cancelled by a flow's deletion, in the transaction that ends it", async () => {
    const { deps, queue, flow, account, events, store, pass } = await createPipeline();
    for (let i = 0; i < 12; i += 1) await queue();
    const caller = callerOf(account.id);
    await deleteFlow(deps, caller, flow.id);
    const { records } = await store.runs.list(account.id, { status: "cancelled" }, { limit: 50 });
    const told = await Promise.all(events.map((id) => store.outbox.get(account.id, id)));
    const bodies = told.map((event) => JSON.parse(event?.body ?? ""));
    expect(records).toHaveLength(12);
    expect(bodies.map(({ type }) => type)).toEqual(Array.from({ length: 12 }, () => "run.cancelled"));
    expect(bodies.map(({ data }) => data.id).sort()).toEqual(records.map(({ id }) => id).sort());
    pass(61_000);
    const due = await store.listDue(deps.now(), 5_000);
    expect(
      due.filter(({ accountId, dueKind }) => accountId === account.id && dueKind === "event"),
    ).toHaveLength(12);
  });

  it("never fail their run", async () => {
    const { deps, queue, execute, read, account, store } = await createPipeline();
    const down = async () => {
      throw new Error("the events queue is down");
    };
    deps.eventQueue.send = down;
    const { id } = await queue();
    await execute(countingEngine(1), id);
    expect((await read(id)).status).toBe("completed");
    const due = await store.listDue(deps.now() + HOUR, 5_000);
    const [event] = due.filter((item) => item.accountId === account.id && item.dueKind === "event");
    expect(JSON.parse(event?.body as string)).toMatchObject({
      type: "run.completed",
      data: { id, status: "completed", itemsExtracted: 2, error: null },
    });
  });
});
