/** The table and bucket of a data directory as plain JSON, and back. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { startDynamo } from "../../local/emulators/dynamo.ts";
import { clientSettings } from "../../local/emulators/endpoints.ts";
import { startFauxqs } from "../../local/emulators/fauxqs.ts";
import { createShutdown } from "../../local/shutdown.ts";
import { TABLE_FILES } from "../../local/table/start.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import type { Item, Put } from "../../src/store/table.ts";

export interface KeptItem {
  readonly table: string;
  readonly item: Readonly<Record<string, unknown>>;
}

export interface KeptObject {
  readonly bucket: string;
  readonly key: string;
  readonly contentType: string;
  readonly base64: string;
}

export interface KeptState {
  /** What the data directory's secrets.json holds. */
  readonly secrets: unknown;
  readonly table: readonly KeptItem[];
  readonly bucket: readonly KeptObject[];
}

const withObjects = async <T>(dataDir: string, work: (s3: S3Client) => Promise<T>): Promise<T> => {
  const shutdown = createShutdown();
  try {
    const endpoint = await startFauxqs(join(dataDir, "queues"), shutdown);
    return await work(new S3Client({ ...clientSettings(endpoint), forcePathStyle: true }));
  } finally {
    await shutdown.run();
  }
};

const withTable = async <T>(
  dataDir: string,
  work: (dynamo: DynamoDBDocumentClient) => Promise<T>,
): Promise<T> => {
  const shutdown = createShutdown();
  try {
    const endpoint = await startDynamo(join(dataDir, "table"), shutdown);
    return await work(DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings(endpoint))));
  } finally {
    await shutdown.run();
  }
};

const readTables = async (dynamo: DynamoDBDocumentClient): Promise<KeptItem[]> => {
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
  const kept: KeptItem[] = [];
  for (const table of TableNames)
    for await (const { Items = [] } of paginateScan({ client: dynamo }, { TableName: table }))
      kept.push(...Items.map((item) => ({ table, item })));
  const sortOf = ({ item }: KeptItem) => `${item.pk}\n${item.sk}`;
  return kept.sort((a, b) => (sortOf(a) < sortOf(b) ? -1 : 1));
};

const readBuckets = async (s3: S3Client): Promise<KeptObject[]> => {
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const kept: KeptObject[] = [];
  for (const { Name: bucket = "" } of Buckets)
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket }))
      for (const { Key: key = "" } of Contents) {
        const { Body, ContentType = "" } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        const base64 = Buffer.from((await Body?.transformToByteArray()) ?? []).toString("base64");
        kept.push({ bucket, key, contentType: ContentType, base64 });
      }
  return kept;
};

/** All that a data directory holds that was made with DynamoDB Local, and of which no runner is at work. */
export const dumpState = async (dataDir: string): Promise<KeptState> => ({
  secrets: JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")),
  table: await withTable(dataDir, readTables),
  bucket: await withObjects(dataDir, readBuckets),
});

/** What is due and what passes by itself does so as long after `nowMs` as it did after `frozenAtMs`. */
const movedOn = (item: KeptItem["item"], byMs: number): KeptItem["item"] => ({
  ...item,
  ...(typeof item.dueAt === "string" && { dueAt: new Date(Date.parse(item.dueAt) + byMs).toISOString() }),
  ...(typeof item.ttl === "number" && { ttl: item.ttl + Math.floor(byMs / 1_000) }),
});

/** How many items one transaction may write. */
const AT_ONCE = 100;

/** Fills an empty data directory, for the embedded table, with what was dumped, its clocks moved on by so much. */
export const fillState = async (dataDir: string, kept: KeptState, byMs: number): Promise<void> => {
  for (const folder of ["table", "queues"]) mkdirSync(join(dataDir, folder), { recursive: true });
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(kept.secrets));
  const table = createEmbeddedTable({ path: join(dataDir, "table", TABLE_FILES.embedded), isDurable: false });
  const puts = kept.table.map(({ item }): Put => ({ kind: "put", item: movedOn(item, byMs) as Item }));
  for (let first = 0; first < puts.length; first += AT_ONCE)
    await table.transact(puts.slice(first, first + AT_ONCE));
  table.close();
  await withObjects(dataDir, async (s3) => {
    for (const bucket of new Set(kept.bucket.map((one) => one.bucket)))
      await s3.send(new CreateBucketCommand({ Bucket: bucket }));
    for (const { bucket, key, contentType, base64 } of kept.bucket) {
      const Body = Buffer.from(base64, "base64");
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType, Body }));
    }
  });
};
