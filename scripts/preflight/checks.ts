import { ENOUGH_CONCURRENCY, fullConcurrency, workersOf } from "../../lib/concurrency.ts";
import type { Settings } from "../../lib/settings.ts";
import { type Account, type DeployedStack, NO_CREDENTIALS } from "./account.ts";

/** A problem that stops a deployment or follows from it, and what to do: one sentence. */
export interface Finding {
  readonly check: string;
  /** `stop`: the deployment would fail, or damage something. */
  readonly kind: "stop" | "warn";
  readonly message: string;
}

type Check = (account: Account, settings: Settings) => Promise<readonly Finding[]>;

/** What the CDK of this repository needs. @see https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html */
const MIN_BOOTSTRAP = 6;

const stop = (check: string, message: string): Finding[] => [{ check, kind: "stop", message }];
const warn = (check: string, message: string): Finding[] => [{ check, kind: "warn", message }];

const bootstrap: Check = async (account) => {
  const version = await account.bootstrapVersion();
  if (version !== null && version >= MIN_BOOTSTRAP) return [];
  const where = `aws://${await account.id()}/${account.region}`;
  return stop(
    "bootstrap",
    `${account.region} is ${version === null ? "not bootstrapped" : "bootstrapped for an older CDK"}: run \`npx cdk bootstrap ${where}\` once.`,
  );
};

const concurrency: Check = async (account, settings) => {
  const limit = settings.concurrency ?? (await account.concurrency());
  const runs = workersOf("executeRun", settings, limit);
  const full = fullConcurrency(settings);
  if (limit >= full) return [];
  const ask = `ask for ${full} or more under Service Quotas, AWS Lambda, "Concurrent executions" (L-B99A9384)`;
  return warn(
    "concurrency",
    limit < ENOUGH_CONCURRENCY
      ? `The account runs ${limit} functions at once, of which queues could take nearly all: ${ask}; until then only ${runs} runs can be in progress at once, and the API may answer 503.`
      : `The account runs ${limit} functions at once, so only ${runs} runs can be in progress at once, fewer than large plans have slots: ${ask}.`,
  );
};

const mail: Check = async (account, { mailSender }) => {
  if (mailSender === undefined) return [];
  const { isSandbox, isVerified } = await account.mail(mailSender);
  return [
    ...(isVerified
      ? []
      : stop(
          "mail",
          `SES has not verified ${mailSender} or its domain in ${account.region}: verify it with \`aws sesv2 create-email-identity --email-identity ${mailSender}\` and the link that is mailed there.`,
        )),
    ...(isSandbox
      ? warn(
          "mail",
          `SES is in its sandbox in ${account.region} and sends to verified addresses only: ask for production access in the SES console, under Account dashboard.`,
        )
      : []),
  ];
};

/** An inference profile, such as `eu.amazon.nova-lite-v1:0`, is checked by the name of its model. */
const withoutProfile = (modelId: string): string =>
  modelId.replace(/^(?:us|us-gov|eu|apac|jp|au|ca|global)\./, "");

const model: Check = async (account, { modelId, modelBaseUrl }) => {
  if (modelId === undefined || modelBaseUrl !== undefined) return [];
  if (!(await account.hasService("bedrock")))
    return stop(
      "model",
      `${account.region} has no Bedrock: leave out modelId, name an endpoint by modelBaseUrl, or deploy to a region that has it.`,
    );
  if (await account.mayAsk(withoutProfile(modelId))) return [];
  return stop(
    "model",
    `The account may not use ${modelId} in ${account.region}: request access in the Bedrock console under Model access, or correct modelId.`,
  );
};

/** Stacks in these states cannot be updated. */
const remedyOf = (name: string, { status }: DeployedStack): string | undefined => {
  if (status === "ROLLBACK_COMPLETE" || status === "ROLLBACK_FAILED" || status === "CREATE_FAILED")
    return `its first deployment failed; delete what is left with \`aws cloudformation delete-stack --stack-name ${name}\`, which holds no data yet, and deploy again`;
  if (status === "UPDATE_ROLLBACK_FAILED")
    return `an update could not be rolled back; fix the cause named in its events, then run \`aws cloudformation continue-update-rollback --stack-name ${name}\``;
  if (status === "DELETE_FAILED")
    return `its deletion failed; its events say why. Delete it again and then deploy`;
  return status.endsWith("_IN_PROGRESS")
    ? "it is being changed right now; wait until that has finished"
    : undefined;
};

