import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateQueueCommand, SetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { isErrorNamed } from "../failure.ts";
import type { QueueUrlOf } from "../stack/names.ts";
import type { Resource } from "../stack/resources.ts";
import type { QueueSpec, Service } from "../stack/service.ts";
import { clientSettings, type Endpoints } from "./endpoints.ts";
import { createTable } from "./tables.ts";

/**
 * Makes what the stacks ask for and the emulators do not have yet; what is there keeps its content.
 *
 * @returns whether the tables are new, and so hold nothing
 */
export const provision = async (
  service: Service,
  endpoints: Endpoints,
  queueUrlOf: QueueUrlOf,
): Promise<{ readonly isNew: boolean }> => {
  const [made] = await Promise.all([
    Promise.all(service.tables.map((table) => createTable(endpoints.dynamodb, table))),
    createQueues(service.queues, endpoints, queueUrlOf),
    createBuckets(service.buckets, endpoints),
  ]);
  return { isNew: made.includes(true) };
};

const createQueues = async (
  queues: readonly QueueSpec[],
  endpoints: Endpoints,
  queueUrlOf: QueueUrlOf,
): Promise<void> => {
  const sqs = new SQSClient(clientSettings(endpoints.sqs));
  for (const { name } of queues) await sqs.send(new CreateQueueCommand({ QueueName: name }));
  // Attributes come second: a redrive policy names a queue that has to be there.
  for (const { name, attributes } of queues) {
    await sqs.send(
      new SetQueueAttributesCommand({ QueueUrl: queueUrlOf(name), Attributes: { ...attributes } }),
    );
  }
  sqs.destroy();
};

const createBuckets = async (buckets: readonly Resource[], endpoints: Endpoints): Promise<void> => {
  const s3 = new S3Client(clientSettings(endpoints.s3));
  for (const { name } of buckets) {
    await s3.send(new CreateBucketCommand({ Bucket: name })).catch((error: unknown) => {
      if (!isErrorNamed(error, "BucketAlreadyOwnedByYou")) throw error;
    });
  }
  s3.destroy();
};
