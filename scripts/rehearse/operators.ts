/** Follows the runbook's sections about queues and accounts on a deployed stage, each command as it stands there. */
import { setTimeout as pause } from "node:timers/promises";
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { createClient } from "../../client/index.ts";
import { SetupError } from "../../lib/setup-error.ts";
import { run } from "./command.ts";
import type { Deployment } from "./deployment.ts";
import { listFunctions, withoutRight } from "./roles.ts";
import { commandsIn } from "./runbook.ts";
import type { Caller } from "./use.ts";

const RUN_TIMEOUT_MS = 120_000;
const DEAD_TIMEOUT_MS = 120_000;
const LOOK_MS = 1_000;

type Printed = Readonly<Record<string, unknown>>;

/**
 * Runs a section's commands on this stage, with these variables.
 *
 * @param between is called after each command
 * @returns what each printed
 */
const follow = async (
  { stage }: Deployment,
  title: string,
  variables: Readonly<Record<string, string>> = {},
  between: (command: string) => Promise<void> = async () => {},
): Promise<Printed[]> => {
  const printed: Printed[] = [];
  for (const command of commandsIn(title)) {
    const text = await run("bash", ["-euc", command.replace("--stage prod", `--stage ${stage}`)], {
      env: variables,
    });
    // npm prints the script's name first.
    printed.push(JSON.parse(text.trim().split("\n").at(-1) ?? "") as Printed);
    await between(command);
  }
  return printed;
};

/** Gives a queue this many seconds before it shows a message again. @returns how many it had */
const setVisibility = async (sqs: SQSClient, QueueUrl: string, VisibilityTimeout: string) => {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["VisibilityTimeout"] }),
  );
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout } }));
  return Attributes.VisibilityTimeout ?? "";
};

const countMessages = async (sqs: SQSClient, QueueUrl: string): Promise<number> => {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["ApproximateNumberOfMessages"] }),
  );
  return Number(Attributes.ApproximateNumberOfMessages ?? 0);
};

const Redriven = z.looseObject({ redriven: z.number(), failed: z.record(z.string(), z.number()) });

/**
 * Lets a run's message die because its worker may not read the table, then follows "Redrive" and sees the run completed.
 *
 * @returns how many dead letters went back to their queue, and the run
 */
export const redriveDeadLetters = async (
  deployment: Deployment,
  caller: Caller,
  shopUrl: string,
): Promise<{ readonly redriven: number; readonly runId: string }> => {
  const sqs = new SQSClient({ region: deployment.region });
  const { environment = {} } =
    (await listFunctions(deployment)).find(({ logicalId }) => logicalId === "operateQueues") ?? {};
  const { RUNS_QUEUE_URL: runs = "", DEAD_LETTERS_QUEUE_URL: deadLetters = "" } = environment;
  const client = createClient(caller);
  const { id: flowId } = await client.createFlow({
    name: "One page",
    mode: "extract",
    url: shopUrl,
    steps: [{ type: "extract", fields: ["title: title"] }],
  });
  // A message that failed is shown again after half an hour, six times. Nobody waits for that here.
  const visibility = await setVisibility(sqs, runs, "1");
  const runId = await withoutRight(deployment, "executeRun", "dynamodb:*", async () => {
    const { id } = await client.createRun({ flowId });
    const deadline = performance.now() + DEAD_TIMEOUT_MS;
    while ((await countMessages(sqs, deadLetters)) === 0) {
      if (performance.now() > deadline)
        throw new SetupError("A run's message whose worker fails is not among the dead letters.");
      await pause(LOOK_MS);
    }
    return id;
  }).finally(() => setVisibility(sqs, runs, visibility));
  const [before, ...redrives] = await follow(deployment, "Redrive");
  if (!JSON.stringify(before?.messages).includes(runId))
    throw new SetupError(`The dead letter of ${runId} is not shown by \`npm run queues\`.`);
  const answers = redrives.map((printed) => Redriven.parse(printed));
  const redriven = answers.reduce((sum, answer) => sum + answer.redriven, 0);
  const left = answers.at(-1)?.failed ?? {};
  if (redriven === 0 || Object.keys(left).length > 0)
    throw new SetupError(`${redriven} dead letters were redriven, and left were ${JSON.stringify(left)}.`);
  const { status } = await client.waitForRun(runId, { timeoutMs: RUN_TIMEOUT_MS });
  if (status !== "completed") throw new SetupError(`The run whose message was redriven is ${status}.`);
  return { redriven, runId };
};

const statusOf = async ({ url, apiKey }: Caller): Promise<number> =>
  (await fetch(`${url}/flows`, { headers: { authorization: `Bearer ${apiKey}` } })).status;

/** What an operator changed of an account, as its API answered then. */
export interface AccountChanges {
  /** Its plan before and after. */
  readonly plan: readonly [string, string];
  /** The answers' statuses while it was suspended, and after that. */
  readonly suspended: readonly [number, number];
  readonly accountId: string;
  /** Another account, made by the same commands. */
  readonly otherId: string;
}

/** Follows "Accounts" and "Suspend an account". @throws {SetupError} if the API does not follow */
export const changeAccount = async (deployment: Deployment, caller: Caller): Promise<AccountChanges> => {
  const client = createClient(caller);
  const { id: accountId, plan: before } = await client.getAccount();
  const variables = { ACCOUNT: accountId };
  const [other] = await follow(deployment, "Accounts", variables);
  const { plan: after } = await client.getAccount();
  const statuses: number[] = [];
  await follow(deployment, "Suspend an account", variables, async () => {
    statuses.push(await statusOf(caller));
  });
  const [suspended = 0, resumed = 0] = statuses;
  if (before === after || suspended !== 403 || resumed !== 200)
    throw new SetupError(
      `The plan ${before} became ${after}; while suspended, the API answers ${suspended}, then ${resumed}.`,
    );
  const otherId = String(other?.accountId);
  return { plan: [before, after], suspended: [suspended, resumed], accountId, otherId };
};
