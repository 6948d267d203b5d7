/**
 * `npm run demo [-- --json]`: runs the whole service in memory beside a demo shop, and uses it through the public API as a
 * user would. Stops everything at the end, and saves one screenshot.
 */
import { parseArgs } from "node:util";
import { createVoice, showDuration, type Voice } from "./demo/print.ts";
import { type RunningService, startService } from "./demo/service.ts";
import { showShop } from "./demo/shop.ts";
import { messageOf } from "./failure.ts";
import { createShutdown } from "./shutdown.ts";

const shutdown = createShutdown();
/** After Ctrl-C, failures caused by stopping are not reported. */
let isStopping = false;

const start = async (allow: readonly string[], voice: Voice): Promise<RunningService> => {
  const since = performance.now();
  voice.say("Starting the service in memory …");
  const service = await startService(allow, shutdown.add);
  const elapsedMs = Math.round(performance.now() - since);
  voice.say(`The service is at ${service.url} (started in ${showDuration(elapsedMs)})`);
  return service;
};

const main = async (): Promise<number> => {
  try {
    const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
    const voice = createVoice(values.json ? process.stderr : process.stdout);
    const report = await showShop((allow) => start(allow, voice), voice, shutdown);
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
    return 0;
  } catch (error) {
    if (!isStopping) process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  } finally {
    await shutdown.run();
  }
};

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.once(signal, () => {
    isStopping = true;
    void shutdown.run().then(() => process.exit(code));
  });

process.exitCode = await main();
