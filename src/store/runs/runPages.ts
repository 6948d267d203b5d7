/** The URLs given to a run, and the outcome of each of its pages. Both are stored beside the run, in no index. */
import type { PageCounts } from "../../contract/runs/runPages.ts";
import { runPartition } from "../partitions.ts";
import type { Item, Key, Table, Write } from "../table.ts";
import type { RunRecord } from "./runRecord.ts";

/** What outcomes are of. */
export type OutcomesOf = "pages" | "sites";

/** A piece of a run's outcomes: lines of NDJSON, starting at page or site number `first` of the run. */
export interface OutcomePart extends PageCounts {
  readonly first: number;
  readonly objectKey: string;
}

type OfRun = Pick<RunRecord, "id" | "accountId">;

const ordinal = (n: number) => String(n).padStart(12, "0");
const urlsKey = ({ accountId, id }: OfRun): Key => ({
  pk: runPartition("RUNURLS", accountId, id),
  sk: ordinal(0),
});
const outcomesPartition = (of: OutcomesOf, { accountId, id }: OfRun) =>
  runPartition(of === "pages" ? "RUNOUTCOMES" : "RUNSITES", accountId, id);

/** As lines, because the table's own lists take more space, which costs money. No URL contains a line break. */
export const putUrls = (run: OfRun, urls: readonly string[]): Write[] => [
  { kind: "put", item: { ...urlsKey(run), urls: urls.join("\n") } },
];

export const outcomeWrite = (of: OutcomesOf, run: OfRun, part: OutcomePart): Write => ({
  kind: "put",
  item: { pk: outcomesPartition(of, run), sk: ordinal(part.first), ...part },
});

const toOutcomePart = (item: Item): OutcomePart => ({
  first: item.first as number,
  completed: item.completed as number,
  failed: item.failed as number,
  skipped: item.skipped as number,
  objectKey: item.objectKey as string,
});

export const runPagesStore = (table: Table) => ({
  /** The URLs given to the run. */
  async getUrls(run: OfRun): Promise<string[]> {
    const item = await table.get(urlsKey(run));
    return item ? (item.urls as string).split("\n") : [];
  },

  /** Up to `limit` parts, starting with the one at page or site number `first`. */
  async listOutcomeParts(of: OutcomesOf, run: OfRun, first: number, limit: number): Promise<OutcomePart[]> {
    const items = await table.query({ pk: outcomesPartition(of, run), from: ordinal(first), limit });
    return items.map(toOutcomePart);
  },
});
