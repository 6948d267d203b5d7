/** Every run ends once, lawfully, with all that it collected and nothing twice. */
import type { PageOutcome, SiteOutcome } from "../../../src/contract/runs/runPages.ts";
import type { Item as CollectedItem } from "../../../src/contract/runs/runs.ts";
import { unpackPage } from "../../../src/domain/runs/snapshots/page.ts";
import { firstPlaceOf, type OutputPart, pagePackOf } from "../../../src/store/runs/runDetail.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import type { Item } from "../../../src/store/table.ts";
import { sitesToldIn } from "../sim/lists.ts";
import type { Version } from "../sim/observe.ts";
import type { Expected } from "../sim/pages.ts";
import { expectedOf, numberOf, type Site } from "../sim/site.ts";
import type { Outcome } from "../sim/world.ts";
import { type Check, compare, isOver, rowsOf } from "./shared.ts";

const LAWFUL: ReadonlySet<string> = new Set([
  "none>queued",
  "queued>queued",
  "queued>running",
  "queued>cancelled",
  "running>running",
  "running>completed",
  "running>failed",
  "running>cancelled",
  "completed>none",
  "failed>none",
  "cancelled>none",
]);

/** What a run may never lose. */
const RISING = ["fence", "itemsExtracted", "pagesFetched", "dataPoints", "logCount"] as const;

/** A run that has ended is kept, and nothing of it changes but when it is looked at next. */
const isLookedAtAgain = (before: Item | null | undefined, after: Item | null): boolean =>
  isOver(after?.status) &&
  JSON.stringify({ ...before, dueAt: "" }) === JSON.stringify({ ...after, dueAt: "" });

const checkHistory = (id: string, versions: readonly Version[]): string[] =>
  versions.flatMap(({ item }, place) => {
    const before = versions[place - 1]?.item;
    const step = `${before?.status ?? "none"}>${item?.status ?? "none"}`;
    const fallen = RISING.filter((name) => before && Number(item?.[name]) < Number(before[name]));
    return [
      ...(LAWFUL.has(step) || isLookedAtAgain(before, item) ? [] : [`run ${id} went from ${step}`]),
      ...fallen.map((name) => `run ${id}: ${name} fell from ${before?.[name]} to ${item?.[name]}`),
    ];
  });

/** What workers did beside the run, or beside one of its shards, never falls, and is in the run once it has ended. */
const checkWork = (run: RunRecord, { history: { versions } }: Outcome): string[] => {
  const besides = `RUN#${run.accountId}#${run.id} / WORK`;
  return [...versions].flatMap(([key, states]) => {
    if (!key.startsWith(besides)) return [];
    const all = [...states.flatMap(({ item }) => (item ? [item] : [])), run as unknown as Item];
    // Each shard has a fence of its own.
    const rising = RISING.filter((name) => key === besides || name !== "fence");
    return all.flatMap((item, place) =>
      rising
        .filter((name) => Number(item[name]) < Number(all[place - 1]?.[name] ?? 0))
        .map(
          (name) => `run ${run.id}: ${name} fell from ${all[place - 1]?.[name]} to ${item[name]} beside it`,
        ),
    );
  });
};

/** How much of a run each of its shards has; the run itself, where it is not split. */
const sharesOf = ({ shardItems, itemsExtracted }: RunRecord): readonly number[] =>
  shardItems ?? [itemsExtracted];

const partsOf = (items: readonly Item[], { accountId, id }: RunRecord): OutputPart[] =>
  items.filter(({ pk }) => pk === `RUNPARTS#${accountId}#${id}`) as unknown as OutputPart[];

/** The items of a run, read as its parts list them. */
export const outputOf = ({ atRest, objects }: Outcome, run: RunRecord): CollectedItem[] =>
  partsOf(atRest.items, run).flatMap(({ objectKey }) =>
    String(objects.get(objectKey) ?? "")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as CollectedItem),
  );

/** The parts of each shard follow one another without a gap. */
const checkParts = (outcome: Outcome, run: RunRecord): string[] => {
  const isSplit = run.shardItems !== undefined;
  const next = sharesOf(run).map((_, shard) => firstPlaceOf(isSplit ? shard : undefined));
  return partsOf(outcome.atRest.items, run).flatMap(({ first, items, objectKey }) => {
    const lines = String(outcome.objects.get(objectKey) ?? "").split("\n").length - 1;
    const shard = isSplit ? next.findLastIndex((_, each) => first >= firstPlaceOf(each)) : 0;
    const faults = [
      ...compare(`run ${run.id}: part ${objectKey} begins`, first, next[shard]),
      ...compare(`run ${run.id}: part ${objectKey} holds`, lines, items),
    ];
    next[shard] = first + items;
    return faults;
  });
};

