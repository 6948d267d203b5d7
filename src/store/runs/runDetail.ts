import { type LogEntry, PREVIEW_ITEMS } from "../../contract/runs/runs.ts";
import { dueAttributes } from "../due.ts";
import { erasePage } from "../erasePage.ts";
import { accountPartition, RUN_KINDS, runPartition } from "../partitions.ts";
import type { Condition, Item, Key, Table, Write } from "../table.ts";
import { type OutcomePart, outcomeWrite } from "./runPages.ts";
import type { RunRecord } from "./runRecord.ts";
import { endWork } from "./runWork.ts";

/** A piece of output: `items` lines of NDJSON, starting at item number `first` of the run. */
export interface OutputPart {
  readonly first: number;
  readonly items: number;
  readonly bytes: number;
  readonly objectKey: string;
}

/** Pages stored in one object, one after the other. */
export interface PagePack {
  /** How many of the run's pages were stored before these. */
  readonly first: number;
  readonly objectKey: string;
  /** The pages' keys and sizes in bytes, in order. */
  readonly names: readonly string[];
  readonly lengths: readonly number[];
}

/** What a commit adds beside the run's own fields. */
export interface RunAdditions {
  readonly part?: OutputPart;
  readonly pagePack?: PagePack;
  readonly outcomePart?: OutcomePart;
  /** Outcomes of sites. */
  readonly sitePart?: OutcomePart;
  readonly logs?: readonly LogEntry[];
  /** Items to append to the preview. */
  readonly preview?: readonly Record<string, unknown>[];
}

const MAX_LOG_ITEM_BYTES = 100_000;
/** A longer preview has an item of its own: with the end of the log it might be too large for one. */
const SMALL_PREVIEW_CHARS = 10_000;

const detailPartition = (accountId: string, runId: string) => runPartition("RUN", accountId, runId);
const partsPartition = (accountId: string, runId: string) => runPartition("RUNPARTS", accountId, runId);
const pagesPartition = (accountId: string, runId: string) => runPartition("RUNPAGES", accountId, runId);
const ordinal = (n: number) => String(n).padStart(12, "0");

/** A shard's details have their own range of sort keys, after those of earlier shards. */
const PLACES_PER_SHARD = 1_000_000_000;
export const firstPlaceOf = (shard: number | undefined): number =>
  shard === undefined ? 0 : (shard + 1) * PLACES_PER_SHARD;

/** Splits entries into pieces that each fit an item. */
const chunkBySize = (entries: readonly LogEntry[]): LogEntry[][] => {
  const chunks: LogEntry[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    if (bytes + size > MAX_LOG_ITEM_BYTES) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)?.push(entry);
    bytes += size;
  }
  return chunks;
};

/** A pack as stored: one line per page, because the table's own lists would take twice the space. */
const packed = ({ first, objectKey, names, lengths }: PagePack) => ({
  first,
  objectKey,
  pages: names.map((name, index) => `${name} ${lengths[index]}`).join("\n"),
});

const unpacked = ({ first, objectKey, pages }: ReturnType<typeof packed>): PagePack => {
  const lines = pages.split("\n").map((line) => line.split(" "));
  return {
    first,
    objectKey,
    names: lines.map(([name = ""]) => name),
    lengths: lines.map(([, length]) => Number(length)),
  };
};

/** The pages listed in an item. An output part lists the pages of its commit; null if there are none. */
export const pagePackOf = ({ sk, pack, pages, objectKey }: Item): PagePack | null => {
  if (pack !== undefined) return unpacked(pack as ReturnType<typeof packed>);
  if (pages === undefined) return null;
  return unpacked({ first: Number(sk), objectKey: objectKey as string, pages: pages as string });
};

/** Items as text, because the table does not keep the order of a map's keys. */
const asText = (items: readonly Record<string, unknown>[]): string[] =>
  items.map((item) => JSON.stringify(item));

/** Writes of what a commit adds beside the run. */
export const additionWrites = (
  run: RunRecord,
  { part, pagePack, outcomePart, sitePart, logs = [], preview }: RunAdditions,
): Write[] => {
  const pk = detailPartition(run.accountId, run.id);
  const base = firstPlaceOf(run.shard);
  const writes: Write[] = [];
  const pack = pagePack && packed({ ...pagePack, first: base + pagePack.first });
  if (part) {
    const first = base + part.first;
    const key = { pk: partsPartition(run.accountId, run.id), sk: ordinal(first) };
    // One item costs less to write than two.
    writes.push({ kind: "put", item: { ...part, first, ...(pack && { pack }), ...key } });
  } else if (pack) {
    const { first, ...rest } = pack;
    writes.push({
      kind: "put",
      item: { ...rest, pk: pagesPartition(run.accountId, run.id), sk: ordinal(first) },
    });
  }
  if (outcomePart)
    writes.push(outcomeWrite("pages", run, { ...outcomePart, first: base + outcomePart.first }));
  if (sitePart) writes.push(outcomeWrite("sites", run, { ...sitePart, first: base + sitePart.first }));
  let logged = base + run.logCount;
  for (const entries of chunkBySize(logs)) {
    writes.push({ kind: "put", item: { pk, sk: `LOG#${ordinal(logged)}`, entries } });
    logged += entries.length;
  }
  if (preview && preview.length > 0) {
    const sk = `PREVIEW#${ordinal(base + run.itemsExtracted)}`;
    writes.push({ kind: "put", item: { pk, sk, items: asText(preview) } });
  }
  return writes;
};

