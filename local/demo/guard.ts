/**
 * Stops the service if the demo is killed. The demo holds the other end of standard input, which closes when it is
 * gone.
 *
 * Usage: node guard.ts <process id>
 */
const pid = Number(process.argv[2]);

process.stdin
  .once("close", () => {
    try {
      process.kill(pid, "SIGINT");
    } catch {
      // It has already exited.
    }
  })
  .resume();
// Ctrl-C is handled by the demo, which stops the service and then this guard.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
