/** Every number that is kept is what a recount of the rows gives. */
import { costNanos } from "../../../src/domain/usage/cost.ts";
import { type DayUsage, runsOn } from "../../../src/store/account/days.ts";
import type { FlowRecord } from "../../../src/store/flows/flows.ts";
import { type FlowTally, tallyKey, withTally } from "../../../src/store/flows/flowTallies.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import type { Item, Key } from "../../../src/store/table.ts";
import type { Outcome } from "../sim/world.ts";
import { type Check, compare, rowsOf, stepsOf } from "./shared.ts";

const LISTED = [
  "FLOWS",
  "RUNS",
  "KEYS",
  "ALERTS",
  "CHANGES",
  "QUIETCHANGES",
  "AUDIT",
  "ACTIVITY",
  "WEBHOOKS",
  "DELIVERIES",
  "DESTINATIONS",
  "DESTINATIONDELIVERIES",
  "MAILS",
] as const;

type Tally = Map<string, number>;

const count = (tally: Tally, name: string, by: number): void => {
  tally.set(name, (tally.get(name) ?? 0) + by);
};

/** Rows by account, list and filters, as their index keys say. */
const recount = (items: readonly Item[]): { tally: Tally; faults: string[] } => {
  const tally: Tally = new Map();
  const faults: string[] = [];
  for (const item of items) {
    const [name = "", accountId = ""] = item.pk.split("#");
    if (!(LISTED as readonly string[]).includes(name)) continue;
    // Entries of runs that keys have started: counted in the month's usage, by the day on which they expire.
    if (name === "AUDIT" && item.expiresAt !== undefined) {
      count(tally, `${accountId} expiring`, 1);
      continue;
    }
    count(tally, `${accountId} ${name}`, 1);
    for (const index of ["pk1", "pk2", "pk3"]) {
      if (item[index] === undefined) continue;
      const filters = String(item[index]).slice(item.pk.length);
      count(tally, `${accountId} ${name}${filters}`, 1);
      for (const filter of filters.split("#").slice(1)) {
        const [field = "", value] = filter.split("=");
        faults.push(...compare(`${item.pk} / ${item.sk}: ${index}`, value, String(item[field])));
      }
    }
  }
  return { tally, faults };
};

/** What a limit is held against: see `src/store/flows/tallies.ts`. */
const TALLY = "tally-";

const checkTallies = (when: string, items: readonly Item[], tally: Tally): string[] =>
  items
    .filter(({ pk, sk }) => pk.startsWith("COUNTS#") && sk.startsWith(TALLY))
    .flatMap(({ pk, sk, used }) => {
      const name = `${pk.slice("COUNTS#".length)} ${sk.slice(TALLY.length)}`;
      return compare(`${when}, the tally of ${name}`, used, tally.get(name) ?? 0);
    });

/** The same, as the counters say. */
const counted = (items: readonly Item[]): Tally => {
  const tally: Tally = new Map();
  for (const { pk, sk, ...counters } of items) {
    const expiring = Object.entries(counters).filter(
      ([name]) => pk.startsWith("USAGE#") && name.startsWith("audit-"),
    );
    for (const [, n] of expiring) count(tally, `${pk.slice("USAGE#".length)} expiring`, Number(n));
    if (!pk.startsWith("COUNTS#") || sk.startsWith(TALLY)) continue;
    const accountId = pk.slice("COUNTS#".length);
    const list = sk.startsWith("shard-") ? "" : (sk.split("#")[0] ?? "");
    // What runs change about a flow is with the counters of its runs.
    const own = Object.entries(counters).filter(([name]) => list === "" || name.startsWith("#"));
    for (const [name, n] of own) count(tally, `${accountId} ${list}${name}`, Number(n));
  }
  return tally;
};

const checkTotals = (when: string, items: readonly Item[]): string[] => {
  const { tally, faults } = recount(items);
  const counters = counted(items);
  const names = [...new Set([...tally.keys(), ...counters.keys()])];
  return [
    ...faults,
    ...checkTallies(when, items, tally),
    ...names.flatMap((name) =>
      compare(`${when}, the count of ${name}`, counters.get(name) ?? 0, tally.get(name) ?? 0),
    ),
  ];
};

const sum = <T>(list: readonly T[], amount: (of: T) => number): number =>
  list.reduce((total, each) => total + amount(each), 0);

const statusIs = (status: string) => (run: RunRecord) => Number(run.status === status);

const isTally = ({ pk, sk }: Key): boolean => pk.startsWith("COUNTS#") && sk.startsWith("RUNS#flowId=");

const tallyOf = (items: readonly Item[], { accountId, id }: FlowRecord): FlowTally | null => {
  const key = tallyKey(accountId, id);
  return (items.find(({ pk, sk }) => pk === key.pk && sk === key.sk) as FlowTally | undefined) ?? null;
};

