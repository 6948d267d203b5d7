import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { TestResult } from "@jest/reporters";
import { COMPILED_CODE } from "../../local/compiledCode.ts";
import type { FileOrder, FileOutcome } from "./file.ts";

const FILE_PROCESS = fileURLToPath(new URL("./file.ts", import.meta.url));

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
  /** How many files it has run. */
  files = 0;

  /** False once it has ended, as when a test has left something behind that then fails. */
  get isAlive(): boolean {
    return this.#child.connected;
  }

  constructor() {
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#printed += text;
      });
  }

  async run(order: FileOrder): Promise<TestResult> {
    this.files += 1;
    this.#child.send(order);
    const outcome = await Promise.race([once(this.#child, "message"), this.#closed.then(() => undefined)]);
    if (!outcome) throw new Error(await this.#tellEnd());
    return this.#resultOf(outcome[0] as FileOutcome);
  }

  /** Ends it, and whatever its tests left open. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.send("end");
    await this.#closed;
  }

  #resultOf(outcome: FileOutcome): TestResult {
    const printed = this.#printed;
    this.#printed = "";
    if ("error" in outcome) throw outcome.error;
    if (!printed) return outcome.result;
    return { ...outcome.result, console: [{ message: printed, origin: "", type: "log" }] };
  }

  async #tellEnd(): Promise<string> {
    const [code, signal] = await this.#closed;
    return `The process of the test file ended with ${signal ?? code}.\n${this.#printed}`;
  }
}
