/** `npm run account`: creates an account, on a deployed stage or on this machine, and prints its first key. */
import { parseArgs } from "node:util";
import { InvokeCommand, LambdaClient, paginateListFunctions } from "@aws-sdk/client-lambda";
import { clientSettings } from "./emulators/endpoints.ts";
import { messageOf, StartFailure } from "./failure.ts";

const USAGE = `Usage: npm run account -- (--stage <stage> | --endpoint <address>) --email <address> [--name <name>]

  --stage     a deployed stage, reached with your AWS credentials
  --endpoint  address of the Invoke API that \`npm start\` prints
`;

interface Target {
  readonly client: LambdaClient;
  readonly functionName: string;
}

/** The function on AWS has a name that CloudFormation made: only how it begins is known. */
const findDeployed = async (stage: string): Promise<Target> => {
  const client = new LambdaClient();
  for await (const page of paginateListFunctions({ client }, {})) {
    for (const { FunctionName } of page.Functions ?? []) {
      if (FunctionName?.startsWith(`gleaner-${stage}-service-createAccount-`)) {
        return { client, functionName: FunctionName };
      }
    }
  }
  throw new StartFailure(`Stage "${stage}" is not deployed in this AWS account and region.`);
};

const run = async (): Promise<void> => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { stage: text, endpoint: text, email: text, name: text } });
  const { stage, endpoint, email, name } = values;
  if (email === undefined || (stage === undefined) === (endpoint === undefined))
    throw new StartFailure(USAGE);
  const { client, functionName } =
    endpoint === undefined
      ? await findDeployed(stage ?? "")
      : { client: new LambdaClient(clientSettings(endpoint)), functionName: "createAccount" };
  const event = { email, ...(name === undefined ? {} : { name }) };
  const answer = await client.send(
    new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
  );
  const payload = answer.Payload?.transformToString() ?? "null";
  if (answer.FunctionError)
    throw new StartFailure((JSON.parse(payload) as { errorMessage: string }).errorMessage);
  console.log(payload);
};

try {
  await run();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
