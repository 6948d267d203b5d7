import { describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { deliverWebhook } from "../../src/domain/webhooks/deliver.ts";
import { replayDelivery } from "../../src/domain/webhooks/deliveries.ts";
import { testWebhook } from "../../src/domain/webhooks/testWebhook.ts";
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { openTestTable } from "../helpers/testStore.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const URL_A = "https://a.example/hook";
const URL_B = "https://b.example/hook";

describe("a delivery", () => {
  it("is attempted on schedule, with the same body and webhook-id, and then fails", async () => {
    const { world, addWebhook, happen, announce, pass, received, deliveriesTo } = createWebhookWorld();
    world.reply = () => (received.length % 2 === 0 ? 500 : "timeout");
    const hook = await addWebhook(URL_A);
    const id = await happen();
    await announce(id);
    await pass(4 * DAY);
    const waits = received.slice(1).map(({ atMs }, i) => atMs - (received[i]?.atMs ?? 0));
    const scheduled = [
      5_000,
      5 * MINUTE,
      30 * MINUTE,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
    ];
    expect(waits).toHaveLength(scheduled.length);
    for (const [i, wait] of waits.entries()) {
      expect(wait - (scheduled[i] ?? 0)).toBeGreaterThanOrEqual(0);
      expect(wait - (scheduled[i] ?? 0)).toBeLessThan(1_000);
    }
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
    expect(new Set(received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
    const [delivery] = await deliveriesTo(hook.id);
    expect(delivery).toMatchObject({ status: "failed", step: 10, nextAttemptAt: null });
    expect(delivery?.attempts.map(({ httpStatus }) => httpStatus)).toEqual(
      Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? null : 500)),
    );
  });

  it("is attempted once when its message arrives ten times", async () => {
    const { world, addWebhook, happen, announce, queue, received, deps, accountId, deliveriesTo } =
      createWebhookWorld();
    world.reply = 200;
    const hook = await addWebhook(URL_A);
    await announce(await happen());
    queue.length = 0;
    const [delivery] = await deliveriesTo(hook.id);
    const message = { type: "delivery", accountId, deliveryId: delivery?.id ?? "" } as const;
    await Promise.all(Array.from({ length: 10 }, () => deliverWebhook(deps, message)));
    expect(received).toHaveLength(1);
    expect(deps.metrics.deliveries).toEqual([{ channel: "webhook", succeeded: true }]);
    expect((await deliveriesTo(hook.id))[0]).toMatchObject({ status: "succeeded", nextAttemptAt: null });
  });

  it("is attempted again with the same webhook-id if its worker crashed", async () => {
    const { world, addWebhook, happen, announce, drain, pass, received, deliveriesTo } = createWebhookWorld();
    world.reply = 200;
    const hook = await addWebhook(URL_A);
    await announce(await happen());
    world.beforeReply = async () => {
      throw new Error("killed");
    };
    await expect(drain()).rejects.toMatchObject({
      name: "DeliveryFailed",
      stage: "send",
      message: "A delivery failed while sending it: killed",
    });
    world.beforeReply = async () => {};
    await pass(5 * MINUTE);
    expect(received).toHaveLength(2);
    expect(received[0]?.headers["webhook-id"]).toBe(received[1]?.headers["webhook-id"]);
    expect((await deliveriesTo(hook.id))[0]?.status).toBe("succeeded");
  });

  it("waits as long as a 429 or 503 asks", async () => {
    const { world, addWebhook, happen, announce, pass, received } = createWebhookWorld();
    world.reply = () => (received.length === 1 ? { httpStatus: 503, retryAfter: "3600" } : 200);
    await addWebhook(URL_A);
    await announce(await happen());
    await pass(59 * MINUTE);
    expect(received).toHaveLength(1);
    await pass(3 * MINUTE);
    expect(received).toHaveLength(2);
  });

  it("is dropped when its webhook is disabled or deleted", async () => {
    const { addWebhook, happen, announce, pass, received, deliveriesTo, deps, caller } = createWebhookWorld();
    const [a, b] = [await addWebhook(URL_A), await addWebhook(URL_B)];
    await announce(await happen());
    await updateWebhook(deps, caller, a.id, { active: false });
    await deleteWebhook(deps, caller, b.id);
    await pass(10 * MINUTE);
    expect(received).toHaveLength(0);
    for (const { id } of [a, b]) expect((await deliveriesTo(id))[0]?.status).toBe("cancelled");
  });

  it("can be resent from the start with the same webhook-id, but not while it is in progress", async () => {
    const { world, addWebhook, happen, announce, drain, received, deliveriesTo, deps, caller } =
      createWebhookWorld();
    world.reply = 200;
    const hook = await addWebhook(URL_A);
    await announce(await happen());
    const [{ id } = { id: "" }] = await deliveriesTo(hook.id);
    await expect(replayDelivery(deps, caller, id)).rejects.toMatchObject({ code: "conflict" });
    await drain();
    await replayDelivery(deps, caller, id);
    await drain();
    expect(received).toHaveLength(2);
    expect(received[1]).toMatchObject({ body: received[0]?.body });
    expect(received[1]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"]);
    expect((await deliveriesTo(hook.id))[0]).toMatchObject({ status: "succeeded", step: 1 });
    expect((await deliveriesTo(hook.id))[0]?.attempts).toHaveLength(2);
    const other = { ...caller, accountId: "acct-other" };
    await expect(replayDelivery(deps, other, id)).rejects.toMatchObject({ code: "not-found" });
  });

  it("is deleted after 30 days, and no longer counted", async () => {
    const { world, addWebhook, happen, announce, pass, store, accountId } = createWebhookWorld();
    world.reply = 200;
    const hook = await addWebhook(URL_A);
    await announce(await happen());
    const total = async () => (await store.deliveries.list(accountId, hook.id, { limit: 1 })).total;
    await pass(29 * DAY);
    expect(await total()).toBe(1);
    await pass(2 * DAY);
    expect(await total()).toBe(0);
  });
});

describe("a failing webhook", () => {
  const alertsOf = async ({ store, accountId }: ReturnType<typeof createWebhookWorld>) =>
    (await store.alerts.list(accountId, {}, { limit: 10 })).records;

  it("is disabled at once by 410, with one alert and one event to the others", async () => {
    const it410 = createWebhookWorld();
    const { world, addWebhook, happen, announce, pass, received, store, accountId, deps, caller } = it410;
    world.reply = (url) => (url === URL_A ? 410 : 200);
    const gone = await addWebhook(URL_A);
    await addWebhook(URL_B, ["webhook.disabled", "alert.created"]);
    await Promise.all([announce(await happen()), announce(await happen())]);
    await pass(5 * MINUTE);
    expect(await store.webhooks.get(accountId, gone.id)).toMatchObject({ active: false });
    expect(received.filter(({ url }) => url === URL_A)).toHaveLength(1);
    expect(await alertsOf(it410)).toMatchObject([
      { type: "webhook_disabled", severity: "warning", flowId: null },
    ]);
    const told = received.filter(({ url }) => url === URL_B).map(({ body }) => JSON.parse(body));
    expect(told.map(({ type }) => type).sort()).toEqual(["alert.created", "webhook.disabled"]);
    expect(told.find(({ type }) => type === "webhook.disabled").data).toMatchObject({
      id: gone.id,
      active: false,
      reason: "gone",
    });
    await updateWebhook(deps, caller, gone.id, { active: true });
    await announce(await happen());
    await pass(MINUTE);
    expect(await alertsOf(it410)).toHaveLength(2);
  });

  it("is disabled after five days of failures, not before", async () => {
    const failing = createWebhookWorld();
    const { addWebhook, happen, announce, pass, store, accountId, received, now } = failing;
    const hook = await addWebhook(URL_A);
    const isActive = async () => (await store.webhooks.get(accountId, hook.id))?.active;
    const beganMs = now();
    await announce(await happen());
    await pass(3 * DAY);
    await announce(await happen());
    await pass(2 * DAY - HOUR);
    expect(await isActive()).toBe(true);
    await pass(DAY);
    expect(await isActive()).toBe(false);
    expect((received.at(-1)?.atMs ?? 0) - beganMs).toBeGreaterThanOrEqual(5 * DAY);
    expect(await alertsOf(failing)).toHaveLength(1);
  });

  it("has its failures cleared by one success", async () => {
    const { world, addWebhook, happen, announce, pass, drain, store, accountId } = createWebhookWorld();
    const hook = await addWebhook(URL_A);
    await announce(await happen());
    await pass(4 * DAY);
    world.reply = 204;
    await announce(await happen());
    await drain();
    expect(await store.webhooks.get(accountId, hook.id)).not.toHaveProperty("failingSince");
    world.reply = 500;
    await announce(await happen());
    await pass(2 * DAY);
    expect((await store.webhooks.get(accountId, hook.id))?.active).toBe(true);
  });

  it("has its failures cleared by a new URL, and ignores answers of the old one", async () => {
    const { world, addWebhook, happen, announce, pass, drain, store, accountId, deps, caller } =
      createWebhookWorld();
    const hook = await addWebhook(URL_A);
    const read = () => store.webhooks.get(accountId, hook.id);
    await announce(await happen());
    await pass(6 * DAY);
    expect(await read()).toHaveProperty("failingSince");
    const move = (url: string) => updateWebhook(deps, caller, hook.id, { url });
    await move(URL_B);
    expect(await read()).not.toHaveProperty("failingSince");
    await announce(await happen());
    await drain();
    expect(await read()).toMatchObject({ active: true, url: URL_B, failingSince: expect.any(String) });

    for (const late of [410, 500, 200]) {
      const [from, to] = [`https://old-${late}.example/`, `https://new-${late}.example/`];
      await move(from);
      world.reply = late;
      world.beforeReply = async () => {
        world.beforeReply = async () => {};
        await move(to);
      };
      await announce(await happen());
      await drain();
      expect(await read()).toMatchObject({ active: true, url: to });
      expect(await read()).not.toHaveProperty("failingSince");
    }
  });

  it("is not charged with the failure of a test", async () => {
    const { world, addWebhook, store, accountId, deps, caller, received, pass } = createWebhookWorld();
    world.reply = 410;
    const hook = await addWebhook(URL_A);
    const delivery = await testWebhook(deps, caller, hook.id);
    expect(delivery).toMatchObject({
      event: "webhook.test",
      status: "failed",
      attempts: [{ httpStatus: 410 }],
    });
    await pass(10 * MINUTE);
    expect(received).toHaveLength(1);
    expect(await store.webhooks.get(accountId, hook.id)).toMatchObject({ active: true });
  });
});

describe("the secret of a webhook", () => {
  it("signs together with its successor for 24 hours, and is stored nowhere in plain text", async () => {
    const { world, addWebhook, happen, announce, drain, pass, received, deps, caller, accountId } =
      createWebhookWorld();
    world.reply = 200;
    const hook = await addWebhook(URL_A);
    const fresh = await rotateWebhookSecret(deps, caller, hook.id);
    expect(fresh.secret).toMatch(/^whsec_/);
    const signs = async (secret = "") => {
      await announce(await happen());
      await drain();
      const last = received.at(-1);
      if (!last) return false;
      const { headers, body, atMs } = last;
      const expected = new Webhook(secret).sign(headers["webhook-id"] ?? "", new Date(atMs), body);
      return (headers["webhook-signature"] ?? "").split(" ").includes(expected);
    };
    expect([await signs(hook.secret), await signs(fresh.secret)]).toEqual([true, true]);
    await pass(25 * HOUR);
    expect([await signs(hook.secret), await signs(fresh.secret)]).toEqual([false, true]);
    const items = JSON.stringify(await openTestTable().query({ pk: `WEBHOOKS#${accountId}` }));
    for (const secret of [hook.secret, fresh.secret]) expect(items).not.toContain(secret);
  });

  it("is rotated by only one of two simultaneous requests", async () => {
    const { addWebhook, deps, caller } = createWebhookWorld();
    const hook = await addWebhook(URL_A);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => rotateWebhookSecret(deps, caller, hook.id)),
    );
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeLessThan(4);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: "conflict" } });
  });
});
