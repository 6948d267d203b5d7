/** Addresses of a site as a crawl tells them apart. */
import { hash } from "node:crypto";
import { siteOf } from "../sitemap/index.ts";
import { isTracking } from "./tracking.ts";

/** What the sitemaps protocol, and the most of servers and readers, take. */
const MAX_URL_CHARS = 2_048;

/** A session in the address, as servlets (Jakarta Servlet 7.1.3) and PHP (`session.name`) write it. */
const SESSION_PART = /;jsessionid=[^/?#;]*/i;
const SESSION_NAME = /^(?:phpsessid|jsessionid)$/i;

/** The address under which a page is known: without fragment, tracking and session; null where it is no page's. */
export const canonicalAddress = (address: string, base?: string): string | null => {
  const url = address.length > MAX_URL_CHARS ? null : URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  url.hash = "";
  if (SESSION_PART.test(url.pathname)) url.pathname = url.pathname.replace(SESSION_PART, "");
  const names = [...new Set(url.searchParams.keys())].filter(
    (name) => isTracking(name) || SESSION_NAME.test(name),
  );
  for (const name of names) url.searchParams.delete(name);
  if (url.search === "") url.search = "";
  return url.href.length > MAX_URL_CHARS ? null : url.href;
};

/** 64 bits of an address, or of whatever is to be known again. */
export const shortHash = (text: string): string => hash("sha1", text, "base64url").slice(0, 11);

/** Whether an address is of the site that a crawl began on: its registrable domain, at its port or the usual one. */
export const isOnSite = (address: string, start: string): boolean => {
  const { port } = new URL(address);
  return siteOf(address) === siteOf(start) && (port === "" || port === new URL(start).port);
};

const shapeOf = (segment: string): string => segment.replace(/\d+/g, "#");

/**
 * What addresses of one kind have in common: each part of the path once, numbers as `#`, parameters by their names.
 * Null for an address that is the only one of its kind: nothing in it varies.
 */
export const patternOf = (address: string): string | null => {
  const { host, pathname, searchParams } = new URL(address);
  const parts = pathname.split("/").filter((part) => part !== "");
  const shapes = [...new Set(parts.map(shapeOf))];
  const names = [...new Set(searchParams.keys())].map(shapeOf).sort();
  const pattern = `${host}/${shapes.join("/")}${names.length > 0 ? `?${names.join("&")}` : ""}`;
  return names.length > 0 || shapes.length < parts.length || pattern.includes("#") ? pattern : null;
};

/** What a file is by its name, such as `pdf`; empty where the name does not say. */
export const endingOf = (address: string): string =>
  /\.([a-z][a-z0-9]{0,4})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? "";
