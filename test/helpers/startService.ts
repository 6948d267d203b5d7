import { startSharedService } from "./sharedService.ts";

/**
 * Starts the whole service on the runner, on the embedded table, once for all tests of the suites that use it.
 * Tests find it by TEST_SERVICE (the runner's JSON line), and the ports that flows may reach by TEST_PORTS.
 */
export default async (): Promise<void> => {
  const { service, ports, destinationFolder } = await startSharedService("embedded");
  process.env.TEST_SERVICE = service;
  process.env.TEST_PORTS = ports;
  process.env.TEST_DESTINATION_FOLDER = destinationFolder;
};
