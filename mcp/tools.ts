/** The tools for agents: each makes one or two calls of the public API and keeps its answer small. */

import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { Client } from "../client/index.ts";
import { parseInput } from "../src/domain/shared/parse.ts";
import { fitted } from "./answers.ts";
import { readPicture } from "./pictures.ts";
import type { Agent } from "./progress.ts";
import { ACCOUNT_TOOLS } from "./tools/account.ts";
import { EXPORT_TOOLS } from "./tools/exports.ts";
import { FLOW_TOOLS } from "./tools/flows.ts";
import { PAGE_TOOLS } from "./tools/pages.ts";
import { RUN_TOOLS } from "./tools/runs.ts";
import { SEARCH_TOOLS } from "./tools/search.ts";
import { WATCH_TOOLS } from "./tools/watch.ts";

export const ALL_TOOLS = [
  ...PAGE_TOOLS,
  ...SEARCH_TOOLS,
  ...WATCH_TOOLS,
  ...FLOW_TOOLS,
  ...RUN_TOOLS,
  ...EXPORT_TOOLS,
  ...ACCOUNT_TOOLS,
] as const;

/** What agents can do by default; each tool takes up room in their context. */
export const CORE_TOOLS = ALL_TOOLS.filter(({ core }) => core === true);

/**
 * Calls a tool. The answer is returned as text, small enough for an agent's context window, with its picture if it
 * has one. It is not repeated as `structuredContent`, which agents would read too.
 */
export const callTool = async (
  tool: (typeof ALL_TOOLS)[number],
  client: Client,
  input: unknown,
  agent: Agent,
): Promise<CallToolResult> => {
  const { pictureOf } = tool;
  const call = tool.call as (client: Client, input: unknown, agent: Agent) => Promise<unknown>;
  const parsed = parseInput(z.strictObject(tool.input as z.ZodRawShape), input, "call");
  const answer = await call(client, parsed, agent);
  const text = typeof answer === "string" ? answer : fitted(answer, parsed.textChars as number | undefined);
  const pictureUrl = pictureOf?.(answer);
  const picture = pictureUrl !== undefined && (await readPicture(pictureUrl, agent.signal));
  return { content: [{ type: "text", text }, ...(picture ? [picture] : [])] };
};
