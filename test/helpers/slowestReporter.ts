import { relative } from "node:path";
import type { AggregatedResult, Reporter } from "@jest/reporters";

const SHOWN = 20;

/**
 * On CI a suite that takes longer than this fails: nobody waits for it, so nobody would run it. On two quiet cores all
 * files took 617 s (23 November 2026); since then documents, sessions, pictures, proxies and Firecrawl's routes have added some 80
 * files. This leaves room for slow machines.
 */
const MAX_MINUTES = 35;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Prints which test files take longest and, on CI, fails a run of all of them that takes too long. */
export default class SlowestReporter implements Pick<Reporter, "onRunComplete" | "getLastError"> {
  #error: Error | undefined;

  onRunComplete(_contexts: unknown, { startTime, testResults }: AggregatedResult): void {
    const durationOf = ({ perfStats }: (typeof testResults)[number]): number =>
      perfStats.end - perfStats.start;
    const slowest = testResults.toSorted((a, b) => durationOf(b) - durationOf(a)).slice(0, SHOWN);
    if (slowest.length < SHOWN) return;
    const lines = slowest.map(
      (file) => `${seconds(durationOf(file)).padStart(9)}  ${relative(process.cwd(), file.testFilePath)}`,
    );
    const tookMs = Date.now() - startTime;
    console.log(
      `\nThe slowest ${SHOWN} of ${testResults.length} files, of ${seconds(tookMs)}:\n${lines.join("\n")}`,
    );
    if (process.env.CI && tookMs > MAX_MINUTES * 60_000)
      this.#error = new Error(
        `The tests took ${seconds(tookMs)}; at most ${MAX_MINUTES} minutes are allowed.`,
      );
  }

  getLastError(): Error | undefined {
    return this.#error;
  }
}
