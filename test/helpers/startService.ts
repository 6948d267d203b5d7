import { mkdirSync, writeFileSync } from "node:fs";
import { findFreePorts } from "../../local/emulators/ports.ts";
import { spawnRunner } from "./runnerProcess.ts";
import { stopLater } from "./teardown.ts";

/** Ports that tests may serve pages on: flows can reach no other private address. */
const RESERVED_PORTS = 8;

/** Where the service's own words are kept, for whoever wonders why a test failed. */
const LOG_FOLDER = ".build";

/**
 * Starts the whole service on the runner, once for all tests of the suite. Tests find it by TEST_SERVICE
 * (the runner's JSON line), and the ports that flows may reach by TEST_PORTS.
 */
export default async (): Promise<void> => {
  const ports = await findFreePorts(RESERVED_PORTS);
  const targets = ports.map((port) => `127.0.0.1:${port}`).join(",");
  const runner = spawnRunner(["--in-memory", "--allow-private", targets]);
  stopLater("service", async () => {
    await runner.end("SIGTERM");
    mkdirSync(LOG_FOLDER, { recursive: true });
    writeFileSync(`${LOG_FOLDER}/test-service.log`, runner.complaints());
  });
  process.env.TEST_SERVICE = JSON.stringify(await runner.started);
  process.env.TEST_PORTS = JSON.stringify(ports);
};
