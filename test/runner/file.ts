/** The process of one test file: loads it, runs its tests with Jest's own framework, and tells what came of it. */
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { ModernFakeTimers } from "@jest/fake-timers";
import type { Config, TestResult } from "@jest/reporters";
import { ModuleMocker } from "jest-mock";
import { type JestGlobals, session } from "./session.ts";

/** The process's input. */
export interface FileOrder {
  readonly path: string;
  readonly globalConfig: Config.GlobalConfig;
  readonly projectConfig: Config.ProjectConfig;
}

/** What it tells. */
export type FileOutcome =
  | { readonly result: TestResult }
  | { readonly error: Pick<Error, "message" | "stack"> };

type RunTests = (
  globalConfig: Config.GlobalConfig,
  projectConfig: Config.ProjectConfig,
  environment: { readonly global: typeof globalThis },
  runtime: Runtime,
  path: string,
) => Promise<TestResult>;

/** What the framework asks of its module loader. */
interface Runtime {
  readonly requireInternalModule: NodeJS.Require;
  readonly requireModule: NodeJS.Require;
  readonly unstable_shouldLoadAsEsm: () => boolean;
  readonly unstable_importModule: (path: string) => Promise<unknown>;
  readonly setGlobalsForRuntime: (globals: Omit<JestGlobals, "jest">) => void;
  readonly enterTestCode: () => void;
  readonly leaveTestCode: () => void;
}

/** Where the framework looks for the timeout that a file sets for its tests. */
const TEST_TIMEOUT = Symbol.for("TEST_TIMEOUT_SYMBOL");

const require = createRequire(import.meta.url);
const GLOBALS = new URL("./globals.ts", import.meta.url).href;
registerHooks({
  // The package of this name refuses to be loaded by anything but Jest's own runner.
  resolve: (specifier, context, next) =>
    specifier === "@jest/globals" ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

const importFile = (path: string): Promise<unknown> => import(pathToFileURL(path).href);

/** The part of Jest's object that does not depend on how modules are loaded. */
const createJest = (config: Config.ProjectConfig): Partial<JestGlobals["jest"]> => {
  const mocker = new ModuleMocker(globalThis);
  const timers = new ModernFakeTimers({ config, global: globalThis });
  const jest: Partial<JestGlobals["jest"]> = {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    useFakeTimers: (given) => {
      timers.useFakeTimers(given as Config.FakeTimersConfig);
      return jest as JestGlobals["jest"];
    },
    useRealTimers: () => {
      timers.useRealTimers();
      return jest as JestGlobals["jest"];
    },
    setTimeout: (ms) => {
      Object.assign(globalThis, { [TEST_TIMEOUT]: ms });
      return jest as JestGlobals["jest"];
    },
  };
  return jest;
};

const createRuntime = (config: Config.ProjectConfig): Runtime => ({
  requireInternalModule: require,
  requireModule: require,
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: importFile,
  setGlobalsForRuntime: (globals) => {
    session.globals = { ...globals, jest: createJest(config) as JestGlobals["jest"] };
  },
  enterTestCode: () => undefined,
  leaveTestCode: () => undefined,
});

const run = async ({ path, globalConfig, projectConfig }: FileOrder): Promise<TestResult> => {
  const start = Date.now();
  for (const file of projectConfig.setupFiles) await importFile(file);
  const { default: runTests } = require("jest-circus/runner") as { readonly default: RunTests };
  const runtime = createRuntime(projectConfig);
  const result = await runTests(globalConfig, projectConfig, { global: globalThis }, runtime, path);
  const end = Date.now();
  const { numPassingTests, numFailingTests, numPendingTests, numTodoTests } = result;
  return {
    ...result,
    // What was compared need not pass between processes, and not all of it can; the messages tell it.
    testResults: result.testResults.map((test) => ({ ...test, failureDetails: [] })),
    testFilePath: path,
    ...(projectConfig.displayName && { displayName: projectConfig.displayName }),
    skipped: numPassingTests + numFailingTests + numTodoTests === 0 && numPendingTests > 0,
    leaks: false,
    perfStats: {
      ...result.perfStats,
      start,
      end,
      runtime: end - start,
      slow: end - start > projectConfig.slowTestThreshold * 1000,
    },
  };
};

// Jest has gone: nobody waits for these tests.
process.once("disconnect", () => process.exit(1));
process.once("message", async (order: FileOrder) => {
  const outcome: FileOutcome = await run(order).then(
    (result) => ({ result }),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { error: { message, ...(stack !== undefined && { stack }) } };
    },
  );
  // What a test left open must not keep the process alive.
  process.send?.(outcome, () => process.exit(0));
});
