/** Webhooks of crawls and batches, as receivers written for Firecrawl expect them. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { type Api, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../helpers/webhookReceiver.ts";

jest.setTimeout(120_000);

const page = (title: string, body = "") => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>The ferry leaves at noon.</p>${body}</main></body></html>`,
});
const SECRET = "a secret of 24 characters".replaceAll(" ", "-");

describe("webhooks of crawls and batches of Firecrawl's clients", () => {
  let site: PageServer;
  let receiver: WebhookReceiver;
  let api: Api;
  beforeAll(async () => {
    const links = ["1", "2", "gone"].map((at) => `<a href="/docs/${at}">${at}</a>`).join(" ");
    site = await startPageServer({
      "/docs": page("Docs", links),
      "/docs/1": page("One"),
      "/docs/2": page("Two"),
      "/slow": { ...page("Slow"), delayMs: 5_000 },
    });
    receiver = await startWebhookReceiver();
    api = await newAccount();
  });
  afterAll(() => Promise.all([site.stop(), receiver.stop()]));

  const at = (path: string): string => `${site.url}${path}`;
  const post = (path: string, body: object) => api.post(`/firecrawl${path}`, body);
  const eventsAt = (path: string) =>
    receiver.delivered
      .filter((delivery) => delivery.path === path)
      .map(({ headers, body }) => ({ headers, body, event: JSON.parse(body) }));
  /** The events at a path once there are so many, and none more for a moment. */
  const received = async (path: string, count: number) => {
    await until(
      async () => eventsAt(path).length,
      (length) => length >= count,
      60_000,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return eventsAt(path);
  };

  it("report the start, each page and the end of a crawl, signed, with the client's headers and metadata", async () => {
    const { status, body } = await post("/v2/crawl", {
      url: at("/docs"),
      scrapeOptions: { formats: ["markdown", "links"] },
      webhook: {
        url: `${receiver.url}/crawl`,
        headers: { Authorization: "Bearer mine", Host: "evil.example" },
        metadata: { tenant: "acme", try: 1 },
        secret: SECRET,
      },
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true, id: expect.any(String) } });
    expect(body.webhookSecret).toBeUndefined();
    expect(body.warning).toContain("The header Host of `webhook` was ignored");
    const all = await received("/crawl", 6);
    expect(all.map(({ event }) => event.type).sort()).toEqual([
      "crawl.completed",
      "crawl.page",
      "crawl.page",
      "crawl.page",
      "crawl.page",
      "crawl.started",
    ]);
    for (const { headers, body: text, event } of all) {
      expect(event).toMatchObject({
        id: body.id,
        webhookId: headers["webhook-id"],
        metadata: { tenant: "acme", try: 1 },
        timestamp: expect.stringMatching(/Z$/),
      });
      expect(headers.authorization).toBe("Bearer mine");
      const signature = createHmac("sha256", SECRET).update(text).digest("hex");
      expect(headers["x-firecrawl-signature"]).toBe(`sha256=${signature}`);
      new Webhook(SECRET, { format: "raw" }).verify(text, headers as Record<string, string>);
    }
    expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).toBe(6);
    const pages = all.filter(({ event }) => event.type === "crawl.page").map(({ event }) => event);
    const one = pages.find(({ data }) => data[0].metadata.sourceURL === at("/docs/1"));
    expect(one).toMatchObject({
      success: true,
      data: [
        { markdown: expect.stringMatching(/^# One/), links: [], metadata: { statusCode: 200, title: "One" } },
      ],
    });
    const gone = pages.find(({ success }) => !success);
    expect(gone).toMatchObject({
      success: false,
      error: expect.stringContaining("404"),
      data: [{ metadata: { sourceURL: at("/docs/gone"), statusCode: 404, error: expect.any(String) } }],
    });
    expect(all.find(({ event }) => event.type === "crawl.completed")?.event).toMatchObject({
      success: true,
      data: [],
    });
    const deliveries = (await api.get(`/webhooks/${body.id}/deliveries`)).body.data;
    expect(deliveries.map(({ status: outcome }: { status: string }) => outcome)).not.toContain("failed");
    expect(JSON.stringify(await api.get(`/firecrawl/v2/crawl/${body.id}`))).not.toContain(SECRET);
  });

  it("send only the events that are asked for, and generate a secret where none is given", async () => {
    const { body } = await post("/v1/batch/scrape", {
      urls: [at("/docs/1"), at("/docs/2")],
      webhook: { url: `${receiver.url}/batch`, events: ["page", "batch_scrape.completed"] },
    });
    expect(body.webhookSecret).toMatch(/^whsec_/);
    const all = await received("/batch", 3);
    expect(all.map(({ event }) => event.type).sort()).toEqual([
      "batch_scrape.completed",
      "batch_scrape.page",
      "batch_scrape.page",
    ]);
    for (const { headers, body: text } of all)
      new Webhook(body.webhookSecret).verify(text, headers as Record<string, string>);
  });

  it("repeat an event with the same id until it is accepted, and report a cancelled job as failed", async () => {
    receiver.behave("/down", { status: 500 });
    const { body } = await post("/v2/crawl", { url: at("/slow"), limit: 1, webhook: `${receiver.url}/down` });
    await until(
      async () => eventsAt("/down").length,
      (length) => length >= 1,
      30_000,
    );
    receiver.behave("/down", { status: 200 });
    expect((await api.remove(`/firecrawl/v2/crawl/${body.id}`)).status).toBe(200);
    const all = await received("/down", 3);
    const [first, ...rest] = all.filter(({ event }) => event.type === "crawl.started");
    expect(rest.map(({ headers }) => headers["webhook-id"])).toEqual([first?.headers["webhook-id"]]);
    expect(all.find(({ event }) => event.type === "crawl.failed")?.event).toMatchObject({
      success: false,
      error: "The job was cancelled.",
    });
  });

  it.each([
    [{ url: "http://127.0.0.1:1/" }, 403, "TARGET_REFUSED"],
    [{ url: "http://169.254.169.254/" }, 403, "TARGET_REFUSED"],
    [{ url: "http://[::1]/" }, 403, "TARGET_REFUSED"],
    [{ url: "http://2130706433/" }, 403, "TARGET_REFUSED"],
    [{ url: "http://inner.localhost/" }, 403, "TARGET_REFUSED"],
    [{ url: "ftp://hooks.example/" }, 400, "BAD_REQUEST"],
    [{ url: "file:///etc/passwd" }, 400, "BAD_REQUEST"],
    [{ url: "javascript:alert(1)" }, 400, "BAD_REQUEST"],
    [{ url: "https://user:secret@hooks.example/" }, 400, "BAD_REQUEST"],
    [{ url: "https://hooks.example/", events: ["exploded"] }, 400, "BAD_REQUEST"],
    [{ url: "https://hooks.example/", headers: { "a b": "x" } }, 400, "BAD_REQUEST"],
    [{ url: "https://hooks.example/", headers: { a: "x\r\nb: y" } }, 400, "BAD_REQUEST"],
    [{ url: "https://hooks.example/", headers: { "a\r\nb": "y" } }, 400, "BAD_REQUEST"],
    [{ url: "https://hooks.example/", headers: { a: "x\u0000" } }, 400, "BAD_REQUEST"],
    [{ url: "https://hooks.example/", metadata: { a: "x".repeat(6_000) } }, 400, "BAD_REQUEST"],
    [{ url: "https://hooks.example/", secret: "short" }, 400, "BAD_REQUEST"],
  ])("are refused as %j", async (webhook, status, code) => {
    const answer = await post("/v2/crawl", { url: at("/docs"), webhook });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    const batch = await post("/v2/batch/scrape", { urls: [at("/docs")], webhook });
    expect({ status: batch.status, code: batch.body.code }).toEqual({ status, code });
  });

  it("do not follow redirects, and count them as failed attempts", async () => {
    receiver.behave("/moved", { status: 307, headers: { location: `${receiver.url}/elsewhere` } });
    const { body } = await post("/v2/crawl", {
      url: at("/docs/1"),
      limit: 1,
      webhook: { url: `${receiver.url}/moved`, events: ["completed"] },
    });
    await received("/moved", 1);
    const [delivery] = (await api.get(`/webhooks/${body.id}/deliveries`)).body.data;
    expect(delivery.attempts[0].httpStatus).toBe(307);
    expect(delivery.status).not.toBe("delivered");
    expect(eventsAt("/elsewhere")).toEqual([]);
  });
});

