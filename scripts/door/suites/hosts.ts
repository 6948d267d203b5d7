/** The site that answers for the hosts of the suites: pages with what their tests look for. */
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { openOnLoopback } from "../../../local/httpServer.ts";
import type { Certificate } from "./authority.ts";

/** As the suites name them. */
export const HOSTS = [
  "docs.firecrawl.dev",
  "firecrawl.dev",
  "firecrawl-test-site.vercel.app",
  "github.com",
  "arxiv.org",
  "example.com",
];

const PATHS = Array.from({ length: 30 }, (_, at) => `/${at % 3 === 0 ? "blog" : "docs"}/${at + 1}`);
const WORDS = "The ferry leaves the old harbour at noon and comes back with the tide. ".repeat(4);
const LINKS = PATHS.map((path) => `<a href="${path}">Page ${path}</a>`);
/** The real one is small too: a test crawls all of it in a browser within a minute. */
const SMALL = { host: "firecrawl-test-site.vercel.app", links: 3 };

const linksOf = (host: string): string =>
  LINKS.slice(0, host === SMALL.host ? SMALL.links : undefined).join(" ");

const page = (host: string, path: string): string =>
  `<!doctype html><html lang="en"><head><title>${host}${path}</title>
  <meta name="description" content="How ${host} works, in a few pages."></head>
  <body><nav><a href="/">Home</a></nav><main><article><h1>About ${host}</h1><h2>In short</h2><p>${WORDS}</p>
  <img src="/logo.png" alt="Logo"><img src="/boat.jpg" alt="A boat">${linksOf(host)}</article></main></body></html>`;

const sitemap = (host: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${PATHS.map(
    (path) => `<url><loc>https://${host}${path}</loc></url>`,
  ).join("")}</urlset>`;

/** A document of one line. */
const pdf = (text: string): Buffer => {
  const content = `BT /F1 12 Tf 40 700 Td (${text}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  return Buffer.from(
    `${body}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`,
  );
};

/** The sentence of the paper that the suites look for. */
const PAPER = pdf("We present spectrophotometric observations of the Broad Line Radio Galaxy");

const answer = (host: string, path: string): { type: string; body: string | Buffer } | null => {
  if (path === "/sitemap.xml") return { type: "application/xml", body: sitemap(host) };
  if (path.startsWith("/pdf/")) return { type: "application/pdf", body: PAPER };
  if (/^\/(?:(?:docs|blog)\/\d+)?$/.test(path)) return { type: "text/html", body: page(host, path) };
  return null;
};

/** How long pages take: the suites cancel jobs that they have just started, and each of their batches reads the slow host. */
const PAGE_MS = 2_000;
const SLOW = { host: "firecrawl.dev", pageMs: 8_000 };

const serve = async (
  { url = "/", headers: { host = "" } }: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const found = answer(host, new URL(url, "https://site.example").pathname);
  if (found?.type === "text/html" && host !== SMALL.host)
    await pause(host === SLOW.host ? SLOW.pageMs : PAGE_MS);
  response.writeHead(found ? 200 : 404, { "content-type": found?.type ?? "text/plain" });
  response.end(found?.body ?? "Not found");
};

/** Hands a request on to the service, as a proxy with TLS in front of it does. */
const handOn = (port: number, asked: IncomingMessage, response: ServerResponse): void => {
  const { method, headers, url: path } = asked;
  const sent = request({ host: "127.0.0.1", port, method, path, headers }, (received) => {
    response.writeHead(received.statusCode ?? 500, received.headers);
    received.pipe(response);
  });
  sent.once("error", () => response.destroy());
  asked.pipe(sent);
};

/** The hosts, and on `https://localhost` the service, once `leadTo` has said where it is. */
export const startHosts = async ({ key, cert }: Certificate) => {
  let service = 0;
  const server = createServer({ key, cert }, (asked, response) =>
    asked.headers.host?.startsWith("localhost:")
      ? handOn(service, asked, response)
      : void serve(asked, response),
  );
  return {
    ...(await openOnLoopback(server)),
    leadTo: (port: number) => {
      service = port;
    },
  };
};
