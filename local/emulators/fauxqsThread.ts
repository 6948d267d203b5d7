/** Runs SQS and S3 in a worker thread: posts its port when ready, exits when told to stop. */
import { Server } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { startFauxqs } from "fauxqs";

const { folder } = workerData as { readonly folder: string | undefined };

// fauxqs listens on all interfaces and cannot be configured, so this thread allows only loopback.
const listen = Server.prototype.listen;
Server.prototype.listen = function listenOnLoopback(this: Server, options: object, ...rest: never[]) {
  return listen.call(this, { ...options, host: "127.0.0.1" }, ...rest);
} as typeof listen;

const server = await startFauxqs({
  port: 0,
  logger: false,
  ...(folder === undefined ? {} : { dataDir: folder }),
});

parentPort?.once("message", async () => {
  await server.stop();
  process.exit();
});
parentPort?.postMessage(server.port);
