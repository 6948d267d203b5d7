/**
 * `npm run demo`: runs the whole service in memory beside a demo shop, and uses it through the public API as a
 * user would. Stops everything at the end, and saves one screenshot.
 */
import { ApiError, createClient, type Run } from "../client/index.ts";
import { collect, expectCompleted } from "./demo/chapters/chapter.ts";
import { fieldName, pageFlow } from "./demo/flow.ts";
import { type DemoOptions, readOptions, USAGE } from "./demo/options.ts";
import { reportOf, sayOutcome } from "./demo/outcome.ts";
import { createVoice, showDuration, type Voice } from "./demo/print.ts";
import { type RunningService, startService } from "./demo/service.ts";
import { showShop } from "./demo/shop.ts";
import { messageOf, StartFailure } from "./failure.ts";
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

/** `--url`: demonstrates a page of the user's choice. */
const showPage = async (page: NonNullable<DemoOptions["page"]>, voice: Voice) => {
  const { host, hostname, port, protocol, href } = page.url;
  const address = port === "" ? `${hostname}:${protocol === "https:" ? 443 : 80}` : host;
  const client = createClient(await start(page.allowPrivate ? [address] : [], voice));
  voice.say(`\n${voice.bold(`Collecting ${href}`)}`);
  const run: Run = await collect({ client, voice }, pageFlow(page));
  sayOutcome(run, page.fields.map(fieldName), voice);
  if (run.error?.code === "target-refused")
    throw new StartFailure(
      `The demo failed, ${run.error.code}: ${run.error.message} Add --allow-private if the address is yours.`,
    );
  return reportOf(expectCompleted(run));
};

const failureOf = (error: unknown, page: DemoOptions["page"]): string =>
  error instanceof ApiError && error.code === "target-refused" && page !== null
    ? `${error.message}\nIf ${page.url.host} is a machine of yours, add --allow-private.`
    : messageOf(error);

const main = async (): Promise<number> => {
  let page: DemoOptions["page"] = null;
  try {
    const options = readOptions(process.argv.slice(2));
    page = options.page;
    if (options.help) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    const voice = createVoice(options.json ? process.stderr : process.stdout);
    const report =
      page === null
        ? await showShop((allow) => start(allow, voice), voice, shutdown)
        : await showPage(page, voice);
    if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
    return 0;
  } catch (error) {
    if (!isStopping) process.stderr.write(`${failureOf(error, page)}\n`);
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
