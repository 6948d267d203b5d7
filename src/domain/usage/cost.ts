import type { CostBreakdown } from "../../contract/runs/runs.ts";
import { NANOS } from "../../contract/units.ts";
import type { CostNanos } from "../../store/runs/runs.ts";

/**
 * Published on-demand prices of AWS in US dollars, us-east-1, Linux.
 * Source: aws.amazon.com/{lambda,dynamodb,s3,sqs}/pricing, read in November 2026.
 */
export const PRICES = {
  lambdaGbSecond: { arm64: 0.000_013_333_4, x86_64: 0.000_016_666_7 },
  lambdaRequest: 0.2 / 1e6,
  tableReadUnit: 0.125 / 1e6,
  tableWriteUnit: 0.625 / 1e6,
  objectWrite: 0.005 / 1e3,
  objectRead: 0.000_4 / 1e3,
  queueRequest: 0.4 / 1e6,
} as const;

/** Resources that a worker has used since the last reading. */
export interface Usage {
  readonly gbSeconds: number;
  /** Processor architecture (default arm64). */
  readonly processor?: "arm64" | "x86_64";
  /** Of functions with a browser that it waited for, on x86_64. */
  readonly browserGbSeconds?: number;
  readonly invocations: number;
  readonly tableReadUnits: number;
  readonly tableWriteUnits: number;
  readonly objectWrites: number;
  readonly objectReads: number;
  readonly queueRequests: number;
}

/** Usage of a worker that did nothing. */
export const NO_USAGE: Usage = {
  gbSeconds: 0,
  invocations: 0,
  tableReadUnits: 0,
  tableWriteUnits: 0,
  objectWrites: 0,
  objectReads: 0,
  queueRequests: 0,
};

const nanos = (dollars: number): number => Math.round(dollars * NANOS);

/** Prices usage in whole nano-dollars. */
export const priceUsage = (usage: Usage): CostNanos => ({
  compute: nanos(
    usage.gbSeconds * PRICES.lambdaGbSecond[usage.processor ?? "arm64"] +
      (usage.browserGbSeconds ?? 0) * PRICES.lambdaGbSecond.x86_64 +
      usage.invocations * PRICES.lambdaRequest,
  ),
  table: nanos(usage.tableReadUnits * PRICES.tableReadUnit + usage.tableWriteUnits * PRICES.tableWriteUnit),
  objects: nanos(usage.objectWrites * PRICES.objectWrite + usage.objectReads * PRICES.objectRead),
  queue: nanos(usage.queueRequests * PRICES.queueRequest),
});

export const NO_COST: CostNanos = { compute: 0, table: 0, objects: 0, queue: 0 };

export const addCost = (a: CostNanos, b: CostNanos): CostNanos => ({
  compute: a.compute + b.compute,
  table: a.table + b.table,
  objects: a.objects + b.objects,
  queue: a.queue + b.queue,
});

const dollars = (nanoDollars: number): number => nanoDollars / NANOS;

export const showCostBreakdown = (cost: CostNanos): CostBreakdown => ({
  compute: dollars(cost.compute),
  table: dollars(cost.table),
  objects: dollars(cost.objects),
  queue: dollars(cost.queue),
});

/** Total in nano-dollars. */
export const costNanos = ({ compute, table, objects, queue }: CostNanos): number =>
  compute + table + objects + queue;

/** Total in US dollars. */
export const totalCost = (cost: CostNanos): number => dollars(costNanos(cost));
