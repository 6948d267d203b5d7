import { Duration, Validations } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { QueueName } from "../../src/contract/operation.ts";
import { nameLogically } from "./names.ts";
import type { ServiceFunction } from "./service-function.ts";

interface WorkQueueProps {
  readonly consumerTimeoutSeconds: number;
  /** Deliveries before a message goes to the dead-letter queue. */
  readonly maxReceiveCount: number;
  readonly deadLetters: DeadLetters;
}

interface ConsumerProps {
  readonly batchSize: number;
  readonly maxConcurrency: number;
}

/** AWS recommends a visibility timeout of six times the function's timeout, to outlast throttled polls. */
const VISIBILITY_PER_TIMEOUT = 6;

/** Encrypted, and accessible through TLS only. */
const SAFE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/**
 * The dead-letter queue for all queues. SQS knows where each message came from and can move it back. An alarm watches
 * it.
 */
export class DeadLetters extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, "Queue", { ...SAFE, retentionPeriod: Duration.days(14) });
    Validations.of(this.queue).acknowledge({
      id: "Serverless-SQSRedrivePolicy",
      reason: "It is where dead letters end; an alarm calls a person for each.",
    });
    nameLogically(this.queue, "deadLetters");
  }
}

/**
 * What was due and could not be handed over, as the clock reports it. These messages come from no queue, so they could
 * not be moved back from the dead letters. An alarm watches it.
 */
export class StuckQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, "Queue", { ...SAFE, retentionPeriod: Duration.days(14) });
    const reason = "No function consumes it; an alarm calls a person for each message.";
    for (const id of ["Serverless-SQSRedrivePolicy", "AwsSolutions-SQS3"])
      Validations.of(this.queue).acknowledge({ id, reason });
    nameLogically(this.queue, "stuck");
  }
}

/** A queue of work. */
export class WorkQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, name: QueueName, props: WorkQueueProps) {
    super(scope, `${name}Queue`);
    this.queue = new Queue(this, "Queue", {
      ...SAFE,
      visibilityTimeout: Duration.seconds(VISIBILITY_PER_TIMEOUT * props.consumerTimeoutSeconds),
      deadLetterQueue: { queue: props.deadLetters.queue, maxReceiveCount: props.maxReceiveCount },
    });
    nameLogically(this.queue, `${name}Queue`);
  }

  /** Makes the queue an event source of a function. The function's role already allows it. */
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
