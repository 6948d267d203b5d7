/** A process with the queue and object store of a data directory: prints their endpoint, and serves until it is killed. */
import { startFauxqs } from "../../local/emulators/fauxqs.ts";
import { createShutdown } from "../../local/shutdown.ts";

const [folder = ""] = process.argv.slice(2);
process.stdout.write(`${await startFauxqs(folder, createShutdown())}\n`);
