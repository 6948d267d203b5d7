import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import {
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from "aws-cdk-lib/aws-ses";
import { Topic } from "aws-cdk-lib/aws-sns";
import { LambdaSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.ts";

/**
 * Bounces and complaints, from SES through a topic to the function that suppresses addresses. Mail is sent with the
 * configuration set that reports them.
 */
export class MailEvents extends Construct {
  readonly configurationSetName: string;
  readonly configurationSetArn: string;
  /** Messages that the topic could not deliver to the function. */
  readonly deadLetters: Queue;
  private readonly topic: Topic;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const set = new ConfigurationSet(this, "Set", {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSetName = set.configurationSetName;
    this.configurationSetArn = Stack.of(this).formatArn({
      service: "ses",
      resource: "configuration-set",
      resourceName: set.configurationSetName,
    });
    this.topic = new Topic(this, "Topic", {
      displayName: "Gleaner mail events",
      masterKey: this.createKey(),
      enforceSSL: true,
    });
    set.addEventDestination("Events", {
      destination: EventDestination.snsTopic(this.topic),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const reason = "It is where dead letters end; an alarm calls a person for each.";
    Validations.of(this.deadLetters).acknowledge(
      { id: "Serverless-SQSRedrivePolicy", reason },
      // The rule looks for queues that name it as their dead-letter queue, not for subscriptions.
      { id: "AwsSolutions-SQS3", reason },
    );
  }

  /** Sends the events to a function, which only the topic and operators may invoke. */
  feed(consumer: ServiceFunction): void {
    this.topic.addSubscription(
      new LambdaSubscription(consumer.lambda, { deadLetterQueue: this.deadLetters }),
    );
  }

  /** SES cannot publish to a topic encrypted with the AWS managed key, so it gets one that allows it. */
  private createKey(): Key {
    const key = new Key(this, "Key", {
      description: "Gleaner: events about mail",
      enableKeyRotation: true,
      // The topic stores nothing, so the key is not needed once the topic is deleted.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("ses.amazonaws.com")],
        actions: ["kms:Decrypt", "kms:GenerateDataKey"],
        resources: ["*"],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    return key;
  }
}
