/** What `npm run faults -- --scale` simulates: a crawl of many sites, one of a large site, and minutes of a busy day. */
import { MINUTES_PER_DAY, RUNS_PER_DAY } from "../../test/faults/sim/busyAccounts.ts";
import { liveBusyMinutes, waitWithoutLargest } from "../../test/faults/sim/busyDay.ts";
import { crawlLarge } from "../../test/faults/sim/largeCrawl.ts";
import { crawlSites } from "../../test/faults/sim/manySites.ts";
import { PARTITION_LIMIT, type Peak } from "../../test/faults/sim/meter.ts";

/** Of the pages of all sites, so many are those of the one large site. */
const SHARE_OF_ONE_SITE = 0.1;
/** So much longer may 99 of 100 runs of the others wait, because there is an account with half of all runs. */
const FAIR_MS = 2_000;

export interface ScaleOptions {
  readonly seed: number;
  readonly pages: number;
  readonly minutes: number;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const thousands = (n: number): string => n.toLocaleString("en");
const worst = ([peak]: readonly Peak[]): string =>
  peak ? `${peak.units} of ${PARTITION_LIMIT} write units a second at most (${peak.kind})` : "no writes";

/** @param report told each part as it is finished */
export const simulateScale = async (
  { seed, pages, minutes }: ScaleOptions,
  report: (line: string) => void,
) => {
  const { violations: ofSites, ...crawl } = await crawlSites(pages);
  report(
    `${thousands(crawl.pages)} pages of ${crawl.sites} sites by ${crawl.workers} workers, of which ${crawl.deaths} died: ` +
      `${worst(crawl.peaks)}; ${crawl.memoryMb} MB with the table`,
  );

  const { violations: ofSite, ...site } = await crawlLarge(seed, Math.ceil(pages * SHARE_OF_ONE_SITE));
  report(
    `${thousands(site.pages)} pages of one site, ${site.deaths} workers died: ${site.memoryMb} MB, ` +
      `largest state ${thousands(site.largestState)} bytes`,
  );

  const { violations: ofRuns, ...busy } = await liveBusyMinutes(seed, minutes);
  const alone = await waitWithoutLargest(seed, minutes);
  const { others, largest } = busy.waitsMs;
  const factor = MINUTES_PER_DAY / minutes;
  report(
    `${minutes} minutes of a day of ${thousands(RUNS_PER_DAY)} runs (1 of ${factor}), at its full rate: ${thousands(busy.runs)} runs, ` +
      `${busy.unitsPerRun} write units each; ${worst(busy.peaks)}; ${busy.memoryMb} MB with the table`,
  );
  report(
    `of the account with half of them, 99 % began within ${seconds(largest.p99)}; of 999 others within ${seconds(others.p99)}, ` +
      `and within ${seconds(alone.p99)} without that account`,
  );
  report(
    `${busy.conflicts.conflicts} of ${busy.conflicts.writes} writes met another, ${busy.conflicts.givenUp} were given up; ` +
      `${busy.rush.requests} requests of one account in 5 s were answered ${busy.rush.refused} times with 503, ` +
      `${busy.rush.givenUp} were given up; their runs took ${busy.rush.seconds} s, and ${busy.rush.runsPerSecond} began in one second`,
  );

  const unfair =
    others.p99 > alone.p99 + FAIR_MS
      ? [`runs of the others wait ${seconds(others.p99 - alone.p99)} longer because of one account`]
      : [];
  return {
    runs: { perDay: RUNS_PER_DAY, minutes, factor, othersAloneMs: alone, ...busy },
    crawl,
    site,
    violations: [...ofSites, ...ofSite, ...ofRuns, ...unfair],
  };
};
