/**
 * `npm run price [-- --stage prod --pages 300 --browser-pages 20 --json]`: the cost of an idle month, from the
 * templates, and of 1,000 pages, from runs on this machine; by AWS's price lists.
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
import { priceFixedAddress, priceIdleMonth, sumOf } from "./price/idle.ts";
import { type PagesPrice, pricePages } from "./price/pages.ts";

const readOptions = () => {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({
    options: {
      stage: text("prod"),
      pages: text("300"),
      "browser-pages": text("20"),
      json: { type: "boolean", default: false },
    },
  });
  return {
    stage: values.stage,
    pages: Number(values.pages),
    browserPages: Number(values["browser-pages"]),
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

const priceOf = async (pages: number, render: "static" | "browser"): Promise<PagesPrice | null> => {
  if (pages === 0) return null;
  const shutdown = createShutdown();
  try {
    return await pricePages(pages, render, shutdown);
  } finally {
    await shutdown.run();
  }
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

const { stage, pages, browserPages, json } = readOptions();
const items = priceIdleMonth(await synthesise(stage));
const idle = { list: sumOf(items, "list"), withFreeTier: sumOf(items, "withFreeTier"), items };
const [fixed, browser] = [await priceOf(pages, "static"), await priceOf(browserPages, "browser")];
if (json)
  console.log(
    JSON.stringify({
      pricesOf: "2026-11",
      region: "us-east-1",
      idle,
      fixedAddress: priceFixedAddress(),
      static: fixed,
      browser,
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
}
