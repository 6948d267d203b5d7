/**
 * `npm run soak -- --runs N [--json]`: runs N browser runs one after the other, kills some of them midway, and
 * prints the number of processes and folders, and memory. Fails if processes, folders or memory in use have grown.
 *
 * Memory is measured twice: what is in use after a collection of garbage, which shows a leak, and what the process has
 * taken from the system, which is printed only: it also depends on when Node.js collects garbage.
 */
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BROWSER_FOLDER, prepareBrowserLayer } from "../lib/browser-layer-files.ts";
import { startDemoSite } from "../local/demo-site/site.ts";
import { type BrowserSettings, createBrowserSession } from "../src/engine/browser/index.ts";
import { type CollectionPlan, collectNext, startCollection } from "../src/engine/collection/index.ts";
import { faultsOf, usedMbAllowed } from "./soak/judge.ts";

const FIRST_MARK = 50;
/** One in this many runs is aborted midway, or has its browser killed. */
const ABORT_EVERY = 10;
const KILL_EVERY = 7;

const planFor = (url: string): CollectionPlan => ({
  url,
  mode: "interact",
  render: "browser",
  steps: [
    { type: "click", selector: "button.more" },
    { type: "extract", selector: "article.product-card", fields: ["name: h3 a"] },
  ],
  outputSchema: null,
  limits: { maxPages: 10, maxItems: 1_000 },
});

/** Running browser processes of the service, including their helpers. */
const listBrowsers = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${tmpdir()}/gleaner-browser-`);
      } catch {
        return false;
      }
    });

const countFolders = (): number =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("gleaner-browser-")).length;

const rssMb = (): number => Math.round(process.memoryUsage().rss / 1e6);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Memory that is still in use: JavaScript objects, and buffers outside of V8's heap. */
const usedMb = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 1e5) / 10;
};

type Fate = "completed" | "aborted" | "killed" | "failed";

const runOnce = async (settings: BrowserSettings, url: string, index: number): Promise<Fate> => {
  const before = new Set(listBrowsers());
  const session = createBrowserSession(settings, { loadsImages: false, saveShot: async () => "" });
  const abort = new AbortController();
  const plan = planFor(url);
  const isAborted = index % ABORT_EVERY === 0;
  const isKilled = !isAborted && index % KILL_EVERY === 0;
  const deps = { fetchPage: session.fetchPage, browser: session, now: Date.now, signal: abort.signal };
  const timer = setTimeout(() => {
    if (isAborted) abort.abort(new Error("dropped"));
    if (isKilled) for (const pid of listBrowsers()) if (!before.has(pid)) process.kill(pid, "SIGKILL");
  }, 250);
  try {
    const batch = await collectNext(deps, plan, startCollection(plan));
    return batch.items.length > 0 ? "completed" : "failed";
  } catch {
    return isAborted ? "aborted" : isKilled ? "killed" : "failed";
  } finally {
    clearTimeout(timer);
    await session.close();
  }
};

const { values } = parseArgs({
  options: { runs: { type: "string", default: "200" }, json: { type: "boolean", default: false } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) {
  process.stderr.write(`--runs takes a whole number from 1, not "${values.runs}".\n`);
  process.exit(1);
}

const site = await startDemoSite();
const { directory } = await prepareBrowserLayer();
const settings: BrowserSettings = {
  layerFolder: join(directory, BROWSER_FOLDER),
  chromePath: process.env.CHROME_PATH,
  allowPrivate: [`127.0.0.1:${site.port}`],
  userAgent: "Gleaner/soak",
};
const processesBefore = listBrowsers().length;
const foldersBefore = countFolders();
const fates: Record<Fate, number> = { completed: 0, aborted: 0, killed: 0, failed: 0 };
let rssMbAfter50 = rssMb();
let usedMbAfter50 = usedMb();
for (let index = 1; index <= runs; index += 1) {
  fates[await runOnce(settings, `${site.url}/more`, index)] += 1;
  if (index === Math.min(FIRST_MARK, runs)) [rssMbAfter50, usedMbAfter50] = [rssMb(), usedMb()];
}
await site.stop();

const result = {
  runs,
  processesBefore,
  processesAfter: listBrowsers().length,
  rssMbAfter50,
  rssMbAfter: rssMb(),
  usedMbAfter50,
  usedMbAfter: usedMb(),
  usedMbAllowed: usedMbAllowed(usedMbAfter50),
  foldersBefore,
  foldersAfter: countFolders(),
  ...fates,
};
if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`);
else
  for (const [name, value] of Object.entries(result)) process.stdout.write(`${name.padEnd(16)} ${value}\n`);
const faults = faultsOf(result);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);
