import { describe, expect, it } from "@jest/globals";
import type { AlertSeverity } from "../../src/contract/account/alerts.ts";
import { raiseAlert, raiseOnce } from "../../src/domain/alerts/alerts.ts";
import { announceEvents } from "../../src/domain/outbox/events.ts";
import { plainForSlack } from "../../src/domain/webhooks/formats/slack.ts";
import { testWebhook } from "../../src/domain/webhooks/testWebhook.ts";
import { rotateWebhookSecret, updateWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ADDRESS = "https://hooks.slack.example/services/T0/B0/secret-canary-4711";

const NOW_TO_NINE = { from: "05:00", to: "09:00", timezone: "UTC" } as const;

/** A world in which alerts are raised, as runs raise them. */
const createAlertWorld = () => {
  const made = createWebhookWorld();
  const { deps, store, accountId, received } = made;
  const alert = (severity: AlertSeverity, message: string, cause: string) =>
    ({ type: "run_failed", severity, flowId: null, title: message, message, cause }) as const;
  return {
    ...made,
    raise: async (severity: AlertSeverity, message: string, cause: string = crypto.randomUUID()) => {
      const writes = await raiseOnce(deps, accountId, alert(severity, message, cause));
      if (writes.length > 0) await store.commit(writes);
      await announceEvents(deps, writes);
    },
    raiseAtOnce: async (message: string, cause: string) => {
      const writes = raiseAlert(deps, accountId, alert("warning", message, cause));
      await store.commit(writes);
      await announceEvents(deps, writes);
    },
    texts: () => received.map(({ body }) => (JSON.parse(body) as { text: string }).text),
  };
};

describe("an alert to Slack", () => {
  it("is one unsigned message, sent to the full URL", async () => {
    const { world, addSlack, raise, pass, received, texts } = createAlertWorld();
    world.reply = 200;
    await addSlack(ADDRESS);
    await raise("warning", "A run of Books failed.");
    await pass(MINUTE);
    expect(texts()).toEqual(["Warning: A run of Books failed."]);
    expect(received[0]?.url).toBe(ADDRESS);
    expect(Object.keys(received[0]?.headers ?? {})).toEqual(["content-type", "user-agent"]);
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      mrkdwn: false,
      parse: "none",
      link_names: false,
      unfurl_links: false,
    });
  });

  it("is sent once per cause, however often the alert arrives and is announced", async () => {
    const { world, addSlack, raise, raiseAtOnce, announce, announced, pass, texts } = createAlertWorld();
    world.reply = 200;
    await addSlack(ADDRESS);
    for (let n = 0; n < 5; n += 1)
      await raise("warning", `Failed for the ${n + 1}. time`, "run_failed:flow-1");
    await expect(raiseAtOnce("again", "run_failed:flow-1")).rejects.toThrow();
    for (const id of announced) await announce(id);
    await pass(HOUR);
    expect(texts()).toEqual(["Warning: Failed for the 1. time"]);
  });

  it("is sent from the chosen severity on", async () => {
    const { world, addSlack, raise, pass, texts } = createAlertWorld();
    world.reply = 200;
    await addSlack(ADDRESS, { minSeverity: "warning" });
    await raise("info", "small");
    await raise("warning", "middle");
    await raise("critical", "large");
    await pass(MINUTE);
    expect(texts().toSorted()).toEqual(["Critical: large", "Warning: middle"]);
  });

  it("waits for quiet hours to end, without an attempt, unless it is critical", async () => {
    const { world, addSlack, raise, pass, received, texts, deliveriesTo } = createAlertWorld();
    world.reply = 200;
    const { id } = await addSlack(ADDRESS, { quietHours: NOW_TO_NINE });
    await raise("warning", "can wait");
    await raise("critical", "cannot");
    await pass(2 * HOUR);
    expect(texts()).toEqual(["Critical: cannot"]);
    const waiting = (await deliveriesTo(id)).find(({ status }) => status === "pending");
    expect(waiting).toMatchObject({ attempts: [], nextAttemptAt: "2026-11-21T09:00:00.000Z" });
    await pass(HOUR + MINUTE);
    expect(texts()).toEqual(["Critical: cannot", "Warning: can wait"]);
    expect(received[1]?.atMs).toBeGreaterThanOrEqual(Date.parse("2026-11-21T09:00:00.000Z"));
  });

  it.each([
    ["UTC", "06:00", "07:00", true],
    ["UTC", "05:00", "06:00", false],
    ["UTC", "22:00", "07:00", true],
    ["Asia/Tokyo", "14:30", "15:30", true],
    ["Asia/Tokyo", "06:00", "07:00", false],
  ])("in %s with quiet hours from %s to %s waits at 6:00 UTC: %s", async (timezone, from, to, waits) => {
    const { world, addSlack, raise, pass, received } = createAlertWorld();
    world.reply = 200;
    await addSlack(ADDRESS, { quietHours: { timezone, from, to } });
    await raise("info", "an alert");
    await pass(MINUTE);
    expect(received.length).toBe(waits ? 0 : 1);
  });
});

