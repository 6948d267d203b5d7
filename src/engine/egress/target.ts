import { isIP } from "node:net";
import { DomainError } from "../../contract/errors.ts";
import { isPublicAddress } from "./addresses.ts";
import { refuseTarget } from "./errors.ts";

/** Names of this machine or network (RFC 6761, RFC 6762, RFC 8375, ICANN .internal), subdomains included. */
const LOCAL_NAMES = ["localhost", "localdomain", "local", "internal", "home.arpa"];

const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Whether the operator has allowed this `host:port`. */
export const isOpened = (url: URL, allowPrivate: readonly string[]): boolean =>
  allowPrivate.includes(`${url.hostname}:${url.port || PORTS[url.protocol]}`);

/**
 * Checks a URL without using the network: shape, scheme, credentials, literal IP addresses in any spelling (the URL
 * parser normalizes them) and local names.
 *
 * @throws DomainError `invalid-request` if it is not a web URL, `target-refused` if it is not allowed
 */
export const checkTarget = (address: string, allowPrivate: readonly string[] = []): URL => {
  const url = URL.parse(address);
  if (!url || !(url.protocol in PORTS))
    throw new DomainError("invalid-request", "The address must be an absolute http or https URL.");
  if (url.username !== "" || url.password !== "") throw refuseTarget();
  // "example.com." is the same host, but certificates do not use this spelling.
  url.hostname = url.hostname.replace(/\.+$/, "");
  if (isOpened(url, allowPrivate)) return url;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (LOCAL_NAMES.some((name) => host === name || host.endsWith(`.${name}`))) throw refuseTarget();
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refuseTarget();
  return url;
};
