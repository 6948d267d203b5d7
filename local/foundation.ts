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
import { checkSpace, openState, type State } from "./state/dataDir.ts";
import { chooseTable, type TableKind } from "./table/choice.ts";
import { type LocalTable, startTable } from "./table/start.ts";

/** What functions need, in threads or containers. */
export interface Foundation {
  readonly state: State;
  readonly service: Service;
  /** Endpoints of the emulated services, for the runner. */
  readonly endpoints: Endpoints;
  /** The same endpoints, for functions. */
  readonly functionEndpoints: Endpoints;
  /** Present if the functions' roles are enforced. */
  readonly enforcement: Enforcement | undefined;
  readonly table: LocalTable;
  /** The server for AWS services without an emulator. Its handler is set later. */
  readonly aws: LoopbackServer;
  /** Secret prefix of every path of those AWS services: requests without it are rejected. */
  readonly awsToken: string;
  /** Whether the tables were just created and are empty. */
  readonly isNew: boolean;
}

interface FoundationOptions {
  /** Undefined keeps all state in memory. */
  readonly dataDir: string | undefined;
  /** undefined: `chooseTable` chooses, see table/choice.ts. */
  readonly table: TableKind | undefined;
  readonly enforceIam: boolean;
  readonly iamRecord: string | undefined;
  readonly sharesBuild?: boolean | undefined;
  /** Settings of the stage, besides its name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Translates the URL of a loopback server to one that functions can reach; absent if it is the same. */
  readonly reach?: (url: string) => Promise<string>;
}

const asItIs = async (url: string): Promise<string> => url;

/** Opens the state, starts the emulators, synthesises the stacks and creates their resources. */
export const startFoundation = async (
  {
    dataDir,
    table: asked,
    enforceIam: isEnforced,
    iamRecord,
    sharesBuild = dataDir === undefined,
    settings,
    reach = asItIs,
  }: FoundationOptions,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<Foundation> => {
  const state = openState(dataDir, shutdown);
  if (!sharesBuild) checkSpace(state);
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
    sharesBuild && reach === asItIs
      ? synthesiseOnce(settings, shutdown, tell)
      : synthesise(state.stackFolder, settings, shutdown, tell),
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
  tell("Opening tables, queues and buckets …");
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
