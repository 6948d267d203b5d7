import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { traceAttributes } from "./traceContext.ts";

/** Longest delay that SQS accepts, in seconds. */
const MAX_DELAY_SECONDS = 900;

/** A queue of messages that belong to accounts. */
export interface MessageQueue<M extends { readonly accountId: string }> {
  send(message: M, delayMs?: number): Promise<void>;
}

/** Messages of one account form a group, so that no account can crowd out the others. */
export const createMessageQueue = <M extends { readonly accountId: string }>(
  queueUrl: string,
  client = new SQSClient({}),
): MessageQueue<M> => ({
  async send(message, delayMs = 0) {
    await client.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify(message),
        MessageAttributes: traceAttributes(),
        MessageGroupId: message.accountId,
        DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000)),
      }),
    );
  },
});
