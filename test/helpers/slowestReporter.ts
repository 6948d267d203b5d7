import { relative } from "node:path";
import type { AggregatedResult, Reporter } from "@jest/reporters";

const SHOWN = 20;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/**
 * Prints which test files take longest. A long run fails nothing: how long it takes depends on who shares the machine.
 * docs/performance.md has the figure for two quiet cores, and what it is held against.
 */
export default class SlowestReporter implements Pick<Reporter, "onRunComplete"> {
  onRunComplete(_contexts: unknown, { startTime, testResults }: AggregatedResult): void {
    const durationOf = ({ perfStats }: (typeof testResults)[number]): number =>
      perfStats.end - perfStats.start;
    const slowest = testResults.toSorted((a, b) => durationOf(b) - durationOf(a)).slice(0, SHOWN);
    if (slowest.length < SHOWN) return;
    const lines = slowest.map(
      (file) => `${seconds(durationOf(file)).padStart(9)}  ${relative(process.cwd(), file.testFilePath)}`,
    );
    console.log(
      `\nThe slowest ${SHOWN} of ${testResults.length} files, of ${seconds(Date.now() - startTime)}:\n${lines.join("\n")}`,
    );
  }
}
