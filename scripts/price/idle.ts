import type { Template, TemplateResource } from "../../local/stack/template.ts";
import { LEAST_DUE_PARTITIONS } from "../../src/contract/due.ts";
import { PRICES } from "../../src/domain/usage/cost.ts";

/**
 * Published prices of AWS in US dollars a month, us-east-1, and what is free forever.
 * Source: aws.amazon.com/{cloudwatch,secrets-manager,kms,eventbridge,lambda,sqs,dynamodb}/pricing, read in November 2026.
 */
const MONTHLY = {
  alarm: { price: 0.1, free: 10 },
  // A custom metric that is published in every hour of the month.
  metric: { price: 0.3, free: 10 },
  dashboard: { price: 3, free: 3 },
  secret: { price: 0.4, free: 0 },
  key: { price: 1, free: 0 },
  logGb: { price: 0.5, free: 5 },
  queueRequest: { price: PRICES.queueRequest, free: 1e6 },
  lambdaRequest: { price: PRICES.lambdaRequest, free: 1e6 },
  lambdaGbSecond: { price: PRICES.lambdaGbSecond.arm64, free: 400_000 },
  // What is free of on-demand tables is their storage only.
  tableReadUnit: { price: PRICES.tableReadUnit, free: 0 },
  tableWriteUnit: { price: PRICES.tableWriteUnit, free: 0 },
} as const;
type Priced = keyof typeof MONTHLY;

const MINUTES = (365.25 / 12) * 24 * 60;
/** Lambda asks an empty queue with five connections that wait 20 seconds each. @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
const POLLS_PER_MINUTE = 5 * 3;
/** A tick that finds nothing: 16 queries of a millisecond of processor each on 0.29 of one (512 MB), and an answer. */
const TICK_SECONDS = 0.07;
/** START, END and REPORT of Lambda, and the clock's metric. */
const LOG_BYTES_PER_CALL = 700;
/** Without runs and deliveries, only the clock publishes a metric. */
const IDLE_METRICS = 1;
/** The clock's heartbeat in the table, after each round. */
const WRITES_PER_ROUND = 1;
/** A query that finds nothing, read as an index is. */
const UNITS_PER_LOOK = 0.5;
/** Of the record of the clock, in which each round looks for how many partitions there were. */
const UNITS_PER_RECORD = 1;

/**
 * A fixed address on the way out: a NAT gateway with one public IPv4 address, in US dollars an hour and a GB, us-east-1.
 * Source: aws.amazon.com/vpc/pricing, read in November 2026.
 */
const NAT = { gatewayHour: 0.045, addressHour: 0.005, gb: 0.045 } as const;

/** What a fixed address adds to a month, and to each GB that is fetched. Not part of a stage: see the guide on self-hosting. */
export const priceFixedAddress = () => ({
  perMonth: (NAT.gatewayHour + NAT.addressHour) * (MINUTES / 60),
  perGb: NAT.gb,
});

export interface IdleItem {
  readonly what: Priced;
  readonly count: number;
  /** US dollars a month. */
  readonly list: number;
  readonly withFreeTier: number;
}

const everyMinutes = ({ Properties }: TemplateResource): number => {
  const [, count, unit] =
    /^rate\((\d+) (minute|hour)s?\)$/.exec(String(Properties?.ScheduleExpression)) ?? [];
  return Number(count) * (unit === "hour" ? 60 : 1);
};

/** What a month costs in which nobody uses the service, from what its templates make. */
export const priceIdleMonth = (templates: readonly Template[]): IdleItem[] => {
  const resources = templates.flatMap(({ Resources }) => Object.entries(Resources ?? {}));
  const ofType = (type: string) => resources.filter(([, { Type }]) => Type === type);
  const calls = ofType("AWS::Events::Rule").reduce((sum, [, rule]) => sum + MINUTES / everyMinutes(rule), 0);
  const [, tick] = resources.find(([id]) => id === "tick") ?? [];
  const memoryGb = Number(tick?.Properties?.MemorySize) / 1024;
  const counts: Record<Priced, number> = {
    alarm: ofType("AWS::CloudWatch::Alarm").length,
    metric: IDLE_METRICS,
    dashboard: ofType("AWS::CloudWatch::Dashboard").length,
    secret: ofType("AWS::SecretsManager::Secret").length,
    key: ofType("AWS::KMS::Key").length,
    queueRequest: ofType("AWS::Lambda::EventSourceMapping").length * POLLS_PER_MINUTE * MINUTES,
    lambdaRequest: calls,
    lambdaGbSecond: calls * TICK_SECONDS * memoryGb,
    logGb: (calls * LOG_BYTES_PER_CALL) / 1e9,
    tableReadUnit: calls * (LEAST_DUE_PARTITIONS * UNITS_PER_LOOK + UNITS_PER_RECORD),
    tableWriteUnit: calls * WRITES_PER_ROUND,
  };
  return (Object.entries(counts) as [Priced, number][]).map(([what, count]) => {
    const { price, free } = MONTHLY[what];
    return { what, count, list: count * price, withFreeTier: Math.max(0, count - free) * price };
  });
};

export const sumOf = (items: readonly IdleItem[], kind: "list" | "withFreeTier"): number =>
  items.reduce((sum, item) => sum + item[kind], 0);
