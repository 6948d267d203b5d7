/**
 * Runs a command that must not outlive the runner. The runner holds the other end of standard input: when it ends
 * for any reason, the pipe closes and the command is stopped. Usage: node watchdog.ts <command> [argument
 * …]
 */
import { spawn } from "node:child_process";

/** How long the command may take to shut down. */
const GRACE_MS = 2_000;

const [command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });

child.once("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.once("exit", (code) => process.exit(code ?? 1));
process.stdin
  .once("close", () => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
  })
  .resume();
// Only the runner decides when the command stops: Ctrl-C in a terminal reaches the whole process group.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
