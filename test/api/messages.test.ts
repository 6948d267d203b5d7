import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount, testService, until } from "../helpers/api.ts";
import { HOSTILE_TEXTS } from "../helpers/hostileTexts.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../helpers/webhookReceiver.ts";

let receiver: WebhookReceiver;
let pages: PageServer;
let prices = [10, 20, 30, 40, 50, 60, 70];

const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[^\n\t -~\u0080-\ud7ff]/g, "");

const shop = (): string =>
  `<html><body><main>${prices
    .map(
      (price, at) =>
        `<article><h2>${escapeHtml(HOSTILE_TEXTS[at] ?? "")} ${at}</h2><p class="price">€${price}.00</p></article>`,
    )
    .join("")}</main></body></html>`;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  pages = await startPageServer({ "/shop": () => ({ body: shop() }), "/ok": { body: "<h1>Fine</h1>" } });
});
afterAll(() => Promise.all([receiver.stop(), pages.stop()]));

const add = async (account: Api, wish: object) => {
  const { status, body } = await account.post("/webhooks", wish);
  expect([status, body]).toEqual([201, body]);
  return body.data;
};

const arrived = (path: string) =>
  until(
    async () => receiver.delivered.filter((delivery) => delivery.path === path),
    (list) => list.length > 0,
  );

