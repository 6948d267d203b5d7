import { describe, expect, it } from "@jest/globals";
import { objectCalls } from "../../../../local/iam/calls/objects.ts";
import { mailCalls, queueCalls, secretCalls } from "../../../../local/iam/calls/others.ts";
import { tableCalls } from "../../../../local/iam/calls/table.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/T";
const partitionKeyOf = (_: string, index: string | undefined) => (index === undefined ? "pk" : "pk1");
const key = { pk: { S: "A" }, sk: { S: "B" } };

const askedOf = (operation: string, body: object) =>
  tableCalls(operation, JSON.stringify({ TableName: "T", ...body }), partitionKeyOf).map(
    ({ action, resource, context }) => ({ action, resource, ...Object.fromEntries(context) }),
  );

// https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
describe("the permissions needed by a DynamoDB request", () => {
  it("are the item's partition for GetItem", () => {
    expect(askedOf("GetItem", { Key: key })).toEqual([
      {
        action: "dynamodb:GetItem",
        resource: TABLE,
        "dynamodb:leadingkeys": ["A"],
        "dynamodb:attributes": ["pk", "sk"],
      },
    ]);
  });

  it("are the index and its key for a query of an index", () => {
    const query = {
      IndexName: "byFirst",
      KeyConditionExpression: "#n0 = :v0 AND begins_with(#n1, :v1)",
      ExpressionAttributeNames: { "#n0": "pk1", "#n1": "sk" },
      ExpressionAttributeValues: { ":v0": { S: "X" }, ":v1": { S: "Y" } },
      Select: "COUNT",
    };
    expect(askedOf("Query", query)).toEqual([
      {
        action: "dynamodb:Query",
        resource: `${TABLE}/index/byFirst`,
        "dynamodb:leadingkeys": ["X"],
        "dynamodb:attributes": ["pk1", "sk"],
        "dynamodb:select": ["COUNT"],
      },
    ]);
  });

  it("are every attribute in any expression for UpdateItem", () => {
    const update = {
      Key: key,
      UpdateExpression:
        "SET #n0 = if_not_exists(other.inner[0].deep, :v0), #n0.part = :v1 ADD n :v2 REMOVE gone",
      ConditionExpression: "attribute_exists(#n1) AND NOT size(text) > :v3",
      ExpressionAttributeNames: { "#n0": "title", "#n1": "state" },
      ReturnValues: "UPDATED_NEW",
    };
    expect(askedOf("UpdateItem", update)).toEqual([
      {
        action: "dynamodb:UpdateItem",
        resource: TABLE,
        "dynamodb:leadingkeys": ["A"],
        "dynamodb:attributes": ["pk", "sk", "title", "other", "n", "gone", "state", "text"],
        "dynamodb:returnvalues": ["UPDATED_NEW"],
      },
    ]);
  });

  it("are those of its parts for a transaction", () => {
    const parts = {
      TransactItems: [
        { Put: { TableName: "T", Item: { ...key, a: { N: "1" } } } },
        { Update: { TableName: "T", Key: key, UpdateExpression: "SET a = :v" } },
        { Delete: { TableName: "T", Key: key } },
        { ConditionCheck: { TableName: "T", Key: key, ConditionExpression: "attribute_exists(pk)" } },
      ],
    };
    expect(askedOf("TransactWriteItems", parts).map(({ action }) => action)).toEqual([
      "dynamodb:PutItem",
      "dynamodb:UpdateItem",
      "dynamodb:DeleteItem",
      "dynamodb:ConditionCheckItem",
    ]);
    expect(askedOf("TransactWriteItems", parts)[0]).toMatchObject({
      "dynamodb:leadingkeys": ["A"],
      "dynamodb:attributes": ["pk", "sk", "a"],
      "dynamodb:enclosingoperation": ["TransactWriteItems"],
    });
  });

  it("are those of its items for a batch", () => {
    const asked = askedOf("BatchGetItem", {
      RequestItems: { T: { Keys: [key, { ...key, pk: { S: "C" } }] } },
    });
    expect(asked.map((call) => call["dynamodb:leadingkeys" as keyof typeof call])).toEqual([["A"], ["C"]]);
  });
});

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
describe("the permissions needed by an S3 request", () => {
  it.each([
    ["GET", "/b/a%20b?x-id=GetObject", "s3:GetObject", "arn:aws:s3:::b/a b"],
    ["HEAD", "/b/k", "s3:GetObject", "arn:aws:s3:::b/k"],
    ["GET", "/b/k?versionId=1", "s3:GetObjectVersion", "arn:aws:s3:::b/k"],
    ["PUT", "/b/k/l", "s3:PutObject", "arn:aws:s3:::b/k/l"],
    ["POST", "/b/k?uploads", "s3:PutObject", "arn:aws:s3:::b/k"],
    ["PUT", "/b/k?partNumber=1&uploadId=2", "s3:PutObject", "arn:aws:s3:::b/k"],
    ["DELETE", "/b/k?uploadId=2", "s3:AbortMultipartUpload", "arn:aws:s3:::b/k"],
    ["DELETE", "/b/k", "s3:DeleteObject", "arn:aws:s3:::b/k"],
    ["GET", "/b?list-type=2&prefix=runs%2F", "s3:ListBucket", "arn:aws:s3:::b"],
    ["HEAD", "/b", "s3:ListBucket", "arn:aws:s3:::b"],
    ["PUT", "/b", "s3:CreateBucket", "arn:aws:s3:::b"],
  ])("are for %s %s: %s", (method, url, action, resource) => {
    expect(objectCalls({ method, url })).toMatchObject([{ action, resource }]);
  });

  it("include the prefix for a list, if there is one", () => {
    const [listed] = objectCalls({ method: "GET", url: "/b?list-type=2&prefix=runs%2F" });
    expect(listed?.context.get("s3:prefix")).toEqual(["runs/"]);
    expect(objectCalls({ method: "GET", url: "/b?list-type=2" })[0]?.context.has("s3:prefix")).toBe(false);
  });

  it("are reading one object and writing the other for a copy", () => {
    const calls = objectCalls({ method: "PUT", url: "/b/new", copySource: "/c/old?versionId=1" });
    expect(calls.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      "s3:PutObject arn:aws:s3:::b/new",
      "s3:GetObject arn:aws:s3:::c/old",
    ]);
  });

  it("are those of the objects in the body for a bulk delete or a form", () => {
    const body = "<Delete><Object><Key>a&amp;b</Key></Object><Object><Key>c</Key></Object></Delete>";
    expect(objectCalls({ method: "POST", url: "/b?delete", body }).map(({ resource }) => resource)).toEqual([
      "arn:aws:s3:::b/a&b",
      "arn:aws:s3:::b/c",
    ]);
    const form = '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nuploads/1\r\n--x--';
    expect(objectCalls({ method: "POST", url: "/b", body: form })).toMatchObject([
      { action: "s3:PutObject", resource: "arn:aws:s3:::b/uploads/1" },
    ]);
  });
});

