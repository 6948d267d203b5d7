import { type Currencies, joinCurrencies } from "../../../contract/currencies.ts";
import type { PageOutcome, SiteOutcome } from "../../../contract/runs/runPages.ts";
import { type Item, PREVIEW_ITEMS } from "../../../contract/runs/runs.ts";
import type { OutputPart, PagePack, RunAdditions } from "../../../store/runs/runDetail.ts";
import type { OutcomePart } from "../../../store/runs/runPages.ts";
import { MAX_FIELD_NAMES } from "../../../store/runs/runRecord.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { Write } from "../../../store/table.ts";
import type { CollectionBatch } from "../../engine.ts";
import { folderOf } from "../../files/folders.ts";
import type { Deps, WithObjects, WithUsage } from "../../ports.ts";
import { countFilled } from "../../quality/profile.ts";
import { createRunShots } from "../../screenshots/runShots.ts";
import type { Mask } from "../../shared/mask.ts";
import { addCost, NO_COST, priceUsage } from "../../usage/cost.ts";
import { createOutcomes } from "../read/outcomes.ts";
import { writeLines } from "../read/outputLines.ts";
import { previewItem } from "../read/preview.ts";
import { createSnapshots } from "../snapshots/keep.ts";
import type { KeptPage } from "../snapshots/page.ts";
import { COMMIT_ITEMS } from "../timing.ts";
import { createFinishedPages } from "./finishedPages.ts";
import { createRunLog } from "./log.ts";

/** The objects of one commit; each is absent if there was nothing to write. */
interface Packed {
  readonly part?: OutputPart | undefined;
  readonly pagePack?: PagePack | undefined;
  readonly outcomePart?: OutcomePart | undefined;
  readonly sitePart?: OutcomePart | undefined;
  /** Events about the finished pages. */
  readonly events?: readonly Write[];
}

/** Counts values that are not null, by field. */
const countDataPoints = (items: readonly Item[]): number =>
  items.reduce(
    (sum, item) => sum + Object.values(item).filter((value) => value !== null && value !== undefined).length,
    0,
  );

/** The columns of an export with these items added. */
const columnsOf = (known: readonly string[], items: readonly Item[]): string[] => {
  const names = new Set(known);
  for (const item of items) for (const name of Object.keys(item)) names.add(name);
  return [...names].slice(0, MAX_FIELD_NAMES);
};

type Documents = NonNullable<RunRecord["documents"]>;
const NO_DOCUMENTS: Documents = { read: 0, textless: 0 };

const addDocuments = (left = NO_DOCUMENTS, right = NO_DOCUMENTS): Documents => ({
  read: left.read + right.read,
  textless: left.textless + right.textless,
});

/**
 * What a worker has collected since its last commit. Methods that compute totals take the run as last committed.
 *
 * @param mask removes secrets from what is stored
 */
