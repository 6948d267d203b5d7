import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Api, type Json, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(60_000);

const book = (title: string, price: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p class="price">${price}</p>
  <p>A book of some length, bound in linen, with a ribbon to find the page again on which it was put down.</p></main></body></html>`;
const LONG = `<!doctype html><html lang="en"><head><title>Long</title></head><body><main><h1>Long</h1>${Array.from({ length: 900 }, (_, n) => `<p>Chapter ${n} tells of ship ${n * 7} and of the ${n * 13} sailors who went to sea with her in the year ${n + 500}.</p>`).join("")}</main></body></html>`;
const GUIDE = `<!doctype html><html lang="de-AT"><head><title>Bretter lagern: "Luft"</title><meta property="article:published_time" content="2026-03-28T08:00:00Z"></head>
<body><nav><a href="/">Start</a></nav><main><article><h1>Bretter lagern: "Luft"</h1>
<p>Wer Bretter über den Winter bringen will, braucht vor allem <a href="/luft">Luft</a> zwischen den Lagen, damit kein Brett das andere berührt.</p>
<h2>Der Platz</h2><p>Ein Schuppen ohne Heizung ist besser als ein warmer Keller, denn dort trocknet das Holz zu schnell und reißt.</p>
</article></main></body></html>`;

describe("POST /extract with several URLs", () => {
  let server: PageServer;
  let api: Api;

  beforeAll(async () => {
    server = await startPageServer({
      "/walden": { body: book("Walden", "9.50 €") },
      "/emma": { body: book("Emma", "7.25 €") },
      "/long": { body: LONG },
      "/guide": { body: GUIDE },
      "/silent": { body: book("Late", "1 €"), delayMs: 120_000 },
      "/slow": { body: book("Slow", "3 €"), delayMs: 1_000 },
      "/secret": { body: book("Secret", "2 €") },
      "/robots.txt": { body: "User-agent: *\nDisallow: /secret", headers: { "content-type": "text/plain" } },
    });
    api = await newAccount();
  });
  afterAll(() => server.stop());

  const at = (...paths: string[]): string[] => paths.map((path) => server.url + path);
  const schema = { title: "string", price: "price" };
  const asMarkdown = (body: object) => api.post("/extract?format=markdown", body);

  it("reads each page separately and keeps the order of the request", async () => {
    const { status, body } = await api.post("/extract", { urls: at("/walden", "/emma", "/walden"), schema });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      cost: expect.any(Number),
      results: [
        ["/walden", "Walden", 9.5],
        ["/emma", "Emma", 7.25],
        ["/walden", "Walden", 9.5],
      ].map(([path, title, price]) => ({
        url: server.url + path,
        extractedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        itemCount: 1,
        items: [{ title, price }],
        currencies: { price: "EUR" },
      })),
    });
    expect(server.requests.filter((path) => path === "/walden")).toHaveLength(1);
    const { usage } = (await api.get("/account")).body.data;
    expect([body.data.cost > 0, usage.cost >= body.data.cost, usage.pages]).toEqual([true, true, 2]);
  });

  it("reports each page that cannot be read, and reads the others", async () => {
    const urls = [
      ...at("/missing", "/walden", "/secret"),
      "http://169.254.169.254/latest/meta-data/",
      "http://gone.invalid/",
    ];
    const { status, body } = await api.post("/extract", { urls, schema });
    expect(status).toBe(200);
    expect(
      body.data.results.map(({ url, error, items }: Json) => [url, error?.code ?? items[0].title]),
    ).toEqual([
      [urls[0], "target-failed"],
      [urls[1], "Walden"],
      [urls[2], "robots-disallowed"],
      [urls[3], "target-refused"],
      [urls[4], "target-refused"],
    ]);
    expect(body.data.results[0].error.message).toContain("404");
  });

  it("answers in time even if a page does not respond, and opens two pages of a site at once", async () => {
    const startedAt = Date.now();
    const urls = at("/silent", "/slow", "/slow?2", "/slow?3", "/emma");
    const { status, body } = await api.post("/extract", { urls, schema });
    expect(status).toBe(200);
    expect(body.data.results.map(({ error, items }: Json) => error?.code ?? items[0].title)).toEqual([
      "timeout",
      "Slow",
      "Slow",
      "Slow",
      "Emma",
    ]);
    expect(Date.now() - startedAt).toBeLessThan(27_000);
  });

  it("answers 200 with an error for each page when none can be read", async () => {
    const { status, body } = await api.post("/extract", { urls: at("/a", "/b") });
    expect(status).toBe(200);
    expect(body.data.results.map(({ error }: Json) => error.code)).toEqual([
      "target-failed",
      "target-failed",
    ]);
  });

  it("divides the size limit of the response among the pages", async () => {
    const urls = Array.from({ length: 20 }, (_, index) => `${server.url}/long?${index}`);
    const { status, body } = await api.post("/extract", { urls, schema: { content: "string" } });
    expect(status).toBe(200);
    for (const { items, warnings } of body.data.results) {
      expect(items[0].content.length).toBeLessThanOrEqual(12_500);
      expect(warnings).toEqual([expect.stringContaining("Cut to 12,500 characters: content")]);
    }
  });

  it.each([
    ["neither url nor urls", {}, "url"],
    ["both", { url: "https://shop.example/", urls: ["https://shop.example/"] }, "urls"],
    ["no address", { urls: [] }, "urls"],
    ["an address that is none", { urls: ["https://shop.example/", "shop"] }, "urls[1]"],
    ["too many", { urls: Array.from({ length: 21 }, (_, n) => `https://shop.example/${n}`) }, "urls"],
  ])("refuses %s", async (_what, asked, path) => {
    const { status, body } = await api.post("/extract", asked);
    expect(status).toBe(400);
    expect(body.error.details.map((detail: Json) => detail.path)).toContain(path);
  });

  it("returns Markdown with format=markdown", async () => {
    const { status, headers, body } = await asMarkdown({ url: `${server.url}/guide` });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(body).toBe(`---
title: "Bretter lagern: \\"Luft\\""
url: "${server.url}/guide"
language: "de-AT"
date: "2026-03-28"
---

# Bretter lagern: "Luft"

Wer Bretter über den Winter bringen will, braucht vor allem [Luft](${server.url}/luft) zwischen den Lagen, damit kein Brett das andere berührt.

## Der Platz

Ein Schuppen ohne Heizung ist besser als ein warmer Keller, denn dort trocknet das Holz zu schnell und reißt.
`);
  });

  it("counts format=markdown as a different request for an Idempotency-Key", async () => {
    const ask = (path: string) =>
      api.call("POST", path, {
        body: { url: `${server.url}/emma` },
        headers: { "idempotency-key": "emma-once" },
      });
    expect((await ask("/extract?format=markdown")).status).toBe(200);
    expect((await ask("/extract")).body.error.code).toBe("idempotency-mismatch");
  });

  it("returns JSON with format=json, the default", async () => {
    const { body } = await api.post("/extract?format=json", { url: `${server.url}/emma`, schema });
    expect(body.data.items).toEqual([{ title: "Emma", price: 7.25 }]);
  });

  it("returns JSON errors when a page cannot be given as Markdown", async () => {
    const refused = await asMarkdown({ url: "http://10.0.0.1/" });
    expect([refused.status, refused.body.error.code]).toEqual([422, "target-refused"]);
    for (const [asked, path] of [
      [{ urls: at("/emma") }, "urls"],
      [{ url: at("/emma")[0], schema }, "schema"],
      [{ url: at("/emma")[0], instructions: "the title" }, "instructions"],
    ] as const) {
      const { status, body } = await asMarkdown(asked);
      expect([status, body.error.details[0].path]).toEqual([400, path]);
    }
  });
});
