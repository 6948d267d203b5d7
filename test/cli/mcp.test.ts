import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type Api, type Json, newAccount, testService } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const COUNT = 60;
const LONG = "a very long description ".repeat(200);
const ROWS = Array.from(
  { length: COUNT },
  (_, index) =>
    `<li class="p"><b>Item ${index}</b><i>${index}.00 €</i><p>${index === 0 ? LONG : "short"}</p></li>`,
);

const sentence = (index: number): string =>
  `Sentence ${index} tells about part ${"abcdefghij".charAt(index % 10).repeat(4)} of machine ${(index * 31) % 97}.`;
const PARAGRAPHS = Array.from({ length: COUNT }, (_, index) => {
  const sentences = Array.from({ length: 12 }, (__, at) => sentence(index * 12 + at));
  return `<p>Paragraph ${index}. He said "yes". ${sentences.join(" ")}</p>`;
});

const site = (title: string, links: readonly string[]) =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>The page ${title} of a small site.</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(" ")}</main></body></html>`;

/** The official client speaks to the server as an agent's program does: over a process of its own. */
const agent = new Client({ name: "test", version: "1.0.0" });
let pages: PageServer;
let account: Api;

const call = async (name: string, args: Record<string, unknown>) => {
  const { content, isError } = await agent.callTool({ name, arguments: args }, undefined, {
    timeout: 120_000,
  });
  const [{ text }, picture] = content as [{ text: string }, { type: string; data: string }?];
  const data = isError || !text.startsWith("{") ? null : JSON.parse(text);
  return { text, isError: isError === true, data, picture };
};

const serverWith = (...options: readonly string[]): StdioClientTransport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, "../../cli/main.ts"), "mcp", ...options],
    env: {
      PATH: process.env.PATH ?? "",
      GLEANER_URL: testService().url,
      GLEANER_API_KEY: account.apiKey ?? "",
    },
  });

beforeAll(async () => {
  pages = await startPageServer({
    "/list": { body: `<html><body><h1>Things</h1><ul>${ROWS.join("")}</ul></body></html>` },
    "/manual": { body: `<html><body><main><h1>Manual</h1>${PARAGRAPHS.join("")}</main></body></html>` },
    "/site": { body: site("Home", ["/site/a", "/site/print/a", "/list"]) },
    "/site/a": { body: site("A", ["/site", "/site/b"]) },
    "/site/b": { body: site("B", ["/site/gone"]) },
    "/site/print/a": { body: site("A, to print", []) },
  });
  account = await newAccount();
  await agent.connect(serverWith("--all-tools"));
});
afterAll(async () => {
  await agent.close();
  await pages.stop();
});

describe("the MCP server", () => {
  it("offers a core set by default: at most 12 tools in 12 KB", async () => {
    const other = new Client({ name: "test", version: "1.0.0" });
    await other.connect(serverWith());
    try {
      const { tools } = await other.listTools();
      const names = tools.map(({ name }) => name);
      expect(names).toEqual(
        expect.arrayContaining(["extract", "read_page", "generate_flow", "run_flow", "read_items"]),
      );
      expect(names.length).toBeLessThanOrEqual(12);
      expect(JSON.stringify(tools).length).toBeLessThanOrEqual(12 * 1024);
      const refused = await other.callTool({ name: "delete_flow", arguments: { flowId: "flow-1" } });
      expect(refused.isError).toBe(true);
    } finally {
      await other.close();
    }
  });

  it("offers all its tools with schemas, and marks those that change something", async () => {
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      "cancel_export",
      "cancel_run",
      "crawl_site",
      "create_destination",
      "create_webhook",
      "delete_flow",
      "delete_run",
      "edit_flow",
      "export_run",
      "extract",
      "generate_flow",
      "get_export",
      "get_flow",
      "get_run",
      "inspect_page",
      "list_alerts",
      "list_changes",
      "list_destinations",
      "list_flows",
      "list_pages",
      "list_sites",
      "list_tickets",
      "map_site",
      "mark_alert_read",
      "open_ticket",
      "read_items",
      "read_page",
      "replay_delivery",
      "run_flow",
      "schedule_flow",
      "screenshot",
      "update_ticket",
      "upload_list",
      "watch_page",
    ]);
    const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
    expect(changing.map(({ name }) => name).sort()).toEqual([
      "cancel_export",
      "cancel_run",
      "crawl_site",
      "create_destination",
      "create_webhook",
      "delete_flow",
      "delete_run",
      "edit_flow",
      "export_run",
      "generate_flow",
      "mark_alert_read",
      "open_ticket",
      "replay_delivery",
      "run_flow",
      "schedule_flow",
      "update_ticket",
      "upload_list",
      "watch_page",
    ]);
    const destructive = changing.filter(({ annotations }) => annotations?.destructiveHint !== false);
    expect(destructive.map(({ name }) => name).sort()).toEqual([
      "cancel_export",
      "cancel_run",
      "delete_flow",
      "delete_run",
      "edit_flow",
      "schedule_flow",
      "update_ticket",
    ]);
    const extract = tools.find(({ name }) => name === "extract")?.inputSchema;
    expect(Object.keys(extract?.properties ?? {})).toEqual(expect.arrayContaining(["url", "urls"]));
    expect(tools.find(({ name }) => name === "crawl_site")?.inputSchema.required).toContain("url");
    expect(agent.getInstructions()).toContain("generate_flow, then run_flow, then read_items");
  });

  it("monitors pages without setup and returns their first reading, a screenshot as an image", async () => {
    const text = await call("watch_page", { urls: [`${pages.url}/site/a`], watch: "text", every: "6h" });
    expect(text.data).toMatchObject({ status: "completed", every: "6h", items: [{ title: "A" }] });
    const flow = (await account.get(`/flows/${text.data.flowId}`)).body.data;
    expect(flow).toMatchObject({ status: "active", monitor: { watch: "text" }, schedule: { every: "6h" } });
    const seen = await call("watch_page", { urls: [`${pages.url}/site/a`], watch: "picture" });
    expect(seen.data).toMatchObject({ status: "completed", items: [{ title: "A", width: 1280 }] });
    expect(seen.picture?.type).toBe("image");
  });

  it("reports progress on request", async () => {
    const told: (string | undefined)[] = [];
    await agent.callTool({ name: "extract", arguments: { url: `${pages.url}/list` } }, undefined, {
      onprogress: ({ message }) => told.push(message),
    });
    expect(told[0]).toBe(`Opening ${pages.url}/list`);
  });

  it("extracts a page, limited to the requested number of items, and returns their total", async () => {
    const { data } = await call("extract", {
      url: `${pages.url}/list`,
      schema: { name: "string" },
      limit: 5,
    });
    expect(data).toMatchObject({ itemCount: COUNT, nextOffset: 5 });
    expect(data.items).toHaveLength(5);
    const visits = pages.requests.length;
    const rest = await call("extract", {
      url: `${pages.url}/list`,
      schema: { name: "string" },
      offset: COUNT - 2,
    });
    expect(rest.data.items).toHaveLength(2);
    expect(pages.requests).toHaveLength(visits);
    expect(rest.data).not.toHaveProperty("nextOffset");
    const priced = await call("extract", { url: `${pages.url}/list`, schema: { price: "price" }, limit: 1 });
    expect(priced.data).toMatchObject({ currencies: { price: "EUR" } });
  });

  it("returns a page's text unchanged, and the next part without opening the page again", async () => {
    const { text: first } = await call("read_page", { url: `${pages.url}/manual` });
    expect(first).toMatch(/^# Manual$/m);
    expect(first).toContain('He said "yes".');
    const offset = Number(first.match(/Read on with offset (\d+)\.\]$/)?.[1]);
    const visits = pages.requests.length;
    const { text: rest } = await call("read_page", { url: `${pages.url}/manual`, offset });
    expect(pages.requests).toHaveLength(visits);
    expect(rest).toContain("Paragraph 59.");
    expect(rest).not.toContain("Read on");
  });

  it("generates a flow from a prompt, runs it, and reads all its items page by page", async () => {
    const made = await call("generate_flow", {
      url: `${pages.url}/list`,
      prompt: "name and price of every item",
    });
    expect(made.isError).toBe(false);
    const { data: run } = await call("run_flow", { flowId: made.data.flowId });
    expect(run).toMatchObject({ status: "completed", itemsExtracted: COUNT });
    let cursor: string | undefined;
    let read = 0;
    do {
      const { data } = await call("read_items", { runId: run.id, limit: 25, ...(cursor && { cursor }) });
      read += data.items.length;
      cursor = data.nextCursor;
    } while (cursor !== undefined);
    expect(read).toBe(COUNT);
    expect((await call("list_flows", {})).data.items).toContainEqual(
      expect.objectContaining({ id: made.data.flowId }),
    );
    expect((await call("list_changes", { flowId: made.data.flowId })).data).toEqual({ total: 0, items: [] });
  }, 120_000);

  it("saves no flow with missing fields, names them, and saves it without them on request", async () => {
    const asked = { url: `${pages.url}/list`, prompt: "name, price and voltage of every item" };
    const count = (await call("list_flows", {})).data.total;
    const lacking = await call("generate_flow", asked);
    expect(lacking.text.startsWith('{"missing":[{"field":"voltage"')).toBe(true);
    expect(lacking.data).toMatchObject({ flowId: null, hint: expect.stringContaining("Nothing was stored") });
    expect((await call("list_flows", {})).data.total).toBe(count);
    const { data: partial } = await call("generate_flow", { ...asked, partial: true });
    expect(partial).toMatchObject({ flowId: expect.any(String), missing: [{ field: "voltage" }] });
    expect(partial.description).not.toContain("voltage");
  }, 60_000);

  it("creates a flow from elements selected on an inspected page", async () => {
    const { data: page } = await call("inspect_page", { url: `${pages.url}/list`, limit: 5 });
    expect(page.lists[0]).toBe(COUNT);
    expect(page.nextOffset).toBe(5);
    const { inspectionId } = page;
    const { data: named } = await call("inspect_page", { inspectionId, q: "item 3" });
    expect(named.items[0]).toMatchObject({ text: expect.stringMatching(/^item 3/i), record: [0, 3] });
    const picks = [{ node: named.items[0].node, name: "name" }];
    const made = await call("generate_flow", { inspectionId, picks });
    expect(made.isError).toBe(false);
    expect(made.data).toMatchObject({ preview: { recordCount: COUNT }, outputSchema: { name: "string" } });
    const both = await call("inspect_page", { url: `${pages.url}/list`, inspectionId });
    expect(both).toMatchObject({ isError: true, text: expect.stringContaining("not both") });
  }, 120_000);

  it("crawls a site, with each page as Markdown or by a schema", async () => {
    const where = { url: `${pages.url}/site`, match: ["/site*"], exclude: ["*/print/*"] };
    const { data: run } = await call("crawl_site", where);
    expect(run).toMatchObject({ status: "completed", itemsExtracted: 3 });
    const { data: texts } = await call("read_items", { runId: run.id });
    expect(texts.items.map(({ title }: { title: string }) => title)).toEqual(["Home", "A", "B"]);
    expect(texts.items[2].markdown).toContain("The page B of a small site.");
    const failed = await call("list_pages", { runId: run.id, status: "failed" });
    expect(failed.data.items).toMatchObject([{ url: `${pages.url}/site/gone` }]);

    const named = await call("crawl_site", { ...where, depth: 1, schema: { title: "string" } });
    expect((await call("read_items", { runId: named.data.id })).data.items).toEqual([
      { title: "Home" },
      { title: "A" },
    ]);
    const few = await call("crawl_site", { ...where, maxPages: 1 });
    expect(few.data.itemsExtracted).toBe(1);
  }, 120_000);

  it("creates a flow from an example, and explains how each field is found", async () => {
    const made = await call("generate_flow", {
      url: `${pages.url}/list`,
      examples: [{ name: "Item 7", price: "7.00 €" }],
    });
    expect(made.isError).toBe(false);
    expect(made.data.preview).toMatchObject({
      recordCount: COUNT,
      fields: [{ field: "name" }, { field: "price" }],
    });
    const lost = await call("generate_flow", {
      url: `${pages.url}/list`,
      examples: [{ name: "nothing that the page holds" }],
    });
    expect(lost.isError).toBe(true);
    expect(lost.text).toContain("example-not-found");
  }, 60_000);

  it("edits, schedules, pauses and deletes a flow", async () => {
    const flow = (await account.post("/flows", { name: "Mine", url: `${pages.url}/list`, mode: "extract" }))
      .body.data;
    const flowId: string = flow.id;
    const edited = await call("edit_flow", { flowId, changes: { name: "Yours" }, ifVersion: 1 });
    expect(edited.data).toMatchObject({ name: "Yours", version: 2, status: "draft" });
    const late = await call("edit_flow", { flowId, changes: { name: "Theirs" }, ifVersion: 1 });
    expect(late).toMatchObject({ isError: true, text: expect.stringMatching(/^version-mismatch: /) });
    expect((await call("schedule_flow", { flowId, every: "1d" })).data).toMatchObject({
      status: "active",
      schedule: { every: "1d" },
      nextRunAt: expect.any(String),
    });
    const cron = { flowId, cron: "0 6 * * *", timezone: "Europe/Paris" };
    expect((await call("schedule_flow", cron)).data.schedule).toEqual({
      cron: "0 6 * * *",
      timezone: "Europe/Paris",
    });
    expect((await call("schedule_flow", { flowId })).data.status).toBe("paused");
    expect((await call("delete_flow", { flowId })).data.message).toContain(flowId);
    expect((await call("get_flow", { flowId })).text).toMatch(/^not-found: /);
  });

  it("runs and schedules a flow with its inputs", async () => {
    const flow = {
      name: "With input",
      url: `${pages.url}/{{input.page}}`,
      inputs: { page: "string" },
      mode: "extract",
      steps: [{ type: "extract", fields: ["name: h1"] }],
    };
    const { id: flowId } = (await account.post("/flows", flow)).body.data;
    const { data: run } = await call("run_flow", { flowId, input: { page: "list" } });
    expect(run).toMatchObject({ status: "completed", itemsExtracted: 1 });
    const bare = await call("schedule_flow", { flowId, every: "1d" });
    expect(bare).toMatchObject({ isError: true, text: expect.stringContaining("schedule.input.page") });
    const { data } = await call("schedule_flow", { flowId, every: "1d", input: { page: "list" } });
    expect(data).toMatchObject({ status: "active", schedule: { every: "1d", input: { page: "list" } } });
  });

  it("uploads a list of URLs for one run, or for each run of a flow", async () => {
    const flow = {
      name: "Listed",
      url: pages.url,
      mode: "extract",
      steps: [{ type: "extract", fields: ["title: h1"] }],
    };
    const { id: flowId } = (await account.post("/flows", flow)).body.data;
    const list = ["/site/a", "/site/b", "/site/gone"].map((path) => pages.url + path).join("\n");
    const first = await call("upload_list", { list });
    const { data: run } = await call("run_flow", { flowId, uploadId: first.data.uploadId });
    expect(run).toMatchObject({ status: "completed", itemsExtracted: 2 });
    const again = await call("run_flow", { flowId, uploadId: first.data.uploadId });
    expect(again).toMatchObject({ isError: true, text: expect.stringMatching(/^conflict: /) });
    const second = await call("upload_list", { list: `page,url\nB,${pages.url}/site/b\n`, format: "csv" });
    const { data } = await call("edit_flow", { flowId, changes: { uploadId: second.data.uploadId } });
    expect(data.urlCount).toBe(1);
    expect((await call("run_flow", { flowId })).data.preview).toEqual([{ title: "B" }]);
  }, 120_000);

  it("says that a finished run cannot be cancelled", async () => {
    const flow = { name: "Mine", url: `${pages.url}/list`, mode: "extract" };
    const { id } = (await account.post("/flows", flow)).body.data;
    const { data: run } = await call("run_flow", { flowId: id });
    const { isError, data } = await call("cancel_run", { runId: run.id });
    expect([isError, data.status]).toEqual([false, run.status]);
    expect(data.next).toMatch(/already ended \(completed\): nothing was cancelled/);
    expect((await call("delete_run", { runId: run.id })).data.message).toContain(run.id);
    expect((await call("get_run", { runId: run.id })).text).toMatch(/^not-found: /);
  });

  it("exports a run into files with links, and says that an export that has ended cannot be cancelled", async () => {
    const flow = { name: "Exported", url: `${pages.url}/list`, mode: "extract" };
    const { id } = (await account.post("/flows", flow)).body.data;
    const { data: run } = await call("run_flow", { flowId: id });
    const { data: made } = await call("export_run", { runId: run.id, format: "csv" });
    expect(made).toMatchObject({ status: "completed", itemCount: run.itemsExtracted, partCount: 1 });
    const manifest: Json = await (await fetch(made.manifestUrl)).json();
    expect(manifest).toMatchObject({ exportId: made.id, itemCount: run.itemsExtracted });
    const { path, url } = made.files[0];
    expect([path, (await fetch(url)).status]).toEqual(["part-00001.csv", 200]);
    const ids = { runId: run.id, exportId: made.id };
    const { data: again } = await call("get_export", ids);
    expect(again).toMatchObject({ status: "completed", files: [{ path }] });
    const { isError, data: late } = await call("cancel_export", ids);
    expect([isError, late.status]).toEqual([false, "completed"]);
    expect(late.next).toMatch(/already ended \(completed\): nothing was cancelled/);
    const none = await call("get_export", { ...ids, exportId: "exp-1" });
    expect(none).toMatchObject({ isError: true, text: expect.stringMatching(/^not-found: /) });
  });

  it("lists alerts and marks them as read; opens, lists and resolves tickets", async () => {
    const flow = { name: "Gone", url: `${pages.url}/gone`, mode: "extract" };
    const { id: flowId } = (await account.post("/flows", flow)).body.data;
    expect((await call("run_flow", { flowId })).data.status).toBe("failed");
    const { data: alerts } = await call("list_alerts", { unreadOnly: true, severity: "warning" });
    const alert = alerts.items.find((each: { flowId: string }) => each.flowId === flowId);
    expect(alert).toMatchObject({ type: "run_failed", read: false });
    expect((await call("mark_alert_read", { alertId: alert.id })).data.read).toBe(true);
    const { data: unread } = await call("list_alerts", { unreadOnly: true, limit: 50 });
    expect(unread.items.map(({ id }: { id: string }) => id)).not.toContain(alert.id);

    const wrong = await call("open_ticket", { subject: "Gone", type: "bug", flowId: "flow-1" });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringMatching(/^not-found: /) });
    const opened = await call("open_ticket", { subject: "The page is gone", type: "bug", flowId });
    expect(opened.data).toMatchObject({ status: "open", priority: "normal" });
    const ticketId: string = opened.data.id;
    expect((await call("update_ticket", { ticketId, status: "resolved" })).data.status).toBe("resolved");
    const { data: tickets } = await call("list_tickets", { status: "resolved" });
    expect(tickets.items).toMatchObject([{ id: ticketId, subject: "The page is gone" }]);
  }, 60_000);

  it("keeps results small: long text is shortened, with its full length", async () => {
    const { text, data } = await call("extract", {
      url: `${pages.url}/list`,
      schema: { description: "string" },
      limit: 1,
    });
    expect(text.length).toBeLessThan(2_000);
    expect(data.items[0].description).toMatch(/\(\d{4} characters\)$/);
    const whole = await call("extract", {
      url: `${pages.url}/list`,
      schema: { description: "string" },
      limit: 1,
      textChars: 15_000,
    });
    expect(whole.data.items[0].description).toBe(LONG.trim());
  });

  it("returns a screenshot as an image and as a link", async () => {
    const { data, picture } = await call("screenshot", { url: `${pages.url}/list` });
    expect(picture).toMatchObject({ type: "image", mimeType: "image/png" });
    expect(
      Buffer.from(picture?.data ?? "", "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect((await fetch(data.screenshotUrl)).headers.get("content-type")).toBe("image/png");
  }, 120_000);

  it("returns errors in words that an agent can act on", async () => {
    const unknown = await call("get_run", { runId: "run-0000000000000000000" });
    expect(unknown).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^not-found: .* Check the id/),
    });
    const refused = await call("extract", { url: "http://10.0.0.1/" });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^target-refused: /) });
  });
});
