import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";
import { testService } from "./api.ts";

const MAIN = join(import.meta.dirname, "../../cli/main.ts");

/** A home directory for the test file, so that a developer's own key is neither read nor overwritten. */
const home = mkdtempSync(join(tmpdir(), "gleaner-cli-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

export interface CliOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CliOptions {
  /** null: neither a key nor a URL is set. */
  readonly apiKey: string | null;
  readonly stdin?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface RunningCli {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<CliOutcome>;
}

/** Starts `gleaner` as a user would: as a process, with the URL and key in its environment. */
export const startCli = (
  args: readonly string[],
  { apiKey, stdin = "", environment = {} }: CliOptions,
): RunningCli => {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: home,
      XDG_CONFIG_HOME: join(home, "config"),
      ...(apiKey !== null && { GLEANER_API_KEY: apiKey, GLEANER_URL: testService().url }),
      ...environment,
    },
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  child.stdin.end(stdin);
  const ended = once(child, "close").then(() => ({ exitCode: child.exitCode, ...texts }));
  return { child, stdout: () => texts.stdout, stderr: () => texts.stderr, ended };
};

/** Runs `gleaner` to its end. */
export const runCli = (args: readonly string[], options: CliOptions): Promise<CliOutcome> =>
  startCli(args, options).ended;
