/** What agents are offered, and how they read pages. */
import { describe, expect, it } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { account, agent, COUNT, call, LONG, pages, serverWith, useAgent } from "./mcp/world.ts";

useAgent();

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
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("--all-tools") }],
      });
      const lacking = await other.callTool({
        name: "generate_flow",
        arguments: { url: `${pages.url}/list`, prompt: "name and voltage of every item" },
      });
      expect(lacking).toMatchObject({ content: [{ text: expect.not.stringContaining("inspect_page") }] });
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
      "list_runs",
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
      "search_web",
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
