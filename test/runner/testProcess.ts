import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { TestResult } from "@jest/reporters";
import { COMPILED_CODE } from "../../local/compiledCode.ts";
import type { FileOrder, FileOutcome } from "./file.ts";
import { END_OF_OUTPUT, tellRanBefore } from "./ranBefore.ts";

const FILE_PROCESS = fileURLToPath(new URL("./file.ts", import.meta.url));

/** Resolves once all that a file has printed has been read; it can come later than what the file's process tells. */
const reachEnd = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    const look = (text: string): void => {
      if (!text.includes(END_OF_OUTPUT)) return;
      stream.off("data", look);
      resolve();
    };
    stream.on("data", look);
  });

/** A process that runs test files, one after the other, as often as it is asked. */
export class TestProcess {
  readonly #child: ChildProcess = fork(FILE_PROCESS, {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // Node options for Jest do not apply to the tested code.
    env: { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: COMPILED_CODE },
    // Patterns and undefined values are lost in JSON.
    serialization: "advanced",
  });
  readonly #closed = once(this.#child, "close");
  #printed = "";
  #hasToldEnd = false;
  #leavesOpen = false;
  readonly #paths: string[] = [];

  /** How many files it has run. */
  get files(): number {
    return this.#paths.length;
  }

  /** False once it has ended, as when a test has left something behind that then fails, or has something open of a file. */
  get canRunMore(): boolean {
    return this.#child.connected && !this.#leavesOpen;
  }

  constructor() {
    for (const stream of this.#outputs)
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#printed += text;
      });
  }

  async run(order: FileOrder): Promise<TestResult> {
    this.#paths.push(order.path);
    const printed = Promise.all(this.#outputs.map(reachEnd));
    this.#child.send(order);
    const outcome = await Promise.race([once(this.#child, "message"), this.#closed.then(() => undefined)]);
    if (!outcome) throw new Error(await this.#tellEnd(this.#paths.slice(0, -1)));
    await Promise.race([printed, this.#closed]);
    return this.#resultOf(outcome[0] as FileOutcome);
  }

  /** Ends it, and whatever its tests left open. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.send("end");
    else if (!this.#hasToldEnd) process.stderr.write(await this.#tellEnd(this.#paths));
    await this.#closed;
  }

  get #outputs(): Readable[] {
    return [this.#child.stdout, this.#child.stderr].filter((stream) => stream !== null);
  }

  #resultOf(outcome: FileOutcome): TestResult {
    const printed = this.#printed.replaceAll(END_OF_OUTPUT, "");
    this.#printed = "";
    this.#leavesOpen = outcome.leavesOpen;
    if ("error" in outcome) throw outcome.error;
    if (!printed) return outcome.result;
    return { ...outcome.result, console: [{ message: printed, origin: "", type: "log" }] };
  }

  async #tellEnd(before: readonly string[]): Promise<string> {
    const [code, signal] = await this.#closed;
    this.#hasToldEnd = true;
    return `The process of the test file ended with ${signal ?? code}.\n${this.#printed}${tellRanBefore(before)}`;
  }
}
