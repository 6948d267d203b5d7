/** Injects failures, and checks that the alarms that are there for them go off. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { InvokeCommand, LambdaClient, paginateListFunctions } from "@aws-sdk/client-lambda";
import { createClient } from "../../client/index.ts";
import { SetupError } from "../../lib/setup-error.ts";
import { METRICS } from "../../src/contract/runs/metrics.ts";
import { installAws, runAws } from "./awsCommand.ts";
import type { Deployment } from "./deployment.ts";
import { FOLDER } from "./place.ts";
import { withoutRight } from "./roles.ts";
import type { Caller } from "./use.ts";

/** As many as the alarms need; see `lib/constructs/observability.ts`. */
const ROUNDS = 3;
const RUNS = 5;
const RUN_TIMEOUT_MS = 120_000;

interface Deployed {
  readonly name: string;
  readonly logGroup: string;
}

const findFunction = async ({ stage, region }: Deployment, wanted: string): Promise<Deployed> => {
  for await (const { Functions = [] } of paginateListFunctions({ client: new LambdaClient({ region }) }, {}))
    for (const { FunctionName = "", Description, LoggingConfig } of Functions)
      if (FunctionName.startsWith(`gleaner-${stage}-`) && Description === `Gleaner: ${wanted}`)
        return { name: FunctionName, logGroup: LoggingConfig?.LogGroup ?? `/aws/lambda/${FunctionName}` };
  throw new SetupError(`${stage} has no function ${wanted}.`);
};

/** Calls the clock while it may not read the table. */
const failRounds = async (deployment: Deployment): Promise<void> => {
  const lambda = new LambdaClient({ region: deployment.region });
  const { name: FunctionName } = await findFunction(deployment, "tick");
  await withoutRight(deployment, "tick", "dynamodb:Query", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { FunctionError } = await lambda.send(new InvokeCommand({ FunctionName, Payload: "{}" }));
      if (FunctionError === undefined)
        throw new SetupError("The clock does not fail although it may not read what is due.");
    }
  });
};

/** Runs a flow over a page that does not exist. */
const failRuns = async (caller: Caller, shopUrl: string): Promise<void> => {
  const client = createClient(caller);
  const { id: flowId } = await client.createFlow({
    name: "Nothing there",
    mode: "extract",
    url: `${shopUrl}/there-is-no-such-page`,
    steps: [{ type: "extract", selector: "article", fields: ["title: h3"] }],
  });
  for (let i = 0; i < RUNS; i += 1) {
    const { id } = await client.createRun({ flowId });
    const { status } = await client.waitForRun(id, { timeoutMs: RUN_TIMEOUT_MS });
    if (status !== "failed") throw new SetupError(`A run over a page that does not exist is ${status}.`);
  }
};

interface EmbeddedMetric {
  readonly _aws: {
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
    }[];
  };
  readonly [value: string]: unknown;
}

/** What `put-metric-data` takes of lines in the embedded metric format. */
export const readMetrics = (lines: readonly string[]) =>
  lines
    .filter((line) => line.startsWith('{"_aws"'))
    .map((line) => JSON.parse(line) as EmbeddedMetric)
    .flatMap(({ _aws, ...values }) =>
      _aws.CloudWatchMetrics.filter(({ Namespace }) => Namespace === METRICS.namespace).flatMap(
        ({ Dimensions, Metrics }) =>
          Dimensions.flatMap((names) =>
            Metrics.map(({ Name, Unit }) => ({
              MetricName: Name,
              Unit,
              Value: Number(values[Name]),
              Dimensions: names.map((dimension) => ({
                Name: dimension,
                Value: String(values[dimension]),
              })),
            })),
          ),
      ),
    );

/**
 * Fails rounds of the clock and runs, and reads which alarms went off. The emulator does not read metrics out of logs as
 * CloudWatch does, so this does it.
 *
 * @returns the alarms, or why it was left out
 * @throws {SetupError} if an alarm does not go off
 */
export const checkAlarms = async (
  deployment: Deployment,
  caller: Caller,
  shopUrl: string,
): Promise<{ readonly raised: readonly string[] } | { readonly skipped: string }> => {
  const skipped = await installAws();
  if (skipped !== null) return { skipped };
  const aws = runAws(deployment.region);
  const SINCE = String(Date.now());
  await failRounds(deployment);
  await failRuns(caller, shopUrl);
  const { logGroup: GROUP } = await findFunction(deployment, "executeRun");
  const found = await aws(
    'aws logs filter-log-events --log-group-name "$GROUP" --start-time "$SINCE" --query "events[].message" --output json',
    { GROUP, SINCE },
  );
  const metrics = readMetrics((JSON.parse(found) as string[]).map((line) => line.trim()));
  const FILE = join(FOLDER, "metrics.json");
  writeFileSync(FILE, JSON.stringify(metrics));
  await aws('aws cloudwatch put-metric-data --namespace "$NAMESPACE" --metric-data "file://$FILE"', {
    NAMESPACE: METRICS.namespace,
    FILE,
  });
  const names = await aws(
    'aws cloudwatch describe-alarms --state-value ALARM --query "MetricAlarms[].AlarmName" --output json',
  );
  const raised = (JSON.parse(names) as string[]).filter((name) => name.includes(`-${deployment.stage}-`));
  for (const wanted of ["tickErrors", "RunsFailing"])
    if (!raised.some((name) => name.includes(wanted)))
      throw new SetupError(`${wanted} was not raised; these were: ${raised.join(", ") || "none"}.`);
  return { raised };
};
