import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { isErrorNamed } from "../failure.ts";
import type { Shutdown } from "../shutdown.ts";

/** Forwards a request to loopback, as if it came from there. */
const passOn = async (target: URL, incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
  const outgoing = request(target.origin + (incoming.url ?? "/"), {
    method: incoming.method,
    headers: { ...incoming.headers, host: target.host },
  });
  response.once("close", () => outgoing.destroy());
  const answered = once(outgoing, "response");
  incoming.pipe(outgoing);
  const [answer] = (await answered) as [IncomingMessage];
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  await pipeline(answer, response);
};

/**
 * Lets containers reach a server that listens on loopback, through this machine's address in their network.
 *
 * @returns the given URL with the host and port that containers use
 */
export const bridgeTo = async (url: string, address: string, shutdown: Shutdown): Promise<string> => {
  const target = new URL(url);
  const server = createServer((incoming, response) => {
    passOn(target, incoming, response).catch(() => response.destroy());
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, address, () => resolve((server.address() as AddressInfo).port));
  }).catch((error: unknown) => {
    // Docker Desktop's address is not this machine's: it forwards requests there to loopback itself.
    if (isErrorNamed(error, "EADDRNOTAVAIL")) return Number(target.port);
    throw error;
  });
  shutdown.add(() => void server.close().closeAllConnections());
  return `http://${address}:${port}${target.pathname.replace(/\/$/, "")}`;
};