/** The number of a saved page; null for anything else. */
const readNumber = (member: Buffer): number | null => {
  try {
    return numberOf(unpackPage(member));
  } catch {
    return null;
  }
};

/** The saved pages of a run can be read, page by page, and each counted page is there once. */
const checkPages = (outcome: Outcome, run: RunRecord): string[] => {
  const { atRest, objects } = outcome;
  const places = ["RUNPAGES", "RUNPARTS"].map((kind) => `${kind}#${run.accountId}#${run.id}`);
  const packs = atRest.items
    .filter(({ pk }) => places.includes(pk))
    .flatMap((item) => pagePackOf(item) ?? [])
    .sort((a, b) => a.first - b.first);
  const members = packs.flatMap(({ objectKey, lengths }) => {
    const body = objects.get(objectKey);
    let offset = 0;
    return lengths.map((length) => {
      const member = Buffer.from(body ?? "").subarray(offset, offset + length);
      offset += length;
      return readNumber(member);
    });
  });
  const kept = members.filter((number) => number !== null);
  const once = [...new Set(kept)];
  // Pages of a list come in the order of its shards.
  const isInOrder = !siteOf(outcome, run)?.origins;
  return [
    ...compare(`run ${run.id}: kept pages that cannot be read`, members.length - kept.length, 0),
    ...compare(`run ${run.id}: kept pages`, kept, isInOrder ? once.sort((a, b) => a - b) : once),
    ...compare(`run ${run.id}: snapshotPages`, run.snapshotPages ?? 0, kept.length),
    ...(kept.length > run.pagesFetched ? [`run ${run.id} kept more pages than it fetched`] : []),
  ];
};

/** What became of pages, or sites, as it was kept. */
const keptOf = <T>({ atRest, objects }: Outcome, run: RunRecord, kind: "RUNOUTCOMES" | "RUNSITES"): T[] =>
  atRest.items
    .filter(({ pk }) => pk === `${kind}#${run.accountId}#${run.id}`)
    .flatMap(({ objectKey }) =>
      String(objects.get(objectKey as string) ?? "")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as T),
    );

const toldOf = (outcome: Outcome, run: RunRecord): PageOutcome[] => keptOf(outcome, run, "RUNOUTCOMES");

/** The URLs that a run was given; undefined where it has those of its flow. */
const givenTo = ({ atRest }: Outcome, run: RunRecord): string[] | undefined => {
  if (run.urlCount === undefined) return undefined;
  const rows = atRest.items.filter(({ pk }) => pk === `RUNURLS#${run.accountId}#${run.id}`);
  return rows.flatMap(({ urls }) => String(urls).split("\n"));
};

/** What a run should have collected of the pages that it tells of: of each shard the first ones. */
const expectedOfRun = (outcome: Outcome, run: RunRecord, site: Site): Expected[][] => {
  const told = new Set(toldOf(outcome, run).map(({ url }) => url));
  const edition = Number(outputOf(outcome, run)[0]?.edition ?? 0);
  return expectedOf(site, edition, { shards: run.shards, given: givenTo(outcome, run) }).map((pages) =>
    pages.slice(0, pages.filter((page) => told.has(page.outcome.url)).length),
  );
};

const countsOf = (told: readonly { readonly status: PageOutcome["status"] }[]) => {
  const count = (status: PageOutcome["status"]) => told.filter((each) => each.status === status).length;
  return { completed: count("completed"), failed: count("failed"), skipped: count("skipped") };
};

/** What became of each page and each site that counts is kept once, in its order, and counted. */
const checkOutcomes = (outcome: Outcome, run: RunRecord, site: Site): string[] => {
  const told = toldOf(outcome, run);
  const sites = keptOf<SiteOutcome>(outcome, run, "RUNSITES");
  const expected = expectedOfRun(outcome, run, site).flat();
  const pages = expected.map((page) => page.outcome);
  const ofSites = sitesToldIn(
    site,
    pages.map(({ url }) => url),
  );
  return [
    ...compare(`run ${run.id}: outcomes of pages`, told, pages),
    ...compare(`run ${run.id}: outcomes told`, told.length, run.pagesFetched),
    ...(run.outcomes ? compare(`run ${run.id}: outcomes counted`, run.outcomes, countsOf(told)) : []),
    ...compare(`run ${run.id}: outcomes of sites`, sites, ofSites),
    ...(site.areSites && sites.length > 0
      ? compare(`run ${run.id}: sites counted`, run.sites, countsOf(sites))
      : []),
  ];
};

