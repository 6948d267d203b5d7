/** What runs cost in their whole life: what their workers used, as runs show it, and what they cause elsewhere. */
import { PRICES } from "../../src/domain/usage/cost.ts";
import type { Units } from "../capacity/measure.ts";
import type { RunLife } from "../capacity/run.ts";
import type { CollectedRun } from "./collect.ts";

/**
 * Published prices of AWS in US dollars, us-east-1.
 * Source: aws.amazon.com/{api-gateway,dynamodb,cloudwatch}/pricing, read in November 2026.
 */
const API_REQUEST = 1 / 1e6;
const TABLE_GB_MONTH = 0.25;
const LOG_GB = 0.5;

/** Duration and memory of the functions around a run: its request, the event's, and the clock's at the end. */
const CALL_SECONDS = 0.1;
const CALL_MB = 512;
const CALLS = 3;
/** Messages beside the one that the worker counts itself: the announcement, and three for the event. */
const MORE_MESSAGES = 4;
/** What authentication reads and writes: key, account, and the count of requests; as `npm run capacity` measures it. */
const AUTHENTICATION: Units = { read: 2, write: 1 };
/** The run, its copies in four indexes, its logs, preview, parts, activity and event. */
const TABLE_BYTES = 12_000;
/** START, END and REPORT of each function, and the lines and metrics of the worker. */
const LOG_BYTES = 6_000;
/** The middle plan's. */
const RETENTION_MONTHS = 3;

/** US dollars. */
export interface LifePrice {
  readonly table: number;
  readonly compute: number;
  readonly objects: number;
  readonly queue: number;
  readonly api: number;
  readonly logs: number;
  readonly storage: number;
  readonly total: number;
}

const addUnits = (...all: readonly Units[]): Units =>
  all.reduce((sum, { read, write }) => ({ read: sum.read + read, write: sum.write + write }));

const tablePrice = ({ read, write }: Units): number =>
  read * PRICES.tableReadUnit + write * PRICES.tableWriteUnit;

/**
 * Prices a run's whole life: what its worker used, as the run shows it, and what else it causes. For the table it takes
 * what was measured: a run's cost is written by its last transaction, so it cannot count that one, nor the first.
 */
export const priceLife = ({ breakdown }: Pick<CollectedRun, "breakdown">, life: RunLife): LifePrice => {
  const { compute = 0, table = 0, objects = 0, queue = 0 } = breakdown;
  const around = addUnits(AUTHENTICATION, life.request, life.event, life.expiry);
  const parts = {
    table: Math.max(table, tablePrice(life.execution)) + tablePrice(around),
    compute:
      compute +
      CALLS * (PRICES.lambdaRequest + CALL_SECONDS * (CALL_MB / 1024) * PRICES.lambdaGbSecond.arm64),
    objects,
    queue: queue + MORE_MESSAGES * PRICES.queueRequest,
    api: API_REQUEST,
    logs: (LOG_BYTES / 1e9) * LOG_GB,
    storage: (TABLE_BYTES / 1e9) * TABLE_GB_MONTH * RETENTION_MONTHS,
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
};

/** The table's part that runs show, by what their execution consumes: 1 would be all of it. */
export const shownOfTable = (runs: readonly CollectedRun[], { execution }: RunLife): number =>
  runs.reduce((sum, { breakdown }) => sum + (breakdown.table ?? 0), 0) / runs.length / tablePrice(execution);
