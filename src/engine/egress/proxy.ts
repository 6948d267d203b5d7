/** The only way out for a browser: a loopback proxy that dials only addresses it has checked. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex, Readable } from "node:stream";
import type { DomainError } from "../../contract/errors.ts";
import { createDialer, type DialerOptions, portOf } from "./dialer.ts";
import { refuseTarget, TargetError, toTargetError } from "./errors.ts";

export interface ProxyOptions extends DialerOptions {
  /** Max bytes received through the proxy in its lifetime (default 200 MB). */
  readonly maxBytes?: number;
}

export interface EgressProxy {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** Why the latest connection to the URL's host failed; undefined if it did not. */
  faultOf(url: string): DomainError | TargetError | undefined;
  /** Whether a response was made by the proxy, not by the target. */
  isOwnAnswer(headers: Readonly<Record<string, string>>): boolean;
  /** Resolves when the proxy has stopped, for any reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const MAX_BYTES = 200_000_000;
const MAX_CONNECTIONS = 256;
const MAX_HEADER_BYTES = 65_536;
const MARK = "x-gleaner-proxy";
/** Headers for a single connection (RFC 9110 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const hostKey = (target: URL): string => `${target.hostname}:${portOf(target)}`;

const withoutHops = (headers: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

const tooMuch = (maxBytes: number): TargetError =>
  new TargetError("target-failed", `The page loads more than ${maxBytes.toLocaleString("en")} bytes.`, {
    retryable: false,
  });

/**
 * Starts the proxy. It tunnels (`CONNECT`) and forwards plain requests. Each host is resolved once per connection,
 * every answer is checked, and a checked address is dialled. A refused host gets a constant 403. Connections to what the
 * operator denies are closed.
 */
export const startProxy = async ({
  maxBytes = MAX_BYTES,
  ...options
}: ProxyOptions): Promise<EgressProxy> => {
  const mark = randomUUID();
  const faults = new Map<string, DomainError | TargetError>();
  const sockets = new Set<Duplex>();
  const dialer = createDialer({
    ...options,
    onDenied: (target, fault) => faults.set(hostKey(target), fault),
  });
  let received = 0;

  const track = (socket: Duplex): void => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  };

  /** A plain socket to a target; any TLS is up to the browser. */
  const dial = async (target: URL): Promise<Socket> => {
    const key = hostKey(target);
    try {
      if (received >= maxBytes) throw tooMuch(maxBytes);
      const socket = await dialer.dial(target);
      faults.delete(key);
      track(socket);
      return socket;
    } catch (error) {
      const fault = toTargetError(error);
      faults.set(key, fault);
      throw fault;
    }
  };

  /** Destroys the stream once the browser has received more than `maxBytes`. */
  const count = (stream: Readable, target: URL): void => {
    stream.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received <= maxBytes) return;
      faults.set(hostKey(target), tooMuch(maxBytes));
      stream.destroy();
    });
  };

  const statusOf = (error: unknown): number => (error instanceof TargetError ? 502 : 403);

  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const url = URL.parse(incoming.url ?? "");
      if (url?.protocol !== "http:") throw refuseTarget();
      const socket = await dial(url);
      const onward = request({
        createConnection: () => socket,
        method: incoming.method,
        path: `${url.pathname}${url.search}`,
        headers: { ...withoutHops(incoming.headers), host: url.host, connection: "close" },
        maxHeaderSize: MAX_HEADER_BYTES,
        setDefaultHeaders: false,
      });
      onward.once("response", (answer) => {
        response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
        count(answer, url);
        answer.pipe(response);
        answer.once("error", () => response.destroy());
      });
      onward.once("error", (error) => {
        faults.set(hostKey(url), toTargetError(error));
        if (response.headersSent) response.destroy();
        else response.writeHead(502, { [MARK]: mark }).end();
      });
      response.once("close", () => onward.destroy());
      incoming.pipe(onward);
    } catch (error) {
      response.writeHead(statusOf(error), { [MARK]: mark }).end();
    }
  };

  const tunnel = async (authority: string, client: Duplex, head: Buffer): Promise<void> => {
    try {
      const target = URL.parse(`https://${authority}`);
      if (!target) throw refuseTarget();
      const socket = await dial(target);
      count(socket, target);
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      socket.write(head);
      socket.pipe(client).pipe(socket);
      client.once("close", () => socket.destroy());
      socket.once("close", () => client.destroy());
    } catch (error) {
      client.end(`HTTP/1.1 ${statusOf(error)} Refused\r\n${MARK}: ${mark}\r\n\r\n`);
    }
  };

  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, response) => {
    void forward(incoming, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", track);
  server.on("connect", (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    void tunnel(incoming.url ?? "", client, head);
  });
  // Browsers request upgrades only within a tunnel.
  server.on("upgrade", (_incoming, client: Duplex) => client.destroy());
  server.on("clientError", (_error, client: Duplex) => client.destroy());
  await new Promise<void>((done, failed) => {
    server.once("error", failed).listen(0, "127.0.0.1", done);
  });
  const closed = new Promise<void>((done) => {
    server.once("close", done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faultOf: (address) => {
      const url = URL.parse(address);
      return url ? faults.get(hostKey(url)) : undefined;
    },
    isOwnAnswer: (headers) => headers[MARK] === mark,
    closed,
    close: () => {
      dialer.stop();
      server.close();
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
};
