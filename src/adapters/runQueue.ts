import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { AWS_REQUESTS } from "../contract/awsRequests.ts";
import type { RunMessage } from "../contract/messages.ts";
import type { RunQueueName } from "../contract/operation.ts";
import { callCredentials } from "./callCredentials.ts";
import { createMessageQueue } from "./messageQueue.ts";

/** The parts of a run that its message is made from. */
interface Announced {
  readonly accountId: string;
  readonly id: string;
  readonly queue: RunQueueName;
  readonly shard?: number;
}

/** The queues that announce runs to workers. */
export const createRunQueue = (queueUrls: Readonly<Record<RunQueueName, string>>) => {
  const client = new SQSClient({ ...AWS_REQUESTS.short, ...callCredentials() });
  return {
    /** Announces a run. Runs of one account form a group, so that no account crowds out the others. */
    async send({ accountId, id, queue, shard }: Announced, delayMs = 0): Promise<void> {
      const message: RunMessage = {
        type: "run",
        accountId,
        runId: id,
        ...(shard !== undefined && { shard }),
      };
      await createMessageQueue<RunMessage>(queueUrls[queue], client).send(message, delayMs);
    },

    /** Checks that the queues respond. */
    async ping(): Promise<void> {
      const asked = Object.values(queueUrls).map((QueueUrl) =>
        client.send(
          new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["ApproximateNumberOfMessages"] }),
        ),
      );
      await Promise.all(asked);
    },
  };
};

export type RunQueue = ReturnType<typeof createRunQueue>;
