/** What holds for every operation, made from the operation table: a new row is tested unasked. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Client, createClient } from "../../client/index.ts";
import { SCOPES, type Scope } from "../../src/contract/account/scopes.ts";
import { DEFAULT_MAX_BODY_BYTES, type Operation, takesIdempotencyKey } from "../../src/contract/operation.ts";
import { type OperationName, operationEntries } from "../../src/contract/operations.ts";
import { type Api, apiAs, newAccount, testService, until } from "../helpers/api.ts";
import { type Call, callRow, checked, fill } from "./contract/call.ts";
import { bodyFor, makeRecord } from "./contract/records.ts";

type Entry = [OperationName, Operation];

/** Those that speak another service's dialect are tested in firecrawl.test.ts. */
const ALL = operationEntries().filter(([, { dialect }]) => dialect === undefined);
const select = (isWanted: (operation: Operation) => boolean): Entry[] =>
  ALL.filter(([, row]) => isWanted(row));
const WITH_KEY = select(({ scope }) => scope !== null);
const WITH_BODY = select(({ body, scope }) => body !== undefined && scope !== null);
const WITH_PARAMS = select(({ params, scope }) => params !== undefined && scope !== null);
const POSTS = select(takesIdempotencyKey);
const PATHS = [...new Set(ALL.map(([, { path }]) => path))];

const UNKNOWN_KEY_OF_RIGHT_SHAPE = `gl_live_${"0".repeat(30)}000000`;

const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });

let owner: Api;
let client: Client;
const clientOf = (api: Api): Client => createClient({ url: testService().url, apiKey: api.apiKey });

beforeAll(async () => {
  owner = await newAccount();
  client = clientOf(owner);
});

const call = (row: Operation, { api = owner, ...rest }: Call & { readonly api?: Api } = {}) =>
  callRow(row, api, rest);

describe("without a valid key", () => {
  let revoked: string;
  let expired: string;
  beforeAll(async () => {
    const wish = { name: "Gone", scopes: [...SCOPES] };
    const gone = await client.createKey(wish);
    await client.revokeKey(gone.id);
    const expiresAt = new Date(Date.now() + 2_000).toISOString();
    [revoked, expired] = [gone.key, (await client.createKey({ ...wish, expiresAt })).key];
    await until(
      () => apiAs(expired).get("/flows"),
      ({ status }) => status === 401,
    );
  });

  it.each(WITH_KEY)("%s answers 401", async (_name, row) => {
    for (const apiKey of [null, "nonsense", UNKNOWN_KEY_OF_RIGHT_SHAPE, revoked, expired])
      expect(await call(row, { api: apiAs(apiKey) })).toMatchObject(refusal(401, "unauthenticated"));
  });
});

describe("with a key that has every scope but the right one", () => {
  const keys = new Map<Scope, Api>();
  beforeAll(async () => {
    for (const lacking of new Set(WITH_KEY.map(([, { scope }]) => scope as Scope))) {
      const scopes = SCOPES.filter((scope) => scope !== lacking);
      keys.set(lacking, apiAs((await client.createKey({ name: "Lacking", scopes })).key));
    }
  });

  it.each(WITH_KEY)("%s answers 403 and names the scope", async (_name, row) => {
    const answer = await call(row, { api: keys.get(row.scope as Scope) ?? owner });
    expect(answer).toMatchObject(refusal(403, "missing-scope"));
    expect(answer.body.error.message).toContain(row.scope);
  });
});

describe("a record of another account", () => {
  let stranger: Api;
  beforeAll(async () => {
    stranger = await newAccount();
  });

  it.each(WITH_PARAMS)("%s answers exactly as for a record that does not exist", async (name, row) => {
    const [params, body] = [await makeRecord(name, client), await bodyFor(name, client)];
    const unknown = Object.fromEntries(Object.keys(params).map((key) => [key, `nothing-${key}`]));
    const bodies = [];
    for (const given of [params, unknown]) {
      const answer = await call(row, { api: stranger, params: given, body });
      expect(answer).toMatchObject(refusal(404, "not-found"));
      const text = JSON.stringify({ ...answer.body.error, requestId: "" });
      bodies.push(Object.values(given).reduce((shown, id) => shown.replaceAll(id, "<id>"), text));
    }
    expect(bodies[0]).toBe(bodies[1]);
  });
});

