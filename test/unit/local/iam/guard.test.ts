import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clientSettings, queueUrlAt } from "../../../../local/emulators/endpoints.ts";
import { startFauxqs } from "../../../../local/emulators/fauxqs.ts";
import { listenOnLoopback } from "../../../../local/httpServer.ts";
import { type Access, createAccess } from "../../../../local/iam/access.ts";
import { createGuard } from "../../../../local/iam/guard.ts";
import { createShutdown, type Shutdown } from "../../../../local/shutdown.ts";
import type { StatementDocument } from "../../../../local/stack/functions.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/T";
const POLICY: readonly StatementDocument[] = [
  { Effect: "Allow", Action: "dynamodb:GetItem", Resource: TABLE },
  { Effect: "Allow", Action: ["s3:GetObject", "s3:PutObject"], Resource: "arn:aws:s3:::bucket/mine/*" },
];

let shutdown: Shutdown;
let emulator: string;
let guard: string;
let access: Access;

beforeEach(async () => {
  shutdown = createShutdown();
  emulator = await startFauxqs(undefined, shutdown);
  const server = await listenOnLoopback(0, shutdown);
  guard = server.url;
  access = createAccess([
    { logicalId: "reader", policy: POLICY },
    { logicalId: "nobody", policy: [] },
  ]);
  server.serve(
    createGuard({
      access,
      // No table is behind it: it says what is allowed, and holds nothing.
      upstreams: { s3: emulator, sqs: emulator },
      partitionKeyOf: () => "pk",
      arnOfSecret: () => undefined,
    }),
  );
});
afterEach(() => shutdown.run());

const as = (name: string) => clientSettings(guard, access.credentialsOf(name));
const s3As = (name: string) => new S3Client({ ...as(name), forcePathStyle: true });
const key = { pk: { S: "A" }, sk: { S: "B" } };

describe("the IAM proxy", () => {
  it("forwards what a role allows, including streams and presigned URLs", async () => {
    await new S3Client({ ...clientSettings(emulator), forcePathStyle: true }).send(
      new CreateBucketCommand({ Bucket: "bucket" }),
    );
    const s3 = s3As("reader");
    const object = { Bucket: "bucket", Key: "mine/a b" };
    await s3.send(new PutObjectCommand({ ...object, Body: "text" }));
    const { Body } = await s3.send(new GetObjectCommand(object));
    expect(await Body?.transformToString()).toBe("text");
    const link = await getSignedUrl(s3, new GetObjectCommand(object), { expiresIn: 60 });
    expect(await (await fetch(link)).text()).toBe("text");
    expect(access.record.read()).toMatchObject({
      denied: [],
      functions: {
        reader: {
          used: ["s3:GetObject arn:aws:s3:::bucket/mine/*", "s3:PutObject arn:aws:s3:::bucket/mine/*"],
        },
      },
    });
  });

  it("refuses what no role allows with the error of AWS, and without effect", async () => {
    const bare = new S3Client({ ...clientSettings(emulator), forcePathStyle: true });
    await bare.send(new CreateBucketCommand({ Bucket: "bucket" }));
    const theirs = { Bucket: "bucket", Key: "theirs" };
    await expect(s3As("reader").send(new PutObjectCommand({ ...theirs, Body: "x" }))).rejects.toMatchObject({
      name: "AccessDenied",
      $metadata: { httpStatusCode: 403 },
    });
    await expect(bare.send(new GetObjectCommand(theirs))).rejects.toMatchObject({ name: "NoSuchKey" });

    const sqs = new SQSClient(clientSettings(emulator));
    await sqs.send(new CreateQueueCommand({ QueueName: "runs" }));
    const send = new SendMessageCommand({ QueueUrl: queueUrlAt(guard)("runs"), MessageBody: "x" });
    await expect(new SQSClient(as("nobody")).send(send)).rejects.toMatchObject({
      name: "AccessDeniedException",
      message: expect.stringContaining(
        "nobody is not authorized to perform: sqs:SendMessage on resource: arn:aws:sqs:",
      ),
    });
    expect(access.record.read().denied.map(({ action }) => action)).toEqual([
      "s3:PutObject",
      "sqs:SendMessage",
    ]);
  });

  it("simulates a table that it does not have: an empty answer, or a refusal", async () => {
    const dynamo = new DynamoDBClient(as("reader"));
    const answer = await dynamo.send(new GetItemCommand({ TableName: "T", Key: key }));
    expect(answer.Item).toBeUndefined();
    await expect(dynamo.send(new PutItemCommand({ TableName: "T", Item: key }))).rejects.toMatchObject({
      name: "AccessDeniedException",
    });
  });

  it("hides that an object is missing from a role that may not list the bucket, as S3 does", async () => {
    await new S3Client({ ...clientSettings(emulator), forcePathStyle: true }).send(
      new CreateBucketCommand({ Bucket: "bucket" }),
    );
    const get = new GetObjectCommand({ Bucket: "bucket", Key: "mine/gone" });
    await expect(s3As("reader").send(get)).rejects.toMatchObject({ name: "AccessDenied" });
  });

  it("refuses forged credentials and unsigned requests", async () => {
    const forged = clientSettings(guard, { ...access.credentialsOf("reader"), sessionToken: "guessed" });
    await expect(
      new DynamoDBClient(forged).send(new GetItemCommand({ TableName: "T", Key: key })),
    ).rejects.toMatchObject({ name: "UnrecognizedClientException" });
    expect((await fetch(`${guard}/bucket/mine/a`)).status).toBe(403);
    expect(access.record.read().denied).toEqual([]);
  });

  it("can revoke a grant from a single function", async () => {
    access.revoke("reader", "dynamodb:GetItem");
    await expect(
      new DynamoDBClient(as("reader")).send(new GetItemCommand({ TableName: "T", Key: key })),
    ).rejects.toMatchObject({ message: expect.stringContaining("with an explicit deny") });
    expect(() => access.revoke("unknown", "*")).toThrow("unknown");
  });
});
