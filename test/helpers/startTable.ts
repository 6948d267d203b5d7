import { startDynamo } from "../../local/emulators/dynamo.ts";
import { createServiceTable } from "../../local/emulators/serviceTable.ts";
import { createShutdown } from "../../local/shutdown.ts";
import { stopLater } from "./teardown.ts";

const TABLE_NAME = "gleaner-test";

/**
 * Starts DynamoDB Local with one empty table for all tests of the suite; each keeps to accounts of its own.
 * Tests find it by TEST_TABLE_ENDPOINT and TEST_TABLE_NAME.
 */
export default async (): Promise<void> => {
  const shutdown = createShutdown();
  stopLater("table", shutdown.run);
  const endpoint = await startDynamo(undefined, shutdown);
  await createServiceTable(endpoint, TABLE_NAME);
  process.env.TEST_TABLE_ENDPOINT = endpoint;
  process.env.TEST_TABLE_NAME = TABLE_NAME;
};