describe("a monitor's change", () => {
  it("is sent as a message in every format, with its first changes and a link, and mentions nobody", async () => {
    const account = await newAccount();
    const { id: flowId } = (
      await account.post("/flows", {
        name: "Shop @everyone",
        mode: "monitor",
        url: `${pages.url}/shop`,
        steps: [{ type: "extract", selector: "article", fields: ["title: h2", "price: .price"] }],
        outputSchema: { price: "price" },
        monitor: { key: ["title"] },
      })
    ).body.data;
    const run = async () => endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
    await run();
    const url = (path: string) => `${receiver.url}${path}`;
    for (const format of ["slack", "discord", "teams"])
      await add(account, { format, url: url(`/${format}`) });
    await add(account, { format: "ntfy", url: url("/topic-1"), headers: { Authorization: "Bearer tk_1" } });
    await add(account, {
      format: "custom",
      url: url("/custom"),
      template: { text: "{{title}}", list: ["{{changes}}"], at: "{{dashboardUrl}}" },
      headers: { "X-Token": "canary-4711" },
    });
    await add(account, { format: "custom", url: url("/text"), template: "{{flowName}}\n{{title}}" });
    await add(account, { url: url("/json"), events: ["alert.created"] });
    await add(account, { format: "discord", url: url("/other"), flowIds: [(await otherFlow(account)).id] });
    prices = prices.map((price) => price - 1);
    await run();

    const [json] = await arrived("/json");
    const { data } = JSON.parse(json?.body ?? "");
    expect(data).toMatchObject({
      type: "change_detected",
      flowId,
      flowName: "Shop @everyone",
      title: "7 prices fell in Shop @everyone",
      dashboardUrl: `${testService().dashboard}/alerts?alert=${data.id}`,
      change: { added: 0, removed: 0, changed: 7, more: 2 },
    });
    expect(data.change.top).toHaveLength(5);

    const bodies = {
      slack: (await arrived("/slack"))[0],
      discord: (await arrived("/discord"))[0],
      teams: (await arrived("/teams"))[0],
      ntfy: (await arrived("/"))[0],
      custom: (await arrived("/custom"))[0],
      text: (await arrived("/text"))[0],
    };
    for (const [format, message] of Object.entries(bodies)) {
      const body = message?.body ?? "";
      expect([format, body]).toEqual([format, expect.stringContaining("7 prices fell in Shop")]);
      expect([format, body]).toEqual([format, expect.not.stringMatching(/@everyone|@here|<!|<@/)]);
      if (format !== "text") expect(body).toContain(data.dashboardUrl);
      if (format !== "text") expect(body).toMatch(/… and 2 more/);
    }
    expect(bodies.ntfy?.headers.authorization).toBe("Bearer tk_1");
    expect(JSON.parse(bodies.ntfy?.body ?? "").topic).toBe("topic-1");
    expect(bodies.custom?.headers).toMatchObject({
      "x-token": "canary-4711",
      "content-type": "application/json",
    });
    expect(bodies.text?.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(bodies.text?.body.split("\n")).toHaveLength(2);
    expect(receiver.delivered.filter(({ path }) => path === "/other")).toEqual([]);
  });
});

const otherFlow = async (account: Api) =>
  (await account.post("/flows", { name: "Other", mode: "extract", url: `${pages.url}/ok` })).body.data;

describe("a webhook that sends messages", () => {
  it("never shows its URL or headers, and can be PUT back as GET returned it", async () => {
    const account = await newAccount();
    const made = await add(account, {
      format: "custom",
      url: `${receiver.url}/bot-canary-4711/send`,
      template: { text: "{{title}}" },
      headers: { Authorization: "Bearer canary-4712", "X-Room": "canary-4713" },
    });
    expect(made).toMatchObject({
      format: "custom",
      events: ["alert.created"],
      headers: { Authorization: "…", "X-Room": "…" },
    });
    expect(made.secret).toBeUndefined();
    const change = (body: object) => account.put(`/webhooks/${made.id}`, body);
    expect((await change(made)).body.data).toEqual(made);
    const test = async () => {
      const { body } = await account.post(`/webhooks/${made.id}/test`);
      expect(body.data.status).toBe("succeeded");
      return receiver.delivered.at(-1);
    };
    expect(await test()).toMatchObject({
      path: "/bot-canary-4711/send",
      body: '{"text":"Test message"}',
      headers: { authorization: "Bearer canary-4712", "x-room": "canary-4713" },
    });
    // One header is kept, one replaced; the address stays.
    const kept = await change({ headers: { Authorization: "…", "X-Room": "lobby" }, template: "{{event}}" });
    expect(kept.body.data.headers).toEqual({ Authorization: "…", "X-Room": "…" });
    expect(await test()).toMatchObject({
      path: "/bot-canary-4711/send",
      body: "webhook.test",
      headers: { authorization: "Bearer canary-4712", "x-room": "lobby" },
    });
    await change({ headers: null });
    expect((await test())?.headers.authorization).toBeUndefined();
    const unknown = await change({ headers: { "X-New": "…" } });
    expect(unknown).toMatchObject({ status: 400, body: { error: { details: [{ path: "headers.X-New" }] } } });
    for (const path of ["/webhooks", `/webhooks/${made.id}/deliveries`, "/audit", "/activity"])
      expect(JSON.stringify((await account.get(path)).body)).not.toContain("canary");
  });

  it("refuses options that its format does not support", async () => {
    const account = await newAccount();
    const url = `${receiver.url}/x`;
    for (const [wish, path] of [
      [{ format: "custom", url }, "template"],
      [{ format: "custom", url, template: "{{nothing}}" }, "template"],
      [{ format: "custom", url, template: "x", headers: { Host: "inner" } }, "headers.Host"],
      [{ format: "ntfy", url: `${receiver.url}/a/b` }, "url"],
      [{ format: "teams", url, events: ["run.failed"] }, "events"],
      [{ url, events: ["run.failed"], flowIds: ["flow-1"] }, "flowIds"],
    ] as const)
      expect(await account.post("/webhooks", wish)).toMatchObject({
        status: 400,
        body: { error: { code: "invalid-request", details: [{ path }] } },
      });
    const made = await add(account, { format: "discord", url });
    for (const patch of [{ template: "x" }, { headers: { A: "b" } }, { events: ["run.failed"] }])
      expect((await account.put(`/webhooks/${made.id}`, patch)).status).toBe(400);
  });

  it("says since when its receiver has been failing, can be resent before its next attempt, and recovers", async () => {
    const account = await newAccount();
    receiver.behave("/refuses", { status: 400 });
    const made = await add(account, {
      format: "custom",
      url: `${receiver.url}/refuses`,
      template: "{{title}}",
      events: ["run.completed"],
    });
    const { id: flowId } = await otherFlow(account);
    await endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
    const read = async () => (await account.get(`/webhooks/${made.id}`)).body.data;
    const failing = await until(read, ({ failing }) => failing !== undefined);
    // The answer of a private receiver is never shown.
    expect(failing.failing).toEqual({ since: expect.any(String), httpStatus: 400, error: null, reply: null });
    const last = async () => (await account.get(`/webhooks/${made.id}/deliveries`)).body.data[0];
    const waiting = await until(last, ({ attempts, nextAttemptAt }) => {
      const inMs = Date.parse(nextAttemptAt) - Date.now();
      return attempts.length >= 2 && inMs > 120_000;
    });
    expect(waiting.status).toBe("pending");
    receiver.behave("/refuses", { status: 200 });
    expect((await account.post(`/deliveries/${waiting.id}/replay`)).status).toBe(200);
    await until(last, ({ status }) => status === "succeeded");
    expect((await read()).failing).toBeUndefined();
  });
});
