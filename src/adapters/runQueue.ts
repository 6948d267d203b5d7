import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { RunMessage } from "../contract/messages.ts";

/** Longest delay that SQS takes, in seconds. */
export const MAX_DELAY_SECONDS = 900;

/** The queue that tells workers which runs can be worked on. */
export const createRunQueue = (queueUrl: string) => {
  const client = new SQSClient({});
  return {
    /** Announces a run. Runs of one account form a group, so that no account crowds out the others. */
    async send(accountId: string, runId: string, delayMs = 0): Promise<void> {
      const message: RunMessage = { type: "run", accountId, runId };
      await client.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: JSON.stringify(message),
          MessageGroupId: accountId,
          DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000)),
        }),
      );
    },

    /** Proves that the queue answers. */
    async ping(): Promise<void> {
      await client.send(
        new GetQueueAttributesCommand({
          QueueUrl: queueUrl,
          AttributeNames: ["ApproximateNumberOfMessages"],
        }),
      );
    },
  };
};

export type RunQueue = ReturnType<typeof createRunQueue>;
