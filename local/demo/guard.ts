/**
 * Ends the service should the demo die without a chance to. The demo holds the other end of standard
 * input: when it is gone, of whatever cause, the pipe closes.
 *
 * Usage: node guard.ts <process id>
 */
const pid = Number(process.argv[2]);

process.stdin
  .once("close", () => {
    try {
      process.kill(pid, "SIGINT");
    } catch {
      // It has exited already.
    }
  })
  .resume();
// Ctrl-C is handled by the demo, which stops the service and then this guard.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
