import { withEarlierEachUrl } from "../contract/eachUrl.ts";
import type { RunWarning } from "../contract/expect.ts";
import {
  definitionOf,
  type FlowDefinition,
  type FlowMode,
  type FlowStatus,
} from "../contract/flowDefinition.ts";
import { RECORD } from "../contract/permissions.ts";
import { NO_SESSION } from "../contract/sessions.ts";
import { collection, type ListPage } from "./collection.ts";
import { DUE_ATTRIBUTES, dueAttributes, recordOf } from "./due.ts";
import { accountPartition } from "./partitions.ts";
import type { Key, Table, Write } from "./table.ts";

export interface FlowRecord extends FlowDefinition {
  readonly id: string;
  readonly accountId: string;
  readonly mode: FlowMode;
  readonly status: FlowStatus;
  readonly version: number;
  readonly nextRunAt: string | null;
  readonly totalRuns: number;
  readonly completedRuns: number;
  readonly failedRuns: number;
  /** Failed runs since the last completed one. */
  readonly failuresInRow: number;
  /** When its latest run was queued; absent if an earlier release queued it. */
  readonly lastRunAt?: string;
  /** Items of its last completed run; absent: none, or an earlier release ran it. */
  readonly lastItemCount?: number;
  /** Warnings of the last completed run; absent: none. */
  readonly warnings?: readonly RunWarning[];
  /** Codes and fields of the warnings; present only with them. */
  readonly warnedOf?: string;
  /** Number of URLs of its uploaded list; null or absent: it has none. */
  readonly urlCount?: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A new flow's state. */
export const NEW_FLOW = {
  status: "draft",
  version: 1,
  nextRunAt: null,
  totalRuns: 0,
  completedRuns: 0,
  failedRuns: 0,
  failuresInRow: 0,
} as const satisfies Partial<FlowRecord>;

/** The definition at one version. Runs are bound to a version, so that edits do not affect them. */
export interface FlowVersion extends FlowDefinition {
  readonly flowId: string;
  readonly version: number;
}

const flows = collection<FlowRecord, "mode", "status">({ name: "FLOWS", first: "mode", second: "status" });

/** A stored definition in its current form; older ones may lack newer fields. */
const completed = <T extends FlowDefinition>(record: T): T => ({
  ...withEarlierEachUrl(record),
  inputs: record.inputs ?? {},
  urls: record.urls ?? [],
  uploadId: record.uploadId ?? null,
  pace: record.pace ?? "auto",
  session: record.session ?? NO_SESSION,
  permissions: record.permissions ?? RECORD,
  expect: record.expect ?? {},
});

const versionKey = (accountId: string, flowId: string, version: number): Key => ({
  pk: accountPartition("FLOWVERSIONS", accountId),
  sk: `${flowId}#${String(version).padStart(9, "0")}`,
});

const dueOf = (flow: FlowRecord) =>
  flow.nextRunAt === null ? {} : dueAttributes("flow", flow.id, Date.parse(flow.nextRunAt));

/** Identifies what warnings are about, regardless of their wording. */
const topicsOf = (warnings: readonly RunWarning[]): string =>
  warnings.map(({ code, field }) => (field === null ? code : `${code}:${field}`)).join(" ");

const isRevived = (before: FlowRecord, after: FlowRecord): boolean =>
  after.status === "active" && before.status !== "active";

const versionWrite = (flow: FlowRecord): Write => {
  const { id: flowId, accountId, version } = flow;
  const record: FlowVersion = { ...definitionOf(flow), flowId, version };
  return { kind: "put", item: { ...record, ...versionKey(accountId, flowId, version) } };
};

export const flowStore = (table: Table) => ({
  key: flows.key,

  insert: (flow: FlowRecord): Write[] => [...flows.insert(flow, dueOf(flow)), versionWrite(flow)],

  /**
   * Replaces the definition and state of version `before`. Run counts stay, except that activating a flow resets its
   * failures in a row.
   */
  change: (before: FlowRecord, after: FlowRecord): Write[] => {
    const {
      totalRuns,
      completedRuns,
      failedRuns,
      failuresInRow,
      warnings,
      warnedOf,
      nextRunAt,
      lastRunAt,
      lastItemCount,
      ...patch
    } = after;
    // The schedule moves on by itself: an unchanged date must not be written back.
    const moved = nextRunAt !== before.nextRunAt;
    const due = nextRunAt === null ? { remove: DUE_ATTRIBUTES } : { set: dueOf(after) };
    const { set, remove = [] } = moved ? due : {};
    // An option that was taken away, such as a proxy, must not stay behind.
    const gone = Object.keys(before).filter((name) => !(name in after));
    return [
      ...flows.change(
        before,
        { ...patch, ...(moved && { nextRunAt }), ...(isRevived(before, after) && { failuresInRow: 0 }) },
        { version: { eq: before.version } },
        { ...(set && { set }), remove: [...remove, ...gone] },
      ),
      versionWrite(after),
    ];
  },

  /** Advances the schedule, unless someone else already has. Not a new version. */
  reschedule: (flow: FlowRecord, nextRunAt: string | null): Write[] => [
    {
      kind: "update",
      key: flows.key(flow.accountId, flow.id),
      set: { nextRunAt, ...dueOf({ ...flow, nextRunAt }) },
      ...(nextRunAt === null && { remove: DUE_ATTRIBUTES }),
      when: { nextRunAt: { eq: flow.nextRunAt }, status: { eq: "active" } },
    },
  ],

  /** Makes a transaction fail if the flow has been deleted. */
  check: ({ accountId, id }: FlowRecord): Write[] => [
    { kind: "check", key: flows.key(accountId, id), when: { pk: { exists: true } } },
  ],

  /** Makes a transaction fail if the flow has been changed or deleted. */
  checkVersion: ({ accountId, id, version }: FlowRecord): Write[] => [
    { kind: "check", key: flows.key(accountId, id), when: { version: { eq: version } } },
  ],

  remove: (flow: FlowRecord): Write[] => flows.remove(flow, { version: { eq: flow.version } }),

  /** Counts a queued run; refused if the flow has been deleted. */
  countQueued: (accountId: string, flowId: string, lastRunAt: string): Write[] => [
    {
      kind: "update",
      key: flows.key(accountId, flowId),
      add: { totalRuns: 1 },
      set: { lastRunAt },
      when: { pk: { exists: true } },
    },
  ],

  /** Counts a completed or failed run; refused if another was counted since the flow was read. */
  countEnded: (
    { accountId, id, failuresInRow }: FlowRecord,
    { completed, items }: { readonly completed: boolean; readonly items: number },
  ): Write[] => [
    {
      kind: "update",
      key: flows.key(accountId, id),
      add: completed ? { completedRuns: 1 } : { failedRuns: 1 },
      set: completed ? { failuresInRow: 0, lastItemCount: items } : { failuresInRow: failuresInRow + 1 },
      when: { failuresInRow: { eq: failuresInRow } },
    },
  ],

  /** Stores the last run's warnings; refused if another run's were stored since the flow was read. */
  warn: ({ accountId, id, warnedOf }: FlowRecord, warnings: readonly RunWarning[]): Write[] => [
    {
      kind: "update",
      key: flows.key(accountId, id),
      set: { warnings, warnedOf: topicsOf(warnings) },
      when: { warnedOf: warnedOf === undefined ? { exists: false } : { eq: warnedOf } },
    },
  ],

  async get(accountId: string, id: string): Promise<FlowRecord | null> {
    const flow = await flows.get(table, accountId, id);
    return flow && completed(flow);
  },

  async list(
    accountId: string,
    filters: { mode?: FlowMode | undefined; status?: FlowStatus | undefined },
    page: { limit: number; afterId?: string | undefined },
  ): Promise<ListPage<FlowRecord>> {
    const listed = await flows.list(table, accountId, filters, page);
    return { ...listed, records: listed.records.map(completed) };
  },

  /** All flows that match the filters, in no particular order. The plan limits how many there may be. */
  all: (
    accountId: string,
    filters: { mode?: FlowMode | undefined; status?: FlowStatus | undefined },
  ): Promise<FlowRecord[]> => flows.all(table, accountId, filters),

  async getVersion(accountId: string, flowId: string, version: number): Promise<FlowVersion | null> {
    const item = await table.get(versionKey(accountId, flowId, version));
    return item && completed(recordOf<FlowVersion>(item));
  },
});
