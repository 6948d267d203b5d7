import { DomainError } from "../../contract/errors.ts";
import type { Deps } from "../ports.ts";

const WINDOW_SECONDS = 60;
/** Addresses that this instance remembers at most. Those whose window is over are forgotten first. */
const MAX_REMEMBERED = 10_000;

/** Until when this instance refuses an address, in epoch milliseconds. */
const refusedUntilMs = new Map<string, number>();

/** A person or company usually has a /64 network of IPv6 addresses to choose from. */
const IPV6_GROUPS = 4;

/**
 * What counts as one address: an IPv4 address, or a /64 network of IPv6; null for loopback. A caller on this
 * machine is not limited: it already has access.
 */
export const countedAddress = (address: string): string | null => {
  if (address === "" || address === "::1" || address.startsWith("127.")) return null;
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter(Boolean)) as [string[], string[]];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return [...first, ...zeros, ...last]
    .slice(0, IPV6_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
};

const remember = (address: string, untilMs: number, nowMs: number): void => {
  if (refusedUntilMs.size >= MAX_REMEMBERED)
    for (const [each, until] of refusedUntilMs) if (until <= nowMs) refusedUntilMs.delete(each);
  if (refusedUntilMs.size < MAX_REMEMBERED) refusedUntilMs.set(address, untilMs);
};

const refuse = (limit: number, untilMs: number, nowMs: number): DomainError => {
  const seconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1_000));
  return new DomainError(
    "rate-limited",
    `Your address has sent more than ${limit} requests within a minute without a valid API key: wait ${seconds} seconds, and check the key.`,
    { headers: { "retry-after": String(seconds) } },
  );
};

/**
 * Limits the requests of an address that fail authentication, and so count toward no account's limit. Failures are
 * counted in the table, for all functions together. An instance that has seen an address exceed the limit refuses it
 * before it looks up another key, until the minute is over.
 *
 * @param limit failures per minute; 0 for no limit
 * @throws DomainError `rate-limited`, or what `authenticate` throws
 */
export const withinAddressLimit = async <T>(
  { store, now, log }: Deps,
  { address, limit }: { readonly address: string; readonly limit: number },
  authenticate: () => Promise<T>,
): Promise<T> => {
  const counted = limit === 0 ? null : countedAddress(address);
  if (counted === null) return authenticate();
  const nowMs = now();
  const untilMs = refusedUntilMs.get(counted) ?? 0;
  if (untilMs > nowMs) throw refuse(limit, untilMs, nowMs);
  try {
    return await authenticate();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "unauthenticated") throw error;
    const failures = await store.rateWindows
      .hitAddress(counted, nowMs, WINDOW_SECONDS)
      .catch((failure: unknown) => {
        log.warn("a failed authentication was not counted", { error: failure });
        return 0;
      });
    if (failures <= limit) throw error;
    const windowMs = WINDOW_SECONDS * 1_000;
    const endsMs = (Math.floor(nowMs / windowMs) + 1) * windowMs;
    remember(counted, endsMs, nowMs);
    throw refuse(limit, endsMs, nowMs);
  }
};
