/**
 * What the runs of a flow change about it: counts, failures in a row, warnings. Stored with the counters of its runs, which
 * every start and end of a run changes anyway, and not in the flow: that is as large as its definition and is copied into three
 * indexes.
 */
import type { RunWarning } from "../../contract/flows/expect.ts";
import { type FlowStatus, ofStatus } from "../../contract/flows/flowStatus.ts";
import { DAY_MS } from "../../contract/units.ts";
import { countersOfValue } from "../collectionKeys.ts";
import { TABLE } from "../schema.ts";
import type { Condition, Item, Key, Table, Test, Update, Write } from "../table.ts";

/** A flow with what its runs changed about it. */
export interface CountedFlow {
  readonly id: string;
  readonly accountId: string;
  readonly status: FlowStatus;
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
export interface FlowTally extends Partial<Omit<CountedFlow, "id" | "accountId">> {
  /** The flow's status when it last changed; absent: it has not since that release. */
  readonly status?: FlowStatus;
  /** Ended runs in the flow itself when the last one was counted here; absent: none was. */
  readonly ownEnded?: number;
}

const COUNTED: readonly (keyof FlowTally)[] = [
  "totalRuns",
  "completedRuns",
  "failedRuns",
  "failuresInRow",
  "lastRunAt",
  "lastItemCount",
  "warnings",
  "warnedOf",
  "status",
  "ownEnded",
];

export const tallyKey = (accountId: string, flowId: string): Key =>
  countersOfValue(accountId, "RUNS", "flowId", flowId);

/** The counters stay when the flow is deleted. From then on they say so, and no run is counted. */
const OPEN: Condition = { isGone: { exists: false } };

const endedOf = ({ completedRuns, failedRuns }: CountedFlow): number => completedRuns + failedRuns;

/** What replaces the flow's own values, unless an earlier release, which is not aware of the tally, has written newer ones. */
const replaced = (flow: CountedFlow, tally: FlowTally) => {
  if (tally.ownEnded !== endedOf(flow)) return {};
  const { failuresInRow, lastItemCount, warnings = [], warnedOf, status = flow.status } = tally;
  const isRevived = ofStatus(flow).isScheduled && !ofStatus({ status }).isScheduled;
  return {
    ...(failuresInRow !== undefined && !isRevived && { failuresInRow }),
    ...(lastItemCount !== undefined && { lastItemCount }),
    ...(warnedOf !== undefined && { warnings, warnedOf }),
  };
};

/** The flow with what its runs changed: counts are added to those in the flow, of the rest the latest holds. */
export const withTally = <T extends CountedFlow>(flow: T, tally: FlowTally | null | undefined): T => {
  if (!tally) return flow;
  const { totalRuns = 0, completedRuns = 0, failedRuns = 0, lastRunAt = "" } = tally;
  return {
    ...flow,
    totalRuns: flow.totalRuns + totalRuns,
    completedRuns: flow.completedRuns + completedRuns,
    failedRuns: flow.failedRuns + failedRuns,
    ...(lastRunAt > (flow.lastRunAt ?? "") && { lastRunAt }),
    ...replaced(flow, tally),
  };
};

/** Identifies what warnings are about, regardless of their wording. */
const topicsOf = (warnings: readonly RunWarning[]): string =>
  warnings.map(({ code, field }) => (field === null ? code : `${code}:${field}`)).join(" ");

/** Holds while the attribute is as it was read. */
const unchanged = (value: string | number | undefined): Test =>
  value === undefined ? { exists: false } : { eq: value };

type OfFlow = Pick<CountedFlow, "accountId" | "id">;

const update = ({ accountId, id }: OfFlow, change: Omit<Update, "kind" | "key">): Write[] => [
  { kind: "update", key: tallyKey(accountId, id), ...change },
];

/** Counts a queued run; refused if the flow has been deleted. */
export const countQueued = (flow: OfFlow, lastRunAt: string): Write[] =>
  update(flow, { add: { totalRuns: 1 }, set: { lastRunAt }, when: OPEN });

/** Takes over what an earlier release has written since: from then on, it is the tally that holds. */
const takeOver = (flow: CountedFlow, tally: FlowTally): Pick<Update, "set" | "remove"> => {
  const { warnings = [], warnedOf = "", lastItemCount } = flow;
  return {
    set: {
      ...(tally.warnedOf !== undefined && { warnings, warnedOf }),
      ...(lastItemCount !== undefined && { lastItemCount }),
    },
    ...(lastItemCount === undefined && tally.lastItemCount !== undefined && { remove: ["lastItemCount"] }),
  };
};

/**
 * Counts a completed or failed run; refused if another was counted since the flow was read, or the flow has been deleted.
 *
 * @param flow with its tally
 */
export const countEnded = (
  flow: CountedFlow,
  tally: FlowTally,
  { completed, items }: { readonly completed: boolean; readonly items: number },
): Write[] => {
  const ownEnded = endedOf(flow) - (tally.completedRuns ?? 0) - (tally.failedRuns ?? 0);
  const { set, remove } = tally.ownEnded === ownEnded ? {} : takeOver(flow, tally);
  return update(flow, {
    add: completed ? { completedRuns: 1 } : { failedRuns: 1 },
    set: {
      ...set,
      ...(completed ? { failuresInRow: 0, lastItemCount: items } : { failuresInRow: flow.failuresInRow + 1 }),
      ...(tally.status !== undefined && { status: flow.status }),
      ownEnded,
    },
    ...(remove && !completed && { remove }),
    when: { ...OPEN, failuresInRow: unchanged(tally.failuresInRow) },
  });
};

/** Stores the last run's warnings; refused if another run's were stored since the flow was read. */
export const warn = (flow: OfFlow, tally: FlowTally, warnings: readonly RunWarning[]): Write[] =>
  update(flow, {
    set: { warnings, warnedOf: topicsOf(warnings) },
    when: { warnedOf: unchanged(tally.warnedOf) },
  });

/**
 * Notes a new status. An activated flow is forgiven its failures in a row; the caller forgives those that an earlier release
 * counted in the flow.
 */
export const noteStatus = (flow: CountedFlow, isForgiven: boolean): Write[] =>
  update(flow, { set: { status: flow.status, ...(isForgiven && { failuresInRow: 0 }) } });

/** After that, whoever read the flow before it was deleted has started its run, or failed to. */
const CLOSED_MS = 3 * DAY_MS;

/**
 * Counts no more runs of a flow. What it counted goes. The item stays as long as lists may count the flow's runs with it; if the
 * flow never ran, it expires. Refused if its first run has been queued since it was read.
 *
 * @param flow with its tally
 */
export const closeTally = (flow: CountedFlow, nowMs: number): Write[] =>
  update(flow, {
    set: {
      isGone: true,
      ...(flow.totalRuns === 0 && { [TABLE.ttl]: Math.ceil((nowMs + CLOSED_MS) / 1_000) }),
    },
    remove: COUNTED,
    ...(flow.totalRuns === 0 && { when: { totalRuns: { exists: false } } }),
  });

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

const TALLIES_AT_ONCE = 500;
const GETS_AT_ONCE = 100;

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
  {
    limit = TALLIES_AT_ONCE,
    belowId = AFTER_ALL_IDS,
  }: { readonly limit?: number; readonly belowId?: string | undefined } = {},
): Promise<TallyPage> => {
  const { pk, sk } = tallyKey(accountId, "");
  const items = await table.query({ pk, below: sk + belowId, descending: true, limit });
  const own = items.filter((item) => item.sk.startsWith(sk));
  const last = own.at(-1);
  const tallies = new Map(own.map((item) => [flowIdOf(item), toTally(item)]));
  return { tallies, lastId: last && own.length === limit ? flowIdOf(last) : "" };
};

/**
 * The tallies of the flows with these ids. Reads about as many as there are ids, however many flows have been deleted.
 *
 * @param newest what has been read of them already
 */
export const talliesOf = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
  newest: TallyPage,
): Promise<Tallies> => {
  const tallies = new Map(newest.tallies);
  let { lastId } = newest;
  const missing = () => ids.filter((id) => id < lastId);
  for (let left = ids.length; left > 0 && missing().length > GETS_AT_ONCE; left -= TALLIES_AT_ONCE) {
    const page = await listTallies(table, accountId, { belowId: lastId });
    for (const [id, tally] of page.tallies) tallies.set(id, tally);
    lastId = page.lastId;
  }
  const single = missing();
  while (single.length > 0) {
    const some = single.splice(0, GETS_AT_ONCE);
    const got = await Promise.all(some.map((id) => getTally(table, accountId, id)));
    for (const [place, tally] of got.entries()) if (tally) tallies.set(some[place] ?? "", tally);
  }
  return tallies;
};
