/**
 * `crawl.ts <origin> <file of the table> <bucket> <pages> <addresses> <new links>`: our worker crawls so many pages, with the table
 * on disk and the objects in another process. Prints one line of JSON. Bundled, as functions are.
 */
import { createObjects, type Objects } from "../../src/adapters/objects.ts";
import { withEngine } from "../../src/runtime/deps/engine/engine.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import { crawlFlow } from "../flow.ts";
import { kernelMb } from "../memoryOf.ts";
import { startOurRun } from "./ours.ts";

const AT_ONCE = "16";

const [origin = "", path = "", bucket = "", ...counts] = process.argv.slice(2);
const [pages = 0, addresses = 0, newLinks = 0] = counts.map(Number);
/** How many addresses a page is the first to lead to. */
const ledTo = (page: number): number => Math.max(0, Math.min(newLinks, addresses - (page * newLinks + 1)));

let checkpointBytes = 0;
const objects = createObjects(bucket);
/** The objects, and how much of them is checkpoints. */
const counting: Objects = {
  ...objects,
  put: (key, body, ...rest) => {
    if (key.startsWith("tmp/checkpoints/")) checkpointBytes += Buffer.byteLength(body);
    return objects.put(key, body, ...rest);
  },
};

const table = createEmbeddedTable({ path, isDurable: false });
const run = await startOurRun(crawlFlow(origin, AT_ONCE, pages), table, counting);
const startedAt = performance.now();
const startedCpu = process.cpuUsage();
await run.complete(withEngine().engine);
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(startedCpu);
const memoryMb = kernelMb("VmHWM");
const numbers = (await run.items<{ n: number }>()).map(({ n }) => n);
if (numbers.length !== pages || new Set(numbers).size !== pages)
  throw new Error(
    `${pages} pages were crawled as ${numbers.length}, ${new Set(numbers).size} of them different`,
  );
console.log(
  JSON.stringify({
    pages,
    known: numbers.reduce((sum, page) => sum + ledTo(page), 1),
    seconds: Number(seconds.toFixed(1)),
    cpuMsPerPage: Number(((user + system) / 1_000 / pages).toFixed(2)),
    memoryMb,
    checkpointBytesPerPage: Math.round(checkpointBytes / pages),
  }),
);
process.exit();
