import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";

const BATCH = 10;
/** Longer than an operator's call takes; what is still held by then can be received again. */
const HELD_SECONDS = 180;
/** A wait asks all of SQS's servers, not a sample of them. */
const WAIT_SECONDS = 1;

/** A message that was received and that nobody else receives meanwhile. */
export interface HeldMessage {
  readonly body: string;
  readonly sentAt: string;
  /** Lets it be received again. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

/** A queue as operators use it. */
export interface OperatedQueue {
  /** Messages that wait, that are being handled, and that are delayed; approximate. */
  count(): Promise<{ waiting: number; inProgress: number; delayed: number }>;
  /** Up to ten messages; none if the queue is empty. */
  take(): Promise<HeldMessage[]>;
  send(body: string, accountId: string): Promise<void>;
  /** Drops all messages. SQS allows it once a minute. */
  purge(): Promise<void>;
}

export const createOperatedQueue = (QueueUrl: string): OperatedQueue => {
  const client = new SQSClient(AWS_REQUESTS.short);
  return {
    async count() {
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl,
          AttributeNames: [
            "ApproximateNumberOfMessages",
            "ApproximateNumberOfMessagesNotVisible",
            "ApproximateNumberOfMessagesDelayed",
          ],
        }),
      );
      return {
        waiting: Number(Attributes.ApproximateNumberOfMessages ?? 0),
        inProgress: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
        delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0),
      };
    },

    async take() {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: BATCH,
          VisibilityTimeout: HELD_SECONDS,
          WaitTimeSeconds: WAIT_SECONDS,
          MessageSystemAttributeNames: ["SentTimestamp"],
        }),
      );
      return Messages.map(({ Body = "", ReceiptHandle, Attributes }) => ({
        body: Body,
        sentAt: new Date(Number(Attributes?.SentTimestamp ?? 0)).toISOString(),
        release: async () => {
          await client.send(
            new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
          );
        },
        remove: async () => {
          await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        },
      }));
    },

    async send(MessageBody, MessageGroupId) {
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }));
    },

    async purge() {
      await client.send(new PurgeQueueCommand({ QueueUrl }));
    },
  };
};
