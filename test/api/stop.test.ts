/** Whichever process of `npm start` is killed, and however: no process remains. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "@jest/globals";
import { processesWith, suiteTable } from "../helpers/runnerProcess.ts";

const ROOT = join(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 120_000;
const GONE_WITHIN_MS = 20_000;

/** Without what `npm test` tells its own children; with the functions that are built already. */
const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/.test(name))),
  SHARED_BUILD: "1",
});

const start = async (folder: string): Promise<ChildProcess> => {
  const args = [
    "start",
    "--silent",
    "--",
    "--json",
    "--port",
    "0",
    "--data-dir",
    folder,
    "--table",
    suiteTable(),
  ];
  const npm = spawn("npm", args, { cwd: ROOT, env: cleanEnvironment(), stdio: ["ignore", "pipe", "ignore"] });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: npm.stdout }).once("line", () => resolve());
    npm.once("exit", (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  return npm;
};

interface Process {
  readonly pid: number;
  readonly parent: number;
}

const isLinux = process.platform === "linux";

const statOf = (pid: number): Process => {
  const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  return { pid, parent: Number(parent) };
};

/** The service itself: the one that runs start.ts, and no shell. */
const serviceOf = (folder: string): number => {
  const line = processesWith(folder).find(
    (text) => /\bnode\S* local\/start\.ts/.test(text) && !/ -c /.test(text),
  );
  return Number(line?.trim().split(/\s+/)[0]);
};

const expectGone = async (folder: string): Promise<void> => {
  const giveUpAt = Date.now() + GONE_WITHIN_MS;
  // Those that nobody has waited for yet are gone as well.
  const left = () => processesWith(folder).filter((line) => !line.includes("<defunct>"));
  while (left().length > 0 && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 100));
  expect(left()).toEqual([]);
};

// Who is whose child is read from /proc.
(isLinux ? describe : describe.skip)("npm start, when", () => {
  const victims: Record<string, (npm: ChildProcess, folder: string) => number> = {
    npm: ({ pid = 0 }) => pid,
    "the shell": (_, folder) => statOf(serviceOf(folder)).parent,
    node: (_, folder) => serviceOf(folder),
  };
  const cases = [
    { victim: "npm", signal: "SIGTERM" },
    { victim: "npm", signal: "SIGKILL" },
    { victim: "the shell", signal: "SIGKILL" },
    { victim: "node", signal: "SIGKILL" },
  ] as const;
  it.each(cases)(
    "$victim gets $signal, leaves no process behind",
    async ({ victim, signal }) => {
      const folder = mkdtempSync(join(tmpdir(), "gleaner-stop-"));
      try {
        const npm = await start(folder);
        npm.removeAllListeners("exit");
        process.kill(victims[victim]?.(npm, folder) ?? 0, signal);
        await expectGone(folder);
      } finally {
        for (const line of processesWith(folder))
          process.kill(Number(line.trim().split(/\s+/)[0]), "SIGKILL");
        rmSync(folder, { recursive: true, force: true });
      }
    },
    START_TIMEOUT_MS,
  );
});
