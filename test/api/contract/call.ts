/** Calls an operation by its row, for tests of what holds for all of them. */
import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import * as z from "zod";
import { type Operation, takesIdempotencyKey } from "../../../src/contract/operation.ts";
import type { Answer, Api } from "../../helpers/api.ts";

export type Params = Readonly<Record<string, string>>;

export const fill = (path: string, params: Params): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "unknown-0000000000000000000");

/** The part of a refusal's body that says what is wrong. */
const errorOf = ({ body }: Answer, dialect: Operation["dialect"]): { code: string; requestId: string } =>
  dialect === "firecrawl" ? body : body.error;

/** Every answer names its request, in the header and, where it refuses, in the body. */
export const checked = (answer: Answer, dialect?: Operation["dialect"]): Answer => {
  const requestId = answer.headers.get("x-request-id");
  expect(requestId).toMatch(/^\S+$/);
  if (answer.status >= 400) expect(errorOf(answer, dialect).requestId).toBe(requestId);
  return answer;
};

/** Where a query must say something, the first thing that it may say. */
const requiredQuery = ({ query }: Operation): string => {
  const { properties = {}, required = [] } = z.toJSONSchema(query ?? z.object({}), { io: "input" });
  const said = required.map((name) => `${name}=${(properties[name] as { enum?: unknown[] }).enum?.[0]}`);
  return said.length === 0 ? "" : `?${said.join("&")}`;
};

export interface Call {
  readonly params?: Params;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls the operation, with an Idempotency-Key where it accepts one, as the client does. A refusal frees the key: the
 * same request is refused for the same reason again.
 */
export const callRow = async (
  row: Operation,
  api: Api,
  { params = {}, body, headers = {} }: Call = {},
): Promise<Answer> => {
  const path = fill(row.path, params) + requiredQuery(row);
  const key = takesIdempotencyKey(row) ? { "idempotency-key": randomUUID() } : {};
  const request = { body: body ?? (row.body && {}), headers: { ...key, ...headers } };
  const { dialect } = row;
  const answer = checked(await api.call(row.method, path, request), dialect);
  if (answer.status >= 400 && takesIdempotencyKey(row)) {
    const again = checked(await api.call(row.method, path, request), dialect);
    expect([again.status, errorOf(again, dialect).code]).toEqual([
      answer.status,
      errorOf(answer, dialect).code,
    ]);
  }
  return answer;
};
