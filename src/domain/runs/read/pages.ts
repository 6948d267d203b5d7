import type * as z from "zod";
import type { Page } from "../../../contract/common.ts";
import type {
  ListRunPagesQuery,
  PageCounts,
  PageOutcome,
  PageStatus,
  SiteOutcome,
} from "../../../contract/runs/runPages.ts";
import { firstPlaceOf } from "../../../store/runs/runDetail.ts";
import type { OutcomePart, OutcomesOf } from "../../../store/runs/runPages.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { findRun } from "../../items/findRun.ts";
import type { Caller, Deps, WithCursors, WithObjects } from "../../ports.ts";

/** Parts read at a time: an entry takes about 200 bytes, and one query returns up to a megabyte. */
const PARTS_PER_READ = 500;

type ReadDeps = Pick<Deps, "store"> & WithObjects;
type OfRun = Pick<RunRecord, "id" | "accountId">;

interface Outcomes {
  readonly pages: PageOutcome;
  readonly sites: SiteOutcome;
}

export const countAll = ({ completed, failed, skipped }: PageCounts): number => completed + failed + skipped;

const matching = (counts: PageCounts, status: PageStatus | undefined): number =>
  status === undefined ? countAll(counts) : counts[status];

/** Where to continue reading the outcomes of a run, or of one of its shards: a part, and a line in it. */
interface Place {
  readonly first: number;
  readonly line: number;
}

/** The outcome parts from page `first` up to page `end`. */
const partsOf = async function* (
  { store }: Pick<Deps, "store">,
  of: OutcomesOf,
  run: OfRun,
  first: number,
  end: number,
): AsyncGenerator<OutcomePart> {
  for (let next = first; ; ) {
    const parts = await store.runs.listOutcomeParts(of, run, next, PARTS_PER_READ);
    for (const part of parts) {
      if (part.first >= end) return;
      yield part;
      next = part.first + countAll(part);
    }
    if (parts.length < PARTS_PER_READ) return;
  }
};

/** The outcomes in a part that have the status, with their lines. */
const readPart = async <K extends OutcomesOf>(
  { objects }: WithObjects,
  { objectKey, ...counts }: OutcomePart,
  status: PageStatus | undefined,
): Promise<{ readonly outcome: Outcomes[K]; readonly line: number }[]> => {
  if (matching(counts, status) === 0) return [];
  const lines = (await objects.getText(objectKey)).split("\n").slice(0, -1);
  return lines
    .map((text, line) => ({ outcome: JSON.parse(text) as Outcomes[K], line }))
    .filter(({ outcome }) => status === undefined || outcome.status === status);
};

/** The outcomes of all pages, or sites, of a run, or of those with one status. */
export const allOutcomes = async function* <K extends OutcomesOf>(
  deps: ReadDeps,
  of: K,
  run: OfRun,
  status?: PageStatus,
): AsyncGenerator<Outcomes[K]> {
  for await (const part of partsOf(deps, of, run, 0, Number.POSITIVE_INFINITY))
    for (const { outcome } of await readPart<K>(deps, part, status)) yield outcome;
};

interface Found<K extends OutcomesOf> {
  readonly outcomes: readonly Outcomes[K][];
  /** Where to continue. */
  readonly next: Place;
  readonly isEnd: boolean;
}

/** Up to `limit` outcomes, starting at a place and ending before page `end`. */
const readFrom = async <K extends OutcomesOf>(
  deps: ReadDeps,
  of: K,
  run: OfRun,
  from: Place,
  { end, limit, status }: { readonly end: number; readonly limit: number; readonly status?: PageStatus },
): Promise<Found<K>> => {
  const outcomes: Outcomes[K][] = [];
  let next = from;
  for await (const part of partsOf(deps, of, run, from.first, end)) {
    const start = part.first === from.first ? from.line : 0;
    for (const { outcome, line } of await readPart<K>(deps, part, status)) {
      if (line < start) continue;
      if (outcomes.length === limit) return { outcomes, next: { first: part.first, line }, isEnd: false };
      outcomes.push(outcome);
    }
    next = { first: part.first + countAll(part), line: 0 };
  }
  return { outcomes, next, isEnd: true };
};

/** The range of page numbers of a run, or of each of its shards. */
const boundsOf = ({ shardItems }: RunRecord): readonly { readonly first: number; readonly end: number }[] =>
  shardItems?.map((_, shard) => ({ first: firstPlaceOf(shard), end: firstPlaceOf(shard + 1) })) ?? [
    { first: 0, end: Number.POSITIVE_INFINITY },
  ];

/** A cursor's position in the run, or in each of its shards. */
const readPlaces = (cursor: string): Place[] =>
  cursor.split(".").map((place) => {
    const [first = 0, line = 0] = place.split(":").map(Number);
    return { first, line };
  });

const writePlaces = (places: readonly Place[]): string =>
  places.map(({ first, line }) => `${first}:${line}`).join(".");

/** The first outcomes of a run that are not `completed`. */
export const readOutcomes = async (deps: ReadDeps, run: RunRecord, limit: number): Promise<PageOutcome[]> => {
  const found: PageOutcome[] = [];
  if (!run.outcomes) return found;
  for await (const outcome of allOutcomes(deps, "pages", run)) {
    if (outcome.status !== "completed") found.push(outcome);
    if (found.length >= limit) return found;
  }
  return found;
};

type ListDeps = Deps & WithObjects & WithCursors;
type Query = z.output<typeof ListRunPagesQuery>;

const list = async <K extends OutcomesOf>(
  deps: ListDeps,
  caller: Caller,
  id: string,
  of: K,
  { status, limit, cursor }: Query,
): Promise<Page<Outcomes[K]>> => {
  const operation = of === "pages" ? "listRunPages" : "listRunSites";
  const scope = { accountId: caller.accountId, operation, filters: { id, status } };
  const passed = cursor === undefined ? [] : readPlaces(await deps.cursors.read(scope, cursor));
  const run = await findRun(deps, caller, id);
  const counts = of === "pages" ? run.outcomes : run.sites;
  const items: Outcomes[K][] = [];
  const total = counts ? matching(counts, status) : 0;
  if (total === 0) return { items, total };
  const bounds = boundsOf(run);
  const places = bounds.map(({ first }, shard) => passed[shard] ?? { first, line: 0 });
  for (const [shard, { end }] of bounds.entries()) {
    const limits = { end, limit: limit - items.length, ...(status && { status }) };
    const { outcomes, next, isEnd } = await readFrom(deps, of, run, places[shard] as Place, limits);
    items.push(...outcomes);
    places[shard] = next;
    if (!isEnd) return { items, total, nextCursor: await deps.cursors.issue(scope, writePlaces(places)) };
  }
  return { items, total };
};

/** A page of the run's page outcomes so far. */
export const listRunPages = (deps: ListDeps, caller: Caller, id: string, query: Query) =>
  list(deps, caller, id, "pages", query);

/** A page of the run's site outcomes so far. */
export const listRunSites = (deps: ListDeps, caller: Caller, id: string, query: Query) =>
  list(deps, caller, id, "sites", query);
