import { Duration, Validations } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { QueueName } from "../../src/contract/operation.ts";
import { nameLogically } from "./names.ts";
import type { ServiceFunction } from "./service-function.ts";

interface WorkQueueProps {
  readonly consumerTimeoutSeconds: number;
  /** Deliveries before a message goes to the dead letters. */
  readonly maxReceiveCount: number;
}

interface ConsumerProps {
  readonly batchSize: number;
  readonly maxConcurrency: number;
}

/** AWS's advice: a message stays hidden for six time-outs of its consumer, to outlast throttled polls. */
const VISIBILITY_PER_TIMEOUT = 6;

/** A queue, and the dead letters of what could not be done after many tries. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, name: QueueName, props: WorkQueueProps) {
    super(scope, `${name}Queue`);
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, "DeadLetters", { ...common, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, "Queue", {
      ...common,
      visibilityTimeout: Duration.seconds(VISIBILITY_PER_TIMEOUT * props.consumerTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
    });
    Validations.of(this.deadLetters).acknowledge({
      id: "Serverless-SQSRedrivePolicy",
      reason: "It is where dead letters end; an alarm calls a person for each.",
    });
    nameLogically(this.queue, `${name}Queue`);
    nameLogically(this.deadLetters, `${name}DeadLetters`);
  }

  /** Feeds a function from the queue; its role already holds what that takes. */
  feed(consumer: ServiceFunction, props: ConsumerProps): void {
    const feed = new EventSourceMapping(this, "Feed", {
      target: consumer.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize: props.batchSize,
      maxConcurrency: props.maxConcurrency,
      reportBatchItemFailures: true,
    });
    Validations.of(feed).acknowledge({
      id: "Serverless-LambdaEventSourceMappingDestination",
      reason: "Sources of type SQS take no destination: what fails goes to the queue's dead letters.",
    });
  }
}
