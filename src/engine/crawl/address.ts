/** Canonical forms, hashes and patterns of the URLs that a crawl finds. */
import { hash } from "node:crypto";
import { siteOfHost } from "../../contract/site.ts";
import { remembered } from "../extract/vocabulary/remember.ts";
import { isTracking } from "../extract/vocabulary/tracking.ts";

/** The limit of the sitemaps protocol and of most servers and clients. */
const MAX_URL_CHARS = 2_048;

/** A session id in the URL, as written by servlets (Jakarta Servlet 7.1.3) and PHP (`session.name`). */
const SESSION_PART = /;jsessionid=[^/?#;]*/i;
const SESSION_NAME = /^(?:phpsessid|jsessionid)$/i;

/** What begins a query, a fragment or a session id. */
const HAS_MORE = /[?#;]/;

/** The URL without fragment, tracking and session; null if it is not http(s), has credentials or is too long. */
export const canonicalAddress = (address: string, base?: string): string | null => {
  const url = address.length > MAX_URL_CHARS ? null : URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  // Most URLs have nothing to remove, and each change would be parsed again.
  if (!HAS_MORE.test(url.href)) return url.href.length > MAX_URL_CHARS ? null : url.href;
  url.hash = "";
  if (SESSION_PART.test(url.pathname)) url.pathname = url.pathname.replace(SESSION_PART, "");
  const names = [...new Set(url.searchParams.keys())].filter(
    (name) => isTracking(name) || SESSION_NAME.test(name),
  );
  for (const name of names) url.searchParams.delete(name);
  if (url.search === "") url.search = "";
  return url.href.length > MAX_URL_CHARS ? null : url.href;
};

/** Hash of a URL or text: 11 characters, 66 bits. */
export const shortHash = (text: string): string => hash("sha1", text, "base64url").slice(0, 11);

/** The last one is remembered: a crawl compares thousands of URLs with one start. */
const siteOfStart = remembered((start: string) => {
  const { hostname, port } = new URL(start);
  return { hostname, port, site: siteOfHost(hostname) };
}, 1);

/** Whether a URL is on the crawl's site: same registrable domain, on the start's port or the default one. */
export const isOnSite = (address: string, start: string): boolean => {
  const { hostname, port } = new URL(address);
  const own = siteOfStart(start);
  if (port !== "" && port !== own.port) return false;
  return hostname === own.hostname || siteOfHost(hostname) === own.site;
};

/** How far a crawl goes: its site with all subdomains, its host, or what is below the path of its start. */
export type Within = "site" | "host" | "path";

const bareHost = ({ host }: URL): string => host.replace(/^www\./, "");

/** Whether a URL is as near to the crawl's start as it has to be. */
export const isWithin = (address: string, start: string, within: Within = "site"): boolean => {
  if (within === "site") return true;
  const [url, from] = [new URL(address), new URL(start)];
  if (bareHost(url) !== bareHost(from)) return false;
  if (within === "host" || url.pathname === from.pathname) return true;
  return url.pathname.startsWith(from.pathname.endsWith("/") ? from.pathname : `${from.pathname}/`);
};

export const withoutQuery = (address: string): string => {
  const url = new URL(address);
  url.search = "";
  return url.href;
};

const shapeOf = (segment: string): string => segment.replace(/\d+/g, "#");

/**
 * The pattern that similar URLs share: each path segment once, numbers as `#`, parameters by name. Null if nothing in
 * the URL can vary, so that it is the only one of its kind.
 */
export const patternOf = (address: string): string | null => {
  const url = new URL(address);
  const { host, pathname } = url;
  const parts = pathname.split("/").filter((part) => part !== "");
  const shapes = [...new Set(parts.map(shapeOf))];
  const names = url.search === "" ? [] : [...new Set(url.searchParams.keys())].map(shapeOf).sort();
  const pattern = `${host}/${shapes.join("/")}${names.length > 0 ? `?${names.join("&")}` : ""}`;
  return names.length > 0 || shapes.length < parts.length || pattern.includes("#") ? pattern : null;
};

/** The file extension in a URL, such as `pdf`; empty if there is none. */
export const endingOf = (address: string): string =>
  /\.([a-z][a-z0-9]{0,4})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? "";
