import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The response for a path; a function is called for each request with the number of earlier ones. */
export type ServedPage = PageReply | ((earlierVisits: number) => PageReply);

interface PageReply {
  /** Text is sent as UTF-8, bytes unchanged. */
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
}

export interface PageServer {
  readonly url: string;
  readonly port: number;
  /** Requested paths with their query, in order. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

/** How long to wait for a reserved port while other test files hold them all. */
const PORT_TIMEOUT_MS = 60_000;
const PORT_RETRY_MS = 50;

/**
 * Ports that the service under test may fetch; without any, every port will do. They begin anywhere: a port that was
 * just given back may still be asked for what its last server had.
 */
const reservedPorts = (): readonly number[] => {
  const ports = JSON.parse(process.env.TEST_PORTS ?? "[]") as unknown;
  if (!Array.isArray(ports) || !ports.every((port) => Number.isInteger(port)))
    throw new Error(`TEST_PORTS must be a JSON array of port numbers, not ${process.env.TEST_PORTS}`);
  const first = Math.floor(Math.random() * ports.length);
  return [...ports.slice(first), ...ports.slice(0, first)] as number[];
};

/** Opens a port. @returns false if it is in use */
const tryListen = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      server.off("listening", onListening);
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    };
    const onListening = (): void => {
      server.off("error", onError);
      resolve(true);
    };
    server.once("error", onError).once("listening", onListening).listen(port, "127.0.0.1");
  });

/** Opens one of the ports that the service may fetch. */
export const listen = async (server: Server): Promise<number> => {
  const reserved = reservedPorts();
  const deadline = Date.now() + PORT_TIMEOUT_MS;
  for (;;) {
    for (const port of reserved.length === 0 ? [0] : reserved)
      if (await tryListen(server, port)) return (server.address() as AddressInfo).port;
    if (Date.now() > deadline) throw new Error(`all of the ports ${reserved.join(", ")} are taken`);
    await new Promise((resolve) => setTimeout(resolve, PORT_RETRY_MS));
  }
};

/** Starts a custom server on one of the ports that the service may fetch. */
export const listenOnReserved = async <T>(start: (port: number) => Promise<T>): Promise<T> => {
  const reserved = reservedPorts();
  const deadline = Date.now() + PORT_TIMEOUT_MS;
  for (;;) {
    for (const port of reserved.length === 0 ? [0] : reserved)
      try {
        return await start(port);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      }
    if (Date.now() > deadline) throw new Error(`all of the ports ${reserved.join(", ")} are taken`);
    await new Promise((resolve) => setTimeout(resolve, PORT_RETRY_MS));
  }
};

const send = (response: ServerResponse, { status = 200, headers, body = "" }: PageReply): void => {
  const content = typeof body === "string" ? Buffer.from(body) : body;
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": content.length,
    ...headers,
  });
  response.end(content);
};

/**
 * Serves local pages by their path, with or without its query. Other paths answer 404. Requests for a robots.txt that
 * is not listed are not recorded.
 */
export const startPageServer = async (pages: Readonly<Record<string, ServedPage>>): Promise<PageServer> => {
  const requests: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    const earlierVisits = requests.filter((earlier) => earlier === path).length;
    if (path !== "/robots.txt" || path in pages) requests.push(path);
    const page = pages[path] ?? pages[path.replace(/\?.*$/, "")] ?? { status: 404, body: "Not found" };
    const reply = typeof page === "function" ? page(earlierVisits) : page;
    if (reply.delayMs === undefined) return send(response, reply);
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(response, reply);
    }, reply.delayMs);
    timers.add(timer);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
