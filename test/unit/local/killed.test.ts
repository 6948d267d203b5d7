import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterAll, describe, expect, it } from "@jest/globals";
import { clientSettings, queueUrlAt } from "../../../local/emulators/endpoints.ts";
import { makeFolder } from "../../helpers/tableFile.ts";

const STORE = fileURLToPath(new URL("../../helpers/emulatorProcess.ts", import.meta.url));
const KILLS = 100;
/** At most this many writes are answered before a kill. */
const MAX_WRITES = 20;

const made = makeFolder();
afterAll(made.remove);

interface Life {
  readonly store: ChildProcess;
  readonly queueUrl: string;
  readonly sqs: SQSClient;
  readonly s3: S3Client;
}

const start = async (folder: string): Promise<Life> => {
  const store = spawn(process.execPath, [STORE, folder], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [endpoint] = (await once(createInterface({ input: store.stdout }), "line")) as [string];
  // A write that a kill has cut off must fail, not be tried again.
  const settings = { ...clientSettings(endpoint), maxAttempts: 1 };
  return {
    store,
    queueUrl: queueUrlAt(endpoint)("queue"),
    sqs: new SQSClient(settings),
    s3: new S3Client({ ...settings, forcePathStyle: true }),
  };
};

const kill = async ({ store, sqs, s3 }: Life): Promise<void> => {
  const exited = once(store, "exit");
  store.kill("SIGKILL");
  await exited;
  sqs.destroy();
  s3.destroy();
};

const write = async ({ sqs, s3, queueUrl }: Life, name: string): Promise<void> => {
  await s3.send(new PutObjectCommand({ Bucket: "bucket", Key: name, Body: name.repeat(500) }));
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: name }));
};

/** Writes to a store, and kills it in the middle of a write. @returns what it answered */
const writeAndKill = async (folder: string, prefix: string): Promise<readonly string[]> => {
  const life = await start(folder);
  const answered: string[] = [];
  const writes = 1 + Math.floor(Math.random() * MAX_WRITES);
  for (let n = 1; n <= writes; n += 1) {
    await write(life, `${prefix}-${n}`);
    answered.push(`${prefix}-${n}`);
  }
  const last = `${prefix}-last`;
  const cutOff = write(life, last).then(
    () => answered.push(last),
    () => undefined,
  );
  // Each kill meets the write somewhere else: on its way, in the middle, or after its answer.
  await setTimeout(Math.random() * 5);
  await kill(life);
  await cutOff;
  return answered;
};

describe("queues and objects of a service that is killed in the middle of a write", () => {
  it(`are all there that were answered, after ${KILLS} times`, async () => {
    const folder = join(made.folder, "queues");
    const first = await start(folder);
    await first.sqs.send(new CreateQueueCommand({ QueueName: "queue" }));
    await first.s3.send(new CreateBucketCommand({ Bucket: "bucket" }));
    await kill(first);
    const answered: string[] = [];
    for (let n = 0; n < KILLS; n += 1) answered.push(...(await writeAndKill(folder, `life${n}`)));
    expect(answered.length).toBeGreaterThanOrEqual(KILLS);

    const last = await start(folder);
    for (const name of answered) {
      const { Body } = await last.s3.send(new GetObjectCommand({ Bucket: "bucket", Key: name }));
      expect(await Body?.transformToString()).toBe(name.repeat(500));
    }
    const received = new Set<string>();
    for (let more = true; more; ) {
      const { Messages = [] } = await last.sqs.send(
        new ReceiveMessageCommand({ QueueUrl: last.queueUrl, MaxNumberOfMessages: 10 }),
      );
      for (const { Body } of Messages) received.add(Body ?? "");
      more = Messages.length > 0;
    }
    expect(answered.filter((name) => !received.has(name))).toEqual([]);
    await kill(last);
  }, 600_000);
});
