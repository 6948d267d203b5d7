/**
 * `npm run price [-- --stage prod --pages 300 --browser-pages 20 --runs 10 --json]`: the cost of an idle month, from
 * the templates, and of 1,000 pages and a million runs of one page in their whole life, from runs on this machine and
 * from what the table has to do for them (`npm run capacity` shows the same units); by AWS's price lists.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addStacks, createApp } from "../lib/app.ts";
import { prepareBrowserLayer } from "../lib/browser-layer-files.ts";
import { bundleFunctions } from "../lib/bundle.ts";
import { parseSettings } from "../lib/settings.ts";
import { createShutdown } from "../local/shutdown.ts";
import { readWholeTemplate } from "../local/stack/assembly.ts";
import manifest from "../package.json" with { type: "json" };
import { measureLife, type RunLife } from "./capacity/run.ts";
import { type CollectedRun, collectSite } from "./price/collect.ts";
import { priceFixedAddress, priceIdleMonth, sumOf } from "./price/idle.ts";
import { type LifePrice, priceLife, shownOfTable } from "./price/life.ts";

const readOptions = () => {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({
    options: {
      stage: text("prod"),
      pages: text("300"),
      "browser-pages": text("20"),
      runs: text("10"),
      json: { type: "boolean", default: false },
    },
  });
  return {
    stage: values.stage,
    pages: Number(values.pages),
    browserPages: Number(values["browser-pages"]),
    runs: Number(values.runs),
    json: values.json,
  };
};

const synthesise = async (stage: string) => {
  const outdir = mkdtempSync(join(tmpdir(), "gleaner-price-"));
  try {
    const app = createApp({ outdir });
    const settings = parseSettings({ stage, version: manifest.version });
    addStacks(app, settings, await bundleFunctions(), await prepareBrowserLayer());
    app.synth();
    return ["data", "service"].map((stack) =>
      readWholeTemplate(outdir, `gleaner-${stage}-${stack}.template.json`),
    );
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

const collect = async (...asked: [pages: number, render: "static" | "browser", times: number]) => {
  const shutdown = createShutdown();
  try {
    return await collectSite(...asked, shutdown);
  } finally {
    await shutdown.run();
  }
};

interface PagesPrice {
  readonly pages: number;
  readonly seconds: number;
  /** US dollars for 1,000 pages, as the run shows it. */
  readonly shownPer1000: number;
  /** The same over the run's whole lifetime: its request, event, retention and deletion. */
  readonly causedPer1000: number;
  /** Shown by caused: 1 is exact. */
  readonly shownShare: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

/** A run in which each page takes as long as it took here. */
const lifeOf = (pages: number, { seconds }: CollectedRun): Promise<RunLife> =>
  measureLife(pages, (seconds * 1_000) / pages);

const pricePages = async (pages: number, render: "static" | "browser"): Promise<PagesPrice | null> => {
  if (pages === 0) return null;
  const [run] = await collect(pages, render, 1);
  if (!run) throw new Error("No run was made.");
  const { total } = priceLife(run, await lifeOf(pages, run));
  const per1000 = (dollars: number) => (dollars / pages) * 1_000;
  return {
    pages,
    seconds: run.seconds,
    shownPer1000: per1000(run.cost),
    causedPer1000: per1000(total),
    shownShare: run.cost / total,
    breakdown: Object.fromEntries(
      Object.entries(run.breakdown).map(([name, amount]) => [name, per1000(amount)]),
    ),
  };
};

interface RunsPrice {
  /** Units of the table by part of a run's life. */
  readonly units: RunLife;
  /** The table's part that runs show, by what the same execution consumes: 1 would be all of it. */
  readonly shownOfTable: number;
  /** US dollars for a million runs of one page. */
  readonly perMillion: LifePrice;
}

const priceRuns = async (times: number): Promise<RunsPrice | null> => {
  if (times === 0) return null;
  // The first run loads the worker's code.
  const [, ...runs] = await collect(1, "static", times + 1);
  const mean = (of: (run: CollectedRun) => number): number =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  const names = Object.keys(runs[0]?.breakdown ?? {});
  const run: CollectedRun = {
    seconds: mean(({ seconds }) => seconds),
    cost: mean(({ cost }) => cost),
    breakdown: Object.fromEntries(names.map((name) => [name, mean(({ breakdown }) => breakdown[name] ?? 0)])),
  };
  const units = await lifeOf(1, run);
  const perMillion = Object.fromEntries(
    Object.entries(priceLife(run, units)).map(([name, amount]) => [name, amount * 1e6]),
  ) as unknown as LifePrice;
  return { units, shownOfTable: shownOfTable(runs, units), perMillion };
};

const dollars = (amount: number): string => `$${amount.toFixed(amount < 0.01 ? 6 : 2)}`;

const print = (name: string, price: PagesPrice | null): void => {
  if (price === null) return;
  console.log(
    `1,000 ${name} pages: ${dollars(price.causedPer1000)}, of which the run shows ${Math.round(100 * price.shownShare)} % (${price.pages} pages in ${price.seconds.toFixed(1)} s)`,
  );
  for (const [part, amount] of Object.entries(price.breakdown))
    console.log(`  ${part.padEnd(10)}${dollars(amount)}`);
};

const printRuns = (price: RunsPrice | null): void => {
  if (price === null) return;
  const { units, perMillion } = price;
  console.log(`1,000,000 runs of one page: ${dollars(perMillion.total)}`);
  for (const [part, amount] of Object.entries(perMillion))
    if (part !== "total") console.log(`  ${part.padEnd(10)}${dollars(amount)}`);
  const shown = Object.entries(units).map(([part, { read, write }]) => `${part} ${read} / ${write}`);
  console.log(`  units of the table, read / write: ${shown.join(", ")}`);
  console.log(`  of the execution's, runs show ${Math.round(100 * price.shownOfTable)} %`);
};

const { stage, pages, browserPages, runs, json } = readOptions();
const items = priceIdleMonth(await synthesise(stage));
const idle = { list: sumOf(items, "list"), withFreeTier: sumOf(items, "withFreeTier"), items };
const [fixed, browser] = [await pricePages(pages, "static"), await pricePages(browserPages, "browser")];
const onePage = await priceRuns(runs);
const per100MillionPages = fixed && fixed.causedPer1000 * 1e5;
if (json)
  console.log(
    JSON.stringify({
      pricesOf: "2026-11",
      region: "us-east-1",
      idle,
      fixedAddress: priceFixedAddress(),
      static: fixed,
      browser,
      runs: onePage,
      per100MillionPages,
    }),
  );
else {
  console.log(`An idle month: ${dollars(idle.list)}, or ${dollars(idle.withFreeTier)} with the free tier`);
  for (const { what, list } of items) console.log(`  ${what.padEnd(16)}${dollars(list)}`);
  const { perMonth, perGb } = priceFixedAddress();
  console.log(
    `A fixed address (NAT), if you add one: ${dollars(perMonth)} a month and ${dollars(perGb)} per GB`,
  );
  print("static", fixed);
  print("browser", browser);
  printRuns(onePage);
  if (per100MillionPages) console.log(`100,000,000 static pages: ${dollars(per100MillionPages)}`);
}
