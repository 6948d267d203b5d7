import type { Config, Test, TestResult } from "@jest/reporters";
import { trimCompiledCode } from "../../local/compiledCode.ts";
import { Lane, longestFirst } from "./lane.ts";
import { useOwnTempFolder } from "./tempFolder.ts";

interface Watcher {
  isInterrupted(): boolean;
}

/**
 * Jest's runner for this project. Test files run in processes of their own, on plain Node, as the service does.
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
    const waiting = longestFirst(tests);
    const failedOnce: Test[] = [];
    const runOne = async (lane: Lane, test: Test): Promise<void> => {
      const result = await lane.run(test).catch((error: unknown) => onFailure(test, error));
      if (result) await onResult(test, result);
    };
    const runWaiting = async (): Promise<void> => {
      const lane = new Lane(this.#globalConfig);
      for (;;) {
        const test = watcher.isInterrupted() ? undefined : lane.takeFrom(waiting);
        if (!test) return lane.end();
        await onStart(test);
        if (!this.#globalConfig.ci) await runOne(lane, test);
        else if (!(await passes(lane, test, onResult))) failedOnce.push(test);
      }
    };
    await Promise.all(Array.from({ length: this.#globalConfig.maxWorkers }, runWaiting));
    // A file that fails beside others and passes alone is reported, and does not stop a release.
    for (const test of failedOnce) {
      const lane = new Lane(this.#globalConfig);
      process.stderr.write(`Once more, alone: ${test.path}\n`);
      if (!(await passes(lane, test, onResult))) {
        await lane.end();
        process.stderr.write(`And a last time: ${test.path}\n`);
        await runOne(lane, test);
      }
      await lane.end();
    }
  }
}

/** Runs a file and reports it where it passes; tells on the error output why it does not. */
const passes = async (
  lane: Lane,
  test: Test,
  onResult: (test: Test, result: TestResult) => Promise<void>,
): Promise<boolean> => {
  try {
    const result = await lane.run(test);
    if (result.numFailingTests === 0 && !result.testExecError) {
      await onResult(test, result);
      return true;
    }
    process.stderr.write(`FAILED, TO BE TRIED AGAIN: ${test.path}\n${result.failureMessage ?? ""}\n`);
  } catch (error) {
    process.stderr.write(`FAILED, TO BE TRIED AGAIN: ${test.path}\n${String(error)}\n`);
  }
  return false;
};
