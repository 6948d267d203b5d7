/** Exports of runs in parts, through the whole service. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parquetReadObjects } from "hyparquet";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const ITEMS = 2_600;
/** About a kilobyte for each item, so that a part of one megabyte has fewer than half of them. */
const TEXT = "lorem ipsum ".repeat(80).trim();

let account: Api;
let pages: PageServer;
let runId: string;
beforeAll(async () => {
  account = await newAccount();
  const rows = Array.from(
    { length: ITEMS },
    (_, n) => `<li><b>Lamp ${n}</b><i>€${n}.50</i><p>${TEXT}</p></li>`,
  );
  pages = await startPageServer({ "/list": { body: `<ul>${rows.join("")}</ul>` } });
  const flow = await account.post("/flows", {
    name: "Lamps",
    url: `${pages.url}/list`,
    mode: "extract",
    steps: [{ type: "extract", selector: "li", fields: ["name: b", "price: i", "text: p"] }],
    outputSchema: { name: "string", price: "price", text: "string" },
  });
  const { id } = (await account.post("/runs", { flowId: flow.body.data.id })).body.data;
  runId = (await endOfRun(account, id)).id;
});
afterAll(() => pages?.stop());

const start = async (wish: object): Promise<string> => {
  const { status, body } = await account.post(`/runs/${runId}/exports`, { partMegabytes: 1, ...wish });
  expect([status, body.error]).toEqual([202, undefined]);
  expect(body.data).toMatchObject({
    runId,
    status: "pending",
    totalItems: ITEMS,
    itemCount: 0,
    expiresAt: null,
  });
  return body.data.id;
};

const ended = async (id: string) => {
  const { body } = await until(
    () => account.get(`/runs/${runId}/exports/${id}`),
    (answer) => ["completed", "failed", "cancelled"].includes(answer.body.data.status),
  );
  return body.data;
};

interface Part {
  readonly path: string;
  readonly items: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly url: string;
}

const download = async ({ url, sha256, bytes }: Part): Promise<Buffer> => {
  // Without the key.
  const file = await fetch(url);
  expect(file.status).toBe(200);
  const body = Buffer.from(await file.arrayBuffer());
  expect([body.length, createHash("sha256").update(body).digest("hex")]).toEqual([bytes, sha256]);
  return body;
};

/** The parts page by page, and the files. */
const readParts = async (id: string) => {
  const parts: Part[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await account.get(
      `/runs/${runId}/exports/${id}/parts?limit=2${cursor && `&cursor=${cursor}`}`,
    );
    parts.push(...body.data);
    cursor = body.nextCursor ?? "";
    if (cursor) continue;
    expect(body.total).toBe(parts.length);
    return { parts, files: await Promise.all(parts.map(download)) };
  }
};

const NAMES = Array.from({ length: ITEMS }, (_, n) => `Lamp ${n}`);

