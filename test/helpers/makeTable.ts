import { createTable } from "../../local/emulators/tables.ts";
import { INDEXES, TABLE } from "../../src/store/schema.ts";

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: "HASH" },
  { AttributeName: sortKey, KeyType: "RANGE" },
];

/** Makes an empty table with the service's keys and indexes. */
export const makeTable = async (endpoint: string, name: string): Promise<void> => {
  const keys = [TABLE, ...Object.values(INDEXES)].flatMap(({ partitionKey, sortKey }) => [
    partitionKey,
    sortKey,
  ]);
  await createTable(endpoint, {
    name,
    properties: {
      KeySchema: keySchema(TABLE.partitionKey, TABLE.sortKey),
      AttributeDefinitions: [...new Set(keys)].map((key) => ({ AttributeName: key, AttributeType: "S" })),
      GlobalSecondaryIndexes: Object.entries(INDEXES).map(([index, { partitionKey, sortKey }]) => ({
        IndexName: index,
        KeySchema: keySchema(partitionKey, sortKey),
        Projection: { ProjectionType: "ALL" },
      })),
      TimeToLiveSpecification: { AttributeName: TABLE.ttl, Enabled: true },
    },
  });
};
