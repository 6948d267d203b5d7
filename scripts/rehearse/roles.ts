/**
 * Roles hold in a rehearsal, twice: the emulator asks them about every call, and so does the evaluator that the tests
 * of the API run with, which stands before all but the emulator's queues and knows the conditions on a table's keys.
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
import type { StatementDocument } from "../../local/iam/policy.ts";
import { INDEXES, TABLE } from "../../src/store/schema.ts";
import type { Deployment } from "./deployment.ts";
import type { Caller } from "./use.ts";

/** The policies of functions' roles go by this name; see `lib/constructs/service-function.ts`. */
const PolicyName = "touches";

/** The clock comes every minute. */
const USE_TIMEOUT_MS = 120_000;
const LOOK_MS = 500;

interface DeployedFunction {
  readonly logicalId: string;
  readonly roleName: string;
  readonly policy: readonly StatementDocument[];
  readonly presents: Presented;
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** What the emulator gives a function to sign with (`execution_credentials` in its `core/lambda_runtime.py`). */
const credentialsOf = (functionArn: string, roleArn: string): Presented => {
  const digest = hash(`${functionArn}:${roleArn}`);
  return { accessKeyId: `ASIA${digest.slice(0, 16).toUpperCase()}`, sessionToken: hash(`token:${digest}`) };
};

const readPolicy = async (iam: IAMClient, RoleName: string): Promise<StatementDocument[]> => {
  const { PolicyDocument = "" } = await iam.send(new GetRolePolicyCommand({ RoleName, PolicyName }));
  return (JSON.parse(decodeURIComponent(PolicyDocument)) as { Statement: StatementDocument[] }).Statement;
};

const listFunctions = async ({ stage, region }: Deployment): Promise<DeployedFunction[]> => {
  const iam = new IAMClient({ region });
  const found: DeployedFunction[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client: new LambdaClient({ region }) }, {}))
    for (const { FunctionName = "", FunctionArn = "", Role = "", Description = "" } of Functions) {
      const roleName = Role.slice(Role.lastIndexOf("/") + 1);
      if (FunctionName.startsWith(`gleaner-${stage}-`))
        found.push({
          logicalId: Description.replace("Gleaner: ", ""),
          roleName,
          policy: await readPolicy(iam, roleName),
          presents: credentialsOf(FunctionArn, Role),
        });
    }
  return found;
};

/** CloudFormation's `Ref` of a secret is its ARN; the emulator's is its name, of which it knows no role. */
const asArn = (resource: string): string =>
  resource === "*" || resource.startsWith("arn:")
    ? resource
    : `arn:aws:secretsmanager:*:*:secret:${resource}-*`;

/**
 * A statement as the emulator understands it, which has no conditions on a table's keys: one with such a condition
 * would allow nothing there.
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

/** Stands between functions and the emulator. Who signs as no function of the held deployment is the emulator's to judge. */
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
      },
      upstreams: Object.fromEntries(GUARDED.map((service) => [service, emulator])),
      partitionKeyOf: (_table, index) =>
        index === undefined ? TABLE.partitionKey : INDEXES[index as keyof typeof INDEXES].partitionKey,
      // Functions call their secrets by ARN.
      arnOfSecret: (id) => id,
    }),
  );
  return {
    /** From here on the functions of a deployment may do what their roles now say, and nothing else. */
    async hold(deployment: Deployment): Promise<void> {
      const functions = await listFunctions(deployment);
      deniedBefore.push(...readDenied());
      access = createAccess(functions);
      for (const { presents } of functions) known.add(presents.accessKeyId);
      await adaptRoles(new IAMClient({ region: deployment.region }), functions);
    },

    /** Waits until a function used an action that its role grants. @throws {SetupError} where it does not */
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

    /** What was refused, in words. @throws {SetupError} where nothing was asked at all */
    readDenied(): string[] {
      const { functions = {} } = access?.record.read() ?? {};
      if (Object.values(functions).every(({ used }) => used.length === 0))
        throw new SetupError("No call of a function was held against its role.");
      return [...deniedBefore, ...readDenied()];
    },
  };
};

/** Takes the table away from one function, and looks whether the emulator refuses what it asks. */
export const checkRefusal = async (deployment: Deployment, { url, apiKey }: Caller): Promise<void> => {
  const iam = new IAMClient({ region: deployment.region });
  const { roleName: RoleName } =
    (await listFunctions(deployment)).find(({ logicalId }) => logicalId === "listFlows") ?? {};
  const withdrawal = { RoleName, PolicyName: "withdrawal" };
  const listFlows = async (): Promise<number> =>
    (await fetch(`${url}/flows`, { headers: { authorization: `Bearer ${apiKey}` } })).status;
  const Statement = [{ Effect: "Deny", Action: "dynamodb:Query", Resource: "*" }];
  const PolicyDocument = JSON.stringify({ Version: "2012-10-17", Statement });
  await iam.send(new PutRolePolicyCommand({ ...withdrawal, PolicyDocument }));
  const without = await listFlows();
  await iam.send(new DeleteRolePolicyCommand(withdrawal));
  const withIt = await listFlows();
  if (without !== 500 || withIt !== 200)
    throw new SetupError(
      `Roles do not hold: listFlows answers ${without} without its right to query the table, and ${withIt} with it.`,
    );
};
