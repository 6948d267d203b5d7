import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, describe, expect, it } from "@jest/globals";
import { clientSettings, queueUrlAt } from "../../../local/emulators/endpoints.ts";
import { startFauxqs } from "../../../local/emulators/fauxqs.ts";
import { createShutdown } from "../../../local/shutdown.ts";
import { makeFolder } from "../../helpers/tableFile.ts";

const WRITER = fileURLToPath(new URL("../../helpers/emulatorProcess.ts", import.meta.url));
/** Each kill is the start of a store; a hundred kills of the table are in test/unit/store/embedded. */
const KILLS = 12;

const made = makeFolder();
afterAll(made.remove);

/** Lets a store be written to, and kills it in the middle. @returns what it answered */
const writeAndKill = async (folder: string, prefix: string): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [WRITER, folder, prefix], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  const killAfter = 1 + Math.floor(Math.random() * 20);
  const answered: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    answered.push(line);
    if (answered.length === killAfter) child.kill("SIGKILL");
  }
  await exited;
  return answered;
};

describe("queues and objects of a service that is killed in the middle of a write", () => {
  it(`are all there that were answered, after ${KILLS} times`, async () => {
    const folder = join(made.folder, "queues");
    const answered: string[] = [];
    for (let n = 0; n < KILLS; n += 1) answered.push(...(await writeAndKill(folder, `life${n}`)));
    expect(answered.length).toBeGreaterThanOrEqual(KILLS);

    const shutdown = createShutdown();
    const endpoint = await startFauxqs(folder, shutdown);
    const sqs = new SQSClient(clientSettings(endpoint));
    const s3 = new S3Client({ ...clientSettings(endpoint), forcePathStyle: true });
    for (const name of answered) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: "bucket", Key: name }));
      expect(await Body?.transformToString()).toBe(name.repeat(500));
    }
    const received = new Set<string>();
    for (let more = true; more; ) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrlAt(endpoint)("queue"), MaxNumberOfMessages: 10 }),
      );
      for (const { Body } of Messages) received.add(Body ?? "");
      more = Messages.length > 0;
    }
    expect(answered.filter((name) => !received.has(name))).toEqual([]);
    sqs.destroy();
    s3.destroy();
    await shutdown.run();
  }, 240_000);
});
