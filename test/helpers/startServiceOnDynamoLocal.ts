import type { Config } from "jest";
import { startSharedService, suiteName } from "./sharedService.ts";

/** Starts the whole service on DynamoDB Local; `useServiceOnDynamoLocal.ts` makes it the one that tests find. */
export default async (_: unknown, { displayName }: Config): Promise<void> => {
  const { service, ports } = await startSharedService("dynamodb-local", suiteName(displayName));
  process.env.TEST_SERVICE_ON_DYNAMODB_LOCAL = service;
  process.env.TEST_PORTS_ON_DYNAMODB_LOCAL = ports;
};