describe("POST /runs/{id}/exports", () => {
  it("writes all items in order into parts, and a manifest that names them", async () => {
    const id = await start({});
    const made = await ended(id);
    expect(made).toMatchObject({ id, status: "completed", format: "ndjson", itemCount: ITEMS, error: null });
    const { parts, files } = await readParts(id);
    expect(parts.length).toBe(made.partCount);
    expect(parts.length).toBeGreaterThan(2);
    expect(Math.max(...parts.map(({ bytes }) => bytes))).toBeLessThanOrEqual(1_000_000);
    const manifest = await (await fetch(made.manifestUrl)).json();
    expect(manifest).toMatchObject({
      version: 1,
      exportId: id,
      runId,
      format: "ndjson",
      itemCount: ITEMS,
      fields: ["name", "price", "text"],
      parts: parts.map(({ url: _, ...part }) => part),
    });
    const lines = files.flatMap((file) => String(file).trimEnd().split("\n"));
    expect(lines.map((line) => JSON.parse(line).name)).toEqual(NAMES);
  });

  it("writes two exports at the same time, in CSV and in Parquet, with the same columns in each part", async () => {
    const ids = [await start({ format: "csv" }), await start({ format: "parquet" })];
    const made = await Promise.all(ids.map(ended));
    expect(made.map(({ status }) => status)).toEqual(["completed", "completed"]);
    const [csv, parquet] = await Promise.all(ids.map(readParts));
    const tables = csv?.files.map((file) => String(file).trimEnd().split("\r\n")) ?? [];
    expect(new Set(tables.map(([header]) => header))).toEqual(new Set(["name,price,text,priceCurrency"]));
    expect(tables.flatMap(([_header, ...rows]) => rows.map((row) => row.split(",")[0]))).toEqual(NAMES);
    const rows = await Promise.all(
      parquet?.files.map((file) => parquetReadObjects({ file: new Uint8Array(file).buffer })) ?? [],
    );
    expect(rows.flat().map(({ name }) => name)).toEqual(NAMES);
    expect(rows.at(-1)?.at(-1)).toMatchObject({ price: ITEMS - 0.5, priceCurrency: "EUR" });
    const { body } = await account.get(`/runs/${runId}/exports`);
    expect(body.data.map((each: { id: string }) => each.id)).toEqual(expect.arrayContaining(ids));
  });

  it("returns links that expire, and files that browsers save under their name", async () => {
    const id = await start({});
    const { manifestUrl } = await ended(id);
    const { headers } = await fetch(manifestUrl);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${runId}-manifest.json"`);
    // What an expired link is answered with, a test of `local/gateway/storage.ts` shows.
    const { url } = (await readParts(id)).parts[0] as Part;
    for (const link of [manifestUrl, url])
      expect(new URL(link).searchParams.get("X-Amz-Expires")).toBe("900");
  });

  it("is in the activity feed and in the audit log", async () => {
    const id = await start({});
    await ended(id);
    const [{ body: activity }, { body: audit }] = await Promise.all([
      account.get("/activity?limit=1"),
      account.get(`/audit?resource=${id}`),
    ]);
    expect(activity.data[0]).toMatchObject({ type: "export.completed" });
    expect(audit.data).toMatchObject([{ action: "export.created", metadata: { runId, format: "ndjson" } }]);
  });

  it("can be cancelled until it has ended", async () => {
    const id = await start({ format: "parquet" });
    const { status, body } = await account.post(`/runs/${runId}/exports/${id}/cancel`);
    // Its worker may have been faster, and then the answer is that.
    const { status: isNow } = await ended(id);
    if (status === 200) expect([body.data.status, isNow]).toEqual(["cancelled", "cancelled"]);
    else expect([status, body.error.code, isNow]).toEqual([409, "conflict", "completed"]);
    const again = await account.post(`/runs/${runId}/exports/${id}/cancel`);
    expect([again.status, again.body.error.code]).toEqual([409, "conflict"]);
    expect((await account.post(`/runs/${runId}/exports/exp-1/cancel`)).status).toBe(404);
  });

  it("refuses formats of one file, and says where to get them", async () => {
    const { status, body } = await account.post(`/runs/${runId}/exports`, { format: "xlsx" });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([
      { path: "format", message: expect.stringContaining("GET /runs/{id}/export") },
    ]);
  });

  it("is not found from another account or under another run", async () => {
    const id = await start({});
    await ended(id);
    const other = await newAccount();
    for (const path of [
      `/runs/${runId}/exports`,
      `/runs/${runId}/exports/${id}`,
      `/runs/${runId}/exports/${id}/parts`,
    ])
      expect((await other.get(path)).status).toBe(404);
    expect((await other.post(`/runs/${runId}/exports/${id}/cancel`)).status).toBe(404);
    expect((await account.get(`/runs/run-1/exports/${id}`)).status).toBe(404);
  });

  it("leaves GET /runs/{id}/export as it was: one file", async () => {
    const { status, body } = await account.get(`/runs/${runId}/export?format=ndjson`);
    expect([status, body.data.itemCount]).toEqual([200, ITEMS]);
    const text = await (await fetch(body.data.url)).text();
    expect(text.trimEnd().split("\n")).toHaveLength(ITEMS);
  });

  it("is deleted with its run", async () => {
    const id = await start({});
    const { manifestUrl } = await ended(id);
    expect((await fetch(manifestUrl)).status).toBe(200);
    expect((await account.remove(`/runs/${runId}`)).status).toBe(200);
    expect((await account.get(`/runs/${runId}/exports/${id}`)).status).toBe(404);
  });
});
