/** Stops the service when npm, which started it, is gone, however it ended. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const CHECK_MS = 500;

const parentOf = async (
  pid: number,
): Promise<{ readonly parent: number; readonly command: string } | null> => {
  try {
    const { stdout } = await promisify(execFile)("ps", ["-o", "ppid=,args=", "-p", String(pid)]);
    const [, parent, command = ""] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
    return parent === undefined ? null : { parent: Number(parent), command };
  } catch {
    return null;
  }
};

/** The parent of a process, read from /proc; null if there is no such process, or this is not Linux. */
const readParent = async (pid: number): Promise<number | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The process name, in parentheses before it, may contain anything.
  const match = stat && /^\d+ \(.*\) \S (\d+) /s.exec(stat);
  return match ? Number(match[1]) : null;
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/**
 * Calls `onGone` once the process that started this one is gone. npm starts a shell for a script, and the shell starts
 * this process. The shell survives when npm is killed, so npm itself is watched too. Without npm nothing is watched, so
 * that a service can be put into the background.
 */
export const watchAncestors = async (onGone: () => void, env = process.env): Promise<void> => {
  if (env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const above = await parentOf(parent);
  // A shell that replaced itself with the command leaves npm as the parent.
  const npm = above && /\s-c\s/.test(above.command) ? above.parent : null;
  const hasNpm = async (): Promise<boolean> => {
    if (npm === null) return true;
    const known = await readParent(parent);
    return known === null ? isAlive(npm) : known === npm;
  };
  const timer = setInterval(async () => {
    if (process.ppid === parent && (await hasNpm())) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS).unref();
};
