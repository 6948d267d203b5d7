import { fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Config, Test, TestResult } from "@jest/reporters";
import { COMPILED_CODE, trimCompiledCode } from "../../local/compiledCode.ts";
import type { FileOrder, FileOutcome } from "./file.ts";
import { useOwnTempFolder } from "./tempFolder.ts";

const FILE_PROCESS = fileURLToPath(new URL("./file.ts", import.meta.url));

/**
 * What takes longest is started first. Until it has seen them once, Jest goes by the size of
 * files, and a short file with a long story would be waited for when all others have ended.
 */
const LONG = [
  ...["crash", "docsTree", "frozen", "hostilePages", "inspections", "lists", "members", "rate"].map(
    (name) => `api/${name}`,
  ),
  ...["sessions", "watchPicture", "webhooks"].map((name) => `api/${name}`),
  ...["cli/commands", "cli/package", "docs/commands"],
  ...["journey", "pages", "playground", "settings"].map((name) => `dashboard/${name}`),
  ...["faults/breaks", "faults/stories", "store/stories", "store/schedules", "store/shards"],
  ...["docs/contributing", "engine/extract/data/kinds/kinds", "local/killed"].map((name) => `unit/${name}`),
].map((name) => `/test/${name}.test.ts`);

const isLong = ({ path }: Test): boolean => LONG.some((ending) => path.endsWith(ending));

interface Watcher {
  isInterrupted(): boolean;
}

/**
 * Jest's runner for this project. Each test file runs in a process of its own, on plain Node, as the service does.
 * Jest's own runner loads every module again for every file, in contexts of `vm`, and keeps what they leave behind.
 */
export default class NodeRunner {
  readonly supportsEventEmitters = false;
  readonly #globalConfig: Config.GlobalConfig;

  constructor(globalConfig: Config.GlobalConfig) {
    this.#globalConfig = globalConfig;
    trimCompiledCode();
    useOwnTempFolder();
  }

  async runTests(
    tests: readonly Test[],
    watcher: Watcher,
    onStart: (test: Test) => Promise<void>,
    onResult: (test: Test, result: TestResult) => Promise<void>,
    onFailure: (test: Test, error: unknown) => Promise<void>,
  ): Promise<void> {
    const waiting = tests.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
    const failedOnce: Test[] = [];
    const runOne = async (test: Test): Promise<void> => {
      const result = await this.#runFile(test).catch((error: unknown) => onFailure(test, error));
      if (result) await onResult(test, result);
    };
    const runWaiting = async (): Promise<void> => {
      for (;;) {
        const test = watcher.isInterrupted() ? undefined : waiting.shift();
        if (!test) return;
        await onStart(test);
        if (!this.#globalConfig.ci) await runOne(test);
        else if (!(await this.#passes(test, onResult))) failedOnce.push(test);
      }
    };
    await Promise.all(Array.from({ length: this.#globalConfig.maxWorkers }, runWaiting));
    // A file that fails beside others and passes alone is reported, and does not stop a release.
    for (const test of failedOnce) {
      process.stderr.write(`Once more, alone: ${test.path}\n`);
      if (await this.#passes(test, onResult)) continue;
      process.stderr.write(`And a last time: ${test.path}\n`);
      await runOne(test);
    }
  }

  /** Runs a file and reports it where it passes; tells on the error output why it does not. */
  async #passes(test: Test, onResult: (test: Test, result: TestResult) => Promise<void>): Promise<boolean> {
    try {
      const result = await this.#runFile(test);
      if (result.numFailingTests === 0 && !result.testExecError) {
        await onResult(test, result);
        return true;
      }
      process.stderr.write(`FAILED, TO BE TRIED AGAIN: ${test.path}\n${result.failureMessage ?? ""}\n`);
    } catch (error) {
      process.stderr.write(`FAILED, TO BE TRIED AGAIN: ${test.path}\n${String(error)}\n`);
    }
    return false;
  }

  async #runFile({ path, context }: Test): Promise<TestResult> {
    const child = fork(FILE_PROCESS, {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      execArgv: ["--disable-warning=ExperimentalWarning"],
      // Node options for Jest do not apply to the tested code.
      env: { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: COMPILED_CODE },
      // Patterns and undefined values are lost in JSON.
      serialization: "advanced",
    });
    let outcome: FileOutcome | undefined;
    child.once("message", (message: FileOutcome) => {
      outcome = message;
    });
    const order: FileOrder = { path, globalConfig: this.#globalConfig, projectConfig: context.config };
    child.send(order);
    const printing = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
    const [code, signal] = await once(child, "exit");
    const printed = (await printing).join("");
    if (!outcome) throw new Error(`The process of the test file ended with ${signal ?? code}.\n${printed}`);
    if ("error" in outcome) throw outcome.error;
    if (!printed) return outcome.result;
    return { ...outcome.result, console: [{ message: printed, origin: "", type: "log" }] };
  }
}
