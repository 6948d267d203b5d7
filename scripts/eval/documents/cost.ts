/** Reads one document and prints what that took, as JSON: in a process of its own, which has read nothing before. */
import { readFileSync } from "node:fs";
import { openDocument } from "../../../src/engine/page/index.ts";

/** What a document takes to read. */
export interface Cost {
  readonly ms: number;
  /** Processor time, which other programs on the machine change little. */
  readonly cpuMs: number;
  /** By how much the process grows. */
  readonly mb: number;
}

const SAMPLE_MS = 10;

const measure = async (file: string): Promise<Cost> => {
  const bytes = readFileSync(file);
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const startedAtMs = performance.now();
  const cpuBefore = process.cpuUsage();
  await openDocument(bytes);
  const { user, system } = process.cpuUsage(cpuBefore);
  clearInterval(timer);
  return {
    ms: Math.round(performance.now() - startedAtMs),
    cpuMs: Math.round((user + system) / 1_000),
    mb: Math.round((most - before) / 1e6),
  };
};

console.log(JSON.stringify(await measure(process.argv[2] ?? "")));
