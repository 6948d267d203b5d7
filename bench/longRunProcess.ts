/** Runs one worker as Lambda runs it: its code bundled, its heap limited, its table and objects elsewhere. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { heapOptionsOf } from "../lib/functions.ts";
import { credentialVariables } from "../local/emulators/endpoints.ts";
import { QUEUE_WORKERS } from "../src/contract/workers.ts";
import { bundleTo } from "./bundle.ts";
import { environmentFor } from "./environment.ts";
import { runContender, startServer } from "./process.ts";

const HERE = import.meta.dirname;
const BUCKET = "bench";
const MAX_MS = 3_600_000;

interface LongRun {
  /** The module of the site and its arguments. */
  readonly site: readonly [module: string, ...args: string[]];
  /** The module of the worker; its arguments are the site's origin, the table's file, the bucket and `args`. */
  readonly worker: string;
  readonly args: readonly string[];
  /** The function whose memory it has (default: `executeRun`). */
  readonly row?: "executeRun" | "deliverData";
  /** What else it may reach on this machine. */
  readonly hosts?: readonly string[];
}

/** @returns what the worker prints */
export const runLong = async <T>({
  site: [module, ...rest],
  worker,
  args,
  row = "executeRun",
  hosts = [],
}: LongRun): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-bench-"));
  const site = await startServer([join(HERE, module), ...rest]);
  const objects = await startServer([join(HERE, "objects.ts"), join(folder, "objects"), BUCKET]);
  try {
    const code = await bundleTo(join(folder, "worker.mjs"), { entryPoints: [join(HERE, worker)] });
    const heap = heapOptionsOf(QUEUE_WORKERS[row]);
    const table = join(folder, "table.sqlite");
    const environment = {
      ...environmentFor([new URL(site.url).host, new URL(objects.url).host, ...hosts]),
      DESTINATION_FOLDER: folder,
      TABLE_FILE: table,
      ...credentialVariables({ accessKeyId: "local", secretAccessKey: "local" }),
      AWS_ENDPOINT_URL_S3: objects.url,
    };
    const all = [...heap, code, site.url, table, BUCKET, ...args];
    return await runContender<T>(process.execPath, all, environment, MAX_MS);
  } finally {
    site.stop();
    objects.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
