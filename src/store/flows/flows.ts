import { withEarlierEachUrl } from "../../contract/flows/eachUrl.ts";
import { definitionOf, type FlowDefinition, type FlowMode } from "../../contract/flows/flowDefinition.ts";
import { type FlowStatus, ofStatus } from "../../contract/flows/flowStatus.ts";
import { NO_SESSION } from "../../contract/flows/sessions.ts";
import { RECORD } from "../../contract/permissions.ts";
import { collection, type ListPage } from "../collection.ts";
import { DUE_ATTRIBUTES, dueAttributes, recordOf } from "../due.ts";
import { inOrder, withOrder } from "../fieldOrder.ts";
import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";
import {
  type CountedFlow,
  closeTally,
  countEnded,
  countQueued,
  getTally,
  listTallies,
  noteStatus,
  talliesOf,
  tallyKey,
  warn,
  withTally,
} from "./flowTallies.ts";

export interface FlowRecord extends FlowDefinition, CountedFlow {
  readonly mode: FlowMode;
  readonly status: FlowStatus;
  readonly version: number;
  readonly nextRunAt: string | null;
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
  ...inOrder(withEarlierEachUrl(record)),
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

const isRevived = (before: FlowRecord, after: FlowRecord): boolean =>
  ofStatus(after).isScheduled && !ofStatus(before).isScheduled;

const versionWrite = (flow: FlowRecord): Write => {
  const { id: flowId, accountId, version } = flow;
  const record: FlowVersion = { ...definitionOf(flow), flowId, version };
  return { kind: "put", item: { ...withOrder(record), ...versionKey(accountId, flowId, version) } };
};

const getCounted = async (table: Table, accountId: string, id: string) => {
  const [flow, tally] = await Promise.all([flows.get(table, accountId, id), getTally(table, accountId, id)]);
  return flow && { flow: withTally(completed(flow), tally), tally: tally ?? {} };
};

const withTallies = async (
  table: Table,
  accountId: string,
  records: readonly FlowRecord[],
  newest: Parameters<typeof talliesOf>[3],
): Promise<FlowRecord[]> => {
  const ids = records.map(({ id }) => id);
  const tallies = await talliesOf(table, accountId, ids, newest);
  return records.map((flow) => withTally(completed(flow), tallies.get(flow.id)));
};

export const flowStore = (table: Table) => ({
  key: flows.key,

  insert: (flow: FlowRecord): Write[] => [...flows.insert(withOrder(flow), dueOf(flow)), versionWrite(flow)],

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
    const isForgiven = isRevived(before, after);
    // The schedule moves on by itself: an unchanged date must not be written back.
    const moved = nextRunAt !== before.nextRunAt;
    const due = nextRunAt === null ? { remove: DUE_ATTRIBUTES } : { set: dueOf(after) };
    const { set, remove = [] } = moved ? due : {};
    // An option that was taken away, such as a proxy, must not stay behind.
    const gone = Object.keys(before).filter((name) => !(name in after));
    return [
      ...flows.change(
        before,
        { ...withOrder(patch), ...(moved && { nextRunAt }), ...(isForgiven && { failuresInRow: 0 }) },
        { version: { eq: before.version } },
        { ...(set && { set }), remove: [...remove, ...gone] },
      ),
      versionWrite(after),
      ...(after.status === before.status ? [] : noteStatus(after, isForgiven)),
    ];
  },

  /** Advances the schedule, unless someone else already has. Not a new version. */
  reschedule: (flow: FlowRecord, nextRunAt: string | null): Write[] => [
    {
      kind: "update",
      key: flows.key(flow.accountId, flow.id),
      set: { nextRunAt, ...dueOf({ ...flow, nextRunAt }) },
      ...(nextRunAt === null && { remove: DUE_ATTRIBUTES }),
      when: { nextRunAt: { eq: flow.nextRunAt }, status: { eq: flow.status } },
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

  /** @param flow with its tally */
  remove: (flow: FlowRecord, nowMs: number): Write[] => [
    ...flows.remove(flow, {
      version: { eq: flow.version },
      // So that an earlier release queues no first run in the meantime.
      ...(flow.totalRuns === 0 && { totalRuns: { eq: 0 } }),
    }),
    ...closeTally(flow, nowMs),
  ],

  tallyKey,
  countQueued,
  countEnded,
  warn,

  get: async (accountId: string, id: string): Promise<FlowRecord | null> =>
    (await getCounted(table, accountId, id))?.flow ?? null,

  /** The flow, and by itself what its runs changed about it. */
  getCounted: (accountId: string, id: string) => getCounted(table, accountId, id),

  async list(
    accountId: string,
    filters: { mode?: FlowMode | undefined; status?: FlowStatus | undefined },
    page: { limit: number; afterId?: string | undefined },
  ): Promise<ListPage<FlowRecord>> {
    const [listed, newest] = await Promise.all([
      flows.list(table, accountId, filters, page),
      listTallies(table, accountId, { limit: page.limit + 1, belowId: page.afterId }),
    ]);
    return { ...listed, records: await withTallies(table, accountId, listed.records, newest) };
  },

  /** All flows that match the filters, in no particular order. The plan limits how many there may be. */
  async all(
    accountId: string,
    filters: { mode?: FlowMode | undefined; status?: FlowStatus | undefined },
  ): Promise<FlowRecord[]> {
    const [all, newest] = await Promise.all([
      flows.all(table, accountId, filters),
      listTallies(table, accountId),
    ]);
    return withTallies(table, accountId, all, newest);
  },

  async getVersion(accountId: string, flowId: string, version: number): Promise<FlowVersion | null> {
    const item = await table.get(versionKey(accountId, flowId, version));
    return item && completed(recordOf<FlowVersion>(item));
  },
});
