/** Documents where pages are: in runs, monitors and saved pages. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(90_000);

const file = (name: string) => ({
  body: new Uint8Array(readFileSync(new URL(`../unit/engine/page/documents/files/${name}`, import.meta.url))),
  headers: { "content-type": "application/octet-stream" },
});

let api: Api;
let site: PageServer;
let elsewhere: PageServer;

beforeAll(async () => {
  api = await newAccount();
  elsewhere = await startPageServer({ "/encrypted.pdf": file("encrypted.pdf") });
  site = await startPageServer({
    "/encrypted.pdf": file("encrypted.pdf"),
    "/moved.pdf": { status: 302, headers: { location: `${elsewhere.url}/encrypted.pdf` } },
    "/scan.pdf": file("scan.pdf"),
    "/minutes.pdf": file("minutes.pdf"),
    "/payments.pdf": file("payments.pdf"),
    // The first run of a monitor reads its pages twice.
    "/agenda": (visits) => (visits < 2 ? file("minutes.pdf") : file("printed.pdf")),
    "/prices": (visits) => file(visits % 2 === 0 ? "prices.xlsx" : "prices.ods"),
  });
});
afterAll(() => Promise.all([site.stop(), elsewhere.stop()]));

const flowOf = async (flow: Readonly<Record<string, unknown>>): Promise<string> => {
  const { status, body } = await api.post("/flows", { name: "Documents", mode: "extract", ...flow });
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  return body.data.id;
};

const runOf = async (flowId: string) => {
  const { body } = await api.post("/runs", { flowId });
  return endOfRun(api, body.data.id);
};

const itemsOf = async (runId: string) => (await api.get(`/runs/${runId}/items`)).body.data;

const TEXT = [{ type: "extract", fields: ["text: article"] }];

describe("an encrypted document", () => {
  const protectedFlow = (path: string) =>
    flowOf({ url: `${site.url}${path}`, steps: TEXT, documentPassword: "{{secret.document}}" });

  it("is opened with a secret of the flow, which is never shown", async () => {
    const id = await protectedFlow("/encrypted.pdf");
    const lacking = await runOf(id);
    expect([lacking.status, lacking.error.code]).toEqual(["failed", "secret-missing"]);
    await api.call("PUT", `/flows/${id}/secrets/document`, { body: { value: "opensesame" } });
    const run = await runOf(id);
    expect(run.status).toBe("completed");
    expect(await itemsOf(run.id)).toEqual([{ text: "Behind a password there is this sentence." }]);
    expect(JSON.stringify([run, (await api.get(`/flows/${id}`)).body])).not.toContain("opensesame");
  });

  it("is not opened on a site other than the secret's, even after a redirect", async () => {
    const id = await protectedFlow("/moved.pdf");
    await api.call("PUT", `/flows/${id}/secrets/document`, { body: { value: "opensesame" } });
    const run = await runOf(id);
    expect([run.status, run.error.code]).toEqual(["failed", "target-failed"]);
    expect(run.error.message).toContain("needs a password: documentPassword of a flow");
  });

  it("accepts a reference to a secret, never the password itself", async () => {
    const { status, body } = await api.post("/flows", {
      name: "Documents",
      mode: "extract",
      url: site.url,
      documentPassword: "opensesame",
    });
    expect([status, body.error.details[0].path]).toEqual([400, "documentPassword"]);
    expect(JSON.stringify(body)).not.toContain("opensesame");
  });
});

describe("a run over a scanned document", () => {
  it("completes with the warning no-text", async () => {
    const id = await flowOf({
      url: `${site.url}/scan.pdf`,
      steps: [{ type: "extract", as: "markdown" }],
    });
    const run = await runOf(id);
    expect(run.status).toBe("completed");
    expect(run.warnings.map(({ code }: { code: string }) => code)).toContain("no-text");
    expect((await api.get(`/flows/${id}`)).body.data.needsAttention).toBe(true);
  });
});

describe("a monitor", () => {
  it("of a PDF file's text shows the words that changed", async () => {
    const id = await flowOf({ url: `${site.url}/agenda`, mode: "monitor", monitor: { watch: "text" } });
    for (const _ of [1, 2]) expect((await runOf(id)).status).toBe("completed");
    const { data } = (await api.get(`/flows/${id}/changes`)).body;
    expect(JSON.stringify(data[0])).toContain("Bericht der Behörde 2026");
  });

  it("of a workbook's records reports no change when the same table arrives in another file format", async () => {
    const id = await flowOf({
      url: `${site.url}/prices`,
      mode: "monitor",
      steps: [{ type: "extract", selector: ".record", fields: ["article: .Article", "price: .Price"] }],
      outputSchema: { article: "string", price: "number" },
      monitor: { key: ["article"] },
    });
    for (const _ of [1, 2]) expect((await runOf(id)).status).toBe("completed");
    expect((await api.get(`/flows/${id}/changes`)).body.data).toEqual([]);
  });
});

describe("a saved document", () => {
  it("is read again without visiting its site", async () => {
    const id = await flowOf({
      url: `${site.url}/payments.pdf`,
      steps: [{ type: "extract", selector: ".record", fields: ["name: .Name", "page: :scope@data-page"] }],
      outputSchema: { name: "string", page: "integer" },
    });
    const run = await runOf(id);
    expect(run).toMatchObject({ status: "completed", itemsExtracted: 60 });
    const visits = site.requests.length;
    const again = await api.post(`/runs/${run.id}/retry`, { from: "snapshots" });
    const replayed = await endOfRun(api, again.body.data.id);
    expect(replayed).toMatchObject({ status: "completed", itemsExtracted: 60 });
    expect(await itemsOf(replayed.id)).toEqual(await itemsOf(run.id));
    expect(site.requests).toHaveLength(visits);
  });
});
