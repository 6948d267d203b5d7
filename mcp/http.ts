import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Client } from "../client/index.ts";
import { createMcpServer, type ServerOptions } from "./server.ts";

const PATH = "/mcp";
const HOST = "127.0.0.1";
const MAX_CLIENTS = 100;
/** JSON-RPC's code for errors that a server defines itself. */
const SERVER_ERROR = -32_000;

const refuse = (response: ServerResponse, status: number, message: string, headers = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: SERVER_ERROR, message }, id: null }));
};

/** The request's API key: each caller acts as itself. */
const keyOf = ({ headers }: IncomingMessage): string | null => {
  const key = headers["x-api-key"] ?? headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1];
  return typeof key === "string" && key !== "" ? key : null;
};

/** Rejects web pages that reach this server under a host name of their own (DNS rebinding). */
const isLocal = ({ headers }: IncomingMessage): boolean =>
  /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? "") &&
  (headers.origin === undefined || /^https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.origin));

const answer = async (
  request: IncomingMessage,
  response: ServerResponse,
  client: Client,
  options: ServerOptions,
): Promise<void> => {
  const server = createMcpServer(client, options);
  const transport = new StreamableHTTPServerTransport();
  response.once("close", () => void server.close());
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response);
};

/** One client per key, so that an agent can read on in what it has just read; the oldest is dropped. */
const clientsByKey = (clientWith: (apiKey: string) => Client): ((apiKey: string) => Client) => {
  const clients = new Map<string, Client>();
  return (apiKey) => {
    const client = clients.get(apiKey) ?? clientWith(apiKey);
    clients.delete(apiKey);
    clients.set(apiKey, client);
    const [oldest] = clients.keys();
    if (clients.size > MAX_CLIENTS && oldest !== undefined) clients.delete(oldest);
    return client;
  };
};

/**
 * Serves agents on this machine over streamable HTTP, each with the API key of its requests, until the signal
 * aborts. Between requests, only long results are kept, for reading on.
 *
 * @throws the error of `listen`, such as EADDRINUSE
 */
export const serveHttp = async (
  port: number,
  clientWith: (apiKey: string) => Client,
  signal: AbortSignal,
  onListening: (url: string) => void,
  options: ServerOptions = {},
): Promise<void> => {
  const clientOf = clientsByKey(clientWith);
  const listener = createServer((request, response) => {
    if (!isLocal(request))
      return refuse(response, 403, "This server only accepts requests from this machine.");
    if (request.url !== PATH) return refuse(response, 404, `There is nothing here but ${PATH}.`);
    if (request.method !== "POST") return refuse(response, 405, "Only POST is served.", { allow: "POST" });
    const apiKey = keyOf(request);
    if (apiKey === null)
      return refuse(response, 401, "Send the API key as Authorization: Bearer gl_live_…", {
        "www-authenticate": "Bearer",
      });
    answer(request, response, clientOf(apiKey), options).catch((error: unknown) => {
      if (!response.headersSent)
        refuse(response, 500, error instanceof Error ? error.message : String(error));
      else response.destroy();
    });
  });
  listener.listen(port, HOST);
  await once(listener, "listening");
  onListening(`http://${HOST}:${(listener.address() as AddressInfo).port}${PATH}`);
  if (!signal.aborted) await once(signal, "abort");
  listener.close();
  listener.closeAllConnections();
};
