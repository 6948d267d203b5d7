import { describe, expect, it } from "@jest/globals";
import type { Client } from "../../../client/index.ts";
import { describeFailure } from "../../../mcp/failure.ts";
import { ALL_TOOLS, callTool } from "../../../mcp/tools.ts";

const progress = { signal: new AbortController().signal, tell: () => {} };
const call = async (name: string, input: unknown, client = {}) => {
  const tool = ALL_TOOLS.find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const { content } = await callTool(tool, client as Client, input, progress);
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
});
