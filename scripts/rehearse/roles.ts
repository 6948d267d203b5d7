/**
 * Enforces roles in a rehearsal, twice: the emulator checks every call, and so does the evaluator of the API tests,
 * which is in front of everything except the emulator's queues and supports conditions on a table's keys.
 */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  DeleteRolePolicyCommand,
  GetRolePolicyCommand,
  IAMClient,
  PutRolePolicyCommand,
} from "@aws-sdk/client-iam";
import { LambdaClient, paginateListFunctions } from "@aws-sdk/client-lambda";
import { SetupError } from "../../lib/setup-error.ts";
import type { LoopbackServer } from "../../local/httpServer.ts";
import { type Access, createAccess, type Presented } from "../../local/iam/access.ts";
import { createGuard } from "../../local/iam/guard.ts";
import { GUARDED } from "../../local/iam/guarded.ts";
import type { StatementDocument } from "../../local/stack/functions.ts";
import { INDEXES, TABLE } from "../../src/store/schema.ts";
import type { Deployment } from "./deployment.ts";
import type { Caller } from "./use.ts";

/** Functions' role policies have names like this; see `lib/constructs/service-function.ts`. */
const PolicyName = "touches";

/** The clock runs every minute. */
const USE_TIMEOUT_MS = 120_000;
const LOOK_MS = 500;

/** A function as it was deployed. */
export interface DeployedFunction {
  readonly logicalId: string;
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly roleName: string;
  readonly policy: readonly StatementDocument[];
  readonly presents: Presented & { readonly secretAccessKey: string };
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The credentials that the emulator gives a function (`execution_credentials` in its `core/lambda_runtime.py`). */
const credentialsOf = (functionArn: string, roleArn: string): DeployedFunction["presents"] => {
  const digest = hash(`${functionArn}:${roleArn}`);
  return {
    accessKeyId: `ASIA${digest.slice(0, 16).toUpperCase()}`,
    secretAccessKey: hash(`secret:${digest}`),
    sessionToken: hash(`token:${digest}`),
  };
};

/** The policy of a role as it was deployed. */
export const readPolicy = async (iam: IAMClient, RoleName: string): Promise<StatementDocument[]> => {
  const { PolicyDocument = "" } = await iam.send(new GetRolePolicyCommand({ RoleName, PolicyName }));
  return (JSON.parse(decodeURIComponent(PolicyDocument)) as { Statement: StatementDocument[] }).Statement;
};

/** The functions of a stage. */
export const listFunctions = async ({ stage, region }: Deployment): Promise<DeployedFunction[]> => {
  const iam = new IAMClient({ region });
  const found: DeployedFunction[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client: new LambdaClient({ region }) }, {}))
    for (const {
      FunctionName = "",
      FunctionArn = "",
      Role = "",
      Description = "",
      Environment,
    } of Functions) {
      const roleName = Role.slice(Role.lastIndexOf("/") + 1);
      if (FunctionName.startsWith(`gleaner-${stage}-`))
        found.push({
          logicalId: Description.replace("Gleaner: ", ""),
          name: FunctionName,
          environment: Environment?.Variables ?? {},
          roleName,
          policy: await readPolicy(iam, roleName),
          presents: credentialsOf(FunctionArn, Role),
        });
    }
  return found;
};

/** In CloudFormation, `Ref` of a secret is its ARN. The emulator returns its name, which no role mentions. */
const asArn = (resource: string): string =>
  resource === "*" || resource.startsWith("arn:")
    ? resource
    : `arn:aws:secretsmanager:*:*:secret:${resource}-*`;

/**
 * A statement for the emulator, which does not support conditions on a table's keys and would deny everything such a
 * statement allows.
 */
const adapt = ({ Condition: _, Resource = [], ...statement }: StatementDocument): StatementDocument => ({
  ...statement,
  Resource: [Resource].flat().map(asArn),
});

const adaptRoles = async (iam: IAMClient, functions: readonly DeployedFunction[]): Promise<void> => {
  for (const { roleName: RoleName, policy } of functions) {
    const PolicyDocument = JSON.stringify({ Version: "2012-10-17", Statement: policy.map(adapt) });
    await iam.send(new PutRolePolicyCommand({ RoleName, PolicyName, PolicyDocument }));
  }
};

