/** The process of one test file: loads it, runs its tests with Jest's own framework, and tells what came of it. */
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { ModernFakeTimers } from "@jest/fake-timers";
import type { Config, TestResult } from "@jest/reporters";
import { ModuleMocker } from "jest-mock";
import { END_OF_OUTPUT, tellRanBefore } from "./ranBefore.ts";
import { type JestGlobals, session } from "./session.ts";

/** The input of the process for each file; `"end"` is the last. */
export interface FileOrder {
  readonly path: string;
  readonly globalConfig: Config.GlobalConfig;
  readonly projectConfig: Config.ProjectConfig;
}

/** What it tells. */
export type FileOutcome = (
  | { readonly result: TestResult }
  | { readonly error: Pick<Error, "message" | "stack"> }
) & {
  /** A server or a child process of the file still runs: another file would find its port or its files taken. */
  readonly leavesOpen: boolean;
};

type RunTests = (
  globalConfig: Config.GlobalConfig,
  projectConfig: Config.ProjectConfig,
  environment: {
    readonly global: typeof globalThis;
    readonly handleTestEvent: (event: { readonly name: string }) => void;
  },
  runtime: Runtime,
  path: string,
) => Promise<TestResult>;

/** What the framework asks of its module loader. */
interface Runtime {
  readonly requireInternalModule: (path: string) => unknown;
  readonly requireModule: NodeJS.Require;
  readonly unstable_shouldLoadAsEsm: () => boolean;
  readonly unstable_importModule: (path: string) => Promise<unknown>;
  readonly setGlobalsForRuntime: (globals: Omit<JestGlobals, "jest">) => void;
  readonly enterTestCode: () => void;
  readonly leaveTestCode: () => void;
}

/** Where the framework looks for the timeout that a file sets for its tests. */
const TEST_TIMEOUT = Symbol.for("TEST_TIMEOUT_SYMBOL");
/** Where it keeps what listens to the tests of a file. */
const EVENT_HANDLERS = Symbol.for("EVENT_HANDLERS");

/** As Node names servers and child processes. */
const LEFT_OPEN = /^(?:TCPServer|PipeServer|Process|UDP)/;

const require = createRequire(import.meta.url);
const GLOBALS = new URL("./globals.ts", import.meta.url).href;
const RUNNER = new URL("./", import.meta.url).href;
const TESTS = new URL("../", import.meta.url).href;

/** The files that this process has run. */
const ranBefore: string[] = [];

/** Helpers register hooks and keep what they have opened: each file loads them again, unlike the tested code. */
const forThisFile = (url: string): string => (ranBefore.length === 0 ? url : `${url}?${ranBefore.length}`);

registerHooks({
  resolve: (specifier, context, next) => {
    // The package of this name refuses to be loaded by anything but Jest's own runner.
    if (specifier === "@jest/globals") return { url: forThisFile(GLOBALS), shortCircuit: true };
    const found = next(specifier, context);
    const isHelper = found.url.startsWith(TESTS) && !found.url.startsWith(RUNNER);
    // What this file loads is set-up, once for all, and the test files.
    if (!isHelper || context.parentURL === import.meta.url) return found;
    return { ...found, url: forThisFile(found.url) };
  },
});

const importFile = (path: string): Promise<unknown> => import(pathToFileURL(path).href);

const mocker = new ModuleMocker(globalThis);

/** The part of Jest's object that does not depend on how modules are loaded. */
const createJest = (timers: ModernFakeTimers): Partial<JestGlobals["jest"]> => {
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

/** The framework keeps a file's tests and what listens to them: each file gets a new one. */
const loadFramework = (path: string): unknown => {
  delete require.cache[path];
  Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
  return require(path);
};

const createRuntime = (timers: ModernFakeTimers): Runtime => ({
  requireInternalModule: loadFramework,
  requireModule: require,
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: importFile,
  setGlobalsForRuntime: (globals) => {
    session.globals = { ...globals, jest: createJest(timers) as JestGlobals["jest"] };
  },
  enterTestCode: () => undefined,
  leaveTestCode: () => undefined,
});

const run = async ({ path, globalConfig, projectConfig }: FileOrder): Promise<TestResult> => {
  const start = Date.now();
  for (const file of projectConfig.setupFiles) await importFile(file);
  const { default: runTests } = require("jest-circus/runner") as { readonly default: RunTests };
  const timers = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  const runtime = createRuntime(timers);
  const environment = { ...process.env };
  let hasUncaught = false;
  const handleTestEvent = ({ name }: { readonly name: string }): void => {
    hasUncaught ||= name === "error";
  };
  const jestEnvironment = { global: globalThis, handleTestEvent };
  const result = await runTests(globalConfig, projectConfig, jestEnvironment, runtime, path);
  timers.useRealTimers();
  mocker.restoreAllMocks();
  Reflect.deleteProperty(globalThis, TEST_TIMEOUT);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  const end = Date.now();
  const { failureMessage, numPassingTests, numFailingTests, numPendingTests, numTodoTests } = result;
  return {
    ...result,
    // What was compared need not pass between processes, and not all of it can; the messages tell it.
    testResults: result.testResults.map((test) => ({ ...test, failureDetails: [] })),
    failureMessage: failureMessage ? failureMessage + (hasUncaught ? tellRanBefore(ranBefore) : "") : null,
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

/** What was closed is gone with the next turns of the event loop. */
const leavesOpen = async (): Promise<boolean> => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
  return process.getActiveResourcesInfo().some((name) => LEFT_OPEN.test(name));
};

const outputs = [process.stdout, process.stderr].map((stream) => stream.write.bind(stream));

// Jest has gone: nobody waits for these tests.
process.once("disconnect", () => process.exit(1));
process.on("message", async (order: FileOrder | "end") => {
  // What tests left open must not keep the process alive.
  if (order === "end") process.exit(0);
  const outcome = await run(order).then(
    (result) => ({ result }),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      return { error: { message, ...(stack !== undefined && { stack }) } };
    },
  );
  ranBefore.push(order.path);
  for (const write of outputs) write(END_OF_OUTPUT);
  process.send?.({ ...outcome, leavesOpen: await leavesOpen() } satisfies FileOutcome);
});
