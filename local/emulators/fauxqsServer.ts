import { Server } from "node:net";
import { startFauxqs } from "fauxqs";

// fauxqs listens on all interfaces and cannot be configured, so its process or thread allows only loopback.
const listen = Server.prototype.listen;
Server.prototype.listen = function listenOnLoopback(this: Server, options: object, ...rest: never[]) {
  return listen.call(this, { ...options, host: "127.0.0.1" }, ...rest);
} as typeof listen;

/** Serves SQS and S3 in this thread. @param folder for their data; without one, data is kept in memory */
export const serveFauxqs = (folder: string | undefined): ReturnType<typeof startFauxqs> =>
  startFauxqs({ port: 0, logger: false, ...(folder === undefined ? {} : { dataDir: folder }) });
