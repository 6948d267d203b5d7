import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../helpers/webhookReceiver.ts";

let receiver: WebhookReceiver;
let pages: PageServer;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  pages = await startPageServer({ "/ok": { body: "<h1>Fine</h1>" } });
});
afterAll(() => Promise.all([receiver.stop(), pages.stop()]));

let made = 0;
/** A path of the receiver that no other test uses. */
const newPath = (): string => {
  made += 1;
  return `/hook-${made}`;
};
const deliveredTo = (path: string) => receiver.delivered.filter((delivery) => delivery.path === path);

const addWebhook = async (account: Api, path: string, over: object = {}) => {
  const asked = { url: receiver.url + path, events: ["run.completed", "run.failed"], ...over };
  const { status, body } = await account.post("/webhooks", asked);
  expect(status).toBe(201);
  return body.data;
};

const run = async (account: Api, path: string) => {
  const flow = { name: "Watched", url: pages.url + path, mode: "extract" };
  const steps = [{ type: "extract", fields: ["title: h1"] }];
  const { id } = (await account.post("/flows", { ...flow, steps })).body.data;
  return endOfRun(account, (await account.post("/runs", { flowId: id })).body.data.id);
};

const deliveries = async (account: Api, id: string) =>
  (await account.get(`/webhooks/${id}/deliveries`)).body.data;