describe("the event run.page", () => {
  it("is sent to the flow's webhook for each page of a crawl, with its records, and not to another flow's", async () => {
    const account = await newAccount();
    const receiver = await startWebhookReceiver();
    const site = await startPageServer({
      "/": page("Home", `<a href="/a">A</a><a href="/gone">Gone</a>`),
      "/a": page("A"),
    });
    const flow = async (name: string) =>
      (
        await account.post("/flows", {
          name,
          url: site.url,
          mode: "extract",
          steps: [{ type: "crawl", maxPages: 10, steps: [{ type: "extract", fields: ["title: h1"] }] }],
        })
      ).body.data.id;
    const [flowId, other] = [await flow("Crawl"), await flow("Other")];
    const hook = (await account.post("/webhooks", { url: `${receiver.url}/own`, events: ["run.page"] })).body
      .data;
    await account.post("/webhooks", { url: `${receiver.url}/other`, events: ["run.page"], flowIds: [other] });
    const runId = (await account.post("/runs", { flowId })).body.data.id;
    const delivered = await until(
      async () => receiver.delivered,
      (all) => all.length >= 3,
      60_000,
    );
    expect(delivered.map(({ path }) => path)).toEqual(["/own", "/own", "/own"]);
    const events = delivered.map(({ body, headers }) => {
      new Webhook(hook.secret).verify(body, headers as Record<string, string>);
      return JSON.parse(body);
    });
    expect(events.map(({ data }) => [new URL(data.url).pathname, data.status, data.records]).sort()).toEqual([
      ["/", "completed", [{ title: "Home" }]],
      ["/a", "completed", [{ title: "A" }]],
      ["/gone", "failed", []],
    ]);
    for (const event of events)
      expect(event).toMatchObject({ type: "run.page", data: { runId, flowId, flowName: "Crawl" } });
    await Promise.all([site.stop(), receiver.stop()]);
  });
});
