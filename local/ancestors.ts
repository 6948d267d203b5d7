/** Whoever started the service through npm takes it along, however they end. */
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

/** The parent of a process as Linux tells it without a command; null where there is no such process, or no Linux. */
const readParent = async (pid: number): Promise<number | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The name before it, in brackets, may hold anything.
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
 * Calls `onGone` once the process that started this one is gone. npm starts a shell for a script, and the shell this
 * process: the end of npm is the end of its shell too, which does not end by itself when npm is killed. Without npm
 * nothing is watched: a service that was put into the background on purpose stays there.
 */
export const watchAncestors = async (onGone: () => void, env = process.env): Promise<void> => {
  if (env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const above = await parentOf(parent);
  // A shell that has become the command itself leaves npm as the parent.
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
