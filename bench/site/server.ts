/** `node server.ts <pages> <latency in ms>`: serves the made site on loopback and prints its address. */
import { createServer } from "node:http";
import { makePage, makeSitemap, pathOf } from "./made.ts";

const SEED = 7;
const [pages = 0, latencyMs = 0] = process.argv.slice(2).map(Number);
/** Of a larger site, pages come again under other addresses. */
const DIFFERENT_PAGES = 2_000;
const bodies = Array.from({ length: Math.min(pages, DIFFERENT_PAGES) }, (_, page) => makePage(SEED, page));
const paths = new Map(Array.from({ length: pages }, (_, page) => [pathOf(page), page % DIFFERENT_PAGES]));

const server = createServer((request, response) => {
  const path = request.url ?? "/";
  const origin = `http://${request.headers.host}`;
  const send = (): void => {
    const body = path === "/sitemap.xml" ? makeSitemap(origin, pages) : bodies[paths.get(path) ?? -1];
    const type = path.endsWith(".xml") ? "application/xml" : "text/html; charset=utf-8";
    if (body === undefined) response.writeHead(404).end();
    else
      response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body);
  };
  if (latencyMs > 0) setTimeout(send, latencyMs);
  else send();
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
});
// Ends with the process that started it.
process.stdin.resume().on("end", () => process.exit());
