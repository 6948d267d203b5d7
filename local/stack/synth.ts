import { fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { StartFailure } from "../failure.ts";
import type { Shutdown } from "../shutdown.ts";
import { readAssembly } from "./assembly.ts";
import type { Stack } from "./template.ts";

const APP = fileURLToPath(new URL("../../bin/app.ts", import.meta.url));

/**
 * Synthesises the stacks of stage `local` into a folder, and reads them.
 *
 * @param tell receives what takes long, as it begins
 */
export const synthesise = async (
  outputFolder: string,
  settings: Readonly<Record<string, string | boolean>>,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<readonly Stack[]> => {
  const running = fork(APP, {
    env: {
      ...process.env,
      CDK_OUTDIR: outputFolder,
      CDK_CONTEXT_JSON: JSON.stringify({ ...settings, stage: "local", build: `local-${Date.now()}` }),
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  shutdown.add(() => void running.kill());
  running.on("message", (line) => tell(String(line)));
  const [[code, signal], errors] = await Promise.all([
    once(running, "close") as Promise<[number | null, NodeJS.Signals | null]>,
    running.stderr ? text(running.stderr) : "",
  ]);
  if (code !== 0)
    throw new StartFailure(`The stacks could not be synthesised: ${errors.trim() || (signal ?? code)}`);
  return readAssembly(outputFolder);
};
