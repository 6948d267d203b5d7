import type { Change, ChangeNoise, RecordChange, RecordHistoryEntry } from "../../contract/runs/changes.ts";
import { collection, type ListPage } from "../collection.ts";
import { dueAttributes } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import { pastOf } from "../past.ts";
import { TABLE } from "../schema.ts";
import type { Table, Write } from "../table.ts";

export interface ChangeRecord extends Omit<Change, "records" | "noise"> {
  readonly accountId: string;
  /** `RecordChange`s as text, because the table does not keep the order of fields. */
  readonly recordsText: string;
  /** Where the pictures of the records are, before and after; absent: they have none. */
  readonly pictureFolders?: { readonly previous: string; readonly current: string };
  /** Absent: none, or found by a release up to 0.1. */
  readonly noise?: Pick<ChangeNoise, "differences" | "reasons">;
  /** `RecordChange`s with what is taken for noise, as text, and how many were left out. */
  readonly noiseText?: string;
  readonly noiseOmitted?: number;
}

const changes = collection<ChangeRecord, "flowId">({
  name: "CHANGES",
  first: "flowId",
  firstIsUnbounded: true,
});

/** Runs that found nothing but what is taken for noise: listed on request only. */
const quietChanges = collection<ChangeRecord, "flowId">({
  name: "QUIETCHANGES",
  first: "flowId",
  firstIsUnbounded: true,
});

const historyPartition = (accountId: string) => accountPartition("RECORDHISTORY", accountId);
/** Keys of records contain no `#`. */
const historyPrefix = (flowId: string, recordKey: string) => `${flowId}#${recordKey}#`;

type PageRequest = { readonly limit: number; readonly afterId?: string | undefined };

/** What happened to one record, with the id of the change it belongs to. */
export interface HistoryEntry extends Omit<RecordHistoryEntry, "fields"> {
  readonly fieldsText: string;
}

export const changeStore = (table: Table) => ({
  /** A new change; its retention is checked at `dueAtMs`. */
  insert: (change: ChangeRecord, dueAtMs: number): Write[] =>
    changes.insert(change, dueAttributes("change", change.id, dueAtMs)),

  /** The same for a run that found only noise. */
  insertQuiet: (change: ChangeRecord, dueAtMs: number): Write[] =>
    quietChanges.insert(change, dueAttributes("quietChange", change.id, dueAtMs)),

  ...pastOf(table, "change", changes),
  quiet: pastOf(table, "quietChange", quietChanges),

  get: (accountId: string, id: string) => changes.get(table, accountId, id),

  list: (accountId: string, flowId: string, page: PageRequest) =>
    changes.list(table, accountId, { flowId }, page),

  /** The same with the runs that found only noise. */
  async listWithNoise(accountId: string, flowId: string, page: PageRequest): Promise<ListPage<ChangeRecord>> {
    const pages = await Promise.all(
      [changes, quietChanges].map((kind) => kind.list(table, accountId, { flowId }, page)),
    );
    const all = pages.flatMap(({ records }) => records).sort((a, b) => (a.id < b.id ? 1 : -1));
    const records = all.slice(0, page.limit);
    const hasMore = all.length > page.limit || pages.some(({ lastId }) => lastId !== undefined);
    const lastId = hasMore ? records.at(-1)?.id : undefined;
    const total = pages.reduce((sum, each) => sum + each.total, 0);
    return { records, total, ...(lastId !== undefined && { lastId }) };
  },

  /**
   * Adds a change to the history of one record, before the change is committed. An entry whose change
   * does not exist was left by an interrupted run and is ignored. The worker that takes over the run
   * writes the same entries again.
   *
   * @param untilMs when the entry expires
   */
  async note(
    { key, type, label, fields }: RecordChange,
    change: Pick<ChangeRecord, "id" | "accountId" | "flowId" | "runId" | "createdAt">,
    untilMs: number,
  ): Promise<void> {
    await table.update({
      key: {
        pk: historyPartition(change.accountId),
        sk: historyPrefix(change.flowId, key) + change.runId,
      },
      set: {
        changeId: change.id,
        createdAt: change.createdAt,
        type,
        ...(label !== undefined && { label }),
        fieldsText: JSON.stringify(fields),
        [TABLE.ttl]: Math.ceil(untilMs / 1_000),
      },
    });
  },

  /** A record's history, newest first. */
  async history(accountId: string, flowId: string, recordKey: string): Promise<HistoryEntry[]> {
    const prefix = historyPrefix(flowId, recordKey);
    const items = await table.query({ pk: historyPartition(accountId), prefix, descending: true });
    return items.map((item) => ({
      changeId: item.changeId as string,
      runId: item.sk.slice(prefix.length),
      createdAt: item.createdAt as string,
      type: item.type as RecordHistoryEntry["type"],
      ...(item.label !== undefined && { label: item.label as string }),
      fieldsText: item.fieldsText as string,
    }));
  },
});
