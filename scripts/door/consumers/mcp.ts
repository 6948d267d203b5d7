/** Firecrawl's MCP server against a service, called as agents call it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import * as z from "zod";
import { messageOf } from "../../../local/failure.ts";
import type { Call } from "../outcome.ts";
import { JS_FOLDER } from "../packages.ts";

const SERVER = join(JS_FOLDER, "node_modules/firecrawl-mcp/dist/index.js");
const REASON_CHARS = 500;

const ToolResult = z.object({
  content: z.array(z.object({ text: z.string() })),
  isError: z.boolean().optional(),
});

/** @param site the address of the site that is read */
export const callMcp = async (service: string, apiKey: string, site: string): Promise<Call[]> => {
  const client = new Client({ name: "door", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [SERVER],
      env: { FIRECRAWL_API_URL: `${service}/firecrawl`, FIRECRAWL_API_KEY: apiKey },
      stderr: "ignore",
    }),
  );
  const toolText = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { content, isError } = ToolResult.parse(await client.callTool({ name, arguments: args }));
    const text = content.map((part) => part.text).join("\n");
    assert.ok(isError !== true, text);
    return text;
  };
  const schema = { type: "object", properties: { name: { type: "string" } } };
  const checks: readonly (readonly [tool: string, args: Record<string, unknown>, expected: RegExp])[] = [
    ["firecrawl_scrape", { url: `${site}/docs/1`, formats: ["markdown"] }, /# One/],
    ["firecrawl_map", { url: `${site}/docs` }, /\/docs\/1/],
    ["firecrawl_crawl", { url: `${site}/docs`, limit: 4 }, /# Three/],
    [
      "firecrawl_scrape",
      { url: `${site}/lamp`, formats: ["json"], jsonOptions: { prompt: "The name", schema } },
      /"name":\s*"Lamp"/,
    ],
    ["firecrawl_search", { query: "ferries", limit: 2 }, /About ferries/],
    ["firecrawl_credit_usage", {}, /remaining/i],
  ];
  const calls: Call[] = [];
  try {
    for (const [tool, args, expected] of checks) {
      const call = [tool, args.url].filter(Boolean).join(" ");
      try {
        assert.match(await toolText(tool, args), expected);
        calls.push({ call, outcome: "passed" });
      } catch (error) {
        calls.push({ call, outcome: "failed", reason: messageOf(error).slice(0, REASON_CHARS) });
      }
    }
    return calls;
  } finally {
    await client.close();
  }
};
