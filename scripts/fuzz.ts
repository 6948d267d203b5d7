/**
 * `npm run fuzz [-- options of schemathesis]`: sends requests that docs/openapi.json allows, and ones that it
 * forbids, to the service on this machine, one operation at a time and in sequences. Fails on a 500, on an
 * undocumented status, and on a response that does not match its schema. Without schemathesis (`pip install
 * schemathesis`) it says so.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startService } from "../local/demo/service.ts";
import { createShutdown } from "../local/shutdown.ts";

const COMMAND = "schemathesis";
const DOCUMENT = join(import.meta.dirname, "../docs/openapi.json");
const CONFIG = join(import.meta.dirname, "../schemathesis.toml");

/** These end keys, including the fuzzer's own, so they come last. */
const ENDING_KEYS = ["revokeKey", "rotateKey"];

const OPTIONS = [
  "--checks=all",
  "--phases=examples,coverage,fuzzing,stateful",
  "--mode=all",
  "--max-examples=25",
  "--rate-limit=150/s",
  "--request-timeout=35",
  "--seed=1",
  "--generation-database=none",
  "--continue-on-failure",
];

const isInstalled = (): boolean => spawnSync(COMMAND, ["--version"]).status === 0;

/** One run of the fuzzer. @returns its exit code */
const runFuzzer = async (url: string, apiKey: string, selection: readonly string[]): Promise<number> => {
  const args = ["--config-file", CONFIG, "run", DOCUMENT, `--url=${url}`, "--header", `X-API-Key: ${apiKey}`];
  const child = spawn(COMMAND, [...args, ...OPTIONS, ...selection, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
};

const fuzz = async (): Promise<number> => {
  const shutdown = createShutdown();
  try {
    const { url, apiKey } = await startService([], shutdown.add);
    const most = await runFuzzer(
      url,
      apiKey,
      ENDING_KEYS.flatMap((name) => ["--exclude-operation-id", name]),
    );
    const last = await runFuzzer(
      url,
      apiKey,
      ENDING_KEYS.flatMap((name) => ["--include-operation-id", name]),
    );
    return Math.max(most, last);
  } finally {
    await shutdown.run();
  }
};

if (isInstalled()) process.exitCode = await fuzz();
else console.log(`Skipped: ${COMMAND} is not installed here. \`pip install ${COMMAND}\` brings it.`);
