import { readFileSync } from "node:fs";

const KB_PER_MB = 1024;

/** What this process takes, and the most it took, by the kernel. */
export const kernelMb = (name: "VmRSS" | "VmHWM"): number => {
  const [, kb] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Math.round(Number(kb) / KB_PER_MB);
};
