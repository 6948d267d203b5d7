/** Checks that stateful resources keep their data. */
import { CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { TABLE } from "../../src/store/schema.ts";

/** A resource with data. */
export interface Held {
  readonly region: string;
  readonly logicalId: string;
  readonly type: string;
  readonly physicalId: string;
  readonly content: string;
}

type Place = Pick<Held, "region" | "type" | "physicalId">;

/** Puts test data into a table and a bucket; a secret already has a value. */
const CONTENT = "what a rehearsal must find again";
const Key = { [TABLE.partitionKey]: "REHEARSAL", [TABLE.sortKey]: "REHEARSAL" };
const OBJECT = "rehearsal";

interface Keeper {
  readonly put: (place: Place) => Promise<unknown>;
  readonly get: (place: Place) => Promise<unknown>;
}

const tableOf = (region: string) => DynamoDBDocumentClient.from(new DynamoDBClient({ region }));

const KEEPERS: Readonly<Record<string, Keeper>> = {
  "AWS::DynamoDB::GlobalTable": {
    put: ({ region, physicalId: TableName }) =>
      tableOf(region).send(new PutCommand({ TableName, Item: { ...Key, content: CONTENT } })),
    get: async ({ region, physicalId: TableName }) =>
      (await tableOf(region).send(new GetCommand({ TableName, Key }))).Item?.content,
  },
  "AWS::S3::Bucket": {
    put: ({ region, physicalId: Bucket }) =>
      new S3Client({ region }).send(new PutObjectCommand({ Bucket, Key: OBJECT, Body: CONTENT })),
    get: async ({ region, physicalId: Bucket }) => {
      const { Body } = await new S3Client({ region }).send(new GetObjectCommand({ Bucket, Key: OBJECT }));
      return Body?.transformToString();
    },
  },
  "AWS::SecretsManager::Secret": {
    put: () => Promise.resolve(),
    get: async ({ region, physicalId: SecretId }) =>
      (await new SecretsManagerClient({ region }).send(new GetSecretValueCommand({ SecretId }))).SecretString,
  },
};

/** The data in a resource; null if it, or the resource, is gone. */
const read = (place: Place): Promise<string | null> =>
  (KEEPERS[place.type]?.get(place) ?? Promise.resolve(null)).then(
    (content) => (typeof content === "string" && content !== "" ? content : null),
    () => null,
  );

const listPlaces = async (stack: string, region: string) => {
  const client = new CloudFormationClient({ region });
  const places: (Place & Pick<Held, "logicalId">)[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName: stack }))
    for (const found of page.StackResourceSummaries ?? []) {
      const [type = "", logicalId = "", physicalId = ""] = [
        found.ResourceType,
        found.LogicalResourceId,
        found.PhysicalResourceId,
      ];
      if (type in KEEPERS) places.push({ region, logicalId, type, physicalId });
    }
  return places;
};

/** Puts test data into every stateful resource of a stack. */
export const fillHeld = async (stack: string, region: string): Promise<Held[]> => {
  const places = await listPlaces(stack, region);
  return Promise.all(
    places.map(async (place) => {
      await KEEPERS[place.type]?.put(place);
      const content = await read(place);
      if (content === null) throw new Error(`${place.logicalId} does not hold what was put there.`);
      return { ...place, content };
    }),
  );
};

/** The contents of a table, for comparing with another table. */
export const movedTo = (held: readonly Held[], table: string): Held[] =>
  held
    .filter(({ type }) => type === "AWS::DynamoDB::GlobalTable")
    .map((place) => ({ ...place, physicalId: table }));

/** Resources whose data differs from what was put in, as sentences. */
export const findLost = async (held: readonly Held[]): Promise<string[]> => {
  const contents = await Promise.all(held.map(read));
  return held
    .filter(({ content }, place) => contents[place] !== content)
    .map(({ logicalId, physicalId }) => `${logicalId} (${physicalId}) lost what it held`);
};

/** Resources that a stack created again or emptied although they had data, as sentences. */
export const findReplaced = async (
  stack: string,
  region: string,
  before: readonly Held[],
): Promise<string[]> => {
  const now = new Map((await listPlaces(stack, region)).map((place) => [place.logicalId, place.physicalId]));
  const again = before
    .filter(({ logicalId, physicalId }) => now.has(logicalId) && now.get(logicalId) !== physicalId)
    .map(({ logicalId, physicalId }) => `${logicalId} (${physicalId}) became ${now.get(logicalId)}`);
  return [...again, ...(await findLost(before))];
};
