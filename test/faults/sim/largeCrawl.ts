/** A crawl of a large made site with the frontier of the service, whose workers die again and again. */
import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import {
  absorb,
  type CrawlRules,
  type Frontier,
  isExhausted,
  openFrontier,
  type SegmentStore,
  startFrontier,
  storeFrontier,
  takeLeads,
} from "../../../src/engine/crawl/index.ts";
import { placeOf, startOf, visitOf } from "./madeSites.ts";
import { createRandom } from "./random.ts";

const SITE = startOf(0);
const BATCH_PAGES = 256;
const BATCHES_PER_COMMIT = 2;
/** A worker crashes after ten batches on average, and loses what it has not committed. */
const DIES = 1 / 10;
const HOUR_MS = 3_600_000;
/** Virtual: a batch takes so long, so that segments grow old. */
const BATCH_MS = 10 * 60_000;
const BYTES_PER_MB = 1024 ** 2;

/** Segments in files, which are deleted after a day as the object store does. */
const createFiles = (folder: string, now: () => number): SegmentStore => {
  const writtenAt = new Map<string, number>();
  return {
    put: async (bytes) => {
      const name = `${writtenAt.size + 1}`;
      writtenAt.set(name, now());
      await writeFile(join(folder, name), zstdCompressSync(bytes));
      return name;
    },
    get: async (name) => {
      if (now() - (writtenAt.get(name) ?? 0) > 24 * HOUR_MS) throw new Error(`segment ${name} was deleted`);
      return zstdDecompressSync(await readFile(join(folder, name)));
    },
  };
};

export interface LargeCrawl {
  readonly pages: number;
  /** Workers that crashed. */
  readonly deaths: number;
  /** Bytes of the largest state that a commit wrote. */
  readonly largestState: number;
  readonly memoryMb: number;
  readonly violations: readonly string[];
}

/** @param pages of the site, all of which are crawled */
export const crawlLarge = async (seed: number, pages: number): Promise<LargeCrawl> => {
  const random = createRandom(seed);
  const rules: CrawlRules = { depth: 50, maxPages: Number.POSITIVE_INFINITY, maxKnown: pages };
  const folder = mkdtempSync(join(tmpdir(), "gleaner-crawl-"));
  let nowMs = 0;
  const store = createFiles(folder, () => nowMs);
  const opened = new Uint8Array(pages);
  let committed = JSON.stringify(startFrontier(SITE));
  let state = JSON.parse(committed) as Frontier;
  let uncommitted: number[] = [];
  let [deaths, largestState, memoryMb, batches] = [0, 0, 0, 0];

  const batch = async (): Promise<void> => {
    const { leads, frontier } = takeLeads(await openFrontier(state, store), rules, BATCH_PAGES);
    const visits = leads.map((lead) => visitOf(SITE, lead, pages));
    state = await storeFrontier(absorb(frontier, visits, rules).frontier, store, { now: nowMs });
    for (const { url } of leads) uncommitted.push(placeOf(url).page);
  };
  const commit = (): void => {
    committed = JSON.stringify(state);
    largestState = Math.max(largestState, committed.length);
    for (const page of uncommitted) opened[page] = (opened[page] ?? 0) + 1;
    uncommitted = [];
    memoryMb = Math.max(memoryMb, Math.round(process.memoryUsage.rss() / BYTES_PER_MB));
  };
  const die = (): void => {
    deaths += 1;
    state = JSON.parse(committed) as Frontier;
    uncommitted = [];
  };

  try {
    while (!isExhausted(state, rules)) {
      batches += 1;
      nowMs += BATCH_MS;
      await batch();
      if (random.chance(DIES)) die();
      else if (batches % BATCHES_PER_COMMIT === 0 || isExhausted(state, rules)) commit();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const missing = opened.filter((times) => times === 0).length;
  const doubled = opened.filter((times) => times > 1).length;
  const violations = [
    ...(missing > 0 ? [`${missing} pages were not opened`] : []),
    ...(doubled > 0 ? [`${doubled} pages were opened more than once`] : []),
  ];
  return { pages, deaths, largestState, memoryMb, violations };
};
