/** Begins the session of a run in a browser as its caller does, and checks that another account's data is closed to it. */

import { IAMClient } from "@aws-sdk/client-iam";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { SetupError } from "../../lib/setup-error.ts";
import { createAccess } from "../../local/iam/access.ts";
import { tableCalls } from "../../local/iam/calls/table.ts";
import { readAssumeRole } from "../../local/iam/sessions.ts";
import type { StatementDocument } from "../../local/stack/functions.ts";
import { sessionPolicy } from "../../src/adapters/confinedCaller.ts";
import { objectsOfRun } from "../../src/domain/files/folders.ts";
import { accountPartition, partitionsOfSession } from "../../src/store/partitions.ts";
import { TABLE } from "../../src/store/schema.ts";
import type { Deployment } from "./deployment.ts";
import { type DeployedFunction, listFunctions, readPolicy } from "./roles.ts";

const SESSION_SECONDS = 900;

const named = (functions: readonly DeployedFunction[], name: string): DeployedFunction => {
  const found = functions.find(({ logicalId }) => logicalId === name);
  if (found === undefined) throw new SetupError(`There is no function ${name}.`);
  return found;
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));

/** What a call came to: `allowed`, or the error's name. */
const outcomeOf = (call: Promise<unknown>): Promise<string> => call.then(() => "allowed", nameOf);

/** Whose record and object are asked for. */
interface Accounts {
  readonly accountId: string;
  readonly otherId: string;
  readonly runId: string;
}

/** What the sessions of a run in a browser were allowed and refused. */
export interface SessionChecks {
  readonly allowed: number;
  readonly refused: number;
}

/** The table's side, which the emulator cannot decide: our evaluator does, on the role's policy as it was deployed. */
const askTable = (
  policy: readonly StatementDocument[],
  roleArn: string,
  restriction: string,
  { TableName, accountIds }: { readonly TableName: string; readonly accountIds: readonly string[] },
): boolean[] => {
  const access = createAccess([
    { logicalId: "executeBrowserRun", policy: [], session: { arn: roleArn, policy } },
  ]);
  const form = new URLSearchParams({ Action: "AssumeRole", RoleArn: roleArn, Policy: restriction });
  const request = readAssumeRole(form.toString(), Date.now());
  const session = request && access.assume(request);
  if (session === undefined) throw new SetupError("No session of executeBrowserRun could be begun.");
  const presented = { accessKeyId: session.accessKeyId, sessionToken: session.sessionToken ?? "" };
  return accountIds.map((accountId) => {
    const key = accountPartition("ACCOUNT", accountId);
    const Key = { [TABLE.partitionKey]: { S: key }, [TABLE.sortKey]: { S: key } };
    const calls = tableCalls("GetItem", JSON.stringify({ TableName, Key }), () => TABLE.partitionKey);
    return access.ask(presented, calls) === undefined;
  });
};

/**
 * Begins a session with the credentials of `startBrowserRun`, and reads with it, of two accounts, the record in the table and
 * an object of a run. The function that the session is for must not be able to begin one.
 *
 * @throws {SetupError} if it opens the other account's, or not its own
 */
export const checkSession = async (
  deployment: Deployment,
  { accountId, otherId, runId }: Accounts,
): Promise<SessionChecks> => {
  const { region } = deployment;
  const functions = await listFunctions(deployment);
  const [starter, confined] = [named(functions, "startBrowserRun"), named(functions, "executeBrowserRun")];
  const { EXECUTEBROWSERRUN_SESSION_ROLE_ARN: RoleArn = "" } = starter.environment;
  const { BUCKET_NAME: Bucket = "", TABLE_NAME: TableName = "" } = confined.environment;
  const lambda = new LambdaClient({ region });
  // The emulator knows a function's credentials once it was called. The confined one fails: it was sent no session.
  for (const { name: FunctionName } of [starter, confined])
    await lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify({ Records: [] }) }));
  const scope = {
    partitions: partitionsOfSession(accountId, runId),
    objects: objectsOfRun(accountId, runId),
  };
  const Policy = sessionPolicy(RoleArn, scope);
  const begin = ({ presents: credentials }: DeployedFunction) =>
    new STSClient({ region, credentials }).send(
      new AssumeRoleCommand({
        RoleArn,
        RoleSessionName: "rehearsal",
        DurationSeconds: SESSION_SECONDS,
        Policy,
      }),
    );
  const {
    AccessKeyId = "",
    SecretAccessKey = "",
    SessionToken = "",
  } = (await begin(starter)).Credentials ?? {};
  const session = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
  const objects = [accountId, otherId].map((id) => ({ Bucket, Key: `runs/${id}/${runId}/rehearsal` }));
  const s3 = new S3Client({ region });
  for (const object of objects) await s3.send(new PutObjectCommand({ ...object, Body: "part" }));
  const confinedS3 = new S3Client({ region, credentials: session });
  const reads = await Promise.all(
    objects.map((object) => outcomeOf(confinedS3.send(new GetObjectCommand(object)))),
  );
  const policy = await readPolicy(new IAMClient({ region }), RoleArn.slice(RoleArn.lastIndexOf("/") + 1));
  const records = askTable(policy, RoleArn, Policy, { TableName, accountIds: [accountId, otherId] });
  const started = await outcomeOf(begin(confined));
  const outcomes = [
    ...reads,
    ...records.map((isAllowed) => (isAllowed ? "allowed" : "AccessDenied")),
    started,
  ];
  const expected = ["allowed", "AccessDenied", "allowed", "AccessDenied", "AccessDenied"];
  if (outcomes.join() !== expected.join())
    throw new SetupError(
      `A session of executeBrowserRun: own and other object, own and other record, and another session are ` +
        `${outcomes.join(", ")} instead of ${expected.join(", ")}.`,
    );
  const allowed = outcomes.filter((outcome) => outcome === "allowed").length;
  return { allowed, refused: outcomes.length - allowed };
};
