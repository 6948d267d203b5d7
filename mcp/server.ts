import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ApiError, type Client } from "../client/index.ts";
import manifest from "../package.json" with { type: "json" };
import { callTool, TOOLS } from "./tools.ts";

/** A refusal in words that an agent can act on. */
const describe = (error: unknown): string => {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const details = error.details.map(({ path, message }) => `; ${path}: ${message}`).join("");
  const wait = error.retryAfterSeconds === null ? "" : ` Try again in ${error.retryAfterSeconds} s.`;
  return `${error.code}: ${error.message}${details}${wait}`;
};

/** The agent's door: a server of the Model Context Protocol over the public API. */
export const createMcpServer = (client: Client): McpServer => {
  const server = new McpServer({ name: "gleaner", title: "Gleaner", version: manifest.version });
  for (const tool of TOOLS)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        annotations: { readOnlyHint: tool.readOnly, openWorldHint: true, destructiveHint: false },
      },
      async (input: unknown, { signal }: { signal: AbortSignal }) => {
        try {
          return { content: [{ type: "text" as const, text: await callTool(tool, client, input, signal) }] };
        } catch (error) {
          return { content: [{ type: "text" as const, text: describe(error) }], isError: true };
        }
      },
    );
  return server;
};
