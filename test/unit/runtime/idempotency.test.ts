import { describe, expect, it } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DomainError, type ErrorCode } from "../../../src/contract/errors.ts";
import { errorsOf } from "../../../src/contract/openapi/openapiErrors.ts";
import { type Operation, takesIdempotencyKey } from "../../../src/contract/operation.ts";
import { operationEntries } from "../../../src/contract/operations.ts";
import type { Deps } from "../../../src/domain/ports.ts";
import { performOnce } from "../../../src/runtime/http/idempotency.ts";
import { idempotencyStore } from "../../../src/store/service/idempotency.ts";
import type { Table } from "../../../src/store/table.ts";
import { createMemoryTable } from "../../helpers/memoryTable.ts";

const denied = (): never => {
  throw new Error("AccessDeniedException");
};

/** A table as a role sees it that may read and update items, but not remove them or run transactions that do. */
const createUpdatableTable = (): Table => ({ ...createMemoryTable(), transact: async () => denied() });

const depsOn = (table: Table, errors: string[] = []): Deps =>
  ({
    store: { idempotency: idempotencyStore(table) },
    now: () => 1_000,
    log: { error: (message: string) => errors.push(message) },
  }) as unknown as Deps;

const event = (path: string) =>
  ({
    headers: { "idempotency-key": "k1" },
    rawPath: path,
    body: "{}",
    requestContext: { requestId: "request-1" },
  }) as unknown as APIGatewayProxyEventV2;

const refusing = (code: ErrorCode) => () => Promise.reject(new DomainError(code, "No."));
const DONE = { statusCode: 201, body: "{}" };

const REFUSALS = operationEntries()
  .filter(([, row]) => takesIdempotencyKey(row))
  .flatMap(([name, row]) => errorsOf(row).map((code): [string, ErrorCode, Operation] => [name, code, row]));

describe("an Idempotency-Key", () => {
  it.each(REFUSALS)(
    "of %s can be used again after %s, with a role that can only update",
    async (_name, code, row) => {
      const deps = depsOn(createUpdatableTable());
      for (const path of ["/first", "/second"])
        await expect(performOnce(deps, row, "acc-1", event(path), refusing(code))).rejects.toMatchObject({
          code,
        });
      expect(await performOnce(deps, row, "acc-1", event("/third"), async () => DONE)).toEqual(DONE);
      await expect(performOnce(deps, row, "acc-1", event("/fourth"), async () => DONE)).rejects.toMatchObject(
        {
          code: "idempotency-mismatch",
        },
      );
    },
  );

  const [[, , row]] = REFUSALS as [[string, ErrorCode, Operation]];

  it("that was released is taken by only one of many requests", async () => {
    const deps = depsOn(createUpdatableTable());
    await expect(performOnce(deps, row, "acc-1", event("/a"), refusing("not-found"))).rejects.toThrow();
    let performed = 0;
    const perform = async () => {
      performed += 1;
      return DONE;
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => performOnce(deps, row, "acc-1", event("/a"), perform)),
    );
    expect(performed).toBe(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ code: "idempotency-in-progress" });
  });

  it("that cannot be released does not hide the reason of the refusal", async () => {
    const table = createUpdatableTable();
    const errors: string[] = [];
    const perform = () => {
      table.update = async () => denied();
      return refusing("not-found")();
    };
    const answer = performOnce(depsOn(table, errors), row, "acc-1", event("/a"), perform);
    await expect(answer).rejects.toMatchObject({ code: "not-found" });
    expect(errors).toEqual(["an Idempotency-Key was not released"]);
  });

  it("stays locked for a minute if AWS did not answer, because the request may have taken effect", async () => {
    let nowMs = 1_000;
    const deps = { ...depsOn(createMemoryTable()), now: () => nowMs };
    const unanswered = Object.assign(new Error("no answer"), { name: "TimeoutError", $metadata: {} });
    const first = performOnce(deps, row, "acc-1", event("/a"), () => Promise.reject(unanswered));
    await expect(first).rejects.toBe(unanswered);
    const again = () => performOnce(deps, row, "acc-1", event("/a"), async () => DONE);
    await expect(again()).rejects.toMatchObject({ code: "idempotency-in-progress" });
    nowMs += 60_001;
    expect(await again()).toEqual(DONE);
  });
});
