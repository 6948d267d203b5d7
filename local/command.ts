import { join } from "node:path";
import { isDiskFull, messageOf, StartFailure } from "./failure.ts";
import { parseOptions, type StartOptions, USAGE } from "./options.ts";
import { createProgress } from "./progress.ts";
import type { Runner } from "./runner.ts";
import { createShutdown, type Shutdown } from "./shutdown.ts";
import { exitOnSignals } from "./signals.ts";

const ROOT = join(import.meta.dirname, "..");

type Start = (options: StartOptions, shutdown: Shutdown, tell: (line: string) => void) => Promise<Runner>;

/** Runs a command that starts the service: reads its options, reports the result, and stops it on request. */
export const runCommand = async (start: Start): Promise<void> => {
  // Functions on AWS run in UTC, regardless of this machine's time zone.
  process.env.TZ = "UTC";
  // What cannot be written, such as to a file on a full disk, must not end the service.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
  const shutdown = createShutdown();
  const progress = createProgress(process.stderr);
  exitOnSignals(shutdown);
  try {
    const options = parseOptions(process.argv.slice(2), process.env);
    if (options.help) return console.log(USAGE);
    await startAndGreet(start, options, shutdown, progress.tell);
  } catch (error) {
    progress.stop();
    await shutdown.run();
    console.error(explain(error));
    process.exit(1);
  }
};

/** What ended the command: a sentence for what the user can change, and the whole error for what is a bug. */
const explain = (error: unknown): unknown => {
  if (error instanceof StartFailure) return messageOf(error);
  return isDiskFull(error)
    ? `The service cannot start because a disk is full; free some space (${messageOf(error)}).`
    : error;
};

const startAndGreet = async (
  start: Start,
  options: StartOptions,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<void> => {
  if (options.allowPrivate.length > 0)
    tell(`Flows may fetch these private addresses: ${options.allowPrivate.join(", ")}`);
  const startedAt = performance.now();
  const runner = await start(options, shutdown, tell);
  tell(`Ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  const { url, dashboard, apiKey, lambda, inbox } = runner;
  console.log(
    options.json
      ? JSON.stringify({ url, dashboard, apiKey, lambda, inbox, sampleUrl: runner.sample })
      : greeting(runner, options),
  );
};

/** `npm` for the folder of the service, which `gleaner start` starts from another one. */
const npm = (): string => (process.cwd() === ROOT ? "npm" : `npm --prefix ${ROOT}`);

/** The key is shown only at the first start, just as the API shows a key only when it is created. */
const greeting = (
  { url, dashboard, apiKey, isNewAccount, lambda, inbox, sample }: Runner,
  { dataDir }: StartOptions,
): string => {
  const key = isNewAccount
    ? `Your API key (shown once): ${apiKey}\n\nTry: curl -H 'X-API-Key: ${apiKey}' ${url}/flows\n`
    : `Your API key was shown at the first start. It is also in ${dataDir}/secrets.json.`;
  const lines = [
    ...(dashboard === null ? [""] : [`\nDashboard: ${dashboard}`]),
    `API: ${url}`,
    `Emails: ${inbox}`,
    ...(sample === null ? [] : [`Sample shop: ${sample}`]),
    key,
    `Add an account: ${npm()} run account -- --endpoint ${lambda} --email <address>`,
    ...(dataDir === undefined ? [] : [`Data is in ${dataDir}, logs are in ${dataDir}/logs`]),
    "Press Ctrl-C to stop.",
  ];
  return lines.join("\n");
};
