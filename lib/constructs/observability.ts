import { Duration, Stack, Validations } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type DeliveryChannel, METRICS, serviceDimension } from "../../src/contract/runs/metrics.ts";
import type { StageName } from "../stages.ts";
import type { ServiceFunction } from "./service-function.ts";
import type { WorkQueue } from "./work-queue.ts";

interface ObservabilityProps {
  readonly stage: StageName;
  /** Receives an email for each alarm. */
  readonly alarmEmail?: string | undefined;
}

interface AlarmRow {
  readonly description: string;
  /** The threshold. */
  readonly threshold: number;
  /** Minutes per period (default: 5). */
  readonly minutes?: number;
  /** How many periods in a row must breach the threshold. */
  readonly periods: number;
  /** Whether the alarm fires at or above the threshold (default), or below it. */
  readonly below?: true;
}

/**
 * When someone is alerted. Every alarm has a row in docs/operations.md that says what to do. Each watches a single
 * metric: CloudWatch charges for alarms by the metrics that they read.
 */
const ALARMS = {
  deadLetters: {
    threshold: 1,
    periods: 1,
    description: "Messages that could not be handled wait for a redrive.",
  },
  messageAge: { threshold: 600, periods: 2, description: "Seconds for which the oldest message has waited." },
  clockStopped: {
    threshold: 1,
    periods: 2,
    below: true,
    description: "The clock has not finished a whole round for ten minutes.",
  },
  workOverdue: {
    threshold: 900,
    periods: 1,
    description: "Seconds for which the oldest due item has not been handed over.",
  },
  // Once a minute: most of five rounds.
  clockErrors: { threshold: 3, periods: 1, description: "Rounds of the clock that failed." },
  // A crash or a timeout now and then is made good by the message's next delivery.
  workerErrors: {
    threshold: 3,
    periods: 2,
    description: "Invocations that crashed or ran into their timeout.",
  },
  // Whoever waits for a page tries it again, and one that kills Chromium must not call an operator by itself.
  pageOpenerErrors: {
    threshold: 5,
    periods: 2,
    description: "Invocations that crashed, ran into their timeout or failed on our side.",
  },
  runsFailing: {
    threshold: 5,
    periods: 1,
    minutes: 30,
    description: "By how many the failed runs outnumber the completed ones.",
  },
  // A webhook's receiver that is down is tried again and again, so it takes more of them.
  webhooksFailing: {
    threshold: 20,
    periods: 1,
    minutes: 30,
    description: "By how many the failed attempts to deliver to webhooks outnumber the successful ones.",
  },
  // So is a place that is down.
  destinationsFailing: {
    threshold: 20,
    periods: 1,
    minutes: 30,
    description: "By how many the failed attempts to deliver to destinations outnumber the successful ones.",
  },
  mailsFailing: {
    threshold: 5,
    periods: 1,
    minutes: 30,
    description: "By how many the mails that the provider did not accept outnumber those it did.",
  },
  // On-demand tables throttle briefly while they grow, and the SDK tries again.
  tableThrottled: { threshold: 50, periods: 2, description: "Requests that the table throttled." },
  serverErrors: { threshold: 5, periods: 1, description: "The API answers with 5xx." },
} as const satisfies Record<string, AlarmRow>;

const DELIVERY_ALARMS: Readonly<Record<DeliveryChannel, readonly [id: string, row: AlarmRow]>> = {
  webhook: ["WebhooksFailing", ALARMS.webhooksFailing],
  destination: ["DestinationsFailing", ALARMS.destinationsFailing],
  mail: ["MailsFailing", ALARMS.mailsFailing],
};

const DEFAULT_MINUTES = 5;

const periodOf = ({ minutes = DEFAULT_MINUTES }: AlarmRow): Duration => Duration.minutes(minutes);

