/** Connections through an outside proxy: HTTP CONNECT (RFC 9110 9.3.6) and SOCKS5 (RFC 1928, RFC 1929). */
import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { buildConnector } from "undici";
import { DomainError } from "../../contract/errors.ts";
import type { PROXY_DNS, ProxyAddress } from "../../contract/flows/proxy.ts";
import type { Denied } from "./denied.ts";
import { TargetError } from "./errors.ts";

export interface Route {
  readonly proxy: ProxyAddress;
  /** Who resolves the targets' names. */
  readonly dns: (typeof PROXY_DNS)[number];
}

/** Reads through which proxy to connect now; null: through none. */
export type ReadRoute = () => Promise<Route | null>;

export interface Destination {
  /** Addresses or a name, in the order in which they are tried. */
  readonly addresses: readonly string[];
  readonly port: number;
}

const MAX_HEAD_BYTES = 16_384;
/** A host's further addresses are tried only if the proxy cannot reach the first ones. */
const MAX_ADDRESSES = 3;

const failed = (message: string, retryable: boolean, cause?: unknown): TargetError =>
  new TargetError("egress-failed", `${message} No direct connection was made.`, { retryable, cause });

/** The proxy works, but not the way from it to the target. */
const unreachable = (answer: string): TargetError =>
  new TargetError("target-failed", `The proxy could not reach the target: ${answer}.`, { retryable: true });

const rejected = (): TargetError =>
  failed("The proxy rejected its credentials: check the user and password in its address.", false);

const ended = (): TargetError => failed("The proxy closed the connection.", true);

/** A connector's socket as a promise. */
export const promiseOf = (
  connect: buildConnector.connector,
  options: buildConnector.Options,
): Promise<Socket> =>
  new Promise((done, fail) => {
    connect(options, (error, socket) => (error ? fail(error) : done(socket as Socket)));
  });

/** The target that a socket leads to: an address or, if a proxy resolves names, a name. */
const destinations = new WeakMap<Socket, string>();
export const addressOf = (socket: Socket): string => destinations.get(socket) ?? socket.remoteAddress ?? "";

/** Waits until a socket has more to read. @throws TargetError if it has ended */
const more = async (socket: Socket): Promise<void> => {
  if (socket.readableEnded || socket.destroyed) throw ended();
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([
      once(socket, "readable", { signal }),
      once(socket, "end", { signal }).then(() => Promise.reject(ended())),
      once(socket, "close", { signal }).then(() => Promise.reject(ended())),
    ]);
  } finally {
    over.abort();
  }
};

/** Reads a handshake, and leaves what comes after it for the next reader. */
const createReader = (socket: Socket) => {
  let unread = Buffer.alloc(0);
  const fill = async (): Promise<void> => {
    for (;;) {
      const chunk = socket.read() as Buffer | null;
      if (chunk) {
        unread = Buffer.concat([unread, chunk]);
        return;
      }
      await more(socket);
    }
  };
  const take = (bytes: number): Buffer => {
    const taken = unread.subarray(0, bytes);
    unread = unread.subarray(bytes);
    return taken;
  };
  return {
    exactly: async (bytes: number): Promise<Buffer> => {
      while (unread.length < bytes) await fill();
      return take(bytes);
    },
    /** Up to the empty line after the headers. */
    head: async (): Promise<string> => {
      while (!unread.includes("\r\n\r\n")) {
        if (unread.length > MAX_HEAD_BYTES) throw failed("The proxy's answer is malformed.", false);
        await fill();
      }
      return take(unread.indexOf("\r\n\r\n") + 4).toString("latin1");
    },
    release: (): void => {
      if (unread.length > 0) socket.unshift(unread);
    },
  };
};

type Handshake = (
  speak: { readonly write: (bytes: Buffer | string) => void } & Omit<
    ReturnType<typeof createReader>,
    "release"
  >,
  proxy: ProxyAddress,
  address: string,
  port: number,
) => Promise<void>;

/** Statuses of a proxy that could not reach the target: RFC 9110 15.6.3 to 15.6.5. */
const UNREACHED: ReadonlySet<number> = new Set([502, 503, 504]);

const connectByHttp: Handshake = async ({ write, head }, { credentials }, address, port) => {
  const authority = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (credentials) {
    const { username, password } = credentials;
    lines.push(`Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`);
  }
  write(`${lines.join("\r\n")}\r\n\r\n`);
  const [, code] = /^HTTP\/1\.[01] (\d{3})/.exec(await head()) ?? [];
  const status = Number(code);
  if (status >= 200 && status < 300) return;
  if (status === 407) throw rejected();
  if (UNREACHED.has(status)) throw unreachable(`it answered ${status}`);
  if (code === undefined) throw failed("The proxy's answer is malformed: it does not speak HTTP.", false);
  throw failed(`The proxy refused the connection with status ${status}.`, false);
};

