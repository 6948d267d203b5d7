/**
 * `node browser.ts <origin> <file> <who>`: the pages of the sitemap in Chromium, its start included. `load` and
 * `networkidle0` are puppeteer-core with one tab and nothing around it, which waits for that; a number is our session
 * with so many pages at once.
 */
import { join } from "node:path";
import { launch } from "puppeteer-core";
import { BROWSER_FOLDER, prepareBrowserLayer } from "../../lib/browser-layer-files.ts";
import { FlowDefinition } from "../../src/contract/flows/flowDefinition.ts";
import { findExecutable } from "../../src/engine/browser/executable.ts";
import { createBrowserSession } from "../../src/engine/browser/index.ts";
import { createProfile } from "../../src/engine/browser/profile.ts";
import { collectNext, startCollection } from "../../src/engine/collection/index.ts";
import { createEgress } from "../../src/engine/egress/index.ts";
import { createManners } from "../../src/engine/manners/index.ts";
import { createFileFetcher, sleepUnlessAborted } from "../../src/engine/page/index.ts";
import { flowFor } from "../flow.ts";
import { type Item, report } from "./report.ts";

const [origin = "", file = "", who = "load"] = process.argv.slice(2);
const settings = {
  layerFolder: join((await prepareBrowserLayer()).directory, BROWSER_FOLDER),
  chromePath: process.env.CHROME_PATH,
  allowPrivate: [new URL(origin).host],
  userAgent: "Gleaner/bench",
};

const collectBare = async (waitUntil: "load" | "networkidle0"): Promise<Item[]> => {
  const { path, layerFolder } = await findExecutable(settings);
  const profile = await createProfile(layerFolder);
  const browser = await launch({
    executablePath: path,
    userDataDir: profile.folder,
    headless: "shell",
    pipe: true,
    args: ["--no-sandbox", "--disable-gpu", "--no-zygote"],
    env: profile.environment,
  });
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const page = await browser.newPage();
  const items: Item[] = [];
  for (const [, url = ""] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    await page.goto(url, { waitUntil });
    const read = `({
      title: document.title,
      headings: [...document.querySelectorAll("h1, h2, h3")].map((each) => each.textContent.replace(/\\s+/g, " ").trim()),
    })`;
    items.push((await page.evaluate(read)) as Item);
  }
  await browser.close();
  await profile.remove();
  return items;
};

const collectOurs = async (): Promise<Item[]> => {
  const session = createBrowserSession(settings, { loadsImages: false, saveShot: async () => "" });
  const egress = createEgress({ allowPrivate: settings.allowPrivate });
  const fetchFile = createFileFetcher({ egress, userAgent: settings.userAgent });
  const pace = { rule: { concurrency: Number(who), delayMs: 0 }, ceiling: Number(who) } as const;
  const manners = createManners({ fetchFile, obeys: false, now: Date.now, sleep: sleepUnlessAborted, pace });
  const { url, mode, steps } = FlowDefinition.parse(flowFor(origin, who));
  const limits = { maxPages: 10_000, maxItems: 10_000 };
  const plan = { url, mode, render: "browser", steps, outputSchema: null, limits } as const;
  const { signal } = new AbortController();
  const deps = { fetchPage: session.fetchPage, fetchFile, manners, browser: session, now: Date.now, signal };
  const items: Item[] = [];
  for (let state = startCollection(plan); ; ) {
    const batch = await collectNext(deps, plan, state);
    items.push(...(batch.items as unknown as Item[]));
    state = batch.state;
    if (batch.done) break;
  }
  await session.close();
  return items;
};

const isBare = who === "load" || who === "networkidle0";
await report(isBare ? () => collectBare(who) : collectOurs, file);
process.exit();
