import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { findFreePorts } from "../../local/emulators/ports.ts";
import type { TableKind } from "../../local/table/choice.ts";
import { GRANT_RECORDS } from "../../scripts/grants/records.ts";
import { useOwnTempFolder } from "../runner/tempFolder.ts";
import { spawnRunner } from "./runnerProcess.ts";
import { stopLater } from "./teardown.ts";

/** Ports that tests may serve pages on: flows can reach no other private address. Some tests serve twenty sites, or nine. */
const RESERVED_PORTS = 40;

/**
 * Starting a function's thread takes as long as twenty requests, and most functions are called again some minutes later
 * by another file. An idle thread holds 40 MB, and there are two such services with up to 120 of them: where there is less
 * memory they are kept for as long as a user's.
 */
const FUNCTION_IDLE_SECONDS = totalmem() > 20 * 2 ** 30 ? 180 : 60;

/** The token of the service's `/metrics`. */
export const METRICS_TOKEN = "token-of-the-test-suites";

/** The file with the service's output, to find out why a test failed. */
const LOG_FOLDER = ".build";

/**
 * Starts the whole service on the runner for many tests. Functions may do there what their roles allow, and no more;
 * `npm run grants` reads what they did.
 *
 * @returns the runner's JSON line, and the ports as JSON: to be handed to tests in the environment
 */
export const startSharedService = async (
  table: TableKind,
): Promise<{ readonly service: string; readonly ports: string; readonly destinationFolder: string }> => {
  useOwnTempFolder();
  const ports = await findFreePorts(RESERVED_PORTS);
  const targets = ports.map((port) => `127.0.0.1:${port}`).join(",");
  const destinationFolder = mkdtempSync(join(tmpdir(), "gleaner-destinations-"));
  mkdirSync(GRANT_RECORDS, { recursive: true });
  const runner = spawnRunner(
    ["--in-memory", "--table", table, "--allow-private", targets, "--sample-port", "0"],
    {
      PLAN_PRICES: "pro/month=29EUR,pro/year=290.50EUR",
      METRICS_TOKEN,
      DESTINATION_FOLDER: destinationFolder,
      FUNCTION_IDLE_SECONDS: String(FUNCTION_IDLE_SECONDS),
      IAM_RECORD: resolve(GRANT_RECORDS, `${table}.json`),
    },
  );
  stopLater(`service on ${table}`, async () => {
    await runner.end("SIGTERM");
    rmSync(destinationFolder, { recursive: true, force: true });
    mkdirSync(LOG_FOLDER, { recursive: true });
    writeFileSync(`${LOG_FOLDER}/test-service-${table}.log`, runner.complaints());
  });
  const started = await runner.started;
  // Built in the background: no test should wait for it.
  await (await fetch(started.dashboard)).body?.cancel();
  return { service: JSON.stringify(started), ports: JSON.stringify(ports), destinationFolder };
};
