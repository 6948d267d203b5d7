import { startDynamo } from "../../local/emulators/dynamo.ts";
import { createShutdown } from "../../local/shutdown.ts";
import { useOwnTempFolder } from "../runner/tempFolder.ts";
import { stopLater } from "./teardown.ts";

/** Starts DynamoDB Local for all tests of the suite, which find it by TEST_TABLE_ENDPOINT and make their tables. */
export default async (): Promise<void> => {
  useOwnTempFolder();
  const shutdown = createShutdown();
  stopLater("table", shutdown.run);
  process.env.TEST_TABLE_ENDPOINT = await startDynamo(undefined, shutdown);
};