export const createUncommitted = (deps: Deps & WithObjects & WithUsage, claimed: RunRecord, mask: Mask) => {
  let items: Item[] = [];
  let pages = 0;
  let currencies: Currencies = {};
  let documents = NO_DOCUMENTS;
  /** Priced but not yet committed. */
  let spent = NO_COST;
  const log = createRunLog(deps.now, mask);
  const snapshots = createSnapshots(deps, claimed);
  const outcomes = createOutcomes<PageOutcome>(deps, claimed, "pages");
  const sites = createOutcomes<SiteOutcome>(deps, claimed, "sites");
  const shots = createRunShots(deps, claimed, mask);
  const finishedPages = createFinishedPages(deps, claimed, mask);

  /** Prices the usage measured since the last call, and adds it to the run's cost. */
  const takeCost = (run: RunRecord) => {
    spent = addCost(spent, priceUsage(deps.usage.take()));
    return addCost(run.cost, spent);
  };

  const putPart = async (run: RunRecord, name: string): Promise<OutputPart | undefined> => {
    if (items.length === 0) return undefined;
    const objectKey = `${folderOf("runs", run.accountId)}${run.id}/${name}.ndjson`;
    const { lines, notes, items: fitted } = writeLines(items, run.itemsExtracted);
    items = fitted;
    for (const note of notes) log.write("warn", note);
    await deps.objects.put(objectKey, lines, "application/x-ndjson");
    return { first: run.itemsExtracted, items: items.length, bytes: Buffer.byteLength(lines), objectKey };
  };

  const totals = (run: RunRecord) => ({
    items: run.itemsExtracted + items.length,
    pages: run.pagesFetched + pages,
    filled: countFilled(run.filledCounts ?? {}, items),
    currencies: joinCurrencies(run.currencies ?? {}, currencies),
    documents: addDocuments(run.documents, documents),
  });

  return {
    log,

    keepPage: (url: string, page: KeptPage): void =>
      snapshots.keep(url, { ...page, url: mask.text(page.url), html: mask.text(page.html) }),

    keepShot: shots.keep,

    add(batch: CollectionBatch): void {
      items = items.concat(mask.value(batch.items));
      log.add(batch.logs);
      const finished = mask.value(batch.outcomes ?? []);
      finishedPages.add(batch, finished);
      outcomes.add(finished);
      sites.add(mask.value(batch.siteOutcomes ?? []));
      pages += batch.pages;
      currencies = joinCurrencies(currencies, batch.currencies ?? {});
      documents = addDocuments(documents, batch.documents);
    },

    /** Whether there is too much to keep in memory. */
    isMuch: (): boolean => items.length >= COMMIT_ITEMS || snapshots.commitIsDue(),

    hasPages: (): boolean => pages > 0,
    pages: (): number => pages,

    takeCost,
    totals,

    /** Writes items, pages and outcomes to objects. Commit its `events` too. @param name of the commit, unique within the run */
    async pack(run: RunRecord, name: string): Promise<Packed> {
      const writes = [
        putPart(run, name),
        snapshots.pack(name),
        outcomes.pack(name),
        sites.pack(name),
      ] as const;
      const [part, pagePack, outcomePart, sitePart] = await Promise.all(writes);
      const events = await finishedPages.pageEvents(name, items);
      return { part, pagePack, outcomePart, sitePart, events };
    },

    /** Changes to the run's fields and details that include everything uncommitted. */
    changes(
      run: RunRecord,
      { part, pagePack, outcomePart, sitePart }: Packed = {},
    ): { patch: Partial<RunRecord>; additions: RunAdditions } {
      const { kept, bytes, dropped } = log.fitting(run);
      const all = totals(run);
      const [counted, countedSites] = [outcomes.totals(), sites.totals()];
      const preview = items.slice(0, Math.max(0, PREVIEW_ITEMS - run.itemsExtracted)).map(previewItem);
      const patch = {
        itemsExtracted: all.items,
        pagesFetched: all.pages,
        dataPoints: run.dataPoints + countDataPoints(items),
        cost: takeCost(run),
        ...snapshots.totals(),
        ...(counted && { outcomes: counted }),
        ...(countedSites && { sites: countedSites }),
        screenshots: shots.list(),
        logCount: run.logCount + kept.length,
        logBytes: bytes,
        logsDropped: run.logsDropped + dropped,
        fieldNames: columnsOf(run.fieldNames, items),
        filledCounts: all.filled,
        ...(Object.keys(all.currencies).length > 0 && { currencies: all.currencies }),
        ...(all.documents.read > 0 && { documents: all.documents }),
      };
      const objects = {
        ...(part && { part }),
        ...(pagePack && { pagePack }),
        ...(outcomePart && { outcomePart }),
        ...(sitePart && { sitePart }),
      };
      return { patch, additions: { ...objects, logs: kept, preview } };
    },

    /** Call once it is committed. */
    clear(): void {
      [items, pages, spent, currencies, documents] = [[], 0, NO_COST, {}, NO_DOCUMENTS];
      finishedPages.clear();
      log.clear();
    },
  };
};
