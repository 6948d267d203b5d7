import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Client } from "../client/index.ts";
import { createMcpServer, type ServerOptions } from "./server.ts";

/** Serves one agent on standard input and output, until it disconnects or the signal aborts. */
export const serveStdio = async (
  client: Client,
  stdin: Readable,
  stdout: Writable,
  signal: AbortSignal,
  options: ServerOptions = {},
): Promise<void> => {
  const server = createMcpServer(client, options);
  await server.connect(new StdioServerTransport(stdin, stdout));
  const ended = new AbortController();
  await Promise.race([
    once(stdin, "end", { signal: ended.signal }),
    signal.aborted ? undefined : once(signal, "abort", { signal: ended.signal }),
  ]);
  ended.abort();
  await server.close();
};
