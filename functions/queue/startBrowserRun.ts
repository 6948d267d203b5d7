import { RunMessage } from "../../src/contract/messages.ts";
import { withBrowserRuns } from "../../src/runtime/deps/engine/browserRuns.ts";
import { worker } from "../../src/runtime/worker.ts";

/** Passes a message on to executeBrowserRun, with what that run needs. */
export const handler = worker(RunMessage, withBrowserRuns, (message, { deps }) =>
  deps.browserRuns.execute(message),
);
