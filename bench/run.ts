/**
 * `npm run bench [-- --pages 2000 --rounds 3 --latency 0,100 --json]`: our worker and our whole service beside @crawlee/cheerio,
 * Scrapy and the limit (undici and htmlparser2), on the same pages in one run, one after the other. All must collect
 * the same. Prints pages a second, processor time and memory; with `--json` one object on the last line.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureRun } from "../scripts/capacity/run.ts";
import { measureExtraction } from "./extraction.ts";
import { measureImports } from "./imports.ts";
import { type Figures, runContender, startServer } from "./process.ts";
import { startOurs } from "./service.ts";

const HERE = import.meta.dirname;
const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "2000" },
    rounds: { type: "string", default: "3" },
    latency: { type: "string", default: "0,100" },
    only: { type: "string", default: "limit,worker,service,crawlee,scrapy,browser,imports,extraction" },
    json: { type: "boolean", default: false },
  },
});
const pages = Number(values.pages);
const rounds = Number(values.rounds);
const latencies = values.latency.split(",").map(Number);
if (![pages, rounds, ...latencies].every((number) => Number.isInteger(number) && number >= 0) || rounds < 1)
  throw new Error("--pages, --rounds and --latency take whole numbers.");

/** Pages at once of every contender that is told a number. */
const AT_ONCE = "16";
const PYTHON = join(HERE, ".venv/bin/python");

const hasCrawlee = (): boolean => {
  try {
    createRequire(join(HERE, "package.json")).resolve("@crawlee/cheerio");
    return true;
  } catch {
    return false;
  }
};

type Collect = (origin: string, file: string) => Promise<Figures & { readonly dollars?: number }>;
interface Contender {
  readonly name: string;
  /** Why it cannot run here. */
  readonly skipped?: string;
  readonly collect: Collect;
}

const script =
  (name: string, ...args: string[]): Collect =>
  (origin, file) =>
    runContender(process.execPath, [join(HERE, "contenders", name), origin, file, ...args]);

const listContenders = (ours: Awaited<ReturnType<typeof startOurs>> | null): Contender[] => {
  const wanted = values.only.split(",");
  const service = (pace: string): Collect => {
    if (!ours) throw new Error("the service was not started");
    return (origin, file) => ours.collect(origin, pace, file);
  };
  const all: (readonly [kind: string, contender: () => Contender])[] = [
    ["limit", () => ({ name: "limit", collect: script("limit.ts", AT_ONCE) })],
    ["worker", () => ({ name: "worker auto", collect: script("worker.ts", "auto") })],
    ["worker", () => ({ name: `worker ${AT_ONCE}`, collect: script("worker.ts", AT_ONCE) })],
    ["service", () => ({ name: "service auto", collect: service("auto") })],
    ["service", () => ({ name: `service ${AT_ONCE}`, collect: service(AT_ONCE) })],
    [
      "crawlee",
      () => ({
        name: "crawlee",
        collect: script("crawlee.mjs"),
        ...(!hasCrawlee() && { skipped: "not installed: npm ci --prefix bench" }),
      }),
    ],
    [
      "scrapy",
      () => ({
        name: "scrapy",
        collect: (origin, file) =>
          runContender(PYTHON, [join(HERE, "contenders/scrapy_spider.py"), origin, file, AT_ONCE]),
        ...(!existsSync(PYTHON) && {
          skipped: "not installed: python3 -m venv bench/.venv && bench/.venv/bin/pip install scrapy==2.19.0",
        }),
      }),
    ],
  ];
  return all.filter(([kind]) => wanted.includes(kind)).map(([, contender]) => contender());
};

