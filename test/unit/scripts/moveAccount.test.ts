import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { exportAccount, importAccount, type Place } from "../../../scripts/move/account.ts";
import { newKey, travelSeals } from "../../../scripts/move/command.ts";
import { readLines, writeLines } from "../../../scripts/move/file.ts";
import type { StoredObject } from "../../../scripts/move/seals.ts";
import { onlyKey } from "../../../src/adapters/keyring.ts";
import { createSeals } from "../../../src/adapters/seal.ts";
import { createEmbeddedTable, type EmbeddedTable } from "../../../src/store/embedded/table.ts";
import type { Item } from "../../../src/store/table.ts";
import { makeFolder } from "../../helpers/tableFile.ts";

const ID = "acct-1";
const NOW = new Date("2026-11-22T10:00:00.000Z");

interface TestPlace extends Place {
  readonly table: EmbeddedTable;
  readonly kept: Map<string, StoredObject>;
}

let made: ReturnType<typeof makeFolder>;
let from: TestPlace;
let to: TestPlace;
let file: string;

const openPlace = (name: string, secret: number): TestPlace => {
  const kept = new Map<string, StoredObject>();
  return {
    table: createEmbeddedTable({ path: join(made.folder, `${name}.db`) }),
    seals: createSeals(async () => onlyKey(Buffer.alloc(32, secret))),
    kept,
    objects: {
      async *list(prefix) {
        for (const key of kept.keys()) if (key.startsWith(prefix)) yield key;
      },
      get: async (key) => kept.get(key) as StoredObject,
      put: async (object) => void kept.set(object.key, object),
    },
  };
};

const keep = ({ kept }: TestPlace, key: string, body: string): void => {
  kept.set(key, {
    key,
    contentType: "text/plain",
    contentDisposition: 'attachment; filename="a"',
    body: Buffer.from(body),
  });
};

const flowSecret = { accountId: ID, recordId: "flow-1/secrets/password" };
const webhookSecret = { accountId: ID, recordId: "wh-1" };
const destinationSecret = { accountId: ID, recordId: "dst-1" };
const ssoSecret = { accountId: ID, recordId: "sso" };
const checkpoint = { accountId: ID, recordId: "run-1/checkpoint" };
const CHECKPOINT = `tmp/checkpoints/${ID}/run-1/1.sealed`;

beforeEach(async () => {
  made = makeFolder();
  file = join(made.folder, "account.gz");
  [from, to] = [openPlace("from", 1), openPlace("to", 2)];
  const items: Item[] = [
    { pk: `ACCOUNT#${ID}`, sk: "ACCOUNT", name: "تجربة" },
    { pk: `KEYS#${ID}`, sk: "key-1", hash: "abc" },
    { pk: "KEYHASH#abc", sk: "KEY", accountId: ID },
    { pk: `FLOWTOKENS#${ID}`, sk: "flow-1", tokens: [{ id: "token-1", hash: "def" }] },
    { pk: "TOKENHASH#def", sk: "TOKEN", accountId: ID },
    { pk: "KEYHASH#other", sk: "KEY", accountId: "acct-2" },
    { pk: "ACCOUNT#acct-2", sk: "ACCOUNT" },
    { pk: `RUNS#${ID}`, sk: "run-1", pk1: `RUNS#${ID}#status=completed` },
    { pk: `RUN#${ID}#run-1`, sk: "LOG#1", text: "x" },
    { pk: `RUNPARTS#${ID}#run-1`, sk: "0" },
    { pk: `RATE#${ID}`, sk: "1", ttl: 1 },
    ...Array.from({ length: 600 }, (_, n) => ({ pk: `FLOWS#${ID}`, sk: `flow-${n}`, n })),
  ];
  const sealed = {
    flow: await from.seals.seal("hunter2", flowSecret),
    webhook: await from.seals.seal("whsec_1", webhookSecret),
    destination: await from.seals.seal("bucket-key", destinationSecret),
    sso: await from.seals.seal("client-secret", ssoSecret),
  };
  items.push(
    {
      pk: `FLOWSECRETS#${ID}`,
      sk: "flow-1",
      accountId: ID,
      secrets: [{ name: "password", sealed: sealed.flow }],
    },
    { pk: `WEBHOOKS#${ID}`, sk: "wh-1", accountId: ID, secrets: [{ sealed: sealed.webhook, endsAt: null }] },
    { pk: `DESTINATIONS#${ID}`, sk: "dst-1", accountId: ID, secrets: [{ sealed: sealed.destination }] },
    { pk: `DESTINATIONDELIVERIES#${ID}`, sk: "dlv-1", accountId: ID, status: "succeeded" },
    { pk: `SSO#${ID}`, sk: "SETTINGS", accountId: ID, code: "BCDF", secrets: [{ sealed: sealed.sso }] },
    { pk: "SSOCODE#BCDF", sk: "ACCOUNT", accountId: ID },
    { pk: `SSO#${ID}`, sk: "IDENTITY#1", personId: "person-1" },
  );
  for (let at = 0; at < items.length; at += 100)
    await from.table.transact(items.slice(at, at + 100).map((item) => ({ kind: "put", item })));
  keep(from, `runs/${ID}/run-1/1-0.ndjson`, '{"a":1}\n');
  keep(from, "runs/acct-2/run-9/1-0.ndjson", "another's");
  keep(from, CHECKPOINT, await from.seals.seal("state", checkpoint));
});
afterEach(() => {
  for (const { table } of [from, to]) table.close();
  made.remove();
});

