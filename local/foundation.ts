import { startDynamo } from "./emulators/dynamo.ts";
import type { Endpoints } from "./emulators/endpoints.ts";
import { queueUrlAt } from "./emulators/endpoints.ts";
import { startFauxqs } from "./emulators/fauxqs.ts";
import { provision } from "./emulators/provision.ts";
import { type LoopbackServer, listenOnLoopback } from "./httpServer.ts";
import type { Shutdown } from "./shutdown.ts";
import { readService, type Service } from "./stack/service.ts";
import { synthesise } from "./stack/synth.ts";
import { openState, type State } from "./state/dataDir.ts";

/** All that functions stand on, however they are run. */
export interface Foundation {
  readonly state: State;
  readonly service: Service;
  readonly endpoints: Endpoints;
  /** The server for AWS services without an emulator; to be given its handler. */
  readonly aws: LoopbackServer;
  /** Whether the tables are new, and so hold nothing. */
  readonly isNew: boolean;
}

/** Opens the state, starts the emulators, synthesises the stacks and makes what they ask for. */
export const startFoundation = async (
  dataDir: string | undefined,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<Foundation> => {
  const state = openState(dataDir, shutdown);
  const aws = await listenOnLoopback(0, shutdown);
  tell("Starting the emulators and synthesising the stacks …");
  const [dynamodb, fauxqs, stacks] = await Promise.all([
    startDynamo(state.tableFolder, shutdown),
    startFauxqs(state.queueFolder, shutdown),
    synthesise(state.stackFolder, shutdown),
  ]);
  const service = readService(stacks, queueUrlAt(fauxqs));
  const endpoints = { dynamodb, sqs: fauxqs, s3: fauxqs, secretsManager: aws.url };
  const { isNew } = await provision(service, endpoints, queueUrlAt(fauxqs));
  return { state, service, endpoints, aws, isNew };
};
