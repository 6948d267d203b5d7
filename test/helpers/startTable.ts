import { startDynamo } from "../../local/emulators/dynamo.ts";
import { createTable } from "../../local/emulators/tables.ts";
import { createShutdown } from "../../local/shutdown.ts";
import { INDEXES, TABLE } from "../../src/store/schema.ts";
import { stopLater } from "./teardown.ts";

const TABLE_NAME = "gleaner-test";

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: "HASH" },
  { AttributeName: sortKey, KeyType: "RANGE" },
];

/**
 * Starts DynamoDB Local with one empty table for all tests of the suite; each keeps to accounts of its own.
 * Tests find it by TEST_TABLE_ENDPOINT and TEST_TABLE_NAME.
 */
export default async (): Promise<void> => {
  const shutdown = createShutdown();
  stopLater("table", shutdown.run);
  const endpoint = await startDynamo(undefined, shutdown);
  const keys = [TABLE, ...Object.values(INDEXES)].flatMap(({ partitionKey, sortKey }) => [
    partitionKey,
    sortKey,
  ]);
  await createTable(endpoint, {
    name: TABLE_NAME,
    properties: {
      KeySchema: keySchema(TABLE.partitionKey, TABLE.sortKey),
      AttributeDefinitions: [...new Set(keys)].map((name) => ({ AttributeName: name, AttributeType: "S" })),
      GlobalSecondaryIndexes: Object.entries(INDEXES).map(([name, { partitionKey, sortKey }]) => ({
        IndexName: name,
        KeySchema: keySchema(partitionKey, sortKey),
        Projection: { ProjectionType: "ALL" },
      })),
      TimeToLiveSpecification: { AttributeName: TABLE.ttl, Enabled: true },
    },
  });
  process.env.TEST_TABLE_ENDPOINT = endpoint;
  process.env.TEST_TABLE_NAME = TABLE_NAME;
};
