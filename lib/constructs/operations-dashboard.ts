import { Duration, Tags } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  PeriodOverride,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.ts";
import type { WorkQueue } from "./work-queue.ts";

interface OperationsDashboardProps {
  readonly alarms: readonly Alarm[];
  readonly api: HttpApi;
  readonly queues: ReadonlyMap<string, WorkQueue>;
  readonly deadLetters: Queue;
  /** The functions behind queues and the clock, by name. */
  readonly workers: ReadonlyMap<string, ServiceFunction>;
  readonly tableName: string;
}

/** CloudWatch's grid is 24 wide. */
const FULL = 24;
const HALF = FULL / 2;
const HEIGHT = 6;
const PERIOD = Duration.minutes(5);

const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, width: HALF, height: HEIGHT, left: [...left], right: [...right] });

const requests = (api: HttpApi): GraphWidget =>
  graph("Requests and refusals", [
    api.metricCount({ period: PERIOD, label: "requests" }),
    api.metricClientError({ period: PERIOD, label: "4xx" }),
    api.metricServerError({ period: PERIOD, label: "5xx" }),
  ]);

const latency = (api: HttpApi): GraphWidget =>
  graph(
    "Time to answer (ms)",
    [50, 90, 99].map((percent) =>
      api.metricLatency({ period: PERIOD, statistic: Stats.percentile(percent), label: `p${percent}` }),
    ),
  );

const backlog = (queues: OperationsDashboardProps["queues"]): GraphWidget =>
  graph(
    "Messages that wait (left), age of the oldest in seconds (right)",
    [...queues].map(([label, { queue }]) =>
      queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, label }),
    ),
    [...queues].map(([name, { queue }]) =>
      queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, label: `${name} (s)` }),
    ),
  );

const deadLetters = (queue: Queue): GraphWidget =>
  graph("Dead letters", [queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD })]);

const workerCalls = (workers: OperationsDashboardProps["workers"]): GraphWidget =>
  graph(
    "Calls of workers (left), errors (right)",
    [...workers].map(([label, { lambda }]) => lambda.metricInvocations({ period: PERIOD, label })),
    [...workers].map(([name, { lambda }]) =>
      lambda.metricErrors({ period: PERIOD, label: `${name}: errors` }),
    ),
  );

const workerTime = (workers: OperationsDashboardProps["workers"]): GraphWidget =>
  graph(
    "How long workers take (p95, ms)",
    [...workers].map(([label, { lambda }]) =>
      lambda.metricDuration({ period: PERIOD, statistic: Stats.percentile(95), label }),
    ),
  );

const tableMetric = (tableName: string, metricName: string): Metric =>
  new Metric({
    namespace: "AWS/DynamoDB",
    metricName,
    dimensionsMap: { TableName: tableName },
    period: PERIOD,
    statistic: Stats.SUM,
  });

const table = (tableName: string): GraphWidget =>
  graph(
    "Units of the table (left), throttled requests (right)",
    ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"].map((name) => tableMetric(tableName, name)),
    ["ReadThrottleEvents", "WriteThrottleEvents"].map((name) => tableMetric(tableName, name)),
  );

/** A dashboard that shows operators at a glance whether the service is healthy. */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, id: string, props: OperationsDashboardProps) {
    super(scope, id);
    const dashboard = new Dashboard(this, "Dashboard", {
      defaultInterval: Duration.hours(24),
      periodOverride: PeriodOverride.AUTO,
      widgets: [
        [
          new AlarmStatusWidget({
            title: "Alarms",
            width: FULL,
            height: HEIGHT,
            alarms: [...props.alarms],
          }),
        ],
        [requests(props.api), latency(props.api)],
        [backlog(props.queues), deadLetters(props.deadLetters)],
        [workerCalls(props.workers), workerTime(props.workers)],
        [table(props.tableName)],
      ],
    });
    // CloudFormation does not support tags on dashboards in every region yet.
    Tags.of(dashboard).remove("service");
    Tags.of(dashboard).remove("stage");
  }
}
