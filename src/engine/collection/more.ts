/** Collects from a live page that grows or changes in place: a "load more" button, an endless scroll. */
import type { PageScope, Paging, Yield } from "../steps/index.ts";
import { toCollectionError } from "./errors.ts";

/** Rounds in a row without anything new before the page counts as finished. */
const IDLE_ROUNDS = 2;
/** How long pending answers may still take before a round counts as idle. */
const LATE_MS = 8_000;
/** Parts of a list that holds only what is in view: far more than any budget allows. */
const MAX_PARTS = 2_000;
/** A worker's time is limited: what the page has shown by then is kept. */
const BUDGET_MS = 180_000;

const keyOf = ({ record, visits }: Yield): string => JSON.stringify([record, visits.map(({ url }) => url)]);

const countByKey = (yields: readonly Yield[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const each of yields) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
};

/**
 * The items that are new since the last round. A growing list shows old records again, a recycled one does not; two
 * equal adjacent records count as two.
 */
const takeNew = (shown: readonly Yield[], taken: Map<string, number>): Yield[] => {
  const seen = new Map<string, number>();
  return shown.filter((each) => {
    const key = keyOf(each);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count <= (taken.get(key) ?? 0)) return false;
    taken.set(key, count);
    return true;
  });
};

/** Whether a list dropped records that it showed before: it holds only what is in view. */
const isGone = (before: readonly Yield[], now: readonly Yield[]): boolean => {
  const shown = new Set(now.map(keyOf));
  return before.some((each) => !shown.has(keyOf(each)));
};

/**
 * Makes the page show more and collects what is new, until it shows nothing new, `maxPages` or the
 * limit of items is reached.
 *
 * @param runSteps runs the page's steps on a scope
 */
export const collectMore = async (
  scope: PageScope,
  { advance, bitByBit, maxPages, name }: Paging,
  itemsLeft: number,
  runSteps: (scope: PageScope) => Promise<void>,
): Promise<Yield[]> => {
  const startedAt = scope.now();
  // Logged as info for the first page, as debug for later ones.
  const log: PageScope["log"] = (level, message) => scope.log(level === "info" ? "debug" : level, message);
  let taken = countByKey(scope.yields);
  let more: Yield[] = [];
  let last: readonly Yield[] = scope.yields;
  let isRecycled = false;
  /** Reads the current page. @returns what is new */
  const read = async (): Promise<Yield[]> => {
    const again: PageScope = { ...scope, log, isFirst: false, isStale: true, yields: [], lastList: null };
    await runSteps(again);
    last = again.yields;
    return takeNew(again.yields, taken);
  };
  const isLate = () => scope.now() - startedAt > BUDGET_MS;
  const enough = () => scope.yields.length + more.length >= itemsLeft;
  const goOn = (work: () => Promise<boolean>): Promise<boolean> =>
    work().catch((error: unknown) => {
      throw toCollectionError(error, scope.live?.url() ?? scope.page.url, name) ?? error;
    });
  let idle = 0;
  let rounds = 1;
  while (rounds < (isRecycled ? MAX_PARTS : maxPages) && idle < IDLE_ROUNDS && !enough()) {
    if (isLate()) {
      scope.log("warn", `${name}: stopped after ${BUDGET_MS / 1_000} s: the page was still loading more`);
      break;
    }
    const before = last;
    const work = isRecycled && bitByBit ? () => bitByBit(false) : advance;
    if (!(await goOn(work))) break;
    rounds += 1;
    let found = await read();
    if (found.length === 0 && scope.live) {
      await scope.live.waitForQuiet(LATE_MS);
      found = await read();
    }
    if (bitByBit && !isRecycled && isGone(before, last)) {
      scope.log("info", `${name}: the list holds only what is in view, so it is read part by part`);
      isRecycled = true;
      taken = countByKey(scope.yields);
      more = [];
      await goOn(() => bitByBit(true));
      found = await read();
    }
    idle = found.length === 0 ? idle + 1 : 0;
    for (const each of found) more.push(each);
  }
  const isCut = rounds >= (isRecycled ? MAX_PARTS : maxPages);
  const isBounded = isCut || enough() || isLate();
  if (isBounded) scope.notePartial("records");
  if (isCut) scope.log("info", `${name}: stopped after ${rounds} pages`);
  scope.log("info", `${name}: ${more.length} more records in ${rounds - 1} rounds`);
  return more;
};
