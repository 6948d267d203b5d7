import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { isErrorNamed, messageOf, StartFailure } from "./failure.ts";
import type { Shutdown } from "./shutdown.ts";

export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** How long active requests may take when the runner stops. */
const DRAIN_MS = 1_000;

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Sets the handler; earlier requests wait until then. */
  serve(handle: HandleRequest): void;
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1", "[::1]"]);

/** Whether traffic to a host stays on this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

export const listenOnLoopback = (port: number, shutdown: Shutdown): Promise<LoopbackServer> =>
  listen("127.0.0.1", port, shutdown);

/**
 * Listens on an address of this machine. The URL is known at once, before anything can be served.
 *
 * @throws StartFailure if the port is taken or not allowed
 */
export const listen = async (host: string, port: number, shutdown: Shutdown): Promise<LoopbackServer> => {
  const { promise: handler, resolve: serve } = Promise.withResolvers<HandleRequest>();
  const server = createServer((request, response) => {
    // A failing request must not stop the runner.
    handler.then((handle) => handle(request, response)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  }).catch((error: unknown) => {
    throw new StartFailure(refusal(host, port, error));
  });
  shutdown.add(() => closeServer(server));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, serve };
};

const refusal = (host: string, port: number, error: unknown): string => {
  if (isErrorNamed(error, "EADDRINUSE"))
    return `Port ${port} is in use: stop what listens there, or choose another with --port (0 takes any free one).`;
  if (isErrorNamed(error, "EADDRNOTAVAIL") || isErrorNamed(error, "ENOTFOUND"))
    return `--host ${host} is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for all networks.`;
  return `Port ${port} cannot be used (${messageOf(error)}): choose another with --port.`;
};

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  });

/** Opens a server on a free port of loopback, until it is closed; then requests in progress end at once. */
export const openOnLoopback = async (server: Server | SecureServer) => {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
