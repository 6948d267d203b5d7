/** Runs SQS and S3 in a worker thread. Posts its port when ready, and exits on request. */
import { flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { serveFauxqs } from "./fauxqsServer.ts";

const { folder } = workerData as { readonly folder: string | undefined };
const server = await serveFauxqs(folder);

parentPort?.once("message", async () => {
  await server.stop();
  process.exit();
});
parentPort?.postMessage(server.port);
// A thread that is killed with its process would not write its compile cache.
flushCompileCache();
