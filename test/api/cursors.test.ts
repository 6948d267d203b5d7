/** Cursors of every list, made with the service's own secret: a new list is tested unasked. */

import { hkdfSync } from "node:crypto";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { beforeAll, describe, expect, it } from "@jest/globals";
import * as z from "zod";
import { type Client, createClient } from "../../client/index.ts";
import { clientSettings } from "../../local/emulators/endpoints.ts";
import { onlyKey } from "../../src/adapters/keyring.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { type OperationName, operationEntries } from "../../src/contract/operations.ts";
import { type CursorScope, createCursors } from "../../src/domain/lists/cursors.ts";
import { newAccount, testService } from "../helpers/api.ts";
import { makeRecord } from "./contract/records.ts";

type Account = Awaited<ReturnType<typeof newAccount>>;
type Params = Readonly<Record<string, string>>;

const LISTS = operationEntries().filter(([, { query }]) => query !== undefined && "cursor" in query.shape);
const SERVICE_SECRET = "gleaner-local-data-serviceSecret";
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Where a page may begin, for lists that do not go by ids. */
const BEGINNINGS: Partial<Record<OperationName, string>> = {
  listRunItems: "0",
  listRunPages: "0:0",
  listRunSites: "0:0",
  listExportParts: "1",
  listFlowRecords: "2026-11-21T00:00:00.000Z|0",
};

let owner: Account;
let stranger: Account;
let client: Client;
let key: Buffer;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newAccount(), newAccount()]);
  client = createClient({ url: testService().url, apiKey: owner.apiKey ?? "" });
  const secrets = new SecretsManagerClient(clientSettings(testService().lambda));
  const { SecretString = "" } = await secrets.send(new GetSecretValueCommand({ SecretId: SERVICE_SECRET }));
  key = Buffer.from(hkdfSync("sha256", SecretString, "", "gleaner:cursor", 32));
});

const fill = (path: string, params: Params): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");

/** What a list binds its cursors to, apart from its optional filters. */
const filtersOf = (name: OperationName, { id = "", ...rest }: Params): Params => {
  if (id === "") return {};
  if (name === "listWebhookDeliveries") return { webhookId: id };
  if (name === "listDestinationDeliveries") return { destinationId: id };
  return { id, ...rest };
};

/** A value that each optional filter of the list takes, and that it does not have by itself. */
const valuesOf = ({ query }: Operation): [string, string][] => {
  const { properties = {} } = z.toJSONSchema(query ?? z.object(), { io: "input", unrepresentable: "any" });
  const filters = Object.entries(properties).filter(
    ([filter]) => !["limit", "cursor", "format"].includes(filter),
  );
  return filters.map(([filter, schema]) => {
    // Of several forms, such as a time or a day, the first.
    const { anyOf: [first = schema] = [] } = schema as { anyOf?: (typeof schema)[] };
    const { enum: choices = [], default: usual, format } = first as z.core.JSONSchema.BaseSchema;
    const choice = choices.find((value) => value !== usual);
    const value = format === "date-time" ? "2026-11-21T00:00:00.000Z" : (choice ?? "x");
    return [filter, String(value)];
  });
};

const flipBit = (cursor: string): string => {
  const bytes = Buffer.from(cursor.split(".")[1] ?? "", "base64url");
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1);
  return `${cursor.split(".")[0]}.${bytes.toString("base64url")}`;
};

describe("a cursor", () => {
  it.each(LISTS)("for %s works for its own account, query and day only", async (name, row) => {
    const params = await makeRecord(name, client);
    const path = fill(row.path, params);
    const nowMs = Date.now();
    const issue = (over: Partial<CursorScope> = {}, atMs = nowMs): Promise<string> => {
      const cursors = createCursors(
        async () => onlyKey(key),
        () => atMs,
      );
      const scope = { accountId: owner.accountId, operation: name, filters: filtersOf(name, params) };
      return cursors.issue({ ...scope, ...over }, BEGINNINGS[name] ?? "zzz");
    };
    const ask = (cursor: string, filter = "") => owner.get(`${path}?limit=1&cursor=${cursor}${filter}`);
    const refused = {
      status: 400,
      body: { error: { code: "invalid-request", details: [{ path: "cursor" }] } },
    };

    expect(await ask(await issue())).toMatchObject({ status: 200 });
    const others = {
      "of another account": await issue({ accountId: stranger.accountId }),
      "of another list": await issue({ operation: "listNothing" }),
      "of another query": await issue({ filters: { ...filtersOf(name, params), other: "x" } }),
      "with a flipped bit": flipBit(await issue()),
      expired: await issue({}, nowMs - DAY_MS - 60_000),
    };
    for (const [what, cursor] of Object.entries(others))
      expect([what, await ask(cursor)]).toMatchObject([what, refused]);
    for (const [filter, value] of valuesOf(row))
      expect([filter, await ask(await issue(), `&${filter}=${value}`)]).toMatchObject([filter, refused]);
  });
});
