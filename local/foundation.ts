import { randomBytes } from "node:crypto";
import type { Endpoints } from "./emulators/endpoints.ts";
import { queueUrlAt } from "./emulators/endpoints.ts";
import { startFauxqs } from "./emulators/fauxqs.ts";
import { provision } from "./emulators/provision.ts";
import { type LoopbackServer, listenOnLoopback } from "./httpServer.ts";
import { type Enforcement, enforceIam } from "./iam/enforce.ts";
import type { Shutdown } from "./shutdown.ts";
import { synthesiseOnce } from "./stack/keptSynth.ts";
import { readService, type Service } from "./stack/service.ts";
import { synthesise } from "./stack/synth.ts";
import { openState, type State } from "./state/dataDir.ts";
import { chooseTable, type TableKind } from "./table/choice.ts";
import { type LocalTable, startTable } from "./table/start.ts";

/** All that functions stand on, however they are run. */
export interface Foundation {
  readonly state: State;
  readonly service: Service;
  /** Where the runner itself finds what the emulators stand in for. */
  readonly endpoints: Endpoints;
  /** Where functions find it. */
  readonly functionEndpoints: Endpoints;
  /** Present where the roles of functions hold. */
  readonly enforcement: Enforcement | undefined;
  readonly table: LocalTable;
  /** The server for AWS services without an emulator; to be given its handler. */
  readonly aws: LoopbackServer;
  /** Begins every path under which AWS services answer there: who does not know it is no caller of ours. */
  readonly awsToken: string;
  /** Whether the tables are new, and so hold nothing. */
  readonly isNew: boolean;
}

interface FoundationOptions {
  /** Undefined keeps all state in memory. */
  readonly dataDir: string | undefined;
  /** Undefined leaves the choice to what is there. */
  readonly table: TableKind | undefined;
  readonly enforceIam: boolean;
  readonly iamRecord: string | undefined;
  /** Settings of the stage, beside its name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Gives the URL by which functions reach a server that listens on loopback; absent where it is the same. */
  readonly reach?: (url: string) => Promise<string>;
}

const asItIs = async (url: string): Promise<string> => url;

/** Opens the state, starts the emulators, synthesises the stacks and makes what they ask for. */
export const startFoundation = async (
  { dataDir, table: asked, enforceIam: isEnforced, iamRecord, settings, reach = asItIs }: FoundationOptions,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<Foundation> => {
  const state = openState(dataDir, shutdown);
  const { kind, said } = await chooseTable({ asked, dataDir: state.root, madeWith: state.madeWith });
  tell(said);
  state.keepTable(kind);
  const aws = await listenOnLoopback(0, shutdown);
  const awsToken = randomBytes(24).toString("base64url");
  tell("Starting …");
  const place = { folder: state.tableFolder, isTemporary: state.root === undefined };
  const [table, fauxqs, stacks] = await Promise.all([
    startTable(kind, place, shutdown, tell),
    startFauxqs(state.queueFolder, shutdown),
    state.root === undefined && reach === asItIs
      ? synthesiseOnce(settings, shutdown)
      : synthesise(state.stackFolder, settings, shutdown),
  ]);
  const guard = isEnforced ? await listenOnLoopback(0, shutdown) : undefined;
  const ownServices = `${aws.url}/${awsToken}`;
  const [emulators, own] = await Promise.all([reach(guard?.url ?? fauxqs), reach(guard?.url ?? ownServices)]);
  const service = readService(stacks, queueUrlAt(emulators));
  const endpoints = { sqs: fauxqs, s3: fauxqs, secretsManager: ownServices, lambda: ownServices };
  const upstreams = {
    ...(table.endpoint !== undefined && { dynamodb: table.endpoint }),
    ...{ s3: fauxqs, sqs: fauxqs, secretsmanager: ownServices, ses: ownServices, lambda: ownServices },
  };
  const [isNew] = await Promise.all([
    table.provision(service.tables),
    provision(service, endpoints, queueUrlAt(fauxqs)),
  ]);
  return {
    state,
    service,
    endpoints,
    functionEndpoints: { sqs: emulators, s3: emulators, secretsManager: own, lambda: own },
    enforcement: guard && enforceIam({ guard, service, upstreams, recordFile: iamRecord }, shutdown),
    table,
    aws,
    awsToken,
    isNew,
  };
};