const stacks: Check = async (account, { stage }) => {
  const names = [`gleaner-${stage}-data`, `gleaner-${stage}-service`];
  const found = await Promise.all(names.map(async (name) => ({ name, stack: await account.stack(name) })));
  return found.flatMap(({ name, stack }) => {
    const remedy = stack && remedyOf(name, stack);
    return remedy ? stop("stacks", `${name} is in state ${stack?.status}: ${remedy}.`) : [];
  });
};

/** The service stack's output with the name of its table. */
const TABLE_OUTPUT = "TableName";

const table: Check = async (account, { stage, table: wanted }) => {
  if (wanted !== undefined && !(await account.hasTable(wanted)))
    return stop(
      "table",
      `There is no table "${wanted}" in ${account.region}: correct -c table=, or leave it out.`,
    );
  const [data, service] = await Promise.all(
    ["data", "service"].map((name) => account.stack(`gleaner-${stage}-${name}`)),
  );
  const current = service?.outputs[TABLE_OUTPUT];
  const own = Object.entries(data?.outputs ?? {}).find(([name]) => name.endsWith("tableName"))?.[1];
  if (wanted !== undefined || current === undefined || own === undefined || current === own) return [];
  return stop(
    "table",
    `The stage works on the table ${current}, and would go back to ${own}: add -c table=${current} to stay, or -c table=${own} to go back on purpose.`,
  );
};

const credentials: Check = async (account, settings) => {
  const id = await account.id().catch(() => null);
  if (id === null) return stop("credentials", NO_CREDENTIALS);
  return settings.account === undefined || settings.account === id
    ? []
    : stop(
        "credentials",
        `The credentials are of account ${id}, and the setting account is ${settings.account}: correct one of them.`,
      );
};

const region: Check = async (account) =>
  (await account.hasService("lambda"))
    ? []
    : stop(
        "region",
        `${account.region} is not a region with AWS Lambda: give another by -c region= or AWS_REGION.`,
      );

/** What the data stack exports only where a setting needs it. */
const EXPORTS = {
  paymentPrices: "paymentSecretArn",
  modelBaseUrl: "modelSecretArn",
  signatureAgent: "signingSecretArn",
} as const;

interface Exports {
  readonly dropped: readonly string[];
  readonly added: readonly string[];
}

/** The settings whose exports a deployment removes although the service stack may import them, and those whose it adds. */
const changedExports = async (account: Account, settings: Settings): Promise<Exports> => {
  const [data, service] = await Promise.all(
    ["data", "service"].map((name) => account.stack(`gleaner-${settings.stage}-${name}`)),
  );
  if (!service) return { dropped: [], added: [] };
  const outputs = Object.keys(data?.outputs ?? {});
  const changed = (isGiven: boolean): string[] =>
    Object.entries(EXPORTS)
      .filter(([, name]) => outputs.some((output) => output.endsWith(name)) !== isGiven)
      .map(([setting]) => setting)
      .filter((setting) => (settings[setting as keyof typeof EXPORTS] !== undefined) === isGiven);
  return { dropped: changed(false), added: changed(true) };
};

/** CloudFormation does not remove an export in use: the service stack has to be updated first. */
export const mustServiceGoFirst = async (account: Account, settings: Settings): Promise<boolean> =>
  (await changedExports(account, settings)).dropped.length > 0;

/** One that is added has to be there before the service stack is updated, one that is dropped until afterwards. */
const exportsInOrder: Check = async (account, settings) => {
  const { dropped, added } = await changedExports(account, settings);
  return dropped.length === 0 || added.length === 0
    ? []
    : stop(
        "exports",
        `One deployment cannot remove ${dropped.join(", ")} and add ${added.join(", ")}: deploy without ${added.join(", ")} first, then again with it.`,
      );
};

/** In the order in which a person would fix them. */
const CHECKS: readonly Check[] = [region, bootstrap, stacks, table, exportsInOrder, concurrency, mail, model];

/**
 * Checks everything that a deployment needs from the account. A check that lacks permission is a warning, because the
 * deployment itself may have more rights.
 */
export const preflight = async (account: Account, settings: Settings): Promise<readonly Finding[]> => {
  if (settings.stage === "local")
    return stop("stage", "Stage local runs on this machine alone: `npm start` runs it; deploy dev or prod.");
  const unknown = await credentials(account, settings);
  if (unknown.length > 0) return unknown;
  const found = await Promise.all(
    CHECKS.map((check) =>
      check(account, settings).catch((error: unknown) =>
        warn("unasked", `A check of the account failed: ${error instanceof Error ? error.message : error}`),
      ),
    ),
  );
  return found.flat();
};
