/** A process with the queue and object store of a data directory, that sends and stores until it is killed. */
import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { clientSettings, queueUrlAt } from "../../local/emulators/endpoints.ts";
import { startFauxqs } from "../../local/emulators/fauxqs.ts";
import { createShutdown } from "../../local/shutdown.ts";

const [folder = "", prefix = ""] = process.argv.slice(2);
const endpoint = await startFauxqs(folder, createShutdown());
const sqs = new SQSClient(clientSettings(endpoint));
const s3 = new S3Client({ ...clientSettings(endpoint), forcePathStyle: true });
await sqs.send(new CreateQueueCommand({ QueueName: "queue" }));
await s3.send(new CreateBucketCommand({ Bucket: "bucket" })).catch(() => undefined);

for (let n = 1; ; n += 1) {
  const name = `${prefix}-${n}`;
  await s3.send(new PutObjectCommand({ Bucket: "bucket", Key: name, Body: name.repeat(500) }));
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrlAt(endpoint)("queue"), MessageBody: name }));
  process.stdout.write(`${name}\n`);
}