/**
 * A proxy between functions and the emulator. Callers that are not functions of the deployment are left to the
 * emulator.
 */
export const createRoles = (guard: LoopbackServer, emulator: string) => {
  let access: Access | undefined;
  const known = new Set<string>();
  const deniedBefore: string[] = [];
  const readDenied = (): string[] =>
    (access?.record.read().denied ?? []).map(
      ({ function: name, action, resource }) => `${name} may not ${action} on ${resource}`,
    );
  guard.serve(
    createGuard({
      access: {
        ask: (presented, calls) =>
          known.has(presented.accessKeyId) ? access?.ask(presented, calls) : undefined,
        allows: (presented, call) =>
          !known.has(presented.accessKeyId) || access?.allows(presented, call) === true,
        // The emulator gives out the credentials of sessions.
        assume: () => undefined,
      },
      upstreams: Object.fromEntries(GUARDED.map((service) => [service, emulator])),
      partitionKeyOf: (_table, index) =>
        index === undefined ? TABLE.partitionKey : INDEXES[index as keyof typeof INDEXES].partitionKey,
      // Functions refer to their secrets by ARN.
      arnOfSecret: (id) => id,
    }),
  );
  return {
    /** Enforces the current roles of a deployment's functions from here on. */
    async hold(deployment: Deployment): Promise<void> {
      const functions = await listFunctions(deployment);
      deniedBefore.push(...readDenied());
      access = createAccess(functions);
      for (const { presents } of functions) known.add(presents.accessKeyId);
      await adaptRoles(new IAMClient({ region: deployment.region }), functions);
    },

    /** Waits until a function has used an action of its role. @throws {SetupError} if it does not */
    async waitForUse(name: string, action: string): Promise<void> {
      const deadline = performance.now() + USE_TIMEOUT_MS;
      const isUsed = () =>
        access?.record.read().functions[name]?.used.some((grant) => grant.startsWith(`${action} `)) ?? false;
      while (!isUsed()) {
        if (performance.now() > deadline)
          throw new SetupError(`${name} asked for no ${action} within ${USE_TIMEOUT_MS / 1_000} s.`);
        await pause(LOOK_MS);
      }
    },

    /** What was denied, as sentences. @throws {SetupError} if no call was checked at all */
    readDenied(): string[] {
      const { functions = {} } = access?.record.read() ?? {};
      if (Object.values(functions).every(({ used }) => used.length === 0))
        throw new SetupError("No call of a function was held against its role.");
      return [...deniedBefore, ...readDenied()];
    },
  };
};

export type Roles = ReturnType<typeof createRoles>;

/** Does something while a function lacks a right of its role. */
export const withoutRight = async <T>(
  deployment: Deployment,
  name: string,
  Action: string,
  work: () => Promise<T>,
): Promise<T> => {
  const iam = new IAMClient({ region: deployment.region });
  const { roleName: RoleName } =
    (await listFunctions(deployment)).find(({ logicalId }) => logicalId === name) ?? {};
  const withdrawal = { RoleName, PolicyName: "withdrawal" };
  const Statement = [{ Effect: "Deny", Action, Resource: "*" }];
  const PolicyDocument = JSON.stringify({ Version: "2012-10-17", Statement });
  await iam.send(new PutRolePolicyCommand({ ...withdrawal, PolicyDocument }));
  try {
    return await work();
  } finally {
    await iam.send(new DeleteRolePolicyCommand(withdrawal));
  }
};

/** Removes the table from one function's role, and checks that the emulator denies its calls. */
export const checkRefusal = async (deployment: Deployment, { url, apiKey }: Caller): Promise<void> => {
  const listFlows = async (): Promise<number> =>
    (await fetch(`${url}/flows`, { headers: { authorization: `Bearer ${apiKey}` } })).status;
  const without = await withoutRight(deployment, "listFlows", "dynamodb:Query", listFlows);
  const withIt = await listFlows();
  if (without !== 500 || withIt !== 200)
    throw new SetupError(
      `Roles do not hold: listFlows answers ${without} without its right to query the table, and ${withIt} with it.`,
    );
};
