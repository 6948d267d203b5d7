/**
 * `npm run bench -- --memory`: the memory of one worker over a long run. Its code is bundled, its heap limited, and its table
 * and objects are elsewhere, as in Lambda.
 */
import { parseArgs } from "node:util";
import { runLong } from "./longRunProcess.ts";

const USAGE = `Usage: npm run bench -- --memory [--json] [--pages <numbers>]

Runs one flow over as many pages as the last of --pages (default: 2000,5000,10000,20000) with one worker: mb, the
memory it takes after so many pages; peakMb, the most it took until then; heapMb, what is in the heap; cpuMsPerPage, processor time since it started.`;

interface Memory {
  readonly pages: number;
  readonly mb: number;
  readonly peakMb: number;
  readonly heapMb: number;
  readonly cpuMsPerPage: number;
}

const { values } = parseArgs({
  options: {
    memory: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    pages: { type: "string", default: "2000,5000,10000,20000" },
  },
});

const main = async (): Promise<void> => {
  const last = values.pages.split(",").at(-1) ?? "";
  const memory = await runLong<Memory[]>({
    site: ["site/server.ts", last, "0"],
    worker: "contenders/longRun.ts",
    args: [values.pages],
  });
  if (values.json) console.log(JSON.stringify({ memory }));
  else console.table(memory);
};

if (values.help) console.log(USAGE);
else await main();
process.exit();
