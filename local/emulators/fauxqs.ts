import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { compileCacheVariable } from "../compiledCode.ts";
import { messageOf, StartFailure } from "../failure.ts";
import type { Shutdown } from "../shutdown.ts";

/**
 * Starts SQS and S3 in their own thread.
 *
 * @param folder for their data; without one, data is kept in memory
 * @returns their endpoint
 */
export const startFauxqs = async (folder: string | undefined, shutdown: Shutdown): Promise<string> => {
  const worker = new Worker(new URL("./fauxqsThread.ts", import.meta.url), {
    workerData: { folder },
    env: compileCacheVariable(),
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const gone = new Promise((resolve) => {
    worker.once("exit", resolve);
  });
  shutdown.add(async () => {
    worker.postMessage("stop");
    await gone;
  });
  const [port] = await once(worker, "message").catch((error: unknown) => {
    throw new StartFailure(`The queue and object store did not start: ${messageOf(error)}.`);
  });
  return `http://127.0.0.1:${Number(port)}`;
};