describe("the permissions needed by other requests", () => {
  it("are the same for a batch of messages as for one message", () => {
    const body = JSON.stringify({ QueueUrl: "http://127.0.0.1:1/000000000000/runs" });
    const resource = "arn:aws:sqs:us-east-1:000000000000:runs";
    expect(queueCalls("SendMessageBatch", body)).toMatchObject([{ action: "sqs:SendMessage", resource }]);
    expect(queueCalls("ReceiveMessage", body)).toMatchObject([{ action: "sqs:ReceiveMessage", resource }]);
  });

  it("name a secret by its ARN, even if it is requested by name", () => {
    const calls = secretCalls("GetSecretValue", '{"SecretId":"name"}', () => "arn:of:name");
    expect(calls).toMatchObject([{ action: "secretsmanager:GetSecretValue", resource: "arn:of:name" }]);
  });

  it("name the sender's identity and the configuration set for an email", () => {
    const body = JSON.stringify({ FromEmailAddress: "Gleaner <a@example.org>", ConfigurationSetName: "set" });
    expect(mailCalls(body).map(({ resource }) => resource)).toEqual([
      "arn:aws:ses:us-east-1:000000000000:identity/a@example.org",
      "arn:aws:ses:us-east-1:000000000000:configuration-set/set",
    ]);
  });
});
