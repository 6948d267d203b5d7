/**
 * `npm run bench -- --memory`: the memory of one worker over a long run. Its code is bundled, its heap limited, and its table
 * and objects are elsewhere, as in Lambda.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { heapOptionsOf } from "../lib/functions.ts";
import { credentialVariables } from "../local/emulators/endpoints.ts";
import { QUEUE_WORKERS } from "../src/contract/workers.ts";
import { bundleTo } from "./bundle.ts";
import { environmentFor } from "./environment.ts";
import { runContender, startServer } from "./process.ts";

const USAGE = `Usage: npm run bench -- --memory [--json] [--pages <numbers>]

Runs one flow over as many pages as the last of --pages (default: 2000,5000,10000,20000) with one worker: mb, the
memory it takes after so many pages; peakMb, the most it took until then; heapMb, what is in the heap; cpuMsPerPage, processor time since it started.`;

const HERE = import.meta.dirname;
const BUCKET = "bench";

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

const measure = async (folder: string): Promise<Memory[]> => {
  const last = values.pages.split(",").at(-1) ?? "";
  const site = await startServer([join(HERE, "site/server.ts"), last, "0"]);
  const objects = await startServer([join(HERE, "objects.ts"), join(folder, "objects"), BUCKET]);
  try {
    const args = [
      ...heapOptionsOf(QUEUE_WORKERS.executeRun),
      await bundleTo(join(folder, "longRun.mjs"), { entryPoints: [join(HERE, "contenders/longRun.ts")] }),
      site.url,
      join(folder, "table.sqlite"),
      BUCKET,
      values.pages,
    ];
    return await runContender<Memory[]>(process.execPath, args, {
      ...environmentFor([new URL(site.url).host]),
      ...credentialVariables({ accessKeyId: "local", secretAccessKey: "local" }),
      AWS_ENDPOINT_URL_S3: objects.url,
    });
  } finally {
    site.stop();
    objects.stop();
  }
};

const main = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-bench-"));
  try {
    const memory = await measure(folder);
    if (values.json) console.log(JSON.stringify({ memory }));
    else console.table(memory);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (values.help) console.log(USAGE);
else await main();
process.exit();
