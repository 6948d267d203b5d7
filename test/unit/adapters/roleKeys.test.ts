import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { STSClient } from "@aws-sdk/client-sts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createBucketPlace } from "../../../src/adapters/bucketPlace.ts";
import { createRoleKeys } from "../../../src/adapters/roleKeys.ts";

const ROLE = {
  roleArn: "arn:aws:iam::123456789012:role/gleaner-destination-shop",
  externalId: "acct-1",
  bucket: "lake",
  prefix: "raw",
};

const xml = (body: string): string =>
  `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>${body}</AssumeRoleResult></AssumeRoleResponse>`;
const KEYS = xml(
  "<Credentials><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>" +
    "<SessionToken>token/1==</SessionToken><Expiration>2026-11-26T13:00:00Z</Expiration></Credentials>",
);
const refusal = (code: string): string =>
  `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code>` +
  "<Message>User: arn:aws:sts::999999999999:assumed-role/own is not authorized</Message></Error></ErrorResponse>";

/** Answers as STS does; a role here trusts who sends the external IDs of `trusted`. */
let trusted: (externalId: string | null) => boolean;
let failure: string | undefined;
const asked: URLSearchParams[] = [];
const server = createServer(async (request, response) => {
  const query = new URLSearchParams(await text(request));
  asked.push(query);
  const code = failure ?? (trusted(query.get("ExternalId")) ? undefined : "AccessDenied");
  response.writeHead(code === undefined ? 200 : 403, { "content-type": "text/xml" });
  response.end(code === undefined ? KEYS : refusal(code));
});

let client: STSClient;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = new STSClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "own", secretAccessKey: "own" },
    maxAttempts: 1,
  });
});
afterAll(() => {
  client.destroy();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  failure = undefined;
  trusted = (externalId) => externalId === "acct-1";
});

describe("the keys of a role", () => {
  it("are requested once, with the account as external ID, for the destination's folder only", async () => {
    const readKey = createRoleKeys(ROLE, client);
    const key = { accessKeyId: "ASIAEXAMPLE", secretAccessKey: "secret", sessionToken: "token/1==" };
    expect(await Promise.all([readKey(), readKey()])).toEqual([key, key]);
    expect(asked.map((query) => query.get("ExternalId"))).toEqual(["acct-1", null]);
    const [query] = asked;
    expect(query?.get("RoleArn")).toBe(ROLE.roleArn);
    expect(JSON.parse(query?.get("Policy") ?? "").Statement).toEqual([
      {
        Effect: "Allow",
        Action: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
        Resource: "arn:aws:s3:::lake/raw/*",
      },
    ]);
  });

  it("sign requests with their session token", async () => {
    const sent: Readonly<Record<string, string>>[] = [];
    const bucket = createBucketPlace(
      { ...ROLE, region: "eu-west-1", readKey: createRoleKeys(ROLE, client) },
      async (_url, { headers }) => {
        sent.push(headers);
        return { status: 200, headers: {}, body: Buffer.from(""), isPublic: true };
      },
    );
    await bucket.put("a.ndjson", Buffer.from("{}"), "application/x-ndjson");
    expect(sent).toEqual([expect.objectContaining({ "x-amz-security-token": "token/1==" })]);
    expect(sent[0]?.authorization).toMatch(/Credential=ASIAEXAMPLE.*SignedHeaders=[^,]*x-amz-security-token/);
  });

  it("are refused if the role's trust policy does not require the external ID", async () => {
    trusted = () => true;
    await expect(createRoleKeys(ROLE, client)()).rejects.toMatchObject({
      code: "role-refused",
      message: expect.stringMatching(/must require sts:ExternalId "acct-1"/),
    });
  });

  it("explain what the trust policy needs if the role refuses, without naming the service's own role", async () => {
    trusted = () => false;
    const refused = await createRoleKeys(ROLE, client)().catch((error: Error) => error);
    expect(refused).toMatchObject({ code: "role-refused" });
    expect(String(refused)).toContain('with sts:ExternalId "acct-1"');
    expect(String(refused)).not.toContain("999999999999");
  });

  it("name AWS's error if it is another one", async () => {
    failure = "RegionDisabledException";
    await expect(createRoleKeys(ROLE, client)()).rejects.toMatchObject({
      code: "role-refused",
      message: "The role can't be assumed now: AWS answered RegionDisabledException.",
    });
  });
});
