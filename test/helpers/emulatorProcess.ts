/** A process with the queues and objects of some data directories: prints their ports, and serves until it is killed. */
import { serveFauxqs } from "../../local/emulators/fauxqsServer.ts";

const servers = await Promise.all(process.argv.slice(2).map(serveFauxqs));
process.stdout.write(`${JSON.stringify(servers.map(({ port }) => port))}\n`);
