/**
 * `longRun.ts <origin> <file of the table> <bucket> <pages,…>`: our worker over a long run, with the table on disk and the
 * objects in another process. Prints the memory it took after so many pages as one line of JSON. Bundled, as functions are.
 */
import { createObjects } from "../../src/adapters/objects.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { withEngine } from "../../src/runtime/deps/engine/engine.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import { flowFor } from "../flow.ts";
import { kernelMb } from "../memoryOf.ts";
import { startOurRun } from "./ours.ts";

const AT_ONCE = "16";
const BYTES_PER_MB = 1024 ** 2;

const [origin = "", path = "", bucket = "", marks = ""] = process.argv.slice(2);
const wanted = marks.split(",").map(Number);

let pages = 0;
const memory: { pages: number; mb: number; peakMb: number; heapMb: number; cpuMsPerPage: number }[] = [];

const measure = (): void => {
  const heapMb = Math.round(process.memoryUsage().heapUsed / BYTES_PER_MB);
  const { user, system } = process.cpuUsage();
  const cpuMsPerPage = Number(((user + system) / 1_000 / pages).toFixed(2));
  memory.push({ pages, mb: kernelMb("VmRSS"), peakMb: kernelMb("VmHWM"), heapMb, cpuMsPerPage });
};

const { engine } = withEngine();
/** The engine, and how many pages it has collected. */
const counting: Engine = {
  ...engine,
  next: async (...args) => {
    const batch = await engine.next(...args);
    if ("failure" in batch) return batch;
    pages += batch.pages;
    while (pages >= (wanted[0] ?? Number.POSITIVE_INFINITY)) {
      wanted.shift();
      measure();
    }
    return batch;
  },
};

const table = createEmbeddedTable({ path, isDurable: false });
const run = await startOurRun(flowFor(origin, AT_ONCE), table, createObjects(bucket));
await run.complete(counting);
console.log(JSON.stringify(memory));
process.exit();
