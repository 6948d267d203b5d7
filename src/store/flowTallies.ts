/**
 * What the runs of a flow change about it: counts, failures in a row, warnings. Stored with the counters of its runs, which
 * every start and end of a run changes anyway, and not in the flow: that is as large as its definition and is copied into three
 * indexes.
 */
import type { RunWarning } from "../contract/expect.ts";
import { countersOfValue } from "./collectionKeys.ts";
import type { Condition, Item, Key, Table, Test, Write } from "./table.ts";

/** A flow with what its runs changed about it. */
export interface CountedFlow {
  readonly id: string;
  readonly accountId: string;
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
}

/** What was counted since releases that counted in the flow itself; absent: nothing. */
export type FlowTally = Partial<Omit<CountedFlow, "id" | "accountId">>;

export const tallyKey = (accountId: string, flowId: string): Key =>
  countersOfValue(accountId, "RUNS", "flowId", flowId);

/** The counters stay when the flow is deleted. From then on they say so, and no run is counted. */
const OPEN: Condition = { isGone: { exists: false } };

/** The flow with what its runs changed: counts are added to those in the flow, the rest replaces what is there. */
export const withTally = <T extends CountedFlow>(flow: T, tally: FlowTally | null | undefined): T => {
  if (!tally) return flow;
  const { totalRuns = 0, completedRuns = 0, failedRuns = 0 } = tally;
  return {
    ...flow,
    totalRuns: flow.totalRuns + totalRuns,
    completedRuns: flow.completedRuns + completedRuns,
    failedRuns: flow.failedRuns + failedRuns,
    failuresInRow: tally.failuresInRow ?? flow.failuresInRow,
    ...(tally.lastRunAt !== undefined && { lastRunAt: tally.lastRunAt }),
    ...(tally.lastItemCount !== undefined && { lastItemCount: tally.lastItemCount }),
    ...(tally.warnedOf !== undefined && { warnings: tally.warnings ?? [], warnedOf: tally.warnedOf }),
  };
};

/** Identifies what warnings are about, regardless of their wording. */
const topicsOf = (warnings: readonly RunWarning[]): string =>
  warnings.map(({ code, field }) => (field === null ? code : `${code}:${field}`)).join(" ");

/** Holds while the attribute is as it was read. */
const unchanged = (value: string | number | undefined): Test =>
  value === undefined ? { exists: false } : { eq: value };

type OfFlow = Pick<CountedFlow, "accountId" | "id">;

const update = (
  { accountId, id }: OfFlow,
  change: Omit<Extract<Write, { kind: "update" }>, "kind" | "key">,
): Write[] => [{ kind: "update", key: tallyKey(accountId, id), ...change }];

/** Counts a queued run; refused if the flow has been deleted. */
export const countQueued = (flow: OfFlow, lastRunAt: string): Write[] =>
  update(flow, { add: { totalRuns: 1 }, set: { lastRunAt }, when: OPEN });

/**
 * Counts a completed or failed run; refused if another was counted since the flow was read, or the flow has been deleted.
 *
 * @param flow with its tally
 */
export const countEnded = (
  flow: CountedFlow,
  tally: FlowTally,
  { completed, items }: { readonly completed: boolean; readonly items: number },
): Write[] =>
  update(flow, {
    add: completed ? { completedRuns: 1 } : { failedRuns: 1 },
    set: completed ? { failuresInRow: 0, lastItemCount: items } : { failuresInRow: flow.failuresInRow + 1 },
    when: { ...OPEN, failuresInRow: unchanged(tally.failuresInRow) },
  });

/** Stores the last run's warnings; refused if another run's were stored since the flow was read. */
export const warn = (flow: OfFlow, tally: FlowTally, warnings: readonly RunWarning[]): Write[] =>
  update(flow, {
    set: { warnings, warnedOf: topicsOf(warnings) },
    when: { warnedOf: unchanged(tally.warnedOf) },
  });

/** Forgets the failures in a row. */
export const forgive = (flow: OfFlow): Write[] => update(flow, { set: { failuresInRow: 0 } });

/** Counts no more runs of a flow. */
export const closeTally = (flow: OfFlow): Write[] => update(flow, { set: { isGone: true } });

/** The item holds counters of the flow's runs, too. */
const toTally = (item: Item): FlowTally => item as FlowTally & Item;

export const getTally = async (
  table: Table,
  accountId: string,
  flowId: string,
): Promise<FlowTally | null> => {
  const item = await table.get(tallyKey(accountId, flowId));
  return item && toTally(item);
};

const flowIdOf = ({ sk }: Item): string => sk.slice(tallyKey("", "").sk.length);

type Tallies = ReadonlyMap<string, FlowTally>;

const byFlow = (items: readonly Item[]): Tallies =>
  new Map(items.map((item) => [flowIdOf(item), toTally(item)]));

/** The tallies of all flows of an account, deleted ones included. */
export const allTallies = async (table: Table, accountId: string): Promise<Tallies> => {
  const { pk, sk } = tallyKey(accountId, "");
  return byFlow(await table.query({ pk, prefix: sk }));
};

/** Comes after all ids, which are in ASCII. */
const AFTER_ALL_IDS = "~";

interface TallyPage {
  readonly tallies: Tallies;
  /** The last flow of the page; empty if there are no more. */
  readonly lastId: string;
}

/** The tallies of up to `limit` flows below one of them, newest first; deleted flows are among them. */
export const listTallies = async (
  table: Table,
  accountId: string,
  { limit, belowId = AFTER_ALL_IDS }: { readonly limit: number; readonly belowId?: string | undefined },
): Promise<TallyPage> => {
  const { pk, sk } = tallyKey(accountId, "");
  const items = await table.query({ pk, below: sk + belowId, descending: true, limit });
  const own = items.filter((item) => item.sk.startsWith(sk));
  const last = own.at(-1);
  return { tallies: byFlow(own), lastId: last && own.length === limit ? flowIdOf(last) : "" };
};
