/** Outside proxies on the way to sites: the operator's, or a flow's own. */
import * as z from "zod";
import { SECRET_REFERENCE } from "./secrets.ts";

const PORTS = { "http:": 80, "https:": 443, "socks5:": 1080 } as const;

export interface ProxyAddress {
  /** The protocol of the connection to the proxy, whatever the target's is. */
  readonly protocol: keyof typeof PORTS;
  readonly hostname: string;
  readonly port: number;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

const isProxyProtocol = (text: string): text is ProxyAddress["protocol"] => Object.hasOwn(PORTS, text);

const MAX_CREDENTIAL_BYTES = 255;

/** `decodeURIComponent`, or null for text that is not percent-encoded UTF-8. */
const decode = (text: string): string | null => {
  try {
    const decoded = decodeURIComponent(text);
    // SOCKS5 (RFC 1929) has one byte for the length; control characters would break a header.
    return new TextEncoder().encode(decoded).length > MAX_CREDENTIAL_BYTES || /\p{Cc}/u.test(decoded)
      ? null
      : decoded;
  } catch {
    return null;
  }
};

/** Reads `http://user:password@host:port`, or the same with https or socks5; null if it is not one. */
export const parseProxy = (text: string): ProxyAddress | null => {
  const url = URL.parse(text.trim());
  if (!url || !isProxyProtocol(url.protocol) || url.hostname === "") return null;
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "") return null;
  const [username, password] = [decode(url.username), decode(url.password)];
  if (username === null || password === null || url.port === "0") return null;
  return {
    protocol: url.protocol,
    hostname: url.hostname,
    port: url.port === "" ? PORTS[url.protocol] : Number(url.port),
    credentials: username === "" ? null : { username, password },
  };
};

/** The form of a proxy's address, for messages. It never contains the address itself, which has a password. */
export const PROXY_FORM = "http://user:password@host:port, or the same with https or socks5";

/** A flow's own proxy. Its address is a secret, since it contains a password. */
export const FlowProxy = z
  .string()
  .max(100)
  .regex(
    SECRET_REFERENCE,
    "must be {{secret.name}}: a proxy's address is a secret, since it contains a password",
  );

/** Who turns a target's name into an address: this service, which checks it, or the operator's proxy. */
export const PROXY_DNS = ["here", "proxy"] as const;
