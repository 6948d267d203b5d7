/** A run over many made sites: fifty workers crawl them with the service's own code, and die again and again. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { allOutcomes } from "../../../src/domain/runs/read/pages.ts";
import { type FlowRecord, NEW_FLOW } from "../../../src/store/flows/flows.ts";
import { openFileObjects } from "../../helpers/fileObjects.ts";
import { createMadeEngine, placeOf, startOf } from "./madeSites.ts";
import { PARTITION_LIMIT, type Peak } from "./meter.ts";
import { createMeteredWorld } from "./meteredWorld.ts";
import { MINUTE_MS } from "./world.ts";

/** Enough sites for all workers, and few enough for a list within the flow. */
const SITES = { least: 200, most: 1_000 } as const;
const PAGES_PER_SITE = 10_000;
/** A worker dies at one of so many of its calls, before or after they take effect. */
const CALLS_PER_DEATH = 500;
const BYTES_PER_MB = 1024 ** 2;
const SHOWN_PEAKS = 5;

export interface ManySites {
  readonly pages: number;
  readonly sites: number;
  readonly workers: number;
  readonly deaths: number;
  /** Virtual, from the request to the end of the run. */
  readonly hours: number;
  readonly peaks: readonly Peak[];
  readonly memoryMb: number;
  readonly violations: readonly string[];
}

/** How often each page of the sites is among those that were committed, read as a user reads them. */
const countPages = async (
  deps: Parameters<typeof allOutcomes>[0],
  run: Pick<FlowRecord, "accountId" | "id">,
  { sites, perSite }: { readonly sites: number; readonly perSite: number },
): Promise<string[]> => {
  const opened = new Uint8Array(sites * perSite);
  for await (const { url } of allOutcomes(deps, "pages", run)) {
    const { site, page } = placeOf(url);
    const place = site * perSite + page;
    opened[place] = (opened[place] ?? 0) + 1;
  }
  const missing = opened.filter((times) => times === 0).length;
  const doubled = opened.filter((times) => times > 1).length;
  let ended = 0;
  for await (const site of allOutcomes(deps, "sites", run)) if (site.pages === perSite) ended += 1;
  return [
    ...(missing > 0 ? [`${missing} pages were not opened`] : []),
    ...(doubled > 0 ? [`${doubled} pages were opened more than once`] : []),
    ...(ended === sites ? [] : [`${ended} of ${sites} sites ended with all their pages`]),
  ];
};

/** @param pages of all sites together, about */
export const crawlSites = async (pages: number): Promise<ManySites> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-sites-"));
  const { objects, close } = openFileObjects(join(folder, "objects"));
  const sites = Math.min(SITES.most, Math.max(SITES.least, Math.round(pages / PAGES_PER_SITE)));
  const perSite = Math.ceil(pages / sites);
  const { world, meter } = await createMeteredWorld({
    rates: { "killed-before": 0.5 / CALLS_PER_DEATH, "killed-after": 0.5 / CALLS_PER_DEATH },
    objects,
    engineOn: (machine) => createMadeEngine(machine, perSite),
  });
  const { scheduler, store } = world;
  try {
    const accountId = await world.addAccount("scale");
    const at = new Date(scheduler.now()).toISOString();
    const urls = Array.from({ length: sites }, (_, site) => startOf(site));
    const steps = [{ type: "crawl", depth: 50, steps: [{ type: "extract" }] }];
    const flow: FlowRecord = {
      ...FlowDefinition.parse({ name: "Sites", url: urls[0], urls, eachUrl: "site", mode: "extract", steps }),
      ...NEW_FLOW,
      id: "flow-1",
      accountId,
      createdAt: at,
      updatedAt: at,
    };
    await store.commit(store.flows.insert(flow));
    const [run] = await world.queueRuns(flow);
    if (!run) throw new Error("no run was queued");
    const startMs = scheduler.now();
    let memoryMb = 0;
    world.trouble(true);
    const isUnderWay = async () => ["queued", "running"].includes((await world.read(run)).status);
    while (await isUnderWay()) {
      const untilMs = scheduler.now() + MINUTE_MS;
      world.tickUntil(untilMs + 1);
      await scheduler.runTo(untilMs);
      memoryMb = Math.max(memoryMb, Math.round(process.memoryUsage.rss() / BYTES_PER_MB));
    }
    world.trouble(false);
    const ended = await world.read(run);
    const peaks = meter.peaks();
    const violations = [
      ...(ended.status === "completed" ? [] : [`the run is ${ended.status}: ${ended.error?.message}`]),
      ...(await countPages({ store, objects }, ended, { sites, perSite })),
      ...peaks
        .filter(({ units }) => units > PARTITION_LIMIT)
        .map(({ partition, units }) => `${partition} took ${units} write units in a second`),
    ];
    const hours = (Date.parse(ended.finishedAt ?? at) - startMs) / (60 * MINUTE_MS);
    return {
      pages: ended.pagesFetched,
      sites,
      workers: ended.shards ?? 1,
      deaths: world.machines.killed(),
      hours: Math.round(hours * 100) / 100,
      peaks: peaks.slice(0, SHOWN_PEAKS),
      memoryMb,
      violations,
    };
  } finally {
    close();
    rmSync(folder, { recursive: true, force: true });
  }
};
