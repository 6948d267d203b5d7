/** Runs on the service of this machine, whose costs are read from the runs themselves. */
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "../../client/transport.ts";
import { startService } from "../../local/demo/service.ts";
import { openOnLoopback } from "../../local/httpServer.ts";
import type { Shutdown } from "../../local/shutdown.ts";

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
  const { host, close } = await openOnLoopback(server);
  shutdown.add(close);
  return host;
};

export interface CollectedRun {
  readonly seconds: number;
  /** US dollars, as the run shows it: what its worker used. */
  readonly cost: number;
  /** The same by service: compute, table, objects, queue. */
  readonly breakdown: Readonly<Record<string, number>>;
}

/** Collects a site of so many pages with the service on this machine, as often as asked, one run after the other. */
export const collectSite = async (
  pages: number,
  render: "static" | "browser",
  times: number,
  shutdown: Shutdown,
): Promise<CollectedRun[]> => {
  const host = await startSite(pages, shutdown);
  const service = await startService([host], shutdown.add);
  const api = createTransport({ ...service, retries: 5 });
  const ask: Ask = async (method, path, body) =>
    (await api.send(method, path, body === undefined ? {} : { body })).body as {
      data: Record<string, unknown>;
    };
  const extract = { type: "extract", selector: "h1", fields: ["title: h1"] };
  const whole = { url: `http://${host}/sitemap.xml`, steps: [{ type: "sitemap", steps: [extract] }] };
  const single = { url: `http://${host}/page/0`, steps: [extract] };
  const { data: flow } = await ask("POST", "/flows", {
    name: "Price",
    mode: "extract",
    render,
    ...(pages === 1 ? single : whole),
  });
  if (flow === undefined) throw new Error("The flow was refused.");
  const runs: CollectedRun[] = [];
  while (runs.length < times) runs.push(await collectOnce(ask, flow.id));
  return runs;
};

type Ask = (
  method: "GET" | "POST",
  path: string,
  body?: object,
) => Promise<{ data: Record<string, unknown> }>;

const collectOnce = async (ask: Ask, flowId: unknown): Promise<CollectedRun> => {
  const { data: started } = await ask("POST", "/runs", { flowId });
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const { data: run } = await ask("GET", `/runs/${started.id}`);
    if (run.finishedAt !== null) {
      if (run.status !== "completed")
        throw new Error(`The run ended as ${run.status}: ${JSON.stringify(run.error)}`);
      return {
        seconds: Number(run.duration) / 1_000,
        cost: Number(run.cost),
        breakdown: run.costBreakdown as Record<string, number>,
      };
    }
    if (Date.now() > giveUpAt) throw new Error("The run did not end.");
    await sleep(POLL_MS);
  }
};
