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

const PROCESS = fileURLToPath(new URL("../../helpers/emulatorProcess.ts", import.meta.url));
const KILLS = 10;
/** How many are killed at once, each with a folder of its own: most of a start is loading code. */
const STORES = 10;
/** At most this many writes are answered before a kill. */
const MAX_WRITES = 20;

const made = makeFolder();
afterAll(made.remove);

const FOLDERS = Array.from({ length: STORES }, (_, place) => join(made.folder, `queues${place}`));

interface Store {
  readonly place: number;
  readonly queueUrl: string;
  readonly sqs: SQSClient;
  readonly s3: S3Client;
}

interface Life {
  readonly process: ChildProcess;
  readonly stores: readonly Store[];
}

const openStore = (port: number, place: number): Store => {
  const endpoint = `http://127.0.0.1:${port}`;
  // A write that a kill has cut off must fail, not be tried again.
  const settings = { ...clientSettings(endpoint), maxAttempts: 1 };
  return {
    place,
    queueUrl: queueUrlAt(endpoint)("queue"),
    sqs: new SQSClient(settings),
    s3: new S3Client({ ...settings, forcePathStyle: true }),
  };
};

const start = async (): Promise<Life> => {
  const started = spawn(process.execPath, [PROCESS, ...FOLDERS], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = (await once(createInterface({ input: started.stdout }), "line")) as [string];
  return { process: started, stores: (JSON.parse(line) as number[]).map(openStore) };
};

const kill = async (life: Life): Promise<void> => {
  const exited = once(life.process, "exit");
  life.process.kill("SIGKILL");
  await exited;
  for (const { sqs, s3 } of life.stores) {
    sqs.destroy();
    s3.destroy();
  }
};

const write = async ({ sqs, s3, queueUrl }: Store, name: string): Promise<void> => {
  await s3.send(new PutObjectCommand({ Bucket: "bucket", Key: name, Body: name.repeat(500) }));
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: name }));
};

/** Writes to the stores, and kills them in the middle of a write to each. @returns what each answered */
const writeAndKill = async (prefix: string): Promise<readonly (readonly string[])[]> => {
  const life = await start();
  const answered = life.stores.map((): string[] => []);
  const writeNext = async (store: Store, name: string): Promise<void> => {
    await write(store, name);
    answered[store.place]?.push(name);
  };
  const writes = 1 + Math.floor(Math.random() * MAX_WRITES);
  for (let n = 1; n <= writes; n += 1)
    await Promise.all(life.stores.map((store) => writeNext(store, `${prefix}-${n}`)));
  const cutOff = life.stores.map((store) => writeNext(store, `${prefix}-last`).catch(() => undefined));
  // Each kill meets the writes somewhere else: on their way, in the middle, or after their answers.
  await setTimeout(Math.random() * 5 * STORES);
  await kill(life);
  await Promise.all(cutOff);
  return answered;
};

const readQueue = async ({ sqs, queueUrl }: Store): Promise<ReadonlySet<string>> => {
  const received = new Set<string>();
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return received;
    for (const { Body } of Messages) received.add(Body ?? "");
  }
};

describe("queues and objects of a service killed during a write", () => {
  it(`are complete after ${KILLS} kills, in each of ${STORES} stores`, async () => {
    const first = await start();
    for (const { sqs, s3 } of first.stores) {
      await sqs.send(new CreateQueueCommand({ QueueName: "queue" }));
      await s3.send(new CreateBucketCommand({ Bucket: "bucket" }));
    }
    await kill(first);
    const answered = FOLDERS.map((): string[] => []);
    for (let n = 0; n < KILLS; n += 1) {
      const names = await writeAndKill(`life${n}`);
      for (const [place, own] of names.entries()) answered[place]?.push(...own);
    }

    const last = await start();
    expect(last.stores).toHaveLength(STORES);
    for (const store of last.stores) {
      const names = answered[store.place] ?? [];
      expect(names.length).toBeGreaterThanOrEqual(KILLS);
      for (const name of names) {
        const { Body } = await store.s3.send(new GetObjectCommand({ Bucket: "bucket", Key: name }));
        expect(await Body?.transformToString()).toBe(name.repeat(500));
      }
      const received = await readQueue(store);
      expect(names.filter((name) => !received.has(name))).toEqual([]);
    }
    await kill(last);
  }, 600_000);
});
