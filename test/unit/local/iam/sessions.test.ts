import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { clientSettings } from "../../../../local/emulators/endpoints.ts";
import { listenOnLoopback } from "../../../../local/httpServer.ts";
import { type Access, createAccess } from "../../../../local/iam/access.ts";
import { createGuard } from "../../../../local/iam/guard.ts";
import { createShutdown, type Shutdown } from "../../../../local/shutdown.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/T";
const ROLE = "arn:aws:iam::000000000000:role/browserSession";

let shutdown: Shutdown;
let guard: string;
let access: Access;

beforeEach(async () => {
  shutdown = createShutdown();
  const server = await listenOnLoopback(0, shutdown);
  guard = server.url;
  access = createAccess([
    {
      logicalId: "browser",
      policy: [],
      session: {
        arn: ROLE,
        policy: [{ Effect: "Allow", Action: ["dynamodb:GetItem", "dynamodb:Query"], Resource: TABLE }],
      },
    },
    { logicalId: "starter", policy: [{ Effect: "Allow", Action: "sts:AssumeRole", Resource: ROLE }] },
  ]);
  server.serve(
    createGuard({ access, upstreams: {}, partitionKeyOf: () => "pk", arnOfSecret: () => undefined }),
  );
});
afterEach(() => shutdown.run());

const policyFor = (partition: string, action = "dynamodb:*"): string =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Action: action,
        Resource: "*",
        Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [partition] } },
      },
    ],
  });

const assumeAs = async (name: string, Policy: string | undefined, DurationSeconds = 900) => {
  const sts = new STSClient(clientSettings(guard, access.credentialsOf(name)));
  const asked = new AssumeRoleCommand({ RoleArn: ROLE, RoleSessionName: "test", Policy, DurationSeconds });
  const {
    AccessKeyId = "",
    SecretAccessKey = "",
    SessionToken = "",
  } = (await sts.send(asked)).Credentials ?? {};
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
};

const read = (credentials: ReturnType<Access["credentialsOf"]>, pk: string) =>
  new DynamoDBClient(clientSettings(guard, credentials)).send(
    new GetItemCommand({ TableName: "T", Key: { pk: { S: pk }, sk: { S: "B" } } }),
  );

describe("a session of a role", () => {
  it("is allowed what both its role and its own policy allow", async () => {
    const session = await assumeAs("starter", policyFor("MINE"));
    expect((await read(session, "MINE")).$metadata.httpStatusCode).toBe(200);
    await expect(read(session, "THEIRS")).rejects.toMatchObject({ name: "AccessDeniedException" });
    const other = await assumeAs("starter", policyFor("MINE", "dynamodb:PutItem"));
    await expect(read(other, "MINE")).rejects.toMatchObject({ name: "AccessDeniedException" });
    expect((await read(await assumeAs("starter", undefined), "THEIRS")).$metadata.httpStatusCode).toBe(200);
  });

  it("can be started only by a principal that may assume the role, not by the function it is for", async () => {
    await expect(assumeAs("browser", policyFor("*"))).rejects.toMatchObject({ name: "AccessDenied" });
    const session = await assumeAs("starter", policyFor("MINE"));
    const sts = new STSClient(clientSettings(guard, session));
    await expect(
      sts.send(new AssumeRoleCommand({ RoleArn: ROLE, RoleSessionName: "again" })),
    ).rejects.toMatchObject({ name: "AccessDenied" });
  });

  it("ends", async () => {
    const session = await assumeAs("starter", policyFor("MINE"), -1);
    await expect(read(session, "MINE")).rejects.toMatchObject({ name: "UnrecognizedClientException" });
  });

  it("loses permissions that its function loses, and is recorded under the function's name", async () => {
    const session = await assumeAs("starter", policyFor("MINE"));
    await read(session, "MINE");
    expect(access.record.read().functions.browser).toEqual({
      granted: [`dynamodb:GetItem ${TABLE}`, `dynamodb:Query ${TABLE}`],
      used: [`dynamodb:GetItem ${TABLE}`],
    });
    access.revoke("browser", "dynamodb:GetItem");
    await expect(read(session, "MINE")).rejects.toMatchObject({ name: "AccessDeniedException" });
  });

  it("is refused with a policy that AWS would not accept", async () => {
    await expect(assumeAs("starter", policyFor("x".repeat(2_048)))).rejects.toMatchObject({
      name: "ValidationError",
      message: expect.stringContaining("2048"),
    });
  });
});