/**
 * Writes that end a run's work and add what its last commit adds. The end of the log and the preview take the place of the
 * work, which comes after all others of its details: one item is written where three would be.
 */
export const lastWrites = (
  run: RunRecord,
  { logs = [], preview = [], ...objects }: RunAdditions,
  when: Condition = {},
): Write[] => {
  const earlier = chunkBySize(logs);
  const entries = earlier.pop();
  const items = asText(preview);
  const isSmall = items.join("").length < SMALL_PREVIEW_CHARS;
  const kept = { ...(entries && { entries }), ...(isSmall && items.length > 0 && { items }) };
  const beside = { ...objects, logs: earlier.flat(), preview: isSmall ? [] : preview };
  return [endWork(run, when, kept), ...additionWrites(run, beside)];
};

const toPart = (item: Item): OutputPart => ({
  first: item.first as number,
  items: item.items as number,
  bytes: item.bytes as number,
  objectKey: item.objectKey as string,
});

/** A deleted run whose details may still exist: due until they are gone. */
export interface ForgottenRun {
  readonly accountId: string;
  readonly runId: string;
  /** For a run deleted by request: how long its pages and screenshots would still be kept. */
  readonly retentionDays?: number;
}

const forgottenKey = (accountId: string, runId: string): Key => ({
  pk: accountPartition("FORGOTTEN", accountId),
  sk: runId,
});

/** Marks a run as deleted: commit it with the write that removes the run. */
export const leaveBehind = (
  accountId: string,
  runId: string,
  dueAtMs: number,
  retentionDays?: number,
): Write => ({
  kind: "put",
  item: {
    accountId,
    runId,
    ...(retentionDays !== undefined && { retentionDays }),
    ...forgottenKey(accountId, runId),
    ...dueAttributes("forgottenRun", runId, dueAtMs),
  },
});

/** The details of a run, in separate partitions. */
export const runDetailStore = (table: Table) => ({
  /** The whole log and the preview of a run, in one query. */
  async getDetail(
    accountId: string,
    runId: string,
  ): Promise<{ logs: LogEntry[]; preview: Record<string, unknown>[] }> {
    const items = await table.query({ pk: detailPartition(accountId, runId) });
    const logs = items.flatMap((item) => (item.entries as LogEntry[] | undefined) ?? []);
    const preview = items
      .flatMap((item) => (item.items as string[] | undefined) ?? [])
      .slice(0, PREVIEW_ITEMS);
    // Each shard has its own log; the log of a run that is not split is already in order.
    const isSplit = items.some(({ sk }) => sk >= `LOG#${ordinal(PLACES_PER_SHARD)}` && sk.startsWith("LOG#"));
    if (isSplit) logs.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
    return { logs, preview: preview.map((text) => JSON.parse(text) as Record<string, unknown>) };
  },

  /** The part that holds item number `index`, if any. */
  async findPart(accountId: string, runId: string, index: number): Promise<OutputPart | null> {
    const [item] = await table.query({
      pk: partsPartition(accountId, runId),
      below: ordinal(index + 1),
      descending: true,
      limit: 1,
    });
    return item ? toPart(item) : null;
  },

  /** Up to `limit` parts, starting with the one at item number `first`. */
  async listParts(accountId: string, runId: string, first: number, limit?: number): Promise<OutputPart[]> {
    const items = await table.query({
      pk: partsPartition(accountId, runId),
      from: ordinal(first),
      ...(limit !== undefined && { limit }),
    });
    return items.map(toPart);
  },

  /** Where the run's stored pages are, in the order in which they were stored. */
  async listPagePacks(accountId: string, runId: string): Promise<PagePack[]> {
    const partitions = [pagesPartition(accountId, runId), partsPartition(accountId, runId)];
    const items = (await Promise.all(partitions.map((pk) => table.query({ pk })))).flat();
    return items.flatMap((item) => pagePackOf(item) ?? []).sort((a, b) => a.first - b.first);
  },

  /** Erases a page of the run's details. @returns how many items; 0 if nothing is left */
  async eraseDetail({ accountId, runId }: ForgottenRun): Promise<number> {
    const partitions = RUN_KINDS.map((kind) => runPartition(kind, accountId, runId));
    const counts = await Promise.all(partitions.map((pk) => erasePage(table, pk)));
    return counts.reduce((sum, count) => sum + count, 0);
  },

  /** Removes the marker of a deleted run whose details are gone. */
  finishForgetting: ({ accountId, runId }: ForgottenRun): Write[] => [
    { kind: "remove", key: forgottenKey(accountId, runId) },
  ],
});
