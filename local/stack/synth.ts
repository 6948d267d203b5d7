import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { StartFailure } from "../failure.ts";
import type { Shutdown } from "../shutdown.ts";
import { readAssembly } from "./assembly.ts";
import type { Stack } from "./template.ts";

const APP = fileURLToPath(new URL("../../bin/app.ts", import.meta.url));

/** Synthesises the stacks of stage `local` into a folder, and reads them. */
export const synthesise = async (
  outputFolder: string,
  settings: Readonly<Record<string, string | boolean>>,
  shutdown: Shutdown,
): Promise<readonly Stack[]> => {
  const stopping = new AbortController();
  shutdown.add(() => stopping.abort());
  const running = promisify(execFile)(process.execPath, [APP], {
    env: {
      ...process.env,
      CDK_OUTDIR: outputFolder,
      CDK_CONTEXT_JSON: JSON.stringify({ ...settings, stage: "local", build: `local-${Date.now()}` }),
    },
    signal: stopping.signal,
    maxBuffer: 50_000_000,
  });
  await running.catch((error: { readonly stderr?: string; readonly message: string }) => {
    throw new StartFailure(`The stacks could not be synthesised: ${error.stderr?.trim() || error.message}`);
  });
  return readAssembly(outputFolder);
};
