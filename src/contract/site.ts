import { getPublicSuffix } from "tough-cookie";

/** The registrable domain of a host (`example.co.uk`) by the public suffix list, or the host if it has none. */
export const siteOfHost = (host: string): string =>
  getPublicSuffix(host, { ignoreError: true, allowSpecialUseDomain: true }) ?? host;

/** The registrable domain of a URL, or its host if it has none. */
export const siteOf = (address: string): string => siteOfHost(new URL(address).hostname);
