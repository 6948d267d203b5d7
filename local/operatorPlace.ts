/** A deployed stage, or the service on this machine, as an operator's commands reach it. */
import { InvokeCommand, LambdaClient, paginateListFunctions } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { AWS_REQUESTS, waitedRequests } from "../src/contract/awsRequests.ts";
import { clientSettings } from "./emulators/endpoints.ts";
import { StartFailure } from "./failure.ts";
import { physicalName } from "./stack/names.ts";

/** A function that takes longer than this hangs. */
const ANSWER_TIMEOUT_MS = 200_000;

export interface OperatorPlace {
  /** Invokes one of the functions that only operators may. @returns its response. @throws StartFailure if it fails */
  invoke(name: string, event: object): Promise<unknown>;
  /** Opens a secret's place in Secrets Manager: the service's own, or that of the keys which sign requests. */
  openSecret(
    which: "service" | "signing",
  ): Promise<{ readonly client: SecretsManagerClient; readonly id: string }>;
}

/** The options with which every operator's command names its place. */
export const PLACE_OPTIONS = { stage: { type: "string" }, endpoint: { type: "string" } } as const;

/** How the options are explained. */
export const PLACE_USAGE = `  --stage     a deployed stage, reached with your AWS credentials
  --endpoint  "lambda" in what \`npm start -- --json\` prints: the service on this machine
`;

const notDeployed = (stage: string): StartFailure =>
  new StartFailure(`Stage "${stage}" is not deployed in this AWS account and region.`);

/** The functions of a stage. CloudFormation generates their names: only the prefixes are known. */
const listFunctions = async function* (client: LambdaClient, stage: string) {
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const { FunctionName = "", Environment } of Functions)
      if (FunctionName.startsWith(`gleaner-${stage}-service-`))
        yield { name: FunctionName, environment: Environment?.Variables ?? {} };
};

/**
 * The environment variables in which a stage's functions have the names of its resources.
 *
 * @throws StartFailure if the stage is not deployed
 */
export const readStage = async (stage: string): Promise<Readonly<Record<string, string>>> => {
  const known: Record<string, string> = {};
  for await (const { environment } of listFunctions(new LambdaClient(AWS_REQUESTS.short), stage))
    Object.assign(known, environment);
  if (Object.keys(known).length === 0) throw notDeployed(stage);
  return known;
};

const findFunction = async (client: LambdaClient, stage: string, name: string): Promise<string> => {
  for await (const found of listFunctions(client, stage))
    if (found.name.startsWith(`gleaner-${stage}-service-${name}-`)) return found.name;
  throw notDeployed(stage);
};

const call = async (client: LambdaClient, FunctionName: string, event: object): Promise<unknown> => {
  const answer = await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
  const payload = JSON.parse(answer.Payload?.transformToString() ?? "null");
  if (answer.FunctionError) throw new StartFailure((payload as { errorMessage: string }).errorMessage);
  return payload;
};

const onStage = (stage: string): OperatorPlace => {
  // A slow synchronous call must not be retried, or it would run twice.
  const client = new LambdaClient(waitedRequests(ANSWER_TIMEOUT_MS));
  return {
    invoke: async (name, event) => call(client, await findFunction(client, stage, name), event),
    openSecret: async (which) => {
      const { SERVICE_SECRET_ARN, SIGNING_SECRET_ARN } = await readStage(stage);
      const id = which === "service" ? SERVICE_SECRET_ARN : SIGNING_SECRET_ARN;
      if (id === undefined)
        throw new StartFailure(`Stage "${stage}" signs no requests: deploy it with -c signatureAgent=…`);
      return { client: new SecretsManagerClient(AWS_REQUESTS.short), id };
    },
  };
};

const onThisMachine = (endpoint: string): OperatorPlace => {
  const client = new LambdaClient({ ...waitedRequests(ANSWER_TIMEOUT_MS), ...clientSettings(endpoint) });
  return {
    invoke: (name, event) => call(client, name, event),
    openSecret: async (which) => ({
      client: new SecretsManagerClient({ ...AWS_REQUESTS.short, ...clientSettings(endpoint) }),
      id: which === "service" ? LOCAL_SERVICE_SECRET : localSecret("signingSecret"),
    }),
  };
};

/** A secret's name on this machine (lib/app.ts names the stack). */
const localSecret = (logicalId: string): string =>
  physicalName("gleaner-local-data", logicalId, { Type: "AWS::SecretsManager::Secret" });

/** The service secret's name on this machine. */
export const LOCAL_SERVICE_SECRET = localSecret("serviceSecret");

interface PlaceOptions {
  readonly stage?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** @param usage the whole usage of the command, shown if not exactly one place is named */
export const openPlace = ({ stage, endpoint }: PlaceOptions, usage: string): OperatorPlace => {
  if (stage !== undefined && endpoint === undefined) return onStage(stage);
  if (endpoint !== undefined && stage === undefined) return onThisMachine(endpoint);
  throw new StartFailure(usage);
};
