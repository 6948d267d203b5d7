import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Runs a command in this terminal from the root of the repository. Its exit code becomes that of this process. */
export const runCommand = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void => {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (error !== undefined) console.error(`${command} could not be started: ${error.message}`);
  process.exitCode = status ?? 1;
};
