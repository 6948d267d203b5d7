/** Runs SQS and S3 in a worker thread: posts its port when ready, exits when told to stop. */
import { enableCompileCache, flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

const { folder, compileCache } = workerData as {
  readonly folder: string | undefined;
  readonly compileCache: string | undefined;
};

if (compileCache) enableCompileCache(compileCache);
// Loaded only now, so that its compiled code is kept.
const { serveFauxqs } = await import("./fauxqsServer.ts");
const server = await serveFauxqs(folder);

parentPort?.once("message", async () => {
  await server.stop();
  process.exit();
});
parentPort?.postMessage(server.port);
// A thread that is killed with its process would not write it.
if (compileCache) flushCompileCache();
