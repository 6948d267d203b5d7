/** Files that a user uploads and reads like pages. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { createClient } from "../../client/index.ts";
import { type Api, endOfRun, newAccount, testService } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(60_000);

const FILES = new URL("../unit/engine/page/documents/files/", import.meta.url);

let api: Awaited<ReturnType<typeof newAccount>>;
let other: Api & { readonly apiKey: string };

const clientOf = ({ apiKey }: { readonly apiKey: string }) =>
  createClient({ url: testService().url, apiKey });

const upload = async (name: string, content?: string): Promise<string> => {
  const file = new Blob([content ?? new Uint8Array(readFileSync(new URL(name, FILES)))]);
  return (await clientOf(api).uploads.sendFile(file, { name })).address;
};

beforeAll(async () => {
  api = await newAccount();
  other = await newAccount();
});

describe("an uploaded file", () => {
  it("is read with and without a schema, as Markdown, and any number of times", async () => {
    const url = await upload("payments.pdf");
    expect(url).toMatch(/^https:\/\/uploads\.invalid\/upload-\d+\/[0-9a-f]{32}\/payments\.pdf$/);
    const schema = { No: "integer", Amount: "number" };
    const { status, body } = await api.post("/extract", { url, schema });
    expect([status, body.data.itemCount]).toEqual([200, 60]);
    expect(body.data.items[59]).toEqual({ No: 60, Amount: 180.5 });
    const text = await clientOf(api).extract({ url }, { format: "markdown" });
    expect(text).toContain("| 37 |");
    const many = await api.post("/extract", { urls: [url, await upload("prices.xlsx")] });
    expect(many.body.data.results.map(({ itemCount }: { itemCount: number }) => itemCount > 0)).toEqual([
      true,
      true,
    ]);
  });

  it("is recognized by its content, or by its extension if it is text", async () => {
    const read = async (name: string, content: string) =>
      (await api.post("/extract", { url: await upload(name, content) })).body.data.items;
    expect(await read("prices.csv", "name,price\nOak,12.50\nAsh,9.00\n")).toHaveLength(2);
    expect(await read("الأسعار.json", '[{"name":"سنديان","price":3},{"name":"بلوط","price":4}]')).toEqual([
      { name: "سنديان", price: 3 },
      { name: "بلوط", price: 4 },
    ]);
    const misnamed = await clientOf(api).uploads.sendFile(
      new Blob([new Uint8Array(readFileSync(new URL("judgment.docx", FILES)))]),
      { name: "judgment.pdf" },
    );
    const text = await clientOf(api).extract({ url: misnamed.address }, { format: "markdown" });
    expect(text).toContain("**500 euros** and costs of the case.");
  });

  it("becomes a flow, from a prompt or from examples, that also runs on another file", async () => {
    const url = await upload("payments.pdf");
    const made = await api.post("/generate", { url, prompt: "number, name and amount of all payments" });
    expect(made.status).toBe(200);
    const shown = await api.post("/generate", {
      url,
      examples: [{ name: "Person 1", amount: "3.50" }],
    });
    expect(shown.status).toBe(200);
    for (const { data } of [made.body, shown.body]) {
      const { preview: _, notes: __, ...definition } = data;
      const flow = await api.post("/flows", definition);
      expect(flow.status).toBe(201);
      const run = await api.post("/runs", {
        flowId: flow.body.data.id,
        urls: [url, await upload("payments.pdf")],
      });
      expect(await endOfRun(api, run.body.data.id)).toMatchObject({
        status: "completed",
        itemsExtracted: 120,
        pages: { completed: 2, failed: 0 },
      });
    }
  });

  it("is readable by its own account only, and refused by operations that need a browser", async () => {
    const url = await upload("minutes.pdf");
    const theirs = await other.post("/extract", { url });
    expect([theirs.status, theirs.body.error.code]).toEqual([502, "target-failed"]);
    expect(theirs.body.error.message).toContain("There is no uploaded file at this address");
    const guessed = await api.post("/extract", { url: url.replace(/[0-9a-f]{32}/, "0".repeat(32)) });
    expect(guessed.body.error.message).toContain("There is no uploaded file at this address");
    for (const [path, body] of [
      ["/screenshot", { url }],
      ["/map", { url }],
      ["/inspections", { url }],
    ] as const) {
      const { status, body: answer } = await api.post(path, body);
      expect([path, status, answer.error?.code]).toEqual([path, 422, "target-unsupported"]);
    }
    const flow = { name: "Theirs", mode: "extract", url };
    const { id } = (await other.post("/flows", flow)).body.data;
    const run = await other.post("/runs", { flowId: id });
    expect(await endOfRun(other, run.body.data.id)).toMatchObject({
      status: "failed",
      error: { code: "target-failed", retryable: false },
    });
  });

  it("is refused over 50 MB, with a folder in its name, or for an unknown purpose", async () => {
    const { body } = await api.post("/uploads", { purpose: "page", name: "big.pdf" });
    expect(body.data).toMatchObject({ maxBytes: 50_000_000, keptUntil: expect.stringMatching(/^\d{4}-/) });
    const form = new FormData();
    for (const [name, value] of Object.entries(body.data.fields)) form.append(name, String(value));
    form.append("file", new Blob([new Uint8Array(50_000_001)]), "big.pdf");
    const sent = await fetch(body.data.url, { method: "POST", body: form });
    expect([sent.status, await sent.text()]).toEqual([400, expect.stringContaining("EntityTooLarge")]);
    for (const name of ["../a.pdf", "a/b.pdf", "..", "a\u0000.pdf", ""])
      expect((await api.post("/uploads", { purpose: "page", name })).status).toBe(400);
    expect((await api.post("/uploads", { purpose: "picture" })).status).toBe(400);
  });
});

describe("a page that redirects to an uploaded file", () => {
  let server: PageServer;
  let target = "";
  beforeAll(async () => {
    server = await startPageServer({
      "/moved": () => ({ status: 302, headers: { location: target } }),
    });
  });
  afterAll(() => server.stop());

  it("cannot read it", async () => {
    target = await upload("minutes.pdf");
    const { status, body } = await api.post("/extract", { url: `${server.url}/moved` });
    expect([status, body.error.code]).toEqual([422, "target-unsupported"]);
  });
});
