import { INDEXES, TABLE } from "../../src/store/schema.ts";
import { createTable } from "./tables.ts";

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: "HASH" },
  { AttributeName: sortKey, KeyType: "RANGE" },
];

/** Creates the service's table from its schema alone, for work on the store without a stack. */
export const createServiceTable = async (endpoint: string, name: string): Promise<void> => {
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
