/** Events about pages: written by a worker's commit, sent one by one. */
import { describe, expect, it } from "@jest/globals";
import { createPageEvents, type ToldPage } from "../../src/domain/outbox/pages.ts";
import { replayDelivery } from "../../src/domain/webhooks/deliveries.ts";
import { NEW_RUN, type RunRecord } from "../../src/store/runs/runs.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const HOUR = 60 * 60_000;
const HOOK = "https://a.example/hook";

const page = (n: number, over: Partial<ToldPage> = {}): ToldPage => ({
  url: `https://shop.example/${n}`,
  status: "completed",
  items: 1,
  error: null,
  records: [{ n }],
  ...over,
});
const pages = (count: number): ToldPage[] => Array.from({ length: count }, (_, n) => page(n));

const openWorld = async () => {
  const world = createWebhookWorld();
  const run: RunRecord = {
    ...NEW_RUN,
    id: "run-1",
    accountId: world.accountId,
    flowId: "flow-1",
    flowName: "Shop",
    flowVersion: 1,
    queue: "runs",
    origin: "api",
    retentionDays: 7,
    startedAt: new Date(world.now()).toISOString(),
    cost: { compute: 0, table: 0, objects: 0, queue: 0 },
    hasSlot: true,
  };
  const hook = await world.addWebhook(HOOK, ["run.page"]);
  /** Commits the events of pages, and announces them. */
  const tell = async (told: readonly ToldPage[]): Promise<string[]> => {
    const writes = await createPageEvents(world.deps, run)("1-1", told);
    await world.store.commit(writes);
    const ids = world.store.outbox.eventsIn(writes).map(({ id }) => id);
    for (const id of ids) await world.announce(id);
    return ids;
  };
  const sent = () => world.received.map(({ body }) => JSON.parse(body).data.url.split("/").at(-1));
  const idsSent = () => world.received.map(({ headers }) => headers["webhook-id"]);
  return { ...world, run, hook, tell, sent, idsSent };
};

describe("an event about pages", () => {
  it("is sent as one request per page, in order, each with its own id", async () => {
    const { world, tell, pass, sent, idsSent, received, hook, deliveriesTo } = await openWorld();
    world.reply = 200;
    const ids = await tell(pages(120));
    expect(ids).toHaveLength(3);
    await pass(HOUR);
    expect(sent()).toEqual(pages(120).map((_, n) => String(n)));
    expect(new Set(idsSent()).size).toBe(120);
    expect(idsSent()[0]).toBe(`${ids[0]}-0`);
    expect(JSON.parse(received[7]?.body ?? "")).toEqual({
      type: "run.page",
      timestamp: expect.any(String),
      data: {
        runId: "run-1",
        flowId: "flow-1",
        flowName: "Shop",
        ...page(7),
        dashboardUrl: "https://app.example/dashboard/runs/run-1",
      },
    });
    const deliveries = await deliveriesTo(hook.id);
    expect(deliveries.map(({ status, left }) => [status, left])).toEqual(Array(3).fill(["succeeded", []]));
  });

  it("sends again only the page that is refused, and the others at once", async () => {
    const { world, tell, pass, received, sent, hook, deliveriesTo } = await openWorld();
    world.reply = () => (received.at(-1)?.body.includes('shop.example/1"') ? 500 : 200);
    await tell(pages(4));
    await pass(1_000);
    expect(sent()).toEqual(["0", "1", "2", "3"]);
    await pass(HOUR);
    expect(sent().slice(4)).toEqual(["1", "1", "1"]);
    expect((await deliveriesTo(hook.id))[0]).toMatchObject({ status: "pending", left: [1] });
    world.reply = 200;
    await pass(4 * HOUR);
    expect((await deliveriesTo(hook.id))[0]).toMatchObject({ status: "succeeded", left: [] });
  });

  it("costs one attempt while the receiver is down, however many pages wait", async () => {
    const { world, tell, pass, received, sent } = await openWorld();
    world.reply = "timeout";
    await tell(pages(50));
    await pass(1_000);
    expect(received).toHaveLength(1);
    world.reply = 200;
    await pass(HOUR);
    expect(sent()).toEqual(["0", ...pages(50).map((_, n) => String(n))]);
  });

  it("repeats pages with the same ids if a worker dies between them, and loses none", async () => {
    const { world, deps, tell, pass, sent, idsSent } = await openWorld();
    world.reply = 200;
    await tell(pages(5));
    const { post } = deps;
    let isKilled = false;
    Object.assign(deps, {
      post: async (...call: Parameters<typeof post>) => {
        if (!isKilled && sent().length === 3) {
          isKilled = true;
          throw new Error("killed");
        }
        return post(...call);
      },
    });
    await expect(pass(1)).rejects.toThrow("killed");
    await pass(HOUR);
    expect(sent()).toEqual(["0", "1", "2", "0", "1", "2", "3", "4"]);
    expect(new Set(idsSent()).size).toBe(5);
  });

  it("can be replayed as a whole with the same ids", async () => {
    const { world, deps, caller, tell, pass, idsSent, hook, deliveriesTo } = await openWorld();
    world.reply = 200;
    await tell(pages(2));
    await pass(1_000);
    const [delivery] = await deliveriesTo(hook.id);
    await replayDelivery(deps, caller, delivery?.id ?? "");
    await pass(1_000);
    expect(idsSent()).toHaveLength(4);
    expect(idsSent().slice(2)).toEqual(idsSent().slice(0, 2));
  });

  it("is cancelled if the run was deleted before it could be sent", async () => {
    const { world, deps, tell, pass, received, hook, deliveriesTo } = await openWorld();
    world.reply = 200;
    await tell(pages(2));
    deps.objects.kept.clear();
    await pass(1_000);
    expect(received).toEqual([]);
    expect((await deliveriesTo(hook.id))[0]).toMatchObject({ status: "cancelled", nextAttemptAt: null });
  });

  it("leaves out records beyond a megabyte, and says how many there are", async () => {
    const { world, tell, pass, received } = await openWorld();
    world.reply = 200;
    const record = { text: "é".repeat(200_000) };
    await tell([page(0, { items: 4, records: [record, record, record, record] })]);
    await pass(1_000);
    const { data } = JSON.parse(received[0]?.body ?? "");
    expect([data.items, data.records.length]).toEqual([4, 2]);
  });

  it("is not written if no webhook subscribes", async () => {
    const { run, deps, accountId, store } = await openWorld();
    const [hook] = (await store.webhooks.list(accountId, { limit: 1 })).records;
    if (hook) await store.commit(store.webhooks.change(hook, { active: false }));
    expect(await createPageEvents(deps, run)("1-1", pages(3))).toEqual([]);
    expect(deps.objects.kept.size).toBe(0);
  });
});
