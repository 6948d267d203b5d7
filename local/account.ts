/**
 * `npm run account`: creates an account and prints its first key, or deletes an account with all its data, on a
 * deployed stage or on this machine.
 */
import { parseArgs } from "node:util";
import { InvokeCommand, LambdaClient, paginateListFunctions } from "@aws-sdk/client-lambda";
import * as z from "zod";
import { clientSettings } from "./emulators/endpoints.ts";
import { messageOf, StartFailure } from "./failure.ts";

const USAGE = `Usage: npm run account -- (--stage <stage> | --endpoint <address>) --email <address> [--name <name>]
       npm run account -- (--stage <stage> | --endpoint <address>) --delete <account id> --confirm <account id>

  --stage     a deployed stage, reached with your AWS credentials
  --endpoint  address of the Invoke API that \`npm start\` prints
  --delete    closes the account at once and erases all its data: this cannot be undone
`;

/** A function that takes longer than this hangs; all of ours are faster. */
const ANSWER_TIMEOUT_MS = 200_000;

interface Target {
  readonly client: LambdaClient;
  readonly functionName: string;
}

/** CloudFormation generates the function's name on AWS: only its prefix is known. */
const findDeployed = async (stage: string, name: string): Promise<Target> => {
  // A slow synchronous call must not be retried, or it would run twice.
  const client = new LambdaClient({ maxAttempts: 1, requestHandler: { requestTimeout: ANSWER_TIMEOUT_MS } });
  for await (const page of paginateListFunctions({ client }, {})) {
    for (const { FunctionName } of page.Functions ?? []) {
      if (FunctionName?.startsWith(`gleaner-${stage}-service-${name}-`))
        return { client, functionName: FunctionName };
    }
  }
  throw new StartFailure(`Stage "${stage}" is not deployed in this AWS account and region.`);
};

type Where = { readonly stage: string | undefined; readonly endpoint: string | undefined };

const findFunction = async ({ stage = "", endpoint }: Where, name: string): Promise<Target> =>
  endpoint === undefined
    ? findDeployed(stage, name)
    : { client: new LambdaClient(clientSettings(endpoint)), functionName: name };

/** @returns the function's response, as JSON */
const invoke = async ({ client, functionName }: Target, event: object): Promise<string> => {
  const answer = await client.send(
    new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
  );
  const payload = answer.Payload?.transformToString() ?? "null";
  if (answer.FunctionError)
    throw new StartFailure((JSON.parse(payload) as { errorMessage: string }).errorMessage);
  return payload;
};

const Deleted = z.looseObject({ done: z.boolean(), erased: z.number() });

/** Repeats until nothing is left. Only the first response may know about a subscription, so it is kept. */
const deleteAccount = async (where: Where, accountId: string): Promise<void> => {
  const target = await findFunction(where, "deleteAccount");
  let erased = 0;
  let told = {};
  for (;;) {
    const answer = Deleted.parse(JSON.parse(await invoke(target, { accountId })));
    erased += answer.erased;
    told = { ...told, ...answer, erased };
    if (answer.done) break;
    console.error(`${erased} items and objects are erased so far …`);
  }
  console.log(JSON.stringify(told));
};

const run = async (): Promise<void> => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { stage: text, endpoint: text, email: text, name: text, delete: text, confirm: text },
  });
  const { stage, endpoint, email, name, delete: accountId, confirm } = values;
  const isOneTarget = (stage === undefined) !== (endpoint === undefined);
  if (!isOneTarget || (email === undefined) === (accountId === undefined)) throw new StartFailure(USAGE);
  if (accountId !== undefined) {
    if (confirm !== accountId)
      throw new StartFailure(`Nothing was deleted. If you are sure, add: --confirm ${accountId}`);
    return deleteAccount({ stage, endpoint }, accountId);
  }
  const event = { email, ...(name === undefined ? {} : { name }) };
  console.log(await invoke(await findFunction({ stage, endpoint }, "createAccount"), event));
};

try {
  await run();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
