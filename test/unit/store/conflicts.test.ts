import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { errorReply } from "../../../src/runtime/http/reply.ts";
import { createDynamoTable } from "../../../src/store/dynamo/dynamoTable.ts";
import { listen } from "../../helpers/pageServer.ts";

const FAULT = "com.amazonaws.dynamodb.v20120810#";
const KEY = { pk: "P", sk: "S" };

interface Reply {
  readonly status: number;
  readonly body: object;
}

const cancelled = (...codes: string[]): Reply => ({
  status: 400,
  body: {
    __type: `${FAULT}TransactionCanceledException`,
    message: "Transaction cancelled",
    CancellationReasons: codes.map((Code) => ({ Code })),
  },
});
const fault = (name: string): Reply => ({ status: 400, body: { __type: FAULT + name, message: name } });
const DONE: Reply = { status: 200, body: {} };
const UPDATED: Reply = { status: 200, body: { Attributes: { n: { N: "1" } } } };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
beforeAll(() => {
  process.env.AWS_ACCESS_KEY_ID = "local";
  process.env.AWS_SECRET_ACCESS_KEY = "local";
  process.env.AWS_REGION = "us-east-1";
});

/** A table whose answers are these, one after the other; DynamoDB Local never gives most of them. */
const tableThatSays = async (...replies: Reply[]) => {
  const requests: { readonly ClientRequestToken?: string }[] = [];
  server = createServer(async (request, response) => {
    requests.push(JSON.parse(await text(request)));
    const { status, body } = replies[requests.length - 1] ?? DONE;
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  return { table: createDynamoTable({ tableName: "t", endpoint, sleep }), requests, waits };
};

describe("a write that conflicts with another", () => {
  it("is retried as the same transaction until it succeeds", async () => {
    const conflict = cancelled("None", "TransactionConflict");
    const { table, requests, waits } = await tableThatSays(
      conflict,
      conflict,
      fault("TransactionInProgressException"),
    );
    await table.transact([{ kind: "update", key: KEY, add: { n: 1 } }]);
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map(({ ClientRequestToken }) => ClientRequestToken)).size).toBe(1);
    expect(waits).not.toEqual([]);
  });

  it("is retried if it is a single update", async () => {
    const { table, requests } = await tableThatSays(fault("TransactionConflictException"), UPDATED);
    expect(await table.update({ key: KEY, add: { n: 1 } })).toEqual({ n: 1 });
    expect(requests).toHaveLength(2);
  });

  it("is not retried if a condition failed too, and names the item", async () => {
    const { table, requests } = await tableThatSays(
      cancelled("TransactionConflict", "ConditionalCheckFailed"),
    );
    const other = { pk: "P", sk: "other" };
    const attempt = table.transact([
      { kind: "update", key: KEY, add: { n: 1 } },
      { kind: "check", key: other, when: { pk: { exists: true } } },
    ]);
    await expect(attempt).rejects.toMatchObject({ name: "ConditionFailed", keys: [other] });
    expect(requests).toHaveLength(1);
  });

  it("fails after its last retry", async () => {
    const { table, requests } = await tableThatSays(
      ...Array.from({ length: 50 }, () => cancelled("TransactionConflict")),
    );
    const attempt = table.transact([{ kind: "update", key: KEY, add: { n: 1 } }]);
    await expect(attempt).rejects.toMatchObject({
      name: "TableBusy",
      cause: { name: "TransactionCanceledException" },
    });
    expect(requests).toHaveLength(12);
    const reply = errorReply(await attempt.catch((error: unknown) => error), "request-1");
    expect(reply).toMatchObject({ statusCode: 503, headers: { "retry-after": "1" } });
    expect(JSON.parse(reply.body ?? "").error).toMatchObject({ code: "unavailable", retryable: true });
  });
});

describe("a throttled table", () => {
  it("is retried, by the SDK and by us, until it accepts the write", async () => {
    const { table, requests } = await tableThatSays(
      fault("ThrottlingException"),
      cancelled("ThrottlingError"),
      fault("ProvisionedThroughputExceededException"),
    );
    await table.transact([{ kind: "update", key: KEY, add: { n: 1 } }]);
    expect(requests).toHaveLength(4);
  });
});
