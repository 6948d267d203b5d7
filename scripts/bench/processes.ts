/** Resource usage of a process and its descendants on Linux. */
import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second in /proc: 100 on every Linux that Node.js supports. */
const TICKS = 100;

const parentOf = (pid: string): string =>
  /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";

const treeOf = (root: number): string[] => {
  const parents = new Map<string, string>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(pid, parentOf(pid));
    } catch {
      // It has exited in the meantime.
    }
  }
  const isWithin = (pid: string): boolean =>
    pid === String(root) || (parents.has(pid) && isWithin(parents.get(pid) ?? ""));
  return [...parents.keys()].filter(isWithin);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Resident memory, in megabytes. */
export const memoryOf = (root: number): number =>
  sum(
    treeOf(root).map((pid) =>
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0),
    ),
  ) / 1024;

/** Processor time so far, in milliseconds. */
export const processorMsOf = (root: number): number =>
  (sum(
    treeOf(root).map((pid) => {
      // The process name, in parentheses, may contain anything.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      const [user, system] = [fields[11], fields[12]];
      return Number(user) + Number(system);
    }),
  ) *
    1_000) /
  TICKS;
