import type { Config, Test, TestResult } from "@jest/reporters";
import { TestProcess } from "./testProcess.ts";

/**
 * What takes longest is started first. Until it has seen them once, Jest goes by the size of
 * files, and a short file with a long story would be waited for when all others have ended.
 */
const LONG = [
  ...["crash", "docsTree", "frozen", "hostilePages", "inspections", "lists", "members", "rate"].map(
    (name) => `api/${name}`,
  ),
  ...["sessions", "watchPicture", "webhooks"].map((name) => `api/${name}`),
  ...["cli/commands", "cli/package", "docs/commands", "infra/bundle", "infra/serviceSettings"],
  ...["journey", "pages", "playground", "settings"].map((name) => `dashboard/${name}`),
  ...["faults/breaks", "faults/stories", "store/stories", "store/schedules", "store/shards"],
  ...["docs/contributing", "engine/extract/data/kinds/kinds", "local/killed"].map((name) => `unit/${name}`),
].map((name) => `/test/${name}.test.ts`);

/** These give their process an environment before the tested code, which reads it once, is loaded, or test processes themselves. */
const ALONE =
  /\/test\/unit\/(?:runner\/|runtime\/(?:fullDisk|http|notConfigured|tokens)|scripts\/(?:moveAccount|price))/;

/** Then a process is replaced, with what its tests have left in memory. */
const FILES_PER_PROCESS = 25;

const isLong = ({ path }: Test): boolean => LONG.some((ending) => path.endsWith(ending));

/** The order in which files are started. */
export const longestFirst = (tests: readonly Test[]): Test[] =>
  tests.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));

/**
 * Runs test files one after the other. Those of a suite share a process, in which the tested code is loaded and compiled
 * once; loading it takes longer than most of them.
 */
export class Lane {
  readonly #globalConfig: Config.GlobalConfig;
  #process: TestProcess | undefined;
  #suite: Config.ProjectConfig | undefined;

  constructor(globalConfig: Config.GlobalConfig) {
    this.#globalConfig = globalConfig;
  }

  /** Takes the next file that takes long or is of the suite that its process has loaded, or else any. */
  takeFrom(waiting: Test[]): Test | undefined {
    const place = waiting.findIndex((test) => isLong(test) || test.context.config === this.#suite);
    return waiting.splice(Math.max(place, 0), 1)[0];
  }

  async run({ path, context: { config } }: Test): Promise<TestResult> {
    const order = { path, globalConfig: this.#globalConfig, projectConfig: config };
    if (ALONE.test(path)) {
      const own = new TestProcess();
      // The lane's process waits: it has loaded what the next files need.
      return own.run(order).finally(() => own.end());
    }
    if (config !== this.#suite || this.#isUsedUp()) await this.end();
    this.#suite = config;
    this.#process ??= new TestProcess();
    try {
      return await this.#process.run(order);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  #isUsedUp(): boolean {
    return (
      this.#process !== undefined && (this.#process.files === FILES_PER_PROCESS || !this.#process.canRunMore)
    );
  }

  async end(): Promise<void> {
    await this.#process?.end();
    this.#process = undefined;
  }
}
