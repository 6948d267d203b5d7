import { describe, expect, it } from "@jest/globals";
import type { Client } from "../../../client/index.ts";
import { describeFailure } from "../../../mcp/failure.ts";
import { ALL_TOOLS, callTool } from "../../../mcp/tools.ts";

const agent = { signal: new AbortController().signal, tell: () => {}, offers: () => false };
const call = async (name: string, input: unknown, client = {}) => {
  const tool = ALL_TOOLS.find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const { content } = await callTool(tool, client as Client, input, agent);
  return (content[0] as { text: string }).text;
};
const refusalOf = (name: string, input: unknown): Promise<string> =>
  call(name, input).then(() => "accepted", describeFailure);

describe("a tool call", () => {
  it("with an unknown argument is refused, and told which one was probably meant", async () => {
    const url = "https://shop.example/";
    expect(await refusalOf("extract", { url, limt: 3 })).toBe(
      "invalid-request: The call is not valid: limt is not a known field: did you mean `limit`? Fix the arguments and call the tool again.",
    );
    expect(await refusalOf("schedule_flow", { flowId: "flow-1", interval: "1h" })).toContain(
      "interval is not a known field: use flowId, every, cron, timezone, input",
    );
    const target = { type: "http", url, key: "secret" };
    expect(await refusalOf("create_destination", { name: "Mine", target })).toContain(
      "target.key is not a known field",
    );
    expect(
      await refusalOf("generate_flow", { url, pace: { concurrency: 2, delayMs: 5, slow: 1 } }),
    ).toContain("pace.slow is not a known field");
  });

  it("is told of all faults at once, in plain words", async () => {
    expect(await refusalOf("run_flow", { flow: "flow-1" })).toBe(
      "invalid-request: The call is not valid: flowId is required; flow: is not a known field: use flowId, input, urls, uploadId. Fix the arguments and call the tool again.",
    );
    expect(await refusalOf("edit_flow", {})).toContain("flowId is required; changes: is required.");
    expect(await refusalOf("read_page", { url: "shop.example" })).toContain(
      "url must be a URL that starts with https:// or http://",
    );
  });
});

describe("an error", () => {
  it("names the work that was started before it", async () => {
    const refused = async (): Promise<never> => {
      throw new Error("no scope runs:read.");
    };
    const client = { runs: { create: async () => ({ id: "run-1" }), wait: refused } };
    await expect(call("run_flow", { flowId: "flow-1" }, client)).rejects.toThrow(
      "no scope runs:read. The run was started and continues: run-1.",
    );
  });

  it("refuses a schedule that is two", async () => {
    const both = { flowId: "flow-1", every: "1h", cron: "0 6 * * *" };
    expect(await refusalOf("schedule_flow", both)).toBe("Send every or cron, and not both.");
    const zoned = { flowId: "flow-1", every: "1h", timezone: "Europe/Paris" };
    expect(await refusalOf("schedule_flow", zoned)).toContain("timezone goes with cron");
  });
});

describe("a page's text", () => {
  const client = { extract: async () => '---\nurl: "https://shop.example/"\n---\n\n\n' };
  it("says that there is none, and where it ends", async () => {
    const url = "https://shop.example/";
    expect(await call("read_page", { url }, client)).toContain("[The page has no main content.]");
    const full = { extract: async () => "---\ntitle: A\n---\n\n# A\n\n---\n" };
    expect(await call("read_page", { url }, full)).not.toContain("no main content");
    await expect(call("read_page", { url, offset: 900 }, client)).rejects.toThrow("nothing at offset 900");
  });
});

describe("the summary of a run", () => {
  const RUN = {
    id: "run-1",
    flowId: "flow-1",
    status: "completed",
    itemsExtracted: 2,
    pagesFetched: 3,
    duration: 1_000,
    cost: 0,
    error: null,
    warnings: [],
    outputPreview: [],
  };
  const summaryOf = async (fields: object) =>
    JSON.parse(
      await call("get_run", { runId: "run-1" }, { runs: { wait: async () => ({ ...RUN, ...fields }) } }),
    );

  it("has its warnings, and how many pages and sites failed", async () => {
    const warnings = [{ code: "lost-field", message: "price is empty.", step: null, field: "price" }];
    const pages = { total: 4, succeeded: 3, failed: 1 };
    expect(await summaryOf({ warnings, pages, sites: pages })).toMatchObject({
      warnings,
      pages,
      sites: pages,
    });
    const plain = await summaryOf({});
    for (const name of ["warnings", "pages", "sites"]) expect(plain).not.toHaveProperty(name);
  });

  it("says what can be done next, with the tools that the agent has", async () => {
    const pages = { completed: 3, failed: 1, skipped: 0 };
    expect((await summaryOf({ pages })).next).toBe("read_items gives all items. 1 of its pages failed.");
    expect((await summaryOf({ status: "running" })).next).not.toContain("cancel_run");
    const error = { code: "target-failed", message: "The target answered with status 404." };
    expect((await summaryOf({ status: "failed", itemsExtracted: 0, error })).next).toBe(
      "The run failed and collected nothing. Check that the page opens in a browser and try again.",
    );
    agent.offers = () => true;
    expect((await summaryOf({ pages })).next).toContain("list_pages with status failed says why");
    expect((await summaryOf({ status: "running" })).next).toContain("or cancel_run to stop it");
  });
});
