/** What is read with a token in the URL, by programs that can send no header. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import readXlsx from "read-excel-file/node";
import { testService } from "../helpers/api.ts";
import { readFeed } from "../helpers/feed.ts";
import {
  AWKWARD,
  account,
  LARGE_ITEMS,
  makeFlow,
  makeToken,
  NOT_VALID,
  open,
  run,
  server,
  shop,
  stranger,
  useShop,
} from "./links/world.ts";

useShop();

describe("the latest items of a flow, read with a token in the URL", () => {
  let flowId: string;
  let token: string;
  let runId: string;
  beforeAll(async () => {
    shop.shown = AWKWARD;
    flowId = await makeFlow();
    ({ token } = await makeToken(flowId));
    runId = (await run(flowId)).id;
  });
  const latest = (format: string) => `/flows/${flowId}/latest?format=${format}&token=${token}`;

  it("can be opened by a CSV reader", async () => {
    const answer = await open(latest("csv"));
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const rows = parse(await answer.text(), { columns: true });
    expect(rows).toEqual(AWKWARD.map((title) => ({ title, price: "9.5", priceCurrency: "GBP" })));
  });

  it("can be opened by an XLSX reader", async () => {
    const answer = await open(latest("xlsx"));
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    expect(sheet?.data).toEqual([["title", "price"], ...AWKWARD.map((title) => [title, 9.5])]);
  });

  it("are available as JSON and NDJSON", async () => {
    const items = AWKWARD.map((title) => ({ title, price: 9.5 }));
    expect(await (await open(latest("json"))).json()).toEqual(items);
    const lines = (await (await open(latest("ndjson"))).text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(items);
  });

  it("are not cached, indexed or leaked by a referrer, and name their run", async () => {
    const { headers } = await open(latest("csv"));
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
      etag: `"${runId}.csv"`,
    });
    expect(headers.get("ratelimit-policy")).toBe('"token";q=60;w=60');
  });

  it("are not sent again to a client that has them", async () => {
    const ifNoneMatch = (etag: string) => open(latest("csv"), { "if-none-match": etag });
    const known = await ifNoneMatch(`"other", W/"${runId}.csv"`);
    expect([known.status, await known.text()]).toEqual([304, ""]);
    expect(known.headers.get("etag")).toBe(`"${runId}.csv"`);
    expect((await ifNoneMatch(`"${runId}.xlsx"`)).status).toBe(200);
  });

  it.each(["latest?format=csv&", "latest?format=xlsx&", "changes.atom?"])(
    "answer HEAD for %s like GET, without the body",
    async (what) => {
      const url = `${testService().url}/flows/${flowId}/${what}token=${token}`;
      const [head, got] = [await fetch(url, { method: "HEAD" }), await fetch(url)];
      const body = Buffer.from(await got.arrayBuffer());
      expect([head.status, got.status]).toEqual([200, 200]);
      expect(body.length > 0).toBe(true);
      expect((await head.arrayBuffer()).byteLength).toBe(0);
      for (const name of ["content-type", "content-disposition", "etag", "last-modified", "x-robots-tag"])
        expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
    },
  );

  it("answer HEAD with 304, 401 and 400 like GET", async () => {
    const head = async (path: string, headers = {}) =>
      (await fetch(testService().url + path, { method: "HEAD", headers })).status;
    expect(await head(latest("csv"), { "if-none-match": `"${runId}.csv"` })).toBe(304);
    expect(await head(latest("pdf"))).toBe(400);
    expect(await head(`/flows/${flowId}/latest?token=gl_read_wrong`)).toBe(401);
  });

  it("need a known format", async () => {
    const answer = await stranger.get(latest("pdf"));
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "invalid-request" } } });
    expect(JSON.stringify(answer.body)).not.toContain(token);
  });

  it("also work with an API key, and count towards its rate limit", async () => {
    const answer = await account.get(`/flows/${flowId}/latest`);
    expect([answer.status, answer.body.length]).toEqual([200, AWKWARD.length]);
    expect(answer.headers.get("ratelimit-policy")).toBe('"account";q=200;w=1');
    expect(await stranger.get(`/flows/${flowId}/latest`)).toMatchObject(NOT_VALID);
  });

  it("stay those of the last successful run if a later run fails or collects nothing", async () => {
    shop.shown = null;
    expect((await run(flowId)).itemsExtracted).toBe(0);
    expect((await open(latest("csv"))).headers.get("etag")).toBe(`"${runId}.csv"`);
    shop.shown = ["New"];
    const next = await run(flowId);
    const answer = await open(latest("json"));
    // One item where there were three is a run with a warning: the last good one stands.
    expect(next.warnings.length > 0).toBe(true);
    expect(await answer.json()).toHaveLength(AWKWARD.length);
    shop.shown = [...AWKWARD, "New"];
    const { id } = await run(flowId);
    expect((await open(latest("json"))).headers.get("etag")).toBe(`"${id}.json"`);
  });

  it("are redirected to a download if they are too large for a response", async () => {
    const id = await makeFlow({ url: `${server.url}/large`, mode: "extract", monitor: undefined });
    const { token: own } = await makeToken(id);
    await run(id);
    const path = `/flows/${id}/latest?format=csv&token=${own}`;
    const answer = await stranger.get(path);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).not.toContain(own);
    const head = await fetch(testService().url + path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(Number(head.headers.get("content-length")) > 4_000_000).toBe(true);
    const rows = parse(await (await open(path)).text(), { columns: true });
    expect(rows.length).toBe(LARGE_ITEMS);
  });

  it("answer 404 before the first successful run", async () => {
    const id = await makeFlow();
    const { token: own } = await makeToken(id);
    const answer = await stranger.get(`/flows/${id}/latest?token=${own}`);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
    expect(answer.body.error.message).toMatch(/no good run yet/);
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  });
});

describe("the Atom feed of a monitor's changes", () => {
  it("is valid Atom, with page content as text", async () => {
    const first = ["Lamp", "Chair", "Table"];
    shop.shown = first;
    const flowId = await makeFlow();
    const { token } = await makeToken(flowId);
    const path = `/flows/${flowId}/changes.atom?token=${token}`;
    const empty = readFeed(await (await open(path)).text());
    expect(empty).toMatchObject({ title: "Shop <b>: changes", entries: [] });
    await run(flowId);
    shop.shown = [...first, ...AWKWARD];
    await run(flowId);
    const answer = await open(path);
    expect(answer.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const feed = readFeed(await answer.text());
    expect(feed.id).toBe(empty.id);
    expect(feed.self).toBe(`${testService().url}/flows/${flowId}/changes.atom`);
    expect(feed.entries.length).toBe(1);
    expect(feed.updated).toBe(feed.entries[0]?.updated);
    // The page's markup is shop.shown, not taken for markup.
    expect(feed.entries[0]?.content).toContain("&lt;script&gt;alert(");
    expect(feed.entries[0]?.content).not.toContain("<script>");
    expect(feed.entries[0]?.content).toContain("كرسي");
    const etag = answer.headers.get("etag") ?? "";
    expect((await open(path, { "if-none-match": etag })).status).toBe(304);
    shop.shown = AWKWARD;
    await run(flowId);
    const next = readFeed(await (await open(path, { "if-none-match": etag })).text());
    expect(next.entries.map(({ id }) => id)[1]).toBe(feed.entries[0]?.id);
    expect(next.entries.length).toBe(2);
  });
});
