/** Opens a data directory in a separate process, as another user might, and prints the result. */
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
