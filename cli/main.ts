#!/usr/bin/env node
/** `npx gleaner`: the command line of a Gleaner service. */
import { runProgram } from "./program.ts";

// Who reads us has seen enough (`| head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

const interrupted = new AbortController();
process.once("SIGINT", () => {
  interrupted.abort();
  // Whoever presses it twice wants out at once.
  process.once("SIGINT", () => process.exit(130));
});

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupted.signal,
});
if (interrupted.signal.aborted) process.exitCode = 130;
