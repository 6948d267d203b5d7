import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createAwsEndpoint } from "../awsEndpoint.ts";
import { startBackground } from "../background.ts";
import { localEnvironment } from "../emulators/endpoints.ts";
import { findFreePorts } from "../emulators/ports.ts";
import { spawnWatched, stopWatched } from "../emulators/watched.ts";
import { StartFailure } from "../failure.ts";
import { startFoundation } from "../foundation.ts";
import { openLocalAccount } from "../localAccount.ts";
import type { RunnerOptions } from "../options.ts";
import { createProviders, LOCAL_SENDER } from "../providers.ts";
import type { Runner } from "../runner.ts";
import type { Shutdown } from "../shutdown.ts";
import { createRemoteInvoker } from "./remoteInvoker.ts";
import { writeSamFiles } from "./samFiles.ts";

const START_TIMEOUT_MS = 120_000;

/** Runs the stack's API and functions under `sam local`, on the runner's emulators, pollers and clock. */
export const startWithSam = async (
  options: RunnerOptions,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<Runner> => {
  await checkTools();
  if (options.table === "embedded") {
    throw new StartFailure(
      "`npm run sam` needs --table dynamodb-local: containers cannot share a file with the runner.",
    );
  }
  const { state, service, endpoints, table, aws, awsToken, isNew } = await startFoundation(
    { ...options, table: "dynamodb-local", enforceIam: false, mailSender: LOCAL_SENDER },
    shutdown,
    tell,
  );
  const [lambdaPort = 0, apiPort = 0] = await findFreePorts(2);
  const apiUrl = `http://127.0.0.1:${options.port || apiPort}`;
  const providers = createProviders({
    service,
    secrets: state.secrets,
    url: aws.url,
    awsToken,
    apiUrl,
    smtp: null,
    warn: tell,
  });
  const environment = {
    ...localEnvironment(endpoints, options.allowPrivate),
    ...table.environment,
    ...providers.environment,
  };
  const files = await writeSamFiles(state.stackFolder, service, environment);
  const lambda = startSam("start-lambda", lambdaPort, files, shutdown);
  const url = startSam("start-api", options.port || apiPort, files, shutdown);
  await Promise.all([waitUntilAnswers(lambda), waitUntilAnswers(url)]);

  const invoker = createRemoteInvoker(lambda, service.functions);
  aws.serve(
    createAwsEndpoint({
      invoke: invoker.invoke,
      secrets: service.secrets,
      providers,
      token: awsToken,
    }),
  );
  const account = await openLocalAccount(invoker.invoke, state.secrets, isNew);
  startBackground({ service, sqsEndpoint: endpoints.sqs, invoker, warn: tell }, shutdown);
  return {
    url,
    dashboard: null,
    apiKey: account.apiKey,
    isNewAccount: account.isNew,
    lambda,
    inbox: `${aws.url}/inbox`,
  };
};

const TOOLS: readonly {
  readonly command: string;
  readonly args: readonly string[];
  readonly name: string;
}[] = [
  { command: "sam", args: ["--version"], name: "the AWS SAM CLI" },
  { command: "docker", args: ["info"], name: "Docker, running" },
];

const checkTools = async (): Promise<void> => {
  for (const { command, args, name } of TOOLS) {
    await promisify(execFile)(command, args).catch(() => {
      throw new StartFailure(
        `\`npm run sam\` needs ${name}, which is not here; \`npm start\` needs neither.`,
      );
    });
  }
};

const startSam = (subcommand: string, port: number, files: readonly string[], shutdown: Shutdown): string => {
  const args = ["local", subcommand, "--port", String(port), "--docker-network", "host", ...files];
  const child = spawnWatched("sam", args, "inherit");
  shutdown.add(() => stopWatched(child));
  return `http://127.0.0.1:${port}`;
};

const waitUntilAnswers = async (url: string): Promise<void> => {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(url).catch(() => undefined))) {
    if (Date.now() > giveUpAt) throw new StartFailure(`sam local gave no answer at ${url}.`);
    await sleep(200);
  }
};
