/** Runs SQS and S3 in a worker thread. Posts its port when ready, and exits on request. */
import { flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { isDiskFull } from "../failure.ts";
import { serveFauxqs } from "./fauxqsServer.ts";

// Timers of the store write to its files too. A request that cannot be written is answered with 500 by itself.
process.on("uncaughtException", (error) => {
  if (!isDiskFull(error)) throw error;
  console.error(`The queue and object store could not write: ${error.message}`);
});

const { folder } = workerData as { readonly folder: string | undefined };
const server = await serveFauxqs(folder);

parentPort?.once("message", async () => {
  await server.stop();
  process.exit();
});
parentPort?.postMessage(server.port);
// A thread that is killed with its process would not write its compile cache.
flushCompileCache();
