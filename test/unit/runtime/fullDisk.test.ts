/** Requests while the table's disk is full, or AWS does not answer. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { OPERATIONS } from "../../../src/contract/operations.ts";
import { createAccount } from "../../../src/domain/accounts/createAccount.ts";
import type { Deps } from "../../../src/domain/ports.ts";
import { createStore } from "../../../src/store/index.ts";
import { TableFull } from "../../../src/store/table.ts";
import { createMemoryTable } from "../../helpers/memoryTable.ts";

Object.assign(process.env, {
  TABLE_NAME: "none",
  STAGE: "test",
  SERVICE_VERSION: "0.0.0",
  AWS_LAMBDA_FUNCTION_NAME: "listFlows",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
  AWS_REGION: "us-east-1",
  POWERTOOLS_DEV: "false",
});
const { admit, assertMayGoOn } = await import("../../../src/runtime/http/admit.ts");
const { errorReply } = await import("../../../src/runtime/http/reply.ts");

/** A table whose writes fail, without a trace, while its disk is full. */
const createFillableTable = () => {
  const table = createMemoryTable();
  let isFull = false;
  const write =
    <A extends unknown[], R>(perform: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (isFull) throw new TableFull(new Error("database or disk is full"));
      return perform(...args);
    };
  return {
    table: { ...table, update: write(table.update), transact: write(table.transact) },
    fill: (full: boolean) => {
      isFull = full;
    },
  };
};

const openService = async () => {
  const { table, fill } = createFillableTable();
  const deps = {
    store: createStore(table),
    now: () => Date.parse("2026-11-23T12:00:00Z"),
    newId: (kind: string) => `${kind}-${randomUUID()}`,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  } as unknown as Deps;
  const { apiKey } = await createAccount(deps, { email: "a@example.com", plan: "free" });
  const event = {
    headers: { "x-api-key": apiKey },
    requestContext: { requestId: "r", http: { sourceIp: "127.0.0.1" } },
  } as unknown as APIGatewayProxyEventV2;
  const enter = async (operation: "listFlows" | "createFlow") => {
    const row = OPERATIONS[operation];
    const admission = await admit(deps, row, event);
    if (!admission) throw new Error("the operation asks for no key");
    await assertMayGoOn(row, admission);
    return admission.counted;
  };
  return { enter, fill };
};

describe("while the disk is full", () => {
  it("reads are served without rate limit counting, and writes are refused; both recover once there is space", async () => {
    const { enter, fill } = await openService();
    fill(true);
    expect(await enter("listFlows")).toBeNull();
    await expect(enter("createFlow")).rejects.toThrow(TableFull);
    fill(false);
    expect(await enter("listFlows")).toMatchObject({ allowed: true });
    expect(await enter("createFlow")).toMatchObject({ allowed: true });
  });

  it("a write answers 503 with what to do and when to retry", () => {
    const reply = errorReply(new TableFull(new Error("database or disk is full")), "request-1");
    expect(reply).toMatchObject({ statusCode: 503, headers: { "retry-after": "30" } });
    expect(JSON.parse(reply.body ?? "").error).toMatchObject({
      code: "unavailable",
      retryable: true,
      message: expect.stringContaining("the disk of the service is full. Free some space on it"),
    });
  });
});

describe("while AWS does not answer", () => {
  it("a request answers 504 with what to do and when to retry", () => {
    const error = Object.assign(new Error("no answer"), { name: "TimeoutError", $metadata: { attempts: 5 } });
    const reply = errorReply(error, "request-1");
    expect(reply).toMatchObject({ statusCode: 504, headers: { "retry-after": "5" } });
    expect(JSON.parse(reply.body ?? "").error).toMatchObject({
      code: "timeout",
      retryable: true,
      message: expect.stringContaining("did not answer in time"),
    });
  });

  it("another timeout is an error of ours", () => {
    expect(errorReply(new DOMException("late", "TimeoutError"), "request-1").statusCode).toBe(500);
  });
});