const SOCKS_VERSION = 5;
const SOCKS_METHOD = { none: 0, password: 2 } as const;
/** Replies of RFC 1928 6 about the way to the target. */
const SOCKS_UNREACHED: Readonly<Record<number, string>> = {
  3: "its network is unreachable",
  4: "its host is unreachable",
  5: "it refused the connection",
  6: "it is too many hops away",
};

/** A text preceded by its length in one byte. */
const counted = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
};

/** The address as SOCKS5 writes it, with its type. */
const socksAddress = (address: string): Buffer => {
  const family = isIP(address);
  if (family === 0) return Buffer.concat([Buffer.from([3]), counted(address)]);
  return Buffer.from([family === 4 ? 1 : 4, ...ipaddr.parse(address).toByteArray()]);
};

const greetSocks = async (
  { write, exactly }: Parameters<Handshake>[0],
  { credentials }: ProxyAddress,
): Promise<void> => {
  const wanted = credentials ? SOCKS_METHOD.password : SOCKS_METHOD.none;
  write(Buffer.from([SOCKS_VERSION, 1, wanted]));
  const [version, method] = await exactly(2);
  if (version !== SOCKS_VERSION)
    throw failed("The proxy's answer is malformed: it does not speak SOCKS5.", false);
  if (method !== wanted)
    throw credentials ? failed("The proxy takes no user and password.", false) : rejected();
  if (!credentials) return;
  const { username, password } = credentials;
  write(Buffer.concat([Buffer.from([1]), counted(username), counted(password)]));
  const [, status] = await exactly(2);
  if (status !== 0) throw rejected();
};

const connectBySocks: Handshake = async (speak, proxy, address, port) => {
  const { write, exactly } = speak;
  await greetSocks(speak, proxy);
  const connect = Buffer.from([SOCKS_VERSION, 1, 0]);
  write(Buffer.concat([connect, socksAddress(address), Buffer.from([port >> 8, port & 0xff])]));
  const [, reply = 1, , type = 1] = await exactly(4);
  if (SOCKS_UNREACHED[reply] !== undefined) throw unreachable(SOCKS_UNREACHED[reply]);
  if (reply !== 0) throw failed(`The proxy refused the connection (SOCKS reply ${reply}).`, false);
  // The proxy's own end of the connection, which nobody uses.
  const bytes = type === 3 ? ((await exactly(1))[0] ?? 0) : type === 4 ? 16 : 4;
  await exactly(bytes + 2);
};

/** Opens a socket to the proxy, whose address is checked like any other. @throws TargetError `egress-failed` */
const openProxy = async (
  { protocol, hostname, port }: ProxyAddress,
  connect: buildConnector.connector,
  denied: Denied,
): Promise<Socket> => {
  if (denied.ruleFor(hostname) !== undefined)
    throw failed("The operator of this service denies connections to the proxy.", false);
  try {
    return await promiseOf(connect, {
      hostname,
      host: hostname,
      port: String(port),
      protocol: protocol === "https:" ? "https:" : "http:",
    } as buildConnector.Options);
  } catch (error) {
    if (error instanceof DomainError && error.code === "target-denied")
      throw failed("The operator of this service denies connections to the proxy.", false, error);
    if (error instanceof DomainError)
      throw failed("The proxy's address is not public, or its name cannot be resolved.", false, error);
    throw failed("The proxy cannot be reached.", true, error);
  }
};

const openOne = async (
  proxy: ProxyAddress,
  address: string,
  port: number,
  connect: buildConnector.connector,
  denied: Denied,
  timeoutMs: number,
): Promise<Socket> => {
  const socket = await openProxy(proxy, connect, denied);
  socket.on("error", () => socket.destroy());
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, timeoutMs);
  try {
    const { release, ...reader } = createReader(socket);
    const speak = { ...reader, write: (bytes: Buffer | string) => void socket.write(bytes) };
    await (proxy.protocol === "socks5:" ? connectBySocks : connectByHttp)(speak, proxy, address, port);
    release();
    destinations.set(socket, address);
    return socket;
  } catch (error) {
    socket.destroy();
    if (isLate) throw failed("The proxy did not answer in time.", true, error);
    throw error instanceof TargetError ? error : failed("The proxy dropped the connection.", true, error);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Opens a connection to a destination through a proxy, and never past it.
 *
 * @param connect opens the socket to the proxy; it checks the proxy's own address
 * @throws TargetError `egress-failed` · `target-failed` if the proxy cannot reach the destination
 */
export const openTunnel = async (
  proxy: ProxyAddress,
  { addresses, port }: Destination,
  connect: buildConnector.connector,
  denied: Denied,
  timeoutMs: number,
): Promise<Socket> => {
  let last: unknown = failed("The target has no address.", false);
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    try {
      return await openOne(proxy, address, port, connect, denied, timeoutMs);
    } catch (error) {
      last = error;
      if (!(error instanceof TargetError) || error.code !== "target-failed") break;
    }
  }
  throw last;
};
