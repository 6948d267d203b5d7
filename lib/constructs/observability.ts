import { Duration, Stack, Validations } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Alarm, ComparisonOperator, type IMetric, Stats, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.ts";
import type { WorkQueue } from "./work-queue.ts";

interface ObservabilityProps {
  /** Receives an email for each alarm. */
  readonly alarmEmail?: string | undefined;
}

interface AlarmRow {
  readonly description: string;
  /** The threshold. */
  readonly threshold: number;
  /** How many periods in a row must breach the threshold. */
  readonly periods: number;
  /** Whether the alarm fires at or above the threshold (default), or below it. */
  readonly below?: true;
}

const PERIOD = Duration.minutes(5);

/** When someone is alerted. Values are per period of five minutes. */
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
    description: "The clock has not called for ten minutes.",
  },
  serverErrors: { threshold: 5, periods: 1, description: "The API answers with 5xx." },
} as const satisfies Record<string, AlarmRow>;

/** Alarms, and the topic that sends them to people. */
export class Observability extends Construct {
  private readonly topic: Topic;
  /** The alarms created so far. */
  readonly alarms: Alarm[] = [];

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    this.topic = this.createTopic();
    if (props.alarmEmail !== undefined) this.topic.addSubscription(new EmailSubscription(props.alarmEmail));
  }

  /** Messages wait if workers stop for any reason: errors, throttling, a table that refuses writes. */
  watchQueue(name: string, { queue }: WorkQueue): void {
    const latest = { period: PERIOD, statistic: Stats.MAXIMUM };
    this.alarm(`${name}MessageAge`, ALARMS.messageAge, queue.metricApproximateAgeOfOldestMessage(latest));
  }

  watchDeadLetters(id: string, deadLetters: Queue): void {
    const latest = { period: PERIOD, statistic: Stats.MAXIMUM };
    this.alarm(id, ALARMS.deadLetters, deadLetters.metricApproximateNumberOfMessagesVisible(latest));
  }

  watchClock(name: string, { lambda }: ServiceFunction): void {
    this.alarm(`${name}Stopped`, ALARMS.clockStopped, lambda.metricInvocations({ period: PERIOD }));
  }

  /** A throttled function of the API shows as a 503 here. */
  watchApi(api: HttpApi): void {
    const errors = api.metricServerError({ period: PERIOD, statistic: Stats.SUM });
    this.alarm("ApiServerErrors", ALARMS.serverErrors, errors);
  }

  private alarm(id: string, row: AlarmRow, metric: IMetric): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: row.description,
      metric,
      threshold: row.threshold,
      evaluationPeriods: row.periods,
      comparisonOperator: row.below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Without data nothing happened: fine for errors, bad for things that must happen.
      treatMissingData: row.below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.alarms.push(alarm);
  }

  private createTopic(): Topic {
    const topic = new Topic(this, "Topic", { displayName: "Gleaner alarms", enforceSSL: true });
    // Setting a policy replaces the default one, by which the account's alarms may publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    Validations.of(topic).acknowledge({
      id: "AwsSolutions-SNS2",
      reason:
        "CloudWatch cannot publish to a topic under the AWS managed key, and alarms hold names and counts only.",
    });
    return topic;
  }
}
