/**
 * How much faster a run over many origins, or a crawl of many sites, is with eight slots than with one. Everything is the service's own but the table,
 * the objects and the queue, which are in memory, and the sites, which answer after a while.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { PLANS } from "../src/contract/account/plans.ts";
import { withEachUrl } from "../src/contract/flows/eachUrl.ts";
import { FlowDefinition } from "../src/contract/flows/flowDefinition.ts";
import type { RunMessage } from "../src/contract/messages.ts";
import { queueRun } from "../src/domain/runs/begin/createRun.ts";
import { executeRun } from "../src/domain/runs/executeRun.ts";
import { createGate } from "../src/engine/gate.ts";
import { createCookies, createPageFetcher } from "../src/engine/page/index.ts";
import type { RunRecord } from "../src/store/runs/runs.ts";
import { createMemoryObjects } from "../test/helpers/memoryObjects.ts";
import { createMemoryTable } from "../test/helpers/memoryTable.ts";
import { createRunDeps, makeOwner } from "../test/helpers/runDeps.ts";
import { environmentFor } from "./environment.ts";

const SITES = "64";
const SITE_PAGES = 20;
const SITE_LATENCY_MS = 300;

const USAGE = `Usage: npm run bench -- --shards [--json] [--pages <number>] [--sites <number>]

Runs a list of --pages addresses (default: 8) on each of 20 origins that take a second to answer, two of an origin at
once and at most eight in progress in a worker: oneSlotS and eightSlotsS, seconds with so many slots; ratio, the one
divided by the other. Then crawls --sites sites (default: ${SITES}) of ${SITE_PAGES} pages in the same way: sites.`;

const ORIGINS = 20;
const LATENCY_MS = 1_000;
const AT_ONCE = 2;
const IN_FLIGHT = 8;
const POLL_MS = 50;
const WORKER_MS = 300_000;

/** The links of a site's start to its other pages. */
const LINKS = Array.from({ length: SITE_PAGES - 1 }, (_, n) => `<a href="/${n}">${n}</a>`).join("");

const startSite = async (latencyMs: number, links = ""): Promise<Server> => {
  const server = createServer((request, response) => {
    setTimeout(() => {
      response.setHeader("content-type", "text/html");
      response.end(`<h1>${request.headers.host}${request.url}</h1>${request.url === "/" ? links : ""}`);
    }, latencyMs);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
};

const hostOf = (server: Server): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The engine of one worker. What it is made of reads the environment, once it is set. */
const openEngine = async () => {
  const { createEngine } = await import("../src/runtime/deps/engine/createEngine.ts");
  const { createSites } = await import("../src/runtime/deps/network/sites.ts");
  const { egress, userAgent, fetchFile, mannersFor } = createSites();
  const gate = createGate(IN_FLIGHT);
  return createEngine(({ robots, pace, pagesAtOnce }) => {
    const cookies = createCookies();
    const fetchPage = createPageFetcher({ egress, userAgent, cookies });
    return {
      fetchPage: (url, options) => gate(() => fetchPage(url, options)),
      fetchFile,
      manners: mannersFor(robots, { rule: pace, ceiling: pagesAtOnce }),
      session: cookies,
      close: async () => {},
    };
  });
};

const EXTRACT = { type: "extract", fields: ["at: h1"] } as const;

/** What is collected: a list of pages, or of sites with so many pages each. */
interface Work {
  readonly urls: readonly string[];
  readonly steps: readonly object[];
  readonly items: number;
}

/** @returns seconds that the run took while so many slots of its account were free */
const measure = async ({ urls, steps, items }: Work, slots: number): Promise<number> => {
  const failures: unknown[] = [];
  const work = async (message: RunMessage): Promise<void> =>
    executeRun({ ...deps, engine: await openEngine() }, message, Date.now() + WORKER_MS);
  const deps = {
    ...createRunDeps(createMemoryTable(), createMemoryObjects()),
    runQueue: {
      send: async ({ accountId, id: runId, shard }: Pick<RunRecord, "accountId" | "id" | "shard">) => {
        const message = { type: "run", accountId, runId, ...(shard !== undefined && { shard }) } as const;
        void work(message).catch((error: unknown) => failures.push(error));
      },
      ping: async () => {},
    },
  };
  const { store } = deps;
  const definition = FlowDefinition.parse({
    name: "Many origins",
    mode: "extract",
    url: urls[0],
    urls,
    robots: "ignore",
    pace: { concurrency: AT_ONCE, delayMs: 0 },
    steps,
  });
  const { accountId, account, flow } = await makeOwner(deps, withEachUrl(definition));
  const { concurrentRuns } = PLANS.scale;
  // As if other runs of the account held the others.
  for (let taken = slots; taken < concurrentRuns; taken += 1)
    await store.commit(store.slots.take(accountId, concurrentRuns));
  const since = performance.now();
  const { id } = await queueRun(deps, account, flow, { origin: "api" });
  for (;;) {
    await sleep(POLL_MS);
    if (failures.length > 0) throw failures[0];
    const run = await store.runs.get(accountId, id);
    if (!run || run.finishedAt === null) continue;
    if (run.status !== "completed" || run.itemsExtracted !== items)
      throw new Error(`the run is ${run.status} with ${run.itemsExtracted} items: ${run.error?.message}`);
    return (performance.now() - since) / 1_000;
  }
};

const { values } = parseArgs({
  options: {
    shards: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    pages: { type: "string", default: "8" },
    sites: { type: "string", default: SITES },
  },
});

const main = async (): Promise<void> => {
  const servers = await Promise.all(Array.from({ length: ORIGINS }, () => startSite(LATENCY_MS)));
  const sites = await Promise.all(
    Array.from({ length: Number(values.sites) }, () => startSite(SITE_LATENCY_MS, LINKS)),
  );
  const hosts = servers.map(hostOf);
  Object.assign(process.env, environmentFor([...hosts, ...sites.map(hostOf)]));
  const urls = Array.from({ length: Number(values.pages) }, (_, page) =>
    hosts.map((host) => `http://${host}/${page}`),
  ).flat();
  const pages = { urls, steps: [EXTRACT], items: urls.length };
  const crawl = {
    urls: sites.map((site) => `http://${hostOf(site)}/`),
    steps: [{ type: "crawl", steps: [EXTRACT] }],
    items: sites.length * SITE_PAGES,
  };
  const round = (seconds: number): number => Math.round(seconds * 10) / 10;
  const compare = async (work: Work) => {
    const [oneSlotS, eightSlotsS] = [await measure(work, 1), await measure(work, 8)];
    return {
      oneSlotS: round(oneSlotS),
      eightSlotsS: round(eightSlotsS),
      ratio: Math.round((oneSlotS / eightSlotsS) * 100) / 100,
    };
  };
  const figures = { ...(await compare(pages)), sites: await compare(crawl) };
  if (values.json) console.log(JSON.stringify(figures));
  else
    console.log(
      `${urls.length} pages of ${ORIGINS} origins: ${figures.oneSlotS} s with one slot, ` +
        `${figures.eightSlotsS} s with eight: ${figures.ratio} × faster\n` +
        `${sites.length} sites of ${SITE_PAGES} pages: ${figures.sites.oneSlotS} s with one slot, ` +
        `${figures.sites.eightSlotsS} s with eight: ${figures.sites.ratio} × faster`,
    );
};

if (values.help) console.log(USAGE);
else await main();
process.exit();
