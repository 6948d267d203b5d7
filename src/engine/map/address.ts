/** Addresses of a site as a map tells them apart. */
import { findAll, getAttributeValue } from "domutils";
import type { PageDocument } from "../extract/extract.ts";
import { siteOf } from "../sitemap/index.ts";

/** What the sitemaps protocol, and the most of servers and readers, take. */
const MAX_URL_CHARS = 2_048;
/** More links than this stand on no page that people read; the rest is left. */
const MAX_LINKS = 5_000;

/**
 * Parameters that say where a visitor came from, and nothing of the page: those that Firefox and Safari take off
 * links (query-stripping and Link Tracking Protection, 2024), and Google's `utm_…`; and sessions of PHP and servlets.
 */
const OF_VISIT =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|twclid|yclid|igshid|mc_eid|oly_anon_id|oly_enc_id|__s|vero_id|_hsenc|mkt_tok|phpsessid|jsessionid)$/i;
const SESSION_PART = /;jsessionid=[^/?#;]*/i;

/** The address under which a page is known: without fragment, tracking and session; null where it is no page's. */
export const canonicalAddress = (address: string, base?: string): string | null => {
  const url = address.length > MAX_URL_CHARS ? null : URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  url.hash = "";
  if (SESSION_PART.test(url.pathname)) url.pathname = url.pathname.replace(SESSION_PART, "");
  for (const name of new Set(url.searchParams.keys())) if (OF_VISIT.test(name)) url.searchParams.delete(name);
  if (url.search === "") url.search = "";
  return url.href.length > MAX_URL_CHARS ? null : url.href;
};

/** Whether an address is of the site: its registrable domain, at its port or the usual one. */
export const isOnSite = (address: string, start: string): boolean => {
  const { port } = new URL(address);
  return siteOf(address) === siteOf(start) && (port === "" || port === new URL(start).port);
};

/** Addresses that the page links to, each once, in its order. */
export const linksOf = ({ root, baseUrl }: PageDocument): string[] => {
  const elements = findAll(
    ({ name, attribs }) => (name === "a" || name === "area") && attribs.href !== undefined,
    root.children,
  );
  const urls = elements
    .slice(0, MAX_LINKS)
    .map((element) => canonicalAddress(getAttributeValue(element, "href")?.trim() ?? "", baseUrl));
  return [...new Set(urls.filter((url) => url !== null))];
};