/** Alarms, and the topic that sends them to people. */
export class Observability extends Construct {
  private readonly topic: Topic;
  private readonly dimensions: Readonly<Record<string, string>>;
  /** The alarms created so far. */
  readonly alarms: Alarm[] = [];

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    this.dimensions = { service: serviceDimension(props.stage) };
    this.topic = this.createTopic();
    // Setting a policy replaces the default one, by which the account's alarms may publish.
    this.topic.addToResourcePolicy(this.publishStatement("cloudwatch.amazonaws.com"));
    if (props.alarmEmail !== undefined) this.subscribe(props.alarmEmail);
  }

  private subscribe(alarmEmail: string): void {
    const subscription = this.topic.addSubscription(new EmailSubscription(alarmEmail));
    Validations.of(subscription).acknowledge({
      id: "Serverless-SNSRedrivePolicy",
      reason:
        "Nobody would look for an alarm in a queue; CloudWatch and its console keep its state and history.",
    });
  }

  /** Messages wait if workers stop for any reason: errors, throttling, a table that refuses writes. */
  watchQueue(name: string, { queue }: WorkQueue): void {
    this.alarm(`${name}MessageAge`, ALARMS.messageAge, (period) =>
      queue.metricApproximateAgeOfOldestMessage({ period, statistic: Stats.MAXIMUM }),
    );
  }

  watchDeadLetters(id: string, deadLetters: Queue): void {
    this.alarm(id, ALARMS.deadLetters, (period) =>
      deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
    );
  }

  /** The clock publishes a metric after each whole round. Invocations alone would not show that its work fails. */
  watchClock(name: string, { lambda }: ServiceFunction): void {
    this.alarm(`${name}Stopped`, ALARMS.clockStopped, this.own(METRICS.oldestDue, Stats.SAMPLE_COUNT));
    this.alarm("WorkOverdue", ALARMS.workOverdue, this.own(METRICS.oldestDue, Stats.MAXIMUM));
    this.alarm(`${name}Errors`, ALARMS.clockErrors, (period) => lambda.metricErrors({ period }));
  }

  /** A function whose caller does not see that it crashes. */
  watchWorker(name: string, { lambda }: ServiceFunction): void {
    this.alarm(`${name}Errors`, ALARMS.workerErrors, (period) => lambda.metricErrors({ period }));
  }

  /** A function that people and programs wait for. Its errors include what it throws: a table that refuses, or a fault. */
  watchPageOpener(name: string, { lambda }: ServiceFunction): void {
    this.alarm(`${name}Errors`, ALARMS.pageOpenerErrors, (period) => lambda.metricErrors({ period }));
  }

  watchRuns(): void {
    this.alarm("RunsFailing", ALARMS.runsFailing, this.own(METRICS.runBalance, Stats.SUM));
  }

  watchDeliveries(channel: DeliveryChannel): void {
    const [id, row] = DELIVERY_ALARMS[channel];
    this.alarm(id, row, this.own(METRICS.deliveryBalance, Stats.SUM, { channel }));
  }

  watchTable(tableName: string): void {
    for (const kind of ["Read", "Write"])
      this.alarm(
        `Table${kind}sThrottled`,
        ALARMS.tableThrottled,
        (period) =>
          new Metric({
            namespace: "AWS/DynamoDB",
            metricName: `${kind}ThrottleEvents`,
            dimensionsMap: { TableName: tableName },
            statistic: Stats.SUM,
            period,
          }),
      );
  }

  /** A throttled function of the API shows as a 503 here. */
  watchApi(api: HttpApi): void {
    this.alarm("ApiServerErrors", ALARMS.serverErrors, (period) =>
      api.metricServerError({ period, statistic: Stats.SUM }),
    );
  }

  /** A metric that the service's functions publish. */
  private own(
    metricName: string,
    statistic: string,
    dimensions: Readonly<Record<string, string>> = {},
  ): (period: Duration) => IMetric {
    return (period) =>
      new Metric({
        namespace: METRICS.namespace,
        metricName,
        dimensionsMap: { ...this.dimensions, ...dimensions },
        statistic,
        period,
      });
  }

  private alarm(id: string, row: AlarmRow, metricOf: (period: Duration) => IMetric): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: row.description,
      metric: metricOf(periodOf(row)),
      threshold: row.threshold,
      evaluationPeriods: row.periods,
      comparisonOperator: row.below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Without data nothing happened: fine for errors, bad for things that must happen.
      treatMissingData: row.below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    // Tells that it is over, so that nobody has to go and look.
    alarm.addOkAction(new SnsAction(this.topic));
    this.alarms.push(alarm);
  }

  /** Tells when a month's bill reaches four fifths of the budget, or is forecast to exceed it. */
  watchBill(monthlyBudget: number): void {
    const subscribers = [{ subscriptionType: "SNS", address: this.topic.topicArn }];
    const tellAt = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
      notification: { notificationType, comparisonOperator: "GREATER_THAN", threshold },
      subscribers,
    });
    const budget = new CfnBudget(this, "Bill", {
      budget: {
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: monthlyBudget, unit: "USD" },
      },
      notificationsWithSubscribers: [tellAt("ACTUAL", 80), tellAt("FORECASTED", 100)],
    });
    this.topic.addToResourcePolicy(this.publishStatement("budgets.amazonaws.com"));
    // Without it, AWS Budgets may not publish yet when it tries to.
    const policy = this.topic.node.tryFindChild("Policy");
    if (policy) budget.node.addDependency(policy);
  }

  /** Lets a service of AWS publish for this account. */
  private publishStatement(service: string): PolicyStatement {
    return new PolicyStatement({
      principals: [new ServicePrincipal(service)],
      actions: ["sns:Publish"],
      resources: [this.topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
    });
  }

  private createTopic(): Topic {
    const topic = new Topic(this, "Topic", { displayName: "Gleaner alarms", enforceSSL: true });
    Validations.of(topic).acknowledge({
      id: "AwsSolutions-SNS2",
      reason:
        "CloudWatch cannot publish to a topic under the AWS managed key, and alarms hold names and counts only.",
    });
    return topic;
  }
}
