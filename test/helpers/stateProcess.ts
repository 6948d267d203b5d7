/** Opens a data directory in a process of its own, as another user may, and prints what it is told. */
import { createShutdown } from "../../local/shutdown.ts";
import { openState } from "../../local/state/dataDir.ts";

const shutdown = createShutdown();
try {
  openState(process.argv[2], shutdown);
  console.log("opened");
} catch (error) {
  console.log((error as Error).message);
}
await shutdown.run();
