import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import { buildConnector } from "undici";
import { isPublicAddress } from "./addresses.ts";
import { type Denied, denyTarget, NOTHING_DENIED } from "./denied.ts";
import { refuseTarget } from "./errors.ts";
import { isOpened } from "./target.ts";
import { openTunnel, promiseOf, type ReadRoute, type Route } from "./tunnel.ts";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
/** Turns a host name into addresses. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

const RESOLVE_RETRY_DELAYS_MS = [100, 400];

/** The system's resolver. Temporary failures are retried, because a refusal is final. */
export const resolveBySystem: Resolve = async (host) => {
  for (const delayMs of RESOLVE_RETRY_DELAYS_MS) {
    try {
      return await lookup(host, { all: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAI_AGAIN") throw error;
      await sleep(delayMs);
    }
  }
  return lookup(host, { all: true });
};

/**
 * The addresses of a host, each of them checked. Refuses the host if any answer is private or denied, if there is none, or
 * if the resolver fails.
 *
 * @throws DomainError `target-refused`, `target-denied`
 */
const resolveChecked = async (
  host: string,
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
  denied: Denied,
): Promise<readonly ResolvedAddress[]> => {
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) throw refuseTarget();
  const [rule] = addresses.flatMap(({ address }) => denied.ruleFor(address) ?? []);
  if (rule !== undefined) throw denyTarget(host, rule);
  return addresses.map(({ address }) => ({ address, family: isIP(address) }));
};

/** Resolves once and passes exactly the checked answers to the socket. */
const createLookup =
  (resolve: Resolve, isAllowed: (address: string) => boolean, denied: () => Denied): LookupFunction =>
  (host, options, callback) => {
    resolveChecked(host, resolve, isAllowed, denied()).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, [...addresses]);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: Error) => callback(error, []),
    );
  };

interface ConnectorOptions {
  readonly allowPrivate: readonly string[];
  readonly resolve: Resolve;
  readonly connectTimeoutMs: number;
  /** Certificates of authorities to trust besides Node's own list, as PEM. */
  readonly trusted?: readonly string[];
  /** What the operator denies at the moment: addresses are checked here, names by the caller. */
  readonly denied?: () => Denied;
  /** The proxy to connect through, now; null: directly (default). A rejection fails the connection. */
  readonly readRoute?: ReadRoute | undefined;
}

/** A target's address, if it is written as one, and whether the operator has opened it. */
const placeOf = ({ hostname, port, protocol }: buildConnector.Options, allowPrivate: readonly string[]) => {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const host = isIP(literal) === 6 ? `[${literal}]` : hostname;
  const url = new URL(`${protocol}//${host}${port ? `:${port}` : ""}`);
  return { literal: isIP(literal) === 0 ? null : literal, isOpen: isOpened(url, allowPrivate) };
};

const ANY = (): boolean => true;

/** The only place where a socket to a user's address is opened. */
export const createConnector = ({
  allowPrivate,
  resolve,
  connectTimeoutMs,
  trusted = [],
  denied = () => NOTHING_DENIED,
  readRoute = async () => null,
}: ConnectorOptions): buildConnector.connector => {
  const tls = {
    timeout: connectTimeoutMs,
    ...(trusted.length > 0 && { ca: [...rootCertificates, ...trusted] }),
  };
  const build = (isAllowed: (address: string) => boolean, allowH2: boolean) =>
    buildConnector({
      ...tls,
      lookup: createLookup(resolve, isAllowed, denied),
      autoSelectFamily: true,
      // HTTP/2 if the target offers it in the handshake (ALPN).
      allowH2,
    });
  const connectorTo = (allowH2: boolean): buildConnector.connector => {
    const connectPublic = build(isPublicAddress, allowH2);
    const connectOpened = build(ANY, allowH2);
    return (options, callback) => {
      const { isOpen, literal } = placeOf(options, allowPrivate);
      if (isOpen) return connectOpened(options, callback);
      // Sockets do not resolve literal addresses, so these are checked here.
      if (literal !== null && !isPublicAddress(literal)) return callback(refuseTarget(), null);
      return connectPublic(options, callback);
    };
  };
  const connectDirectly = connectorTo(true);
  const connectToProxy = connectorTo(false);
  const secure = buildConnector({ ...tls, allowH2: true });

  /** The addresses that a proxy is asked for: checked ones or, if the proxy resolves, the name. */
  const addressesFor = async (
    options: buildConnector.Options,
    dns: Route["dns"],
  ): Promise<readonly string[]> => {
    const { isOpen, literal } = placeOf(options, allowPrivate);
    if (literal !== null) {
      if (!isOpen && !isPublicAddress(literal)) throw refuseTarget();
      return [literal];
    }
    if (dns === "proxy") return [options.hostname];
    const answers = await resolveChecked(options.hostname, resolve, isOpen ? ANY : isPublicAddress, denied());
    // Not every proxy has IPv6.
    return answers.toSorted((a, b) => a.family - b.family).map(({ address }) => address);
  };

  const connectThrough = async (route: Route, options: buildConnector.Options): Promise<Socket> => {
    const addresses = await addressesFor(options, route.dns);
    const port = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
    const socket = await openTunnel(
      route.proxy,
      { addresses, port },
      connectToProxy,
      denied(),
      connectTimeoutMs,
    );
    if (options.protocol !== "https:") return socket;
    return promiseOf(secure, { ...options, httpSocket: socket });
  };

  return (options, callback) => {
    readRoute()
      .then((route) =>
        route === null ? promiseOf(connectDirectly, options) : connectThrough(route, options),
      )
      .then(
        (socket) => callback(null, socket as Parameters<typeof callback>[1] & Socket),
        (error: Error) => callback(error, null),
      );
  };
};
