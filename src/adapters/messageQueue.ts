import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";
import { callCredentials } from "./callCredentials.ts";
import { traceAttributes } from "./traceContext.ts";

/** Longest delay that SQS accepts, in seconds. */
const MAX_DELAY_SECONDS = 900;

/** A queue of messages. */
export interface MessageQueue<M extends object> {
  send(message: M, delayMs?: number): Promise<void>;
}

/** @param groupOf messages of one group cannot crowd out the others */
export const createGroupedQueue = <M extends object>(
  queueUrl: string,
  groupOf: (message: M) => string,
  client = new SQSClient({ ...AWS_REQUESTS.short, ...callCredentials() }),
): MessageQueue<M> => ({
  async send(message, delayMs = 0) {
    await client.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify(message),
        MessageAttributes: traceAttributes(),
        MessageGroupId: groupOf(message),
        DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000)),
      }),
    );
  },
});

/** Messages of one account form a group, so that no account can crowd out the others. */
export const createMessageQueue = <M extends { readonly accountId: string }>(
  queueUrl: string,
  client?: SQSClient,
): MessageQueue<M> => createGroupedQueue<M>(queueUrl, ({ accountId }) => accountId, client);
