/** The attacker's web server: the only site the service may visit, and one that redirects it. */
import { createServer, type ServerResponse } from "node:http";
import { openOnLoopback } from "../../local/httpServer.ts";
import { EXHAUSTING, EXHAUSTING_SITEMAPS } from "./exhaustingPages.ts";
import { curiousPage, hostilePage, serviceWorker } from "./hostilePage.ts";
import type { Listeners } from "./listeners.ts";

export interface HostileSite {
  readonly url: string;
  readonly port: number;
  /** A URL of the site that leads to another one by a trick. */
  readonly leadTo: (trick: string, target: string) => string;
  /** Requested paths. */
  readonly visits: readonly string[];
  readonly close: () => Promise<void>;
}

type Reply = Readonly<{ status?: number; headers?: Record<string, string>; body?: string | Buffer }>;

const page = (body: string): Reply => ({ body: `<!doctype html><title>Shop</title>${body}` });
const escapeHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** The response of a path that should lead to `target`. */
const TRICKS: Readonly<Record<string, (target: string) => Reply>> = {
  refresh: (target) => page(`<meta http-equiv="refresh" content="0;url=${escapeHtml(target)}"><p>x</p>`),
  "refresh-header": (target) => ({ ...page("<p>x</p>"), headers: { refresh: `0;url=${target}` } }),
  script: (target) => page(`<p>x</p><script>location = ${JSON.stringify(target)}</script>`),
  licence: (target) => ({
    headers: { link: `<${target}>; rel="license"; type="application/rsl+xml"` },
    body: `<html><head><link rel="license" type="application/rsl+xml" href="${escapeHtml(target)}"></head><body><p>Licensed.</p></body></html>`,
  }),
  base: (target) => page(`<base href="${escapeHtml(target)}"><ul><li><a href="/inside">x</a></li></ul>`),
  links: (target) =>
    page(
      `<ul><li><b>One</b><a href="${escapeHtml(target)}">1</a></li></ul><a rel="next" href="${escapeHtml(target)}">next</a>`,
    ),
  button: (target) => page(`<button onclick="location=${escapeHtml(JSON.stringify(target))}">More</button>`),
  frame: (target) =>
    page(`<p>x</p><iframe src="${escapeHtml(target)}"></iframe><img src="${escapeHtml(target)}">`),
  "sitemap.xml": (target) => ({
    headers: { "content-type": "application/xml" },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${escapeHtml(target)}</loc></url></urlset>`,
  }),
  "sitemap-index.xml": (target) => ({
    headers: { "content-type": "application/xml" },
    body: `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${escapeHtml(target)}</loc></sitemap></sitemapindex>`,
  }),
};

const CHAIN_HOPS = 3;

const send = (response: ServerResponse, { status = 200, headers = {}, body = "" }: Reply): void => {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
};

/** @param robots the response for robots.txt; absent: there is none */
export const openHostileSite = async (listeners: Listeners, robots?: Reply): Promise<HostileSite> => {
  const visits: string[] = [];
  const { port: inner, closedPort, silentPort } = listeners;
  const answer = (path: string, target: string): Reply => {
    const [, trick = "", argument = ""] = path.split("/");
    if (trick === "robots.txt") return robots ?? { status: 404 };
    if (trick === "exhausting") {
      const name = decodeURIComponent(argument);
      return (EXHAUSTING[name] ?? EXHAUSTING_SITEMAPS[name])?.() ?? { status: 404 };
    }
    if (trick === "hostile") return { body: hostilePage({ tcpPort: inner, udpPort: inner }) };
    if (trick === "curious") return { body: curiousPage([inner, closedPort, silentPort]) };
    if (trick === "sw.js")
      return { headers: { "content-type": "text/javascript" }, body: serviceWorker(inner) };
    if (trick === "redirect") return { status: Number(argument), headers: { location: target } };
    if (trick === "chain") {
      const hops = Number(argument);
      const next = hops === 0 ? target : `/chain/${hops - 1}?to=${encodeURIComponent(target)}`;
      return { status: 302, headers: { location: next } };
    }
    return TRICKS[trick]?.(target) ?? page("<p>Nothing but a page.</p>");
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://site");
    visits.push(url.pathname);
    request.resume();
    send(response, answer(url.pathname, url.searchParams.get("to") ?? "/"));
  });
  const { url, port, close } = await openOnLoopback(server);
  return {
    url,
    port,
    visits,
    leadTo: (trick, target) =>
      `${url}/${trick === "chain" ? `chain/${CHAIN_HOPS}` : trick}?to=${encodeURIComponent(target)}`,
    close,
  };
};
