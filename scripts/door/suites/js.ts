/** The end-to-end suite in npm `firecrawl`, run by this project's Jest. */
import { existsSync } from "node:fs";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { run } from "../../rehearse/command.ts";
import { ROOT } from "../../rehearse/place.ts";
import type { Call } from "../outcome.ts";
import { JS_FOLDER } from "../packages.ts";
import type { LedService } from "./service.ts";

/** Outside of `node_modules`, where Jest looks for no tests. */
const SUITE = join(JS_FOLDER, "suite");

const Results = z.object({
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const OUTCOMES: Readonly<Record<string, Call["outcome"]>> = { passed: "passed", failed: "failed" };
const REASON_CHARS = 500;

/** Of tests that name no timeout: the suite of version 1 makes twenty requests at once. */
const TEST_MS = 60_000;
/** It takes a few minutes. */
const SUITE_MS = 20 * 60_000;

/** @returns its tests; none if the package has no suite */
export const runJsSuite = async ({ apiUrl, apiKey, authority }: LedService): Promise<Call[]> => {
  await rm(SUITE, { recursive: true, force: true });
  await cp(join(JS_FOLDER, "node_modules/firecrawl"), SUITE, { recursive: true });
  if (!existsSync(join(SUITE, "src/__tests__/e2e"))) return [];
  const config = join(JS_FOLDER, "jest.config.json");
  const output = join(JS_FOLDER, "results.json");
  const transform = { "\\.ts$": join(import.meta.dirname, "transform.cjs") };
  const suiteOf = (version: string) => ({
    rootDir: SUITE,
    testMatch: [`<rootDir>/src/__tests__/e2e/${version}/*.test.ts`],
    transform,
  });
  // The suite of version 1 was written for its client, which the package now exports by another name.
  const v1 = { ...suiteOf("v1"), moduleNameMapper: { "/index$": "<rootDir>/src/v1/index.ts" } };
  await writeFile(config, JSON.stringify({ testTimeout: TEST_MS, projects: [v1, suiteOf("v2")] }));
  const jest = join(ROOT, "node_modules/jest/bin/jest.js");
  const args = ["--config", config, "--json", "--outputFile", output, "--maxWorkers", "1", "--forceExit"];
  await run(process.execPath, ["--experimental-vm-modules", jest, ...args], {
    env: {
      FIRECRAWL_API_URL: apiUrl,
      FIRECRAWL_API_KEY: apiKey,
      // The names that the suite of version 1 reads.
      API_URL: apiUrl,
      TEST_API_KEY: apiKey,
      NODE_EXTRA_CA_CERTS: authority,
    },
    exits: [0, 1],
    timeoutMs: SUITE_MS,
  });
  const { testResults } = Results.parse(JSON.parse(await readFile(output, "utf8")));
  return testResults.flatMap(({ assertionResults, message }): Call[] =>
    assertionResults.length === 0
      ? [{ call: "the suite", outcome: "failed", reason: message.slice(0, REASON_CHARS) }]
      : assertionResults.map(({ fullName, status, failureMessages }) => {
          const outcome = OUTCOMES[status] ?? "declined";
          const message = failureMessages.join("\n").slice(0, REASON_CHARS) || "The suite skips it.";
          return { call: fullName, outcome, reason: outcome === "passed" ? null : message };
        }),
  );
};
