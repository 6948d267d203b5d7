/** What agents do with flows and runs. */
import { describe, expect, it } from "@jest/globals";
import type { Json } from "../helpers/api.ts";
import { account, COUNT, call, pages, useAgent } from "./mcp/world.ts";

useAgent();

describe("the MCP server", () => {
  it("generates a flow from a prompt, runs it, and reads all its items page by page", async () => {
    const made = await call("generate_flow", {
      url: `${pages.url}/list`,
      prompt: "name and price of every item",
    });
    expect(made.isError).toBe(false);
    const { data: run } = await call("run_flow", { flowId: made.data.flowId });
    expect(run).toMatchObject({ status: "completed", itemsExtracted: COUNT });
    expect((await call("read_items", { flowId: made.data.flowId, limit: 1 })).data).toMatchObject({
      runId: run.id,
      total: COUNT,
    });
    expect((await call("list_runs", { flowId: made.data.flowId })).data).toMatchObject({
      total: 1,
      items: [{ id: run.id, status: "completed", itemsExtracted: COUNT }],
    });
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
    expect(edited.data).toMatchObject({ name: "Yours", version: 2, status: "draft", robots: "obey" });
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
});