describe("webhooks", () => {
  it("are created and listed as documented, and never show a given secret", async () => {
    const account = await newAccount();
    const url = `${receiver.url}/x`;
    const secret = "whsec_Y2FuYXJ5LWNhbmFyeS1jYW5hcnk=";
    const created = await account.post("/webhooks", {
      url,
      events: ["run.completed", "alert.created"],
      secret,
    });
    const data = {
      id: expect.stringMatching(/^wh-\d+$/),
      url,
      events: ["run.completed", "alert.created"],
      format: "json",
      minSeverity: null,
      quietHours: null,
      active: true,
      createdAt: expect.stringMatching(/Z$/),
    };
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toEqual({ data });
    expect((await account.get("/webhooks")).body).toEqual({ data: [data], total: 1 });
    const other = await addWebhook(account, "/x");
    expect(other.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(JSON.stringify((await account.get("/webhooks")).body)).not.toMatch(/whsec_|secret/);
    expect(JSON.stringify((await account.get("/audit")).body)).not.toMatch(/whsec_|Y2FuYXJ5/);
  });

  it("are refused with an unknown event, an invalid URL or a private address", async () => {
    const account = await newAccount();
    const post = (over: object) =>
      account.post("/webhooks", { url: `${receiver.url}/x`, events: ["run.failed"], ...over });
    for (const over of [
      { events: ["run.exploded"] },
      { events: [] },
      { url: "ftp://hooks.example/" },
      { url: "no url" },
      { secret: "" },
      { colour: "red" },
    ])
      expect(await post(over)).toMatchObject({ status: 400, body: { error: { code: "invalid-request" } } });
    for (const url of [
      "http://127.0.0.1:1/",
      "http://169.254.169.254/",
      "http://localhost/",
      "http://[::1]/",
    ])
      expect(await post({ url })).toMatchObject({ status: 422, body: { error: { code: "target-refused" } } });
  });

  it("can be changed, disabled and deleted, and each change is in the audit log", async () => {
    const account = await newAccount();
    const hook = await addWebhook(account, "/x");
    const got = (await account.get("/webhooks")).body.data[0];
    const changed = await account.put(`/webhooks/${hook.id}`, {
      ...got,
      events: ["alert.created"],
      active: false,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { events: ["alert.created"], active: false } },
    });
    expect((await account.put(`/webhooks/${hook.id}`, { url: "http://10.0.0.1/" })).status).toBe(422);
    expect(await account.remove(`/webhooks/${hook.id}`)).toMatchObject({
      status: 200,
      body: { data: { id: hook.id } },
    });
    for (const answer of [
      await account.remove(`/webhooks/${hook.id}`),
      await account.put(`/webhooks/${hook.id}`, { active: true }),
      await account.post(`/webhooks/${hook.id}/test`),
      await account.post(`/webhooks/${hook.id}/rotate-secret`),
      await account.get(`/webhooks/${hook.id}/deliveries`),
      await account.post("/deliveries/dlv-1/replay"),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
    const actions = (await account.get("/audit")).body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(["webhook.deleted", "webhook.updated", "webhook.created"]);
  });

  it("of another account answer as if they did not exist", async () => {
    const [owner, stranger] = await Promise.all([newAccount(), newAccount()]);
    const hook = await addWebhook(owner, "/x");
    expect((await stranger.get("/webhooks")).body).toEqual({ data: [], total: 0 });
    expect((await stranger.remove(`/webhooks/${hook.id}`)).status).toBe(404);
    expect((await stranger.get(`/webhooks/${hook.id}/deliveries`)).status).toBe(404);
  });
});

describe("an event", () => {
  it("is delivered signed, after its data can be read", async () => {
    const account = await newAccount();
    const path = newPath();
    const secret = "plain-text-secret";
    const hook = await addWebhook(account, path, { secret });
    const ended = await run(account, "/ok");
    const [delivered] = await until(
      async () => deliveredTo(path),
      (list) => list.length > 0,
    );
    const { headers = {}, body = "" } = delivered ?? {};
    const verified = new Webhook(secret, { format: "raw" }).verify(body, headers as Record<string, string>);
    expect(verified).toEqual({
      type: "run.completed",
      timestamp: expect.stringMatching(/Z$/),
      data: expect.objectContaining({ id: ended.id, status: "completed", itemsExtracted: 1, error: null }),
    });
    expect(headers["content-type"]).toBe("application/json");
    const [delivery] = await until(
      () => deliveries(account, hook.id),
      ([first]) => first?.status === "succeeded",
    );
    expect(delivery).toMatchObject({
      eventId: headers["webhook-id"],
      event: "run.completed",
      attempts: [{ httpStatus: 200, error: null, reply: null }],
      nextAttemptAt: null,
    });

    const replayed = await account.post(`/deliveries/${delivery.id}/replay`);
    expect(replayed).toMatchObject({ status: 200, body: { data: { status: "pending" } } });
    const [first, second] = await until(
      async () => deliveredTo(path),
      (list) => list.length === 2,
    );
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  });

  it("of a failed run is delivered once, with its alert, to the webhooks that subscribe to it", async () => {
    const account = await newAccount();
    const [runs, alerts] = [newPath(), newPath()];
    await addWebhook(account, runs);
    await addWebhook(account, alerts, { events: ["alert.created"] });
    const ended = await run(account, "/nowhere");
    await until(
      async () => [...deliveredTo(runs), ...deliveredTo(alerts)],
      (list) => list.length >= 2,
    );
    const [failed, ...more] = deliveredTo(runs).map(({ body }) => JSON.parse(body));
    expect(more).toEqual([]);
    expect(failed).toMatchObject({
      type: "run.failed",
      data: { id: ended.id, error: { code: expect.any(String) } },
    });
    const [alert] = deliveredTo(alerts).map(({ body }) => JSON.parse(body));
    const { data } = (await account.get("/alerts")).body;
    expect(alert).toMatchObject({ type: "alert.created", data: data[0] });
  });

  it("is retried after a 500 and a reset; redirects are not followed; 410 ends it and disables the webhook", async () => {
    const account = await newAccount();
    const paths = { broken: newPath(), reset: newPath(), moved: newPath(), gone: newPath(), busy: newPath() };
    receiver.behave(paths.broken, { status: 500 });
    receiver.behave(paths.reset, "reset");
    receiver.behave(paths.moved, { status: 301, headers: { location: `${receiver.url}/elsewhere` } });
    receiver.behave(paths.gone, { status: 410 });
    receiver.behave(paths.busy, { status: 429, headers: { "retry-after": "1800" } });
    const hooks = new Map<string, string>();
    for (const path of Object.values(paths)) hooks.set(path, (await addWebhook(account, path)).id);
    const ended = await run(account, "/ok");
    await until(
      async () => [paths.broken, paths.reset, paths.moved].map((path) => deliveredTo(path).length),
      (counts) => counts.every((count) => count >= 1),
    );
    for (const path of [paths.broken, paths.reset, paths.moved]) receiver.behave(path, { status: 200 });
    const last = async (path: string) => (await deliveries(account, hooks.get(path) ?? ""))[0];
    const statusesOf = (delivery: { attempts: { httpStatus: number | null }[] }) =>
      delivery.attempts.map(({ httpStatus }) => httpStatus);
    for (const [path, first] of [
      [paths.broken, 500],
      [paths.reset, null],
      [paths.moved, 301],
    ] as const) {
      const delivery = await until(
        () => last(path),
        (found) => found?.status === "succeeded",
      );
      expect(statusesOf(delivery)).toEqual([first, 200]);
      const ids = deliveredTo(path).map(({ headers }) => headers["webhook-id"]);
      expect(new Set(ids).size).toBe(1);
    }
    expect(deliveredTo("/elsewhere")).toEqual([]);
    expect((await last(paths.reset)).attempts[0].error).toMatchObject({ code: "target-failed" });

    expect(await last(paths.gone)).toMatchObject({ status: "failed", attempts: [{ httpStatus: 410 }] });
    const listed = (await account.get("/webhooks")).body.data;
    expect(listed.find(({ id }: { id: string }) => id === hooks.get(paths.gone)).active).toBe(false);
    expect((await account.get("/alerts")).body.data).toMatchObject([
      { type: "webhook_disabled", flowId: null },
    ]);

    const busy = await last(paths.busy);
    expect(busy).toMatchObject({ status: "pending", attempts: [{ httpStatus: 429 }] });
    const waitMs = Date.parse(busy.nextAttemptAt) - Date.parse(busy.attempts[0].timestamp);
    expect(waitMs).toBeGreaterThanOrEqual(1_800_000);
    expect((await account.get(`/runs/${ended.id}`)).body.data.status).toBe("completed");
  });
});

describe("testing a webhook", () => {
  it("answers 200 with the outcome of one signed attempt, whatever the receiver does", async () => {
    const account = await newAccount();
    const path = newPath();
    const hook = await addWebhook(account, path);
    const test = async () => {
      const { status, body } = await account.post(`/webhooks/${hook.id}/test`);
      expect(status).toBe(200);
      return body.data;
    };
    expect(await test()).toMatchObject({
      event: "webhook.test",
      status: "succeeded",
      attempts: [{ httpStatus: 200 }],
    });
    const [{ headers, body } = { headers: {}, body: "" }] = deliveredTo(path);
    expect(new Webhook(hook.secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: "webhook.test",
      data: { webhookId: hook.id },
    });
    receiver.behave(path, { status: 410 });
    expect(await test()).toMatchObject({ status: "failed", attempts: [{ httpStatus: 410 }] });
    receiver.behave(path, "hang");
    const hung = await test();
    expect(hung).toMatchObject({
      status: "failed",
      attempts: [{ httpStatus: null, error: { code: "timeout" } }],
    });
    expect(hung.attempts[0].duration).toBeGreaterThanOrEqual(14_900);
    expect(hung.attempts[0].duration).toBeLessThan(17_000);
    expect((await account.get("/webhooks")).body.data[0].active).toBe(true);
    expect((await deliveries(account, hook.id)).length).toBe(3);
  });
});

describe("a rotated secret", () => {
  it("is shown once, and signs together with the old one", async () => {
    const account = await newAccount();
    const path = newPath();
    const hook = await addWebhook(account, path);
    const rotated = await account.post(`/webhooks/${hook.id}/rotate-secret`);
    expect(rotated).toMatchObject({ status: 200, body: { data: { id: hook.id } } });
    const { secret } = rotated.body.data;
    expect(secret).not.toBe(hook.secret);
    await account.post(`/webhooks/${hook.id}/test`);
    const [{ headers, body } = { headers: {}, body: "" }] = deliveredTo(path);
    for (const key of [secret, hook.secret])
      expect(new Webhook(key).verify(body, headers as Record<string, string>)).toBeTruthy();
  });
});
