/** What every contender hands back: its items as NDJSON in a file, its figures as one line of JSON. */
import { writeFileSync } from "node:fs";

export interface Item {
  readonly title: string;
  readonly headings: readonly string[];
}

/** Runs the work, which is all that is measured: neither start-up nor the writing of the file. */
export const report = async (collect: () => Promise<readonly Item[]>, file: string): Promise<void> => {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const items = await collect();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  writeFileSync(file, items.map((item) => `${JSON.stringify(item)}\n`).join(""));
  const peakMb = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1_000, peakMb }));
};
