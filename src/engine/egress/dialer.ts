/** Opens the browser's connections: only to addresses that were checked, and to nothing that the operator denies. */
import type { Socket } from "node:net";
import type { DomainError } from "../../contract/errors.ts";
import { createConnector, type Resolve, resolveBySystem } from "./connector.ts";
import { denyTarget, NOTHING_DENIED, type ReadDenied, refuseDenied } from "./denied.ts";
import { refuseTarget } from "./errors.ts";
import { checkTarget } from "./target.ts";
import { addressOf, type ReadRoute } from "./tunnel.ts";

export interface DialerOptions {
  /** `host:port` pairs that may be opened although they are private. */
  readonly allowPrivate: readonly string[];
  readonly resolve?: Resolve;
  /** Reads what the operator denies, before each connection and every few seconds (default: nothing). */
  readonly denied?: ReadDenied | undefined;
  /** The proxy to connect through; absent: none. */
  readonly readRoute?: ReadRoute | undefined;
  /** How often connections that are open are checked again (default 15 s). */
  readonly checkEveryMs?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const CHECK_EVERY_MS = 15_000;

const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

export const portOf = ({ port, protocol }: URL): string => port || PORTS[protocol] || "";

/** @param onDenied called with a target whose connection is closed because it is denied by now */
export const createDialer = ({
  allowPrivate,
  resolve = resolveBySystem,
  denied: readDenied = async () => NOTHING_DENIED,
  readRoute,
  checkEveryMs = CHECK_EVERY_MS,
  onDenied,
}: DialerOptions & { readonly onDenied: (target: URL, fault: DomainError) => void }) => {
  const opened = allowPrivate.map((pair) => pair.toLowerCase());
  const connections = new Map<Socket, URL>();
  let denied = NOTHING_DENIED;
  const connect = createConnector({
    allowPrivate: opened,
    resolve,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    denied: () => denied,
    readRoute,
  });

  const closeDenied = async (): Promise<void> => {
    denied = await readDenied();
    for (const [socket, target] of connections) {
      const rule = denied.ruleFor(target.hostname) ?? denied.ruleFor(addressOf(socket));
      if (rule === undefined) continue;
      onDenied(target, denyTarget(target.hostname, rule));
      socket.destroy();
    }
  };
  // If the rules cannot be read this time, they are next time.
  const checking = setInterval(() => void closeDenied().catch(() => undefined), checkEveryMs).unref();

  return {
    /** A plain socket to a target. @throws DomainError `target-refused`, `target-denied`, or the socket's error */
    async dial(target: URL): Promise<Socket> {
      const checked = checkTarget(target.href, opened);
      denied = await readDenied();
      refuseDenied(denied, checked);
      const socket = await new Promise<Socket>((done, failed) =>
        connect({ hostname: checked.hostname, port: portOf(checked), protocol: "http:" }, (error, made) =>
          made ? done(made) : failed(error ?? refuseTarget()),
        ),
      );
      connections.set(socket, target);
      socket.once("close", () => connections.delete(socket));
      return socket;
    },
    stop: () => clearInterval(checking),
  };
};