describe("a request body", () => {
  it.each(WITH_BODY)("%s refuses an unknown field and names it", async (name, row) => {
    const [params, body] = [await makeRecord(name, client), await bodyFor(name, client)];
    const answer = await call(row, { params, body: { ...body, unknownField: 1 } });
    expect(answer).toMatchObject(refusal(400, "invalid-request"));
    expect(answer.body.error.details).toContainEqual({ path: "unknownField", message: expect.any(String) });
  });

  it.each(WITH_BODY)("%s refuses a field of the wrong type and names it", async (name, row) => {
    const [params, body] = [await makeRecord(name, client), await bodyFor(name, client)];
    const fields = Object.keys(body ?? {});
    // An empty body would test nothing.
    expect(fields).not.toEqual([]);
    for (const field of fields) {
      const answer = await call(row, { params, body: { ...body, [field]: [[null]] } });
      expect(answer).toMatchObject(refusal(400, "invalid-request"));
      expect(answer.body.error.details[0].path).toMatch(new RegExp(`^${field}\\b`));
    }
  });

  it.each(WITH_BODY)("%s refuses a body that is not an object or not JSON", async (name, row) => {
    const params = await makeRecord(name, client);
    const malformed = ["[]", '"text"', "null", "7", '{"name":'];
    for (const body of row.bodyIsOptional ? malformed : [...malformed, ""])
      expect(await call(row, { params, body })).toMatchObject(refusal(400, "invalid-request"));
  });

  it.each(WITH_BODY)("%s refuses a body that is too large with 413", async (_name, row) => {
    const body = `{"name":"${"x".repeat(row.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES)}"}`;
    expect(await call(row, { body })).toMatchObject(refusal(413, "payload-too-large"));
  });

  it.each(WITH_BODY)("%s refuses a body that is not declared as JSON with 415", async (_name, row) => {
    const headers = { "content-type": "text/plain" };
    expect(await call(row, { headers })).toMatchObject(refusal(415, "unsupported-media-type"));
  });
});

describe("a query string", () => {
  it.each(select(({ query, scope }) => query !== undefined && scope !== null))(
    "%s refuses an unknown parameter and names it",
    async (name, row) => {
      const path = `${fill(row.path, await makeRecord(name, client))}?colour=red`;
      const answer = checked(await owner.call(row.method, path, { body: await bodyFor(name, client) }));
      expect(answer).toMatchObject(refusal(400, "invalid-request"));
      expect(answer.body.error.details).toContainEqual({ path: "colour", message: expect.any(String) });
    },
  );

  it.each(select(({ query }) => query !== undefined && "cursor" in query.shape))(
    "%s refuses a limit out of range and a cursor of another list",
    async (name, row) => {
      const path = fill(row.path, await makeRecord(name, client));
      for (const query of ["limit=0", "limit=201", "limit=1.5", "limit=many", "limit=", "cursor=made-up"])
        expect(checked(await owner.call(row.method, `${path}?${query}`))).toMatchObject(
          refusal(400, "invalid-request"),
        );
    },
  );
});

describe("routing", () => {
  it.each(["/no/such/route", "/flow", "/flows/flow-1/nothing"])(
    "answers 404 for a route that does not exist: %s",
    async (path) => {
      for (const method of ["GET", "POST"])
        expect(checked(await owner.call(method, path))).toMatchObject(refusal(404, "not-found"));
    },
  );

  /** `GET /runs/trigger` is `GET /runs/{id}`: a parameter takes it, though the path is another row's. */
  const isTaken = (method: string, path: string): boolean =>
    ALL.some(
      ([, row]) =>
        row.method === method && new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
    );

  it.each(PATHS)("answers 405 to other methods and lists the allowed ones: %s", async (path) => {
    const allowed = ALL.filter(([, row]) => row.path === path).flatMap(([, { method, head }]) => [
      String(method),
      ...(head ? ["HEAD"] : []),
    ]);
    const others = ["GET", "POST", "PUT", "DELETE", "PATCH"].filter((one) => !isTaken(one, path));
    expect(others.length).toBeGreaterThan(0);
    for (const method of others) {
      const answer = checked(await owner.call(method, fill(path, {})));
      expect(answer).toMatchObject(refusal(405, "method-not-allowed"));
      expect((answer.headers.get("allow") ?? "").split(", ").toSorted()).toEqual(allowed.toSorted());
    }
  });
});

describe("a POST repeated with the same Idempotency-Key", () => {
  it.each(POSTS)("%s returns the first response again", async (name, row) => {
    const [params, body] = [await makeRecord(name, client), await bodyFor(name, client)];
    const headers = { "idempotency-key": `contract-${name}` };
    const first = await call(row, { params, body, headers });
    const again = await owner.call(row.method, fill(row.path, params), {
      body: body ?? (row.body && {}),
      headers,
    });
    expect(again.status).toBe(first.status);
    if (first.status < 400) {
      expect(again.body).toEqual(first.body);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
    } else expect(again.body.error.code).toBe(first.body.error.code);
  });
});