const checkFlows = (items: readonly Item[], runs: readonly RunRecord[]): string[] =>
  rowsOf<FlowRecord>(items, "FLOWS").flatMap((row) => {
    const flow = withTally(row, tallyOf(items, row));
    const own = runs.filter(({ flowId }) => flowId === flow.id);
    const tallies = [flow.totalRuns, flow.completedRuns, flow.failedRuns];
    const expected = [own.length, sum(own, statusIs("completed")), sum(own, statusIs("failed"))];
    return compare(`flow ${flow.id}: runs, completed, failed`, tallies, expected);
  });

/** Failures in a row grow by each failure, and end with a success or when the flow is activated again. */
const checkFailures = (outcome: Outcome): string[] => {
  const revived = stepsOf<FlowRecord>(outcome, "FLOWS").filter(
    ({ before, after }) => before.status !== "active" && after.status === "active",
  );
  return stepsOf<Item & FlowTally>(outcome, "COUNTS").flatMap(({ before, after, atMs }) => {
    // With the flow, what was counted goes.
    if (!isTally(after) || after.isGone) return [];
    const { completedRuns = 0, failedRuns = 0, failuresInRow = 0 } = before;
    const flowId = after.sk.slice("RUNS#flowId=".length);
    const isRevived = revived.some(({ after: flow, atMs: at }) => flow.id === flowId && at === atMs);
    const isOver = (after.completedRuns ?? 0) > completedRuns || (isRevived && after.failuresInRow === 0);
    const grown = failuresInRow + (after.failedRuns ?? 0) - failedRuns;
    return compare(`flow ${flowId}: failures in a row`, after.failuresInRow ?? 0, isOver ? 0 : grown);
  });
};

const DAY_SUMS = {
  runs: () => 1,
  success: statusIs("completed"),
  failed: statusIs("failed"),
  costNanos: ({ cost }: RunRecord) => costNanos(cost),
  dataPoints: ({ dataPoints }: RunRecord) => dataPoints,
} as const;

const checkDays = (items: readonly Item[], accountId: string, runs: readonly RunRecord[]): string[] => {
  const shards = items.filter(({ pk }) => pk === `DAYS#${accountId}`);
  const dates = new Set([
    ...shards.map(({ sk }) => sk.slice(0, 10)),
    ...runs.map(({ startedAt }) => startedAt.slice(0, 10)),
  ]);
  /** Starts are counted in the month, by day. */
  const started = (date: string): number => {
    const month = items.find(({ pk, sk }) => pk === `USAGE#${accountId}` && sk === date.slice(0, 7));
    return Number(month?.[runsOn(date)] ?? 0);
  };
  return [...dates].flatMap((date) =>
    Object.entries(DAY_SUMS).flatMap(([name, amount]) => {
      const kept = sum(
        shards.filter(({ sk }) => sk.startsWith(date)),
        (shard) => Number(shard[name] ?? 0),
      );
      const startedOn = name === "runs" ? started(date) : 0;
      const expected = sum(
        runs.filter(({ startedAt }) => startedAt.startsWith(date)),
        amount,
      );
      return compare(`${accountId} on ${date}: ${name}`, kept + startedOn, expected);
    }),
  );
};

const checkMonths = (items: readonly Item[], accountId: string, runs: readonly RunRecord[]): string[] =>
  [...Map.groupBy(runs, ({ startedAt }) => startedAt.slice(0, 7))].flatMap(([month, own]) => {
    const kept = items.find(({ pk, sk }) => pk === `USAGE#${accountId}` && sk === month);
    const days = items.filter(({ pk, sk }) => pk === `DAYS#${accountId}` && sk.startsWith(month));
    const ofDays = (name: keyof DayUsage) => sum(days, (day) => Number(day[name] ?? 0));
    const expected = [
      own.length,
      sum(own, ({ pagesFetched }) => pagesFetched),
      sum(own, ({ cost }) => costNanos(cost)),
    ];
    return compare(
      `${accountId} in ${month}: runs, pages, cost`,
      [
        kept?.runs,
        Number(kept?.pages ?? 0) + ofDays("pages"),
        Number(kept?.costNanos ?? 0) + ofDays("usedNanos"),
      ],
      expected,
    );
  });

const checkSlots = (items: readonly Item[]): string[] => [
  ...rowsOf<Item>(items, "SLOTS").flatMap(({ pk, used }) => compare(`${pk}: slots given out`, used, 0)),
  ...rowsOf<Item>(items, "WAITING").map(({ pk, sk }) => `${pk} / ${sk} still waits`),
];

export const checkCounters: Check = (outcome) => {
  const { items } = outcome.atRest;
  const runs = rowsOf<RunRecord>(items, "RUNS");
  const accounts = [...Map.groupBy(runs, ({ accountId }) => accountId)];
  return [
    ...checkTotals("at rest", items),
    ...checkTotals("at the end", outcome.atEnd.items),
    ...checkFlows(items, runs),
    ...accounts.flatMap(([accountId, own]) => [
      ...checkDays(items, accountId, own),
      ...checkMonths(items, accountId, own),
    ]),
    ...checkSlots(items),
    ...checkFailures(outcome),
  ];
};
