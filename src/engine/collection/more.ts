/** Collects from a live page that grows or changes in place: a "load more" button, an endless scroll. */
import type { PageScope, Paging, Yield } from "../steps/index.ts";
import { toCollectionError } from "./errors.ts";

/** Rounds in a row without anything new before the page counts as finished. */
const IDLE_ROUNDS = 2;
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

/**
 * Makes the page show more and collects what is new, until it shows nothing new, `maxPages` or the
 * limit of items is reached.
 *
 * @param runSteps runs the page's steps on a scope
 */
export const collectMore = async (
  scope: PageScope,
  { advance, maxPages, name }: Paging,
  itemsLeft: number,
  runSteps: (scope: PageScope) => Promise<void>,
): Promise<Yield[]> => {
  const taken = countByKey(scope.yields);
  const startedAt = scope.now();
  const more: Yield[] = [];
  let idle = 0;
  let rounds = 1;
  const enough = () => scope.yields.length + more.length >= itemsLeft;
  // Logged as info for the first page, as debug for later ones.
  const log: PageScope["log"] = (level, message) => scope.log(level === "info" ? "debug" : level, message);
  while (rounds < maxPages && idle < IDLE_ROUNDS && !enough()) {
    if (scope.now() - startedAt > BUDGET_MS) {
      scope.log("warn", `${name}: stopped after ${BUDGET_MS / 1_000} s: the page was still loading more`);
      break;
    }
    const goesOn = await advance().catch((error: unknown) => {
      throw toCollectionError(error, scope.live?.url() ?? scope.page.url, name) ?? error;
    });
    if (!goesOn) break;
    rounds += 1;
    const again: PageScope = { ...scope, log, isFirst: false, isStale: true, yields: [], lastList: null };
    await runSteps(again);
    const found = takeNew(again.yields, taken);
    idle = found.length === 0 ? idle + 1 : 0;
    for (const each of found) more.push(each);
  }
  const isBounded = rounds >= maxPages || enough() || scope.now() - startedAt > BUDGET_MS;
  if (isBounded) scope.notePartial("records");
  if (rounds >= maxPages) scope.log("info", `${name}: stopped after ${maxPages} pages`);
  scope.log("info", `${name}: ${more.length} more records in ${rounds - 1} rounds`);
  return more;
};
