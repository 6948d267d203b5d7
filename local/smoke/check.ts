import type { Answer } from "../../client/calls.ts";
import type { Client } from "../../client/index.ts";
import { createTransport, type RawRequest } from "../../client/transport.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { OPERATIONS, type OperationName } from "../../src/contract/operations.ts";

interface CheckedRequest extends RawRequest {
  /** Sent instead of the client's key; null: none. */
  readonly apiKey?: string | null;
}

/** Sends requests that may be deliberately wrong, and returns every response unchanged. */
export interface Api {
  readonly call: (method: string, path: string, request?: CheckedRequest) => Promise<Answer>;
}

export const createApi = (url: string, key: string): Api => ({
  call: (method, path, { apiKey = key, ...request } = {}) =>
    createTransport({ url, apiKey }).send(method, path, request),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Property of an arbitrary value; undefined if there is none. */
export const read = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);

/** State shared by the checks. */
export interface Visit {
  readonly api: Api;
  readonly client: Client;
  /** Page that the service can fetch; its run must complete. null: the run may end in any way. */
  readonly target: string | null;
  /** Records created by the checks, always removed at the end. */
  readonly made: { readonly flows: Set<string>; readonly keys: Set<string> };
}

/** One check. Throws a `Mismatch`, or returns a remark, if any. */
export interface Check {
  readonly title: string;
  readonly run: (visit: Visit) => Promise<unknown>;
}

/** The service did not behave as documented. */
class Mismatch extends Error {
  override readonly name = "Mismatch";
}

export const ensure: (condition: boolean, message: string) => asserts condition = (condition, message) => {
  if (!condition) throw new Mismatch(message);
};

const isText = (value: unknown): value is string => typeof value === "string";

const show = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 200);

const ensureRequestId = ({ headers }: Answer): void =>
  ensure(headers.get("x-request-id") !== null, "the answer has no X-Request-Id");

/** A response must have the error's status and code, and only the documented body. */
export const expectError = (answer: Answer, status: number, code: string): void => {
  ensure(
    answer.status === status && read(answer.body, "error", "code") === code,
    `expected ${status} ${code}, got ${answer.status} ${show(answer.body)}`,
  );
  ensureRequestId(answer);
  const id = read(answer.body, "error", "requestId");
  ensure(id === answer.headers.get("x-request-id"), "error.requestId is not the X-Request-Id");
  ensure(isText(read(answer.body, "error", "message")), "the error has no message");
};

/** A response must be the operation's success and match its contract. */
export const expectSuccess = (name: OperationName, answer: Answer): unknown => {
  const { success }: Operation = OPERATIONS[name];
  ensure(
    answer.status === success.status,
    `expected ${success.status}, got ${answer.status} ${show(answer.body)}`,
  );
  ensureRequestId(answer);
  if ("bare" in success) {
    ensureShape(success.bare.safeParse(answer.body), "the answer");
    return answer.body;
  }
  if ("text" in success || "file" in success) return answer.body;
  const data = read(answer.body, "data");
  if ("data" in success) {
    ensureShape(success.data.safeParse(data), "data");
    return data;
  }
  ensure(Array.isArray(data), `data is no list: ${show(answer.body)}`);
  ensure(Number.isInteger(read(answer.body, "total")), "total is no integer");
  for (const [index, row] of data.entries()) ensureShape(success.list.safeParse(row), `data[${index}]`);
  return data;
};

interface Parsed {
  readonly success: boolean;
  readonly error?: {
    readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
  };
}

const ensureShape = ({ success, error }: Parsed, what: string): void => {
  const issue = error?.issues[0];
  ensure(success, `${[what, ...(issue?.path ?? [])].map(String).join(".")}: ${issue?.message}`);
};

/** The `id` of a record. */
export const idOf = (record: unknown): string => {
  const id = read(record, "id");
  ensure(isText(id), `the record has no id: ${show(record)}`);
  return id;
};

/** Sends a request, expects its success and returns the data. */
export const succeed = async (
  { api }: Visit,
  name: OperationName,
  path: string,
  options: CheckedRequest = {},
): Promise<unknown> => expectSuccess(name, await api.call(OPERATIONS[name].method, path, options));
