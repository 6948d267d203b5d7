import type { DestinationFormat } from "../../contract/deliveries/destinations.ts";
import type { ExportError } from "../../contract/deliveries/exports.ts";
import type { Formulas } from "../../contract/runs/runs.ts";
import { collection } from "../collection.ts";
import { erasePage } from "../erasePage.ts";
import { runPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";
import { attemptStore } from "./attempts.ts";

/** A file of an export. */
export interface ExportPartRecord {
  /** From 1. */
  readonly number: number;
  readonly items: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** How far an export is: the next worker continues here. */
export interface ExportProgress {
  readonly parts: number;
  readonly items: number;
  readonly bytes: number;
  /** The first item of the run that is in no part, by its place in the run. */
  readonly place: number;
  /** Parquet only: the fields' types in the items before a place; `null`: of all items. */
  readonly types?: { readonly before: number | null; readonly of: Readonly<Record<string, string>> };
}

/** All items of a run in files of the bucket. */
export interface ExportRecord {
  readonly id: string;
  readonly accountId: string;
  readonly runId: string;
  readonly flowId: string;
  readonly format: DestinationFormat;
  readonly formulas?: Formulas;
  /** Most bytes of items in a part, as NDJSON. */
  readonly partBytes: number;
  readonly status: "pending" | "completed" | "failed" | "cancelled";
  /** Items of the run, which has ended. */
  readonly totalItems: number;
  readonly progress: ExportProgress;
  readonly error: ExportError | null;
  readonly finishedAt: string | null;
  readonly nextAttemptAt: string | null;
  /** Attempts in a row that started and never reported a result; absent: none. */
  readonly losses?: number;
  /** Incremented with every change: a worker that lost the export can no longer write. */
  readonly turn: number;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

type Owner = Pick<ExportRecord, "accountId" | "runId" | "id">;

const exports = collection<ExportRecord, "runId">({
  name: "EXPORTS",
  first: "runId",
  firstIsUnbounded: true,
});

const partKey = ({ accountId, runId, id }: Owner, number: number): Key => ({
  pk: runPartition("RUNEXPORTS", accountId, runId),
  sk: `${id}#${String(number).padStart(9, "0")}`,
});

export const exportStore = (table: Table) => ({
  ...attemptStore(table, "export", exports),

  /** Exports of one run, newest first. */
  list: (accountId: string, runId: string, page: { limit: number; afterId?: string | undefined }) =>
    exports.list(table, accountId, { runId }, page),

  addPart: (owner: Owner, part: ExportPartRecord): Write[] => [
    { kind: "put", item: { ...part, ...partKey(owner, part.number) } },
  ],

  /** Up to `limit` parts from number `first` on. */
  async listParts(owner: Owner, first: number, limit: number): Promise<ExportPartRecord[]> {
    const { pk, sk } = partKey(owner, first);
    const items = await table.query({ pk, from: sk, limit });
    return items
      .filter((item) => item.sk.startsWith(`${owner.id}#`))
      .map(({ pk: _pk, sk: _sk, ...part }) => part as unknown as ExportPartRecord);
  },

  /** Erases a page of the list of parts. @returns how many; 0 if none are left */
  eraseParts: (owner: Owner): Promise<number> =>
    erasePage(table, partKey(owner, 0).pk, undefined, `${owner.id}#`),
});
