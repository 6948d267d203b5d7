import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "../../client/transport.ts";
import { startService } from "../../local/demo/service.ts";
import type { Shutdown } from "../../local/shutdown.ts";
import { PRICES } from "../../src/domain/usage/cost.ts";

/** How long a page takes to respond. */
const LATENCY_MS = 100;
/** Roughly what a page of text weighs. */
const PARAGRAPHS = 60;
const POLL_MS = 500;
const GIVE_UP_MS = 600_000;

/** A site with a sitemap and the given number of pages. @returns its host and port */
const startSite = async (pages: number, shutdown: Shutdown): Promise<string> => {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path === "/robots.txt") return void response.writeHead(404).end();
    const origin = `http://${request.headers.host}`;
    if (path === "/sitemap.xml") {
      const entries = Array.from({ length: pages }, (_, i) => `<url><loc>${origin}/page/${i}</loc></url>`);
      return void response
        .setHeader("content-type", "application/xml")
        .end(`<urlset>${entries.join("")}</urlset>`);
    }
    const words = Array.from(
      { length: PARAGRAPHS },
      (_, i) => `<p>Paragraph ${i} of ${path}, with words in it.</p>`,
    );
    const html = `<title>Page ${path}</title><h1>Page ${path}</h1>${words.join("")}`;
    setTimeout(() => response.setHeader("content-type", "text/html; charset=utf-8").end(html), LATENCY_MS);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  shutdown.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export interface PagesPrice {
  readonly pages: number;
  readonly seconds: number;
  /** US dollars for 1,000 pages, as the run shows it. */
  readonly shownPer1000: number;
  /** The same, including what the run caused elsewhere: the request that started it, messages, its event. */
  readonly causedPer1000: number;
  /** Shown by caused: 1 is exact. */
  readonly shownShare: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

/** A request of API Gateway's HTTP APIs. @see https://aws.amazon.com/api-gateway/pricing (November 2026) */
const API_REQUEST = 1 / 1e6;
/** Duration of a request that writes a few items, and one request in how many needs a cold start. */
const CALL_SECONDS = 0.1;
const CALL_MB = 512;
const UNITS_PER_CALL = 12;
/** Messages beside the one that the worker counts itself: the announcement, and three for the event. */
const MORE_MESSAGES = 4;

/** What a run causes outside its worker, regardless of its number of pages. */
const aroundRun = (): number => {
  const seconds = 2 * CALL_SECONDS;
  return (
    API_REQUEST +
    2 * PRICES.lambdaRequest +
    seconds * (CALL_MB / 1024) * PRICES.lambdaGbSecond.arm64 +
    2 * UNITS_PER_CALL * PRICES.tableWriteUnit +
    MORE_MESSAGES * PRICES.queueRequest
  );
};

/** Collects a site with the service on this machine, and prices it. */
export const pricePages = async (
  pages: number,
  render: "static" | "browser",
  shutdown: Shutdown,
): Promise<PagesPrice> => {
  const host = await startSite(pages, shutdown);
  const service = await startService([host], shutdown.add);
  const api = createTransport({ ...service, retries: 5 });
  const ask = async (method: "GET" | "POST", path: string, body?: object) =>
    (await api.send(method, path, body === undefined ? {} : { body })).body as {
      data: Record<string, unknown>;
    };
  const { data: flow } = await ask("POST", "/flows", {
    name: "Price",
    mode: "extract",
    render,
    url: `http://${host}/sitemap.xml`,
    steps: [{ type: "sitemap", steps: [{ type: "extract", selector: "h1", fields: ["title: h1"] }] }],
  });
  if (flow === undefined) throw new Error("The flow was refused.");
  const { data: begun } = await ask("POST", "/runs", { flowId: flow.id });
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const { data: run } = await ask("GET", `/runs/${begun.id}`);
    if (run.finishedAt !== null) {
      if (run.status !== "completed")
        throw new Error(`The run ended as ${run.status}: ${JSON.stringify(run.error)}`);
      return toPrice(run, pages);
    }
    if (Date.now() > giveUpAt) throw new Error("The run did not end.");
    await sleep(POLL_MS);
  }
};

const toPrice = (run: Record<string, unknown>, pages: number): PagesPrice => {
  const cost = Number(run.cost);
  const per1000 = (dollars: number) => (dollars / pages) * 1_000;
  const breakdown = Object.entries(run.costBreakdown as Record<string, number>);
  return {
    pages,
    seconds: Number(run.duration) / 1_000,
    shownPer1000: per1000(cost),
    causedPer1000: per1000(cost + aroundRun()),
    shownShare: cost / (cost + aroundRun()),
    breakdown: Object.fromEntries(breakdown.map(([name, dollars]) => [name, per1000(dollars)])),
  };
};
