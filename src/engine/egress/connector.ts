import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import { buildConnector } from "undici";
import { isPublicAddress } from "./addresses.ts";
import { type Denied, denyTarget, NOTHING_DENIED } from "./denied.ts";
import { refuseTarget } from "./errors.ts";
import { isOpened } from "./target.ts";

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
 * Resolves once and passes exactly the checked answers to the socket. Refuses the host if any answer is private or
 * denied, if there is none, or if the resolver fails.
 */
const createLookup =
  (resolve: Resolve, isAllowed: (address: string) => boolean, denied: () => Denied): LookupFunction =>
  (host, options, callback) => {
    const answer = async (): Promise<void> => {
      const addresses = await resolve(host).catch(() => []);
      const first = addresses[0];
      const [rule] = addresses.flatMap(({ address }) => denied().ruleFor(address) ?? []);
      if (!first || !addresses.every(({ address }) => isAllowed(address))) callback(refuseTarget(), []);
      else if (rule !== undefined) callback(denyTarget(host, rule), []);
      else if (options.all)
        callback(
          null,
          addresses.map(({ address }) => ({ address, family: isIP(address) })),
        );
      else callback(null, first.address, isIP(first.address));
    };
    void answer();
  };

interface ConnectorOptions {
  readonly allowPrivate: readonly string[];
  readonly resolve: Resolve;
  readonly connectTimeoutMs: number;
  /** Certificates of authorities to trust besides Node's own list, as PEM. */
  readonly trusted?: readonly string[];
  /** What the operator denies at the moment: addresses are checked here, names by the caller. */
  readonly denied?: () => Denied;
}

/** The only place where a socket to a user's address is opened. */
export const createConnector = ({
  allowPrivate,
  resolve,
  connectTimeoutMs,
  trusted = [],
  denied = () => NOTHING_DENIED,
}: ConnectorOptions): buildConnector.connector => {
  const build = (isAllowed: (address: string) => boolean) =>
    buildConnector({
      timeout: connectTimeoutMs,
      lookup: createLookup(resolve, isAllowed, denied),
      autoSelectFamily: true,
      // HTTP/2 if the target offers it in the handshake (ALPN).
      allowH2: true,
      ...(trusted.length > 0 && { ca: [...rootCertificates, ...trusted] }),
    });
  const connectPublic = build(isPublicAddress);
  const connectOpened = build(() => true);
  return (options, callback) => {
    const { hostname, port, protocol } = options;
    const literal = hostname.replace(/^\[|\]$/g, "");
    const host = isIP(literal) === 6 ? `[${literal}]` : hostname;
    if (isOpened(new URL(`${protocol}//${host}${port ? `:${port}` : ""}`), allowPrivate))
      return connectOpened(options, callback);
    // Sockets do not resolve literal addresses, so these are checked here.
    if (isIP(literal) !== 0 && !isPublicAddress(literal)) return callback(refuseTarget(), null);
    return connectPublic(options, callback);
  };
};
