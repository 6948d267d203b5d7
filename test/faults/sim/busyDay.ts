/**
 * Some minutes of a day of a million runs of a thousand accounts, one of which has half of them: the service's own code on
 * machines that do not fail, with a table whose transactions conflict.
 */
import { PLANS } from "../../../src/contract/account/plans.ts";
import { DUE_ATTRIBUTES } from "../../../src/store/due.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import type { Item } from "../../../src/store/table.ts";
import type { MemoryTable } from "../../helpers/memoryTable.ts";
import { addAccounts, createRequests } from "./busyAccounts.ts";
import { PARTITION_LIMIT, type Peak } from "./meter.ts";
import { createMeteredWorld } from "./meteredWorld.ts";
import { createRandom } from "./random.ts";
import { MINUTE_MS } from "./world.ts";

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The largest account asks for runs as fast as its plan lets it, for so long. */
const RUSH_SECONDS = 5;
/** More than what is left takes. */
const QUIET_MINUTES = 5;
const BYTES_PER_MB = 1024 ** 2;
const SHOWN_PEAKS = 8;

interface Waits {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** What became of the runs of the simulated minutes. */
export interface BusyMinutes {
  readonly runs: number;
  /** Milliseconds from a run's request to its first worker. */
  readonly waitsMs: { readonly largest: Waits; readonly others: Waits };
  /** Until the runs have ended. */
  readonly unitsPerRun: number;
  /** Of each kind of partition the most write units in a second: while runs are made and when they expire. */
  readonly peaks: readonly Peak[];
  /** Writes, how often one met another, and those that were given up. */
  readonly conflicts: { readonly writes: number; readonly conflicts: number; readonly givenUp: number };
  /**
   * Requests in a row at the plan's rate: how often one was answered with 503, and how many were given up by the client, which repeats
   * them. The most of their runs that began in one second, and the seconds until all had ended.
   */
  readonly rush: {
    readonly requests: number;
    readonly refused: number;
    readonly givenUp: number;
    readonly runsPerSecond: number;
    readonly seconds: number;
  };
  readonly memoryMb: number;
  readonly violations: readonly string[];
}

const beginningOf = ({ executionStartedAt }: RunRecord): number => Date.parse(executionStartedAt ?? "");

const waitsOf = (runs: readonly RunRecord[]): Waits => {
  const waits = runs.map((run) => beginningOf(run) - Date.parse(run.startedAt)).toSorted((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
};

const mostInASecond = (runs: readonly RunRecord[]): number =>
  Math.max(
    0,
    ...[...Map.groupBy(runs, (run) => Math.floor(beginningOf(run) / SECOND_MS)).values()].map(
      ({ length }) => length,
    ),
  );

const runsIn = (items: readonly Item[]): RunRecord[] =>
  items.filter(({ pk }) => pk.startsWith("RUNS#")) as unknown as RunRecord[];

/** What is due no more once the simulated minutes are over. */
const REPEATED: ReadonlySet<unknown> = new Set(["flow", "digest"]);

/** Ends the schedules, so that what is left is what the runs left behind. */
const endSchedules = async (memory: MemoryTable): Promise<void> => {
  for (const { pk, sk } of memory.all().filter(({ dueKind }) => REPEATED.has(dueKind)))
    await memory.transact([{ kind: "update", key: { pk, sk }, remove: DUE_ATTRIBUTES }]);
};

/** Days after which the runs come due again, until the last of them has expired. */
const EXPIRY_DAYS = [...new Set(Object.values(PLANS).map(({ retentionDays }) => retentionDays))];

type Opened = Awaited<ReturnType<typeof createMeteredWorld>>;

/** Lets the runs of some minutes be started, and end. */
const passMinutes = async (
  { world, memory, meter }: Opened,
  {
    seed,
    minutes,
    hasLargest,
  }: { readonly seed: number; readonly minutes: number; readonly hasLargest: boolean },
) => {
  const random = createRandom(seed);
  const { scheduler } = world;
  const { largest, ...accounts } = await addAccounts(world, random, hasLargest);
  const requests = createRequests(world, random);
  let memoryMb = 0;
  /** Lets minutes pass, with the clock. */
  const pass = async (count: number): Promise<void> => {
    const untilMs = scheduler.now() + count * MINUTE_MS;
    world.tickUntil(untilMs);
    for (let atMs = scheduler.now() + MINUTE_MS; atMs <= untilMs; atMs += MINUTE_MS) {
      await scheduler.runTo(atMs);
      memoryMb = Math.max(memoryMb, Math.round(process.memoryUsage.rss() / BYTES_PER_MB));
    }
  };

  // Schedules start with a whole minute: so it does not matter when in it the accounts were made.
  await scheduler.runTo(Math.ceil((scheduler.now() + 1) / MINUTE_MS) * MINUTE_MS - 1);
  meter.reset();
  const firstMs = scheduler.now();
  requests.atRandom(accounts, firstMs + minutes * MINUTE_MS);
  await pass(minutes);
  await endSchedules(memory);
  await pass(QUIET_MINUTES);
  const runs = runsIn(memory.all());
  const isLargest = ({ accountId }: RunRecord) => accountId === largest;
  return {
    runs,
    unitsPerRun: Math.round(meter.units() / runs.length),
    waitsMs: {
      largest: waitsOf(runs.filter(isLargest)),
      others: waitsOf(runs.filter((run) => !isLargest(run))),
    },
    firstMs,
    pass,
    memoryMb: () => memoryMb,
    requests,
    ofLargest: accounts.ofLargest,
  };
};

/** How long the runs of the others wait if there is no largest account. */
export const waitWithoutLargest = async (seed: number, minutes: number): Promise<Waits> =>
  (await passMinutes(await createMeteredWorld(), { seed, minutes, hasLargest: false })).waitsMs.others;

export const liveBusyMinutes = async (seed: number, minutes: number): Promise<BusyMinutes> => {
  const opened = await createMeteredWorld();
  const { world, memory, meter, counts } = opened;
  const passed = await passMinutes(opened, { seed, minutes, hasLargest: true });
  const { runs, unitsPerRun, waitsMs, firstMs, pass, memoryMb, requests, ofLargest } = passed;
  const refused = [...requests.refused];
  const conflicts = { ...counts() };

  const rushMs = world.scheduler.now();
  const { requestsPerSecond } = PLANS.scale;
  const asked = RUSH_SECONDS * requestsPerSecond;
  if (ofLargest) requests.evenly(ofLargest, asked, SECOND_MS / requestsPerSecond);
  await pass(QUIET_MINUTES);
  const all = runsIn(memory.all());
  const rushed = all.filter(({ startedAt }) => Date.parse(startedAt) >= rushMs);
  const rushEndMs = Math.max(rushMs, ...rushed.map(({ finishedAt }) => Date.parse(finishedAt ?? "")));

  for (const days of EXPIRY_DAYS) {
    await world.scheduler.runTo(firstMs + days * DAY_MS);
    await pass(minutes + 3 * QUIET_MINUTES);
  }
  const left = memory.all();

  const peaks = meter.peaks();
  const violations = [
    ...(rushed.length < asked ? [`of ${asked} requests of one account, ${rushed.length} started a run`] : []),
    ...refused.map((why) => `a request was refused: ${why}`),
    ...peaks
      .filter(({ units }) => units > PARTITION_LIMIT)
      .map(({ partition, units }) => `${partition} took ${units} write units in a second`),
    ...all
      .filter(({ status }) => status !== "completed")
      .map(({ id, status, error }) => `${id} is ${status}: ${error?.message}`),
    ...left
      .filter(({ pk, used }) => pk.startsWith("SLOTS#") && used !== 0)
      .map(({ pk, used }) => `${pk}: ${used} slots are given out, and no run is left`),
    ...runsIn(left).map(({ id }) => `${id} was not forgotten`),
  ];
  return {
    runs: runs.length,
    waitsMs,
    unitsPerRun,
    peaks: peaks.slice(0, SHOWN_PEAKS),
    conflicts,
    rush: {
      requests: asked,
      refused: requests.refused.length - refused.length,
      givenUp: requests.givenUp(),
      runsPerSecond: mostInASecond(rushed),
      seconds: Math.round((rushEndMs - rushMs) / SECOND_MS),
    },
    memoryMb: memoryMb(),
    violations,
  };
};