/** The same for the same items, in whatever order and spelling. */
const digestOf = (file: string): string => {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const items = lines.map((line) => {
    const { title, headings } = JSON.parse(line) as { title: string; headings: string[] };
    return JSON.stringify({ title, headings });
  });
  return createHash("sha256").update(items.sort().join("\n")).digest("hex");
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const rounded = (number: number): number => Number(number.toPrecision(3));
const spread = (numbers: readonly number[]) => ({
  median: rounded(median(numbers)),
  min: rounded(Math.min(...numbers)),
  max: rounded(Math.max(...numbers)),
});

interface Measured {
  readonly name: string;
  readonly latencyMs: number;
  readonly skipped?: string;
  readonly runs: (Figures & { readonly dollars?: number })[];
}

const measureAll = async (): Promise<Measured[]> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-bench-"));
  const sites = await Promise.all(
    latencies.map((latencyMs) =>
      startServer([join(HERE, "site/server.ts"), String(pages), String(latencyMs)]).then((server) => ({
        ...server,
        latencyMs,
      })),
    ),
  );
  const ours = values.only.includes("service") ? await startOurs(sites.map(({ url }) => url)) : null;
  try {
    const measured: Measured[] = [];
    for (const { url, latencyMs } of sites) {
      const contenders = listContenders(ours);
      const rows = contenders.map(({ name, skipped }) => ({
        name,
        latencyMs,
        ...(skipped !== undefined && { skipped }),
        runs: [] as Measured["runs"],
      }));
      let expected: string | undefined;
      for (let round = 0; round < rounds; round += 1)
        for (const [index, { name, skipped, collect }] of contenders.entries()) {
          if (skipped !== undefined) continue;
          const file = join(folder, "items.ndjson");
          const figures = await collect(url, file);
          const digest = digestOf(file);
          expected ??= digest;
          if (digest !== expected) throw new Error(`${name} collects something else than the others`);
          rows[index]?.runs.push(figures);
          console.error(
            `${latencyMs} ms, round ${round + 1}: ${name} ${rounded((pages * 1_000) / figures.ms)} pages/s`,
          );
        }
      measured.push(...rows);
    }
    return measured;
  } finally {
    await ours?.stop();
    for (const { stop } of sites) stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Pages in a browser, which takes fifty times as long for each. */
const BROWSER_PAGES = 60;
const BROWSERS = ["load", "networkidle0", "1", "2"] as const;

/** Our session beside puppeteer-core with nothing around it, on the same Chromium and the same pages. */
const measureBrowsers = async (): Promise<Record<(typeof BROWSERS)[number], Figures[]>> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-bench-"));
  const site = await startServer([join(HERE, "site/server.ts"), String(BROWSER_PAGES), "0"]);
  const runs: Record<(typeof BROWSERS)[number], Figures[]> = { load: [], networkidle0: [], 1: [], 2: [] };
  try {
    let expected: string | undefined;
    for (let round = 0; round < rounds; round += 1)
      for (const who of BROWSERS) {
        const file = join(folder, "items.ndjson");
        runs[who].push(await script("browser.ts", who)(site.url, file));
        const digest = digestOf(file);
        expected ??= digest;
        if (digest !== expected)
          throw new Error(`the browser ${who} collects something else than the others`);
      }
    return runs;
  } finally {
    site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measured = await measureAll();
const browsers = values.only.includes("browser") ? await measureBrowsers() : null;
const extraction = values.only.includes("extraction") ? measureExtraction(rounds) : null;
const imports = values.only.includes("imports") ? await measureImports(rounds) : null;

const rowOf = (name: string, latencyMs: number): Measured | undefined =>
  measured.find((row) => row.name === name && row.latencyMs === latencyMs && row.runs.length > 0);

/** Pages a second of one beside the other, round by round. */
const ratioOf = (latencyMs: number, name: string, other: string) => {
  const [a, b] = [rowOf(name, latencyMs), rowOf(other, latencyMs)];
  return a && b ? spread(a.runs.map(({ ms }, round) => (b.runs[round]?.ms ?? Number.NaN) / ms)) : null;
};

const figuresOf = ({ name, latencyMs, skipped, runs }: Measured) =>
  skipped === undefined
    ? {
        name,
        latencyMs,
        pagesPerSecond: spread(runs.map(({ ms }) => (pages * 1_000) / ms)),
        cpuSecondsPer1000: spread(runs.map(({ cpuMs }) => cpuMs / pages)),
        peakMb: Math.round(Math.max(...runs.map(({ peakMb }) => peakMb))),
      }
    : { name, latencyMs, skipped };

const figures = measured.map(figuresOf);
console.log(["contender", "latency", "pages/s", "cpu s per 1,000", "peak MB"].join("\t"));
for (const [kind, { kb, msPerMb }] of Object.entries(extraction ?? {}))
  console.log(`extraction of ${kind}\t${kb} KB\t${msPerMb} ms of processor a megabyte`);
for (const [name, { ms, cpuMs }] of Object.entries(imports ?? {}))
  console.log(`import of ${name}\t\t${ms} ms, of processor ${cpuMs}`);
for (const row of figures)
  console.log(
    "skipped" in row
      ? `${row.name}\t${row.latencyMs} ms\tskipped: ${row.skipped}`
      : `${row.name}\t${row.latencyMs} ms\t${row.pagesPerSecond?.median}\t${row.cpuSecondsPer1000?.median}\t${row.peakMb}`,
  );

/** How many times as long one takes as the other, round by round. */
const browserRatio = (who: "1" | "2", other: "load" | "networkidle0") =>
  browsers && spread(browsers[who].map(({ ms }, round) => ms / (browsers[other][round]?.ms ?? Number.NaN)));
const rowsOf = (...names: readonly string[]) =>
  figures.filter(({ name }) => names.some((start) => name.startsWith(start)));

const service = `service ${AT_ONCE}`;
const dollars = rowOf("service auto", 100)?.runs.map(
  ({ dollars: spent = Number.NaN }) => (spent * 1_000) / pages,
);
const worker = rowOf(`worker ${AT_ONCE}`, 0);
/** Pages of a run of which the units of the table are counted, and how long each takes. */
const [RUN_PAGES, RUN_PAGE_MS] = [50, 500];
const result = {
  pages,
  rounds,
  ours: rowsOf("worker", "service"),
  crawlee: rowsOf("crawlee"),
  scrapy: rowsOf("scrapy"),
  limit: rowsOf("limit"),
  browser:
    browsers &&
    Object.fromEntries(
      BROWSERS.map((who) => [who, { pages: BROWSER_PAGES, ms: spread(browsers[who].map(({ ms }) => ms)) }]),
    ),
  ratios: {
    limit: ratioOf(0, service, "limit"),
    crawlee: ratioOf(0, service, "crawlee"),
    scrapy: ratioOf(0, service, "scrapy"),
    workerLimit: ratioOf(0, `worker ${AT_ONCE}`, "limit"),
    latencyAuto: ratioOf(100, "service auto", "scrapy"),
    latency16: ratioOf(100, service, "scrapy"),
    browser: browserRatio("1", "networkidle0"),
    browserTwoTabs: browserRatio("2", "networkidle0"),
    browserLoadOnly: browserRatio("1", "load"),
  },
  cpuMsPerPage: worker ? spread(worker.runs.map(({ cpuMs }) => cpuMs / pages)) : null,
  dollarsPer1000: dollars ? spread(dollars) : null,
  imports,
  extraction,
  runUnits: { pages: RUN_PAGES, pageMs: RUN_PAGE_MS, ...(await measureRun(RUN_PAGES, RUN_PAGE_MS)) },
};
if (values.json) console.log(JSON.stringify(result));
else console.log(result.ratios);