describe("Slack's answer", () => {
  it.each([
    [404, "unknown", /answered 404 Not Found/],
    [410, "gone", /410 Gone/],
  ])("%i disables the webhook, and raises an alert", async (status, reason, words) => {
    const { world, addSlack, raise, pass, store, accountId, received, mails, open } = createAlertWorld();
    await open();
    world.reply = status;
    const { id } = await addSlack(ADDRESS);
    await raise("warning", "first");
    await pass(HOUR);
    await raise("warning", "second");
    await pass(HOUR);
    expect(received.length).toBe(1);
    expect((await store.webhooks.get(accountId, id))?.active).toBe(false);
    const alerts = (await store.alerts.list(accountId, {}, { limit: 10 })).records;
    expect(alerts.find(({ type }) => type === "webhook_disabled")?.message).toMatch(words);
    const mail = (await mails()).find(({ template }) => template === "webhook-disabled");
    expect(mail?.subject).toContain("hooks.slack.example");
    const audit = (await store.journal.listAudit(accountId, { limit: 10 })).records;
    expect(audit.find(({ action }) => action === "webhook.disabled")?.metadata).toEqual({ reason });
  });

  it("429 delays the next attempt as long as it asks", async () => {
    const { world, addSlack, raise, pass, received } = createAlertWorld();
    world.reply = () => (received.length === 1 ? { httpStatus: 429, retryAfter: "90" } : 200);
    await addSlack(ADDRESS);
    await raise("warning", "an alert");
    await pass(HOUR);
    expect(received.length).toBe(2);
    expect((received[1]?.atMs ?? 0) - (received[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(90_000);
  });

  it("500 is retried at growing intervals", async () => {
    const { world, addSlack, raise, pass, received, deliveriesTo } = createAlertWorld();
    world.reply = () => (received.length < 4 ? 500 : 200);
    const { id } = await addSlack(ADDRESS);
    await raise("warning", "an alert");
    await pass(4 * HOUR);
    const waits = received.slice(1).map(({ atMs }, n) => atMs - (received[n]?.atMs ?? 0));
    expect(waits.length).toBe(3);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect((await deliveriesTo(id))[0]?.status).toBe("succeeded");
  });
});

describe("the URL of a Slack channel", () => {
  it("is encrypted, and appears in no response, event or audit entry", async () => {
    const { world, deps, caller, addSlack, store, accountId, received } = createAlertWorld();
    world.reply = 200;
    const made = await addSlack(ADDRESS);
    expect(made).toMatchObject({
      url: "https://hooks.slack.example/…4711",
      format: "slack",
      events: ["alert.created"],
    });
    expect(made.secret).toBeUndefined();
    const tested = await testWebhook(deps, caller, made.id);
    expect(tested.status).toBe("succeeded");
    expect(received[0]).toMatchObject({
      url: ADDRESS,
      body: expect.stringContaining("This is a test event."),
    });
    const other = `${ADDRESS.slice(0, -4)}4712`;
    // What GET gave can be PUT, and changes nothing.
    expect(await updateWebhook(deps, caller, made.id, { url: made.url })).toMatchObject({ url: made.url });
    const moved = await updateWebhook(deps, caller, made.id, { url: other, quietHours: NOW_TO_NINE });
    expect(moved).toMatchObject({ url: "https://hooks.slack.example/…4712", quietHours: NOW_TO_NINE });
    await testWebhook(deps, caller, made.id);
    expect(received[1]?.url).toBe(other);
    const kept = [
      await store.webhooks.get(accountId, made.id),
      await store.journal.listAudit(accountId, { limit: 50 }),
      await store.deliveries.list(accountId, made.id, { limit: 50 }),
      made,
      tested,
      moved,
    ];
    expect(JSON.stringify(kept)).not.toContain("canary");
    await expect(rotateWebhookSecret(deps, caller, made.id)).rejects.toMatchObject({ code: "conflict" });
    for (const wish of [{ events: ["run.failed" as const] }])
      await expect(updateWebhook(deps, caller, made.id, wish)).rejects.toMatchObject({
        code: "invalid-request",
      });
  });
});

describe("page content in a Slack message", () => {
  it.each([
    "<!channel>",
    "<!here|everyone>",
    "<@U012AB3CD>",
    "<https://evil.example|your bank>",
    "&lt;!channel&gt;",
  ])("%s is shown as it is", (words) => {
    const text = plainForSlack(words);
    expect(text).not.toMatch(/[<>]/);
    expect(text.replaceAll(/&(?!amp;|lt;|gt;)/g, "!")).toBe(text);
  });

  it.each(["@here", "@channel @all", "#general", "http://evil.example", "www.evil.example"])(
    "%s is neither a mention nor a link in plain text",
    (words) => {
      const text = plainForSlack(words);
      expect(text).not.toMatch(/[@#](?=\w)|:\/\/(?=\w)|www(?=\.)/);
      expect(text.replaceAll("\u2060", "")).toBe(words);
    },
  );

  it("is cut before it fills a screen, and never in the middle of a character", () => {
    expect([...plainForSlack("😀".repeat(5_000))].length).toBe(3_000);
  });
});