const exportTo = async (key: string): Promise<void> =>
  writeLines(file, exportAccount(from, ID, travelSeals(key), NOW));
const importFrom = (key: string) => importAccount(to, readLines(file), travelSeals(key));
const without = (items: Iterable<Item>, ...kinds: string[]): Item[] =>
  [...items].filter(({ pk }) => !kinds.some((kind) => pk.startsWith(kind)));

describe("moving an account", () => {
  it("transfers all of its data, and nothing of another account", async () => {
    const key = newKey();
    await exportTo(key);
    expect(await importFrom(key)).toEqual({ account: ID, items: 614, objects: 2 });
    const own = without(from.table.all(), "KEYHASH#other", "ACCOUNT#acct-2", "RATE").filter(
      ({ sk }) => !sk.startsWith("IDENTITY#"),
    );
    const unsealed = (items: readonly Item[]) => items.map(({ secrets: _, ...rest }) => rest);
    expect(unsealed([...to.table.all()])).toEqual(unsealed(own));
    expect(await to.table.query({ pk: `RUNS#${ID}#status=completed`, index: "byFirst" })).toHaveLength(1);
    expect([...to.kept.keys()].toSorted()).toEqual([`runs/${ID}/run-1/1-0.ndjson`, CHECKPOINT]);
    expect(to.kept.get(`runs/${ID}/run-1/1-0.ndjson`)).toEqual(from.kept.get(`runs/${ID}/run-1/1-0.ndjson`));
  });

  it("encrypts its secrets again, so that they can be read only in the new place", async () => {
    const key = newKey();
    await exportTo(key);
    await importFrom(key);
    const secretOf = async (pk: string, sk: string): Promise<string> => {
      const item = await to.table.get({ pk, sk });
      const [secret] = (item?.secrets ?? []) as { sealed: string }[];
      return secret?.sealed ?? "";
    };
    const flow = await secretOf(`FLOWSECRETS#${ID}`, "flow-1");
    expect(await to.seals.open(flow, flowSecret)).toBe("hunter2");
    expect(await to.seals.open(await secretOf(`WEBHOOKS#${ID}`, "wh-1"), webhookSecret)).toBe("whsec_1");
    const destination = await secretOf(`DESTINATIONS#${ID}`, "dst-1");
    expect(await to.seals.open(destination, destinationSecret)).toBe("bucket-key");
    expect(await to.seals.open(await secretOf(`SSO#${ID}`, "SETTINGS"), ssoSecret)).toBe("client-secret");
    expect(await to.seals.open(String(to.kept.get(CHECKPOINT)?.body), checkpoint)).toBe("state");
    await expect(from.seals.open(flow, flowSecret)).rejects.toThrow();
    expect(gunzipSync(readFileSync(file)).toString()).not.toMatch(/hunter2|whsec_1|bucket-key|client-secret/);
  });

  it("refuses an account that does not exist, or already exists in the new place", async () => {
    await expect(writeLines(file, exportAccount(from, "acct-9", travelSeals(newKey()), NOW))).rejects.toThrow(
      "there is no account acct-9",
    );
    expect(() => readFileSync(file)).toThrow("ENOENT");
    const key = newKey();
    await exportTo(key);
    await importFrom(key);
    await expect(importFrom(key)).rejects.toThrow("acct-1 already exists");
  });

  it("refuses the key of another export", async () => {
    await exportTo(newKey());
    await expect(importFrom(newKey())).rejects.toThrow();
    expect(() => travelSeals("short")).toThrow("--key takes the key");
  });

  it("creates no account from a truncated file, and can be repeated", async () => {
    const key = newKey();
    await exportTo(key);
    const whole = readFileSync(file);
    truncateSync(file, Math.floor(whole.length / 2));
    await expect(importFrom(key)).rejects.toThrow();
    const lines = gunzipSync(whole).toString().split("\n");
    writeFileSync(file, gzipSync(lines.toSpliced(300, 1).join("\n")));
    await expect(importFrom(key)).rejects.toThrow("truncated");
    expect(await to.table.get({ pk: `ACCOUNT#${ID}`, sk: "ACCOUNT" })).toBeNull();
    writeFileSync(file, whole);
    expect(await importFrom(key)).toMatchObject({ items: 614 });
  });

  it.each([
    ["something else", '{"a":1}\n', "is not an export"],
    ["a newer release's export", '{"account":"a","layout":9,"exportedAt":""}\n', "newer release"],
  ])("refuses %s", async (_what, text, sentence) => {
    writeFileSync(file, gzipSync(text));
    await expect(importFrom(newKey())).rejects.toThrow(sentence);
  });
});
