/** Every run ends once, lawfully, with all that it collected and nothing twice. */
import type { PageOutcome } from "../../../src/contract/runPages.ts";
import type { Item as CollectedItem } from "../../../src/contract/runs.ts";
import { unpackPage } from "../../../src/domain/runs/snapshots/page.ts";
import { type OutputPart, pagePackOf } from "../../../src/store/runDetail.ts";
import type { RunRecord } from "../../../src/store/runs.ts";
import type { Item } from "../../../src/store/table.ts";
import type { Version } from "../sim/observe.ts";
import { itemsOf, numberOf, outcomeOf } from "../sim/site.ts";
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

/** What workers did beside the run never falls either, and is in the run once it has ended. */
const checkWork = (run: RunRecord, versions: readonly Version[]): string[] => {
  const all = [...versions.flatMap(({ item }) => (item ? [item] : [])), run as unknown as Item];
  return all.flatMap((item, place) =>
    RISING.filter((name) => Number(item[name]) < Number(all[place - 1]?.[name] ?? 0)).map(
      (name) => `run ${run.id}: ${name} fell from ${all[place - 1]?.[name]} to ${item[name]} beside it`,
    ),
  );
};

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

const checkParts = (outcome: Outcome, run: RunRecord): string[] => {
  let next = 0;
  return partsOf(outcome.atRest.items, run).flatMap(({ first, items, objectKey }) => {
    const lines = String(outcome.objects.get(objectKey) ?? "").split("\n").length - 1;
    const faults = [
      ...compare(`run ${run.id}: part ${objectKey} begins`, first, next),
      ...compare(`run ${run.id}: part ${objectKey} holds`, lines, items),
    ];
    next = first + items;
    return faults;
  });
};

/** What is kept of a run's pages can be read, page by page, and is of pages that count, each of them once. */
const checkPages = ({ atRest, objects }: Outcome, run: RunRecord): string[] => {
  const places = ["RUNPAGES", "RUNPARTS"].map((kind) => `${kind}#${run.accountId}#${run.id}`);
  const packs = atRest.items
    .filter(({ pk }) => places.includes(pk))
    .flatMap((item) => pagePackOf(item) ?? [])
    .sort((a, b) => a.first - b.first);
  const kept = packs.flatMap(({ objectKey, lengths }) => {
    const body = objects.get(objectKey);
    let offset = 0;
    return lengths.map((length) => {
      const member = Buffer.from(body ?? "").subarray(offset, offset + length);
      offset += length;
      return numberOf(unpackPage(member));
    });
  });
  const rising = [...new Set(kept)].sort((a, b) => a - b);
  return [
    ...compare(`run ${run.id}: kept pages`, kept, rising),
    ...compare(`run ${run.id}: snapshotPages`, run.snapshotPages ?? 0, kept.length),
    ...(kept.length > run.pagesFetched ? [`run ${run.id} kept more pages than it fetched`] : []),
  ];
};

/** The site of a flow, whatever is put into its address. */
const siteOf = ({ sites }: Outcome, url: unknown) => {
  const address = URL.parse("/", String(url));
  return address ? sites.get(address.href) : undefined;
};

/** What became of each page that counts is kept once, in its order, and counted. */
const checkOutcomes = (outcome: Outcome, run: RunRecord): string[] => {
  const { atRest, objects } = outcome;
  const parts = atRest.items.filter(({ pk }) => pk === `RUNOUTCOMES#${run.accountId}#${run.id}`);
  const told = parts.flatMap(({ objectKey }) =>
    String(objects.get(objectKey as string) ?? "")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as PageOutcome),
  );
  const flow = outcome.history.versions.get(`FLOWS#${run.accountId} / ${run.flowId}`)?.[0]?.item;
  const site = siteOf(outcome, flow?.url);
  const expected = site ? told.map((_, index) => outcomeOf(site, index + 1)) : told;
  const count = (status: PageOutcome["status"]) => told.filter((page) => page.status === status).length;
  const counts = { completed: count("completed"), failed: count("failed"), skipped: count("skipped") };
  return [
    ...compare(`run ${run.id}: outcomes of pages`, told, expected),
    ...compare(`run ${run.id}: outcomes told`, told.length, run.pagesFetched),
    ...(run.outcomes ? compare(`run ${run.id}: outcomes counted`, run.outcomes, counts) : []),
  ];
};

const DEADLY: ReadonlySet<unknown> = new Set(["fails", "crashes", "kills"]);

const checkOutput = (outcome: Outcome, run: RunRecord): string[] => {
  const flow = outcome.history.versions.get(`FLOWS#${run.accountId} / ${run.flowId}`)?.[0]?.item;
  const site = siteOf(outcome, flow?.url);
  if (!site) return [`run ${run.id} is of no known flow`];
  const output = outputOf(outcome, run);
  const all = itemsOf(site, Number(output[0]?.edition ?? 0));
  const expected = run.status === "completed" ? all : all.slice(0, output.length);
  const points = output.reduce((sum, item) => sum + Object.keys(item).length, 0);
  const pages = site.itemsPerPage === 0 ? run.pagesFetched : output.length / site.itemsPerPage;
  return [
    ...compare(`run ${run.id} (${run.status}): items`, output, expected),
    ...compare(`run ${run.id}: itemsExtracted`, run.itemsExtracted, output.length),
    ...compare(`run ${run.id}: dataPoints`, run.dataPoints, points),
    ...compare(`run ${run.id}: pagesFetched`, run.pagesFetched, pages),
    ...(run.status === "completed" ? compare(`run ${run.id}: pages`, run.pagesFetched, site.pages) : []),
    ...(run.status === "completed" && DEADLY.has(site.trouble)
      ? [`run ${run.id} completed on a site that ${site.trouble}`]
      : []),
  ];
};

const checkDetail = ({ atRest }: Outcome, run: RunRecord): string[] => {
  const detail = atRest.items.filter(({ pk }) => pk === `RUN#${run.accountId}#${run.id}`);
  const logged = detail.flatMap(({ entries }) => (entries as unknown[] | undefined) ?? []).length;
  const shown = detail.flatMap(({ items }) => (items as unknown[] | undefined) ?? []).length;
  return [
    ...compare(`run ${run.id}: log entries`, logged, run.logCount),
    ...compare(`run ${run.id}: items in the preview`, shown, Math.min(10, run.itemsExtracted)),
  ];
};

export const checkRuns: Check = (outcome) => {
  const runs = rowsOf<RunRecord>(outcome.atRest.items, "RUNS");
  return runs.flatMap((run) => [
    ...(isOver(run.status) ? [] : [`run ${run.id} is ${run.status} when all is over`]),
    ...checkHistory(run.id, outcome.history.versions.get(`RUNS#${run.accountId} / ${run.id}`) ?? []),
    ...checkWork(run, outcome.history.versions.get(`RUN#${run.accountId}#${run.id} / WORK`) ?? []),
    ...checkParts(outcome, run),
    ...checkOutput(outcome, run),
    ...checkPages(outcome, run),
    ...checkOutcomes(outcome, run),
    ...checkDetail(outcome, run),
  ]);
};
