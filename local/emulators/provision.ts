import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateQueueCommand, SetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { isErrorNamed } from "../failure.ts";
import type { QueueUrlOf } from "../stack/names.ts";
import type { Resource } from "../stack/resources.ts";
import type { QueueSpec, Service } from "../stack/service.ts";
import { clientSettings, type Endpoints } from "./endpoints.ts";

/** Creates the queues and buckets of the stacks. Existing ones keep their content. */
export const provision = async (
  service: Service,
  endpoints: Endpoints,
  queueUrlOf: QueueUrlOf,
): Promise<void> => {
  await Promise.all([
    createQueues(service.queues, endpoints, queueUrlOf),
    createBuckets(service.buckets, endpoints),
  ]);
};

const createQueues = async (
  queues: readonly QueueSpec[],
  endpoints: Endpoints,
  queueUrlOf: QueueUrlOf,
): Promise<void> => {
  const sqs = new SQSClient(clientSettings(endpoints.sqs));
  for (const { name } of queues) await sqs.send(new CreateQueueCommand({ QueueName: name }));
  // Attributes are set second: a redrive policy refers to a queue that must exist.
  for (const { name, attributes } of queues)
    await sqs.send(
      new SetQueueAttributesCommand({ QueueUrl: queueUrlOf(name), Attributes: { ...attributes } }),
    );
  sqs.destroy();
};

const createBuckets = async (buckets: readonly Resource[], endpoints: Endpoints): Promise<void> => {
  const s3 = new S3Client(clientSettings(endpoints.s3));
  for (const { name } of buckets)
    await s3.send(new CreateBucketCommand({ Bucket: name })).catch((error: unknown) => {
      if (!isErrorNamed(error, "BucketAlreadyOwnedByYou")) throw error;
    });
  s3.destroy();
};