const DEADLY: ReadonlySet<unknown> = new Set(["fails", "crashes", "kills"]);

/** A run that completed has all, or all that its limits allow, and never more than these. */
const checkLimits = (outcome: Outcome, run: RunRecord, site: Site): string[] => {
  const { maxPages = Number.POSITIVE_INFINITY, maxItems = Number.POSITIVE_INFINITY } = site.limits;
  const { pagesFetched, itemsExtracted, status } = run;
  const all = expectedOf(site, 0, { given: givenTo(outcome, run) }).flat();
  const items = all.reduce((sum, page) => sum + page.items.length, 0);
  const isAll = pagesFetched === all.length && itemsExtracted === items;
  const isFull = pagesFetched === maxPages || itemsExtracted === maxItems;
  const isOver = pagesFetched > maxPages || itemsExtracted > maxItems;
  return isOver || (status === "completed" && !isAll && !isFull)
    ? [
        `run ${run.id} is ${status} with ${itemsExtracted} items of ${pagesFetched} pages: ${JSON.stringify(site)}`,
      ]
    : [];
};

const checkOutput = (outcome: Outcome, run: RunRecord, site: Site): string[] => {
  const output = outputOf(outcome, run);
  const ofPages = expectedOfRun(outcome, run, site).map((pages) => pages.flatMap(({ items }) => items));
  // What a limit cuts off is the last of each shard.
  const isLimited = site.limits.maxItems !== undefined;
  const expected = ofPages.flatMap((items, shard) =>
    isLimited ? items.slice(0, sharesOf(run)[shard]) : items,
  );
  const points = output.reduce((sum, item) => sum + Object.keys(item).length, 0);
  return [
    ...compare(`run ${run.id} (${run.status}): items`, output, expected),
    ...compare(`run ${run.id}: itemsExtracted`, run.itemsExtracted, output.length),
    ...compare(`run ${run.id}: dataPoints`, run.dataPoints, points),
    ...checkLimits(outcome, run, site),
    ...(run.status === "completed" &&
    run.urlCount === undefined &&
    DEADLY.has(site.trouble) &&
    Object.keys(site.limits).length === 0
      ? [`run ${run.id} completed on a site that ${site.trouble}`]
      : []),
  ];
};

/** The site of a run's flow, whatever is put into its address. */
const siteOf = ({ sites, history }: Outcome, run: RunRecord): Site | undefined => {
  const flow = history.versions.get(`FLOWS#${run.accountId} / ${run.flowId}`)?.[0]?.item;
  const address = URL.parse("/", String(flow?.url));
  return address ? sites.get(address.href) : undefined;
};

const checkCollected = (outcome: Outcome, run: RunRecord): string[] => {
  const site = siteOf(outcome, run);
  if (!site) return [`run ${run.id} is of no known flow`];
  return [...checkOutput(outcome, run, site), ...checkOutcomes(outcome, run, site)];
};

const checkDetail = ({ atRest }: Outcome, run: RunRecord): string[] => {
  const detail = atRest.items.filter(({ pk }) => pk === `RUN#${run.accountId}#${run.id}`);
  const logged = detail.flatMap(({ entries }) => (entries as unknown[] | undefined) ?? []).length;
  const shown = detail.flatMap(({ items }) => (items as unknown[] | undefined) ?? []).length;
  return [
    ...compare(`run ${run.id}: log entries`, logged, run.logCount),
    ...compare(
      `run ${run.id}: items in the preview`,
      shown,
      sharesOf(run).reduce((sum, items) => sum + Math.min(10, items), 0),
    ),
  ];
};

export const checkRuns: Check = (outcome) => {
  const runs = rowsOf<RunRecord>(outcome.atRest.items, "RUNS");
  return runs.flatMap((run) => [
    ...(isOver(run.status) ? [] : [`run ${run.id} is ${run.status} when all is over`]),
    ...checkHistory(run.id, outcome.history.versions.get(`RUNS#${run.accountId} / ${run.id}`) ?? []),
    ...checkWork(run, outcome),
    ...checkParts(outcome, run),
    ...checkPages(outcome, run),
    ...checkCollected(outcome, run),
    ...checkDetail(outcome, run),
  ]);
};
