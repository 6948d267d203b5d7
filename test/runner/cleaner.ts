/**
 * `node cleaner.ts FOLDER`: deletes the temporary folder of a run of the tests. The run holds this process's input open; when it
 * is gone, what it started has half a minute to end.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const GRACE_MS = 30_000;
const CHECK_MS = 200;

const [, , folder = ""] = process.argv;

/** Whether a process still has the folder as its temporary one. Known on Linux only. */
const isUsed = (): boolean => {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .some((pid) => {
        try {
          return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`TMPDIR=${folder}\0`);
        } catch {
          // It has ended, or is another user's.
          return false;
        }
      });
  } catch {
    return false;
  }
};

process.stdin.resume().once("close", async () => {
  for (const since = Date.now(); isUsed() && Date.now() - since < GRACE_MS; ) await wait(CHECK_MS);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: CHECK_MS });
});
