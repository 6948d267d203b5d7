/** Opens a place that can have an account: a local data directory, or a stage on AWS. */
import { join } from "node:path";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import {
  GetObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { startDynamo } from "../../local/emulators/dynamo.ts";
import { clientSettings } from "../../local/emulators/endpoints.ts";
import { startFauxqs } from "../../local/emulators/fauxqs.ts";
import { StartFailure } from "../../local/failure.ts";
import { LOCAL_SERVICE_SECRET, readStage } from "../../local/operatorPlace.ts";
import type { Shutdown } from "../../local/shutdown.ts";
import { physicalName } from "../../local/stack/names.ts";
import { openState, type State } from "../../local/state/dataDir.ts";
import { TABLE_FILES } from "../../local/table/start.ts";
import { deriveKeys } from "../../src/adapters/keyring.ts";
import { createSeals } from "../../src/adapters/seal.ts";
import { openServiceSecret } from "../../src/adapters/serviceSecret.ts";
import { createDynamoTable } from "../../src/store/dynamo/dynamoTable.ts";
import { createEmbeddedTable } from "../../src/store/embedded/table.ts";
import type { Table } from "../../src/store/table.ts";
import type { Place } from "./account.ts";

const objectsIn = (s3: S3Client, Bucket: string): Place["objects"] => ({
  async *list(Prefix) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix }))
      for (const { Key } of Contents) if (Key !== undefined) yield Key;
  },
  async get(key) {
    const { Body, ContentType, ContentDisposition } = await s3.send(
      new GetObjectCommand({ Bucket, Key: key }),
    );
    return {
      key,
      contentType: ContentType ?? "application/octet-stream",
      ...(ContentDisposition !== undefined && { contentDisposition: ContentDisposition }),
      body: Buffer.from((await Body?.transformToByteArray()) ?? []),
    };
  },
  async put({ key, contentType, contentDisposition, body }) {
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: key,
        Body: body,
        ContentType: contentType,
        ContentDisposition: contentDisposition,
      }),
    );
  },
});

/** The runner's name for a resource of the data stack in stage "local" (lib/app.ts names the stack). */
const nameOf = (logicalId: string, Type: string): string =>
  physicalName("gleaner-local-data", logicalId, { Type });

const openLocalTable = async (state: State, shutdown: Shutdown): Promise<Table | undefined> => {
  if (state.madeWith === "embedded") {
    const table = createEmbeddedTable({ path: join(state.tableFolder, TABLE_FILES.embedded) });
    shutdown.add(table.close);
    return table;
  }
  if (state.madeWith === undefined) return undefined;
  const endpoint = await startDynamo(state.tableFolder, shutdown);
  const settings = clientSettings(endpoint);
  const { TableNames = [] } = await new DynamoDBClient(settings).send(new ListTablesCommand());
  const [tableName] = TableNames;
  // The store takes them from the environment, as in a function.
  process.env.AWS_REGION = settings.region;
  process.env.AWS_ACCESS_KEY_ID = settings.credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = settings.credentials.secretAccessKey;
  return tableName === undefined ? undefined : createDynamoTable({ tableName, endpoint });
};

/**
 * Opens a data directory, which no service may be using meanwhile.
 *
 * @throws StartFailure with one sentence for the person at the terminal
 */
export const openDataDir = async (dataDir: string, shutdown: Shutdown): Promise<Place> => {
  const state = openState(dataDir, shutdown);
  const secret = state.secrets.secretValueOf(LOCAL_SERVICE_SECRET);
  const bucket = nameOf("results", "AWS::S3::Bucket");
  const table = await openLocalTable(state, shutdown);
  const s3 = new S3Client({
    ...clientSettings(await startFauxqs(state.queueFolder, shutdown)),
    forcePathStyle: true,
  });
  shutdown.add(() => s3.destroy());
  const { Buckets = [] } = await s3.send(new ListBucketsCommand());
  if (table === undefined || !Buckets.some(({ Name }) => Name === bucket))
    throw new StartFailure(
      `There is no service in ${dataDir} yet: start one there first, \`npm start -- --data-dir ${dataDir}\`, and stop it.`,
    );
  const seals = createSeals(async () => deriveKeys(secret, "seal", Date.now()));
  return { table, seals, objects: objectsIn(s3, bucket) };
};

/**
 * Opens a deployed stage with the AWS credentials of the environment.
 *
 * @throws StartFailure where there is none
 */
export const openStage = async (stage: string): Promise<Place> => {
  const { TABLE_NAME, BUCKET_NAME, SERVICE_SECRET_ARN } = await readStage(stage);
  if (TABLE_NAME === undefined || BUCKET_NAME === undefined || SERVICE_SECRET_ARN === undefined)
    throw new StartFailure(`Stage "${stage}" is not deployed in this AWS account and region.`);
  const secret = openServiceSecret(SERVICE_SECRET_ARN);
  return {
    table: createDynamoTable({ tableName: TABLE_NAME }),
    seals: createSeals(() => secret.keysFor("seal")),
    objects: objectsIn(new S3Client(), BUCKET_NAME),
  };
};
