import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { DASHBOARD_PATH } from "../../lib/dashboard-policy.ts";
import { createAwsEndpoint } from "../awsEndpoint.ts";
import { startBackground } from "../background.ts";
import { localEnvironment } from "../emulators/endpoints.ts";
import { findFreePorts } from "../emulators/ports.ts";
import { spawnWatched, stopWatched } from "../emulators/watched.ts";
import { StartFailure } from "../failure.ts";
import { startFoundation } from "../foundation.ts";
import { beside, createDashboard } from "../gateway/dashboard.ts";
import { createGateway } from "../gateway/gateway.ts";
import { listen } from "../httpServer.ts";
import { openLocalAccount } from "../localAccount.ts";
import type { RunnerOptions } from "../options.ts";
import { createProviders } from "../providers.ts";
import type { Runner } from "../runner.ts";
import type { Shutdown } from "../shutdown.ts";
import { bridgeTo } from "./bridge.ts";
import { checkDocker, findImage, hostAddress, removeContainersOf, SAM_ARCHITECTURE } from "./docker.ts";
import { showUseful } from "./output.ts";
import { createRemoteInvoker } from "./remoteInvoker.ts";
import { writeSamFiles } from "./samFiles.ts";

const START_TIMEOUT_MS = 120_000;

/** Containers must start before their functions respond, which takes longer than API Gateway waits. */
const GATEWAY_TIMEOUT_MS = 90_000;

/**
 * Runs the stack's functions in the containers of `sam local`, with the runner's emulators, gateway, pollers
 * and clock.
 *
 * @throws StartFailure if Docker, the SAM CLI or the image is missing
 */
export const startWithSam = async (
  options: RunnerOptions,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<Runner> => {
  refuseWhatContainersCannot(options);
  await checkSam();
  await checkDocker();
  await findImage();
  const address = await hostAddress();
  const reach = (url: string): Promise<string> => bridgeTo(url, address, shutdown);
  const api = await listen(options.host, options.port, shutdown);
  const { state, service, endpoints, functionEndpoints, table, aws, awsToken, isNew } = await startFoundation(
    {
      ...options,
      table: "dynamodb-local",
      settings: {
        architecture: SAM_ARCHITECTURE,
        ...(options.planPrices && { planPrices: options.planPrices }),
      },
      reach,
    },
    shutdown,
    tell,
  );
  const providers = createProviders({
    service,
    secrets: state.secrets,
    url: await reach(aws.url),
    awsToken,
    apiUrl: api.url,
    smtp: null,
    warn: tell,
  });
  const environment = {
    ...localEnvironment(functionEndpoints, options.allowPrivate),
    ...(table.endpoint !== undefined && { AWS_ENDPOINT_URL_DYNAMODB: await reach(table.endpoint) }),
    ...providers.environment,
  };
  const files = await writeSamFiles(state.stackFolder, service, environment, SAM_ARCHITECTURE);
  const lambda = await startSam(state.stackFolder, files, shutdown);
  const invoker = createRemoteInvoker(lambda, service.functions);
  aws.serve(
    createAwsEndpoint({
      invoke: invoker.invoke,
      // Nobody waits for the result: the function's own log reports failures.
      onEvent: () => undefined,
      secrets: service.secrets,
      putSecretValue: state.secrets.putSecretValue,
      providers,
      token: awsToken,
    }),
  );
  const account = await openLocalAccount(invoker.invoke, state.secrets, isNew);
  startBackground({ service, sqsEndpoint: endpoints.sqs, invoker, warn: tell }, shutdown);
  const dashboard = createDashboard({ imageOrigin: functionEndpoints.s3, sampleUrl: null, shutdown, tell });
  const gateway = createGateway({ api: service.api, invoke: invoker.invoke, timeoutMs: GATEWAY_TIMEOUT_MS });
  api.serve(beside([dashboard], gateway));
  return {
    url: api.url,
    dashboard: `${api.url}${DASHBOARD_PATH}`,
    apiKey: account.apiKey,
    isNewAccount: account.isNew,
    lambda: endpoints.secretsManager,
    inbox: `${aws.url}/inbox`,
    sample: null,
  };
};

const refuseWhatContainersCannot = ({ table, enforceIam }: RunnerOptions): void => {
  if (table === "embedded")
    throw new StartFailure(
      "`npm run sam` needs --table dynamodb-local: containers cannot share a file with the runner.",
    );
  if (enforceIam)
    throw new StartFailure(
      "`npm run sam` does not take --enforce-iam: SAM gives all functions the same credentials.",
    );
};

const checkSam = (): Promise<unknown> =>
  promisify(execFile)("sam", ["--version"]).catch(() => {
    throw new StartFailure(
      "`npm run sam` needs the AWS SAM CLI (`pip install aws-sam-cli`), which is not installed. `npm start` needs none.",
    );
  });

/** @returns the endpoint of Lambda's Invoke API */
const startSam = async (
  stackFolder: string,
  files: readonly string[],
  shutdown: Shutdown,
): Promise<string> => {
  const [port = 0] = await findFreePorts(1);
  const args = ["local", "start-lambda", "--port", String(port), "--warm-containers", "LAZY"];
  const child = spawnWatched("sam", [...args, "--skip-pull-image", ...files], "inherit", "pipe");
  if (child.stderr) showUseful(child.stderr, process.stderr);
  shutdown.add(async () => {
    await stopWatched(child);
    await removeContainersOf(stackFolder);
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilAnswers(url);
  return url;
};

const waitUntilAnswers = async (url: string): Promise<void> => {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(url).catch(() => undefined))) {
    if (Date.now() > giveUpAt) throw new StartFailure(`sam local gave no answer at ${url}.`);
    await sleep(200);
  }
};
