import { startSharedService } from "./sharedService.ts";

/** Starts the whole service on DynamoDB Local; `useServiceOnDynamoLocal.ts` makes it the one that tests find. */
export default async (): Promise<void> => {
  const { service, ports, destinationFolder } = await startSharedService("dynamodb-local");
  process.env.TEST_SERVICE_ON_DYNAMODB_LOCAL = service;
  process.env.TEST_PORTS_ON_DYNAMODB_LOCAL = ports;
  process.env.TEST_DESTINATION_FOLDER_ON_DYNAMODB_LOCAL = destinationFolder;
};
