/** The export format of an account: its items and objects, one line of JSON each. */

import type { Seals } from "../../src/adapters/seal.ts";
import { foldersOf } from "../../src/domain/files/folders.ts";
import { type FlowTokens, tokenHashKey } from "../../src/store/flows/flowTokens.ts";
import {
  ACCOUNT_KINDS,
  type AccountKind,
  accountPartition,
  otherPartition,
  RUN_KINDS,
  runPartition,
} from "../../src/store/partitions.ts";
import { SSO_SETTINGS, ssoCodeKey } from "../../src/store/people/sso.ts";
import type { Item, Key, Table } from "../../src/store/table.ts";
import { resealItem, resealObject, type StoredObject } from "./seals.ts";

/** A place that has, or will have, an account. */
export interface Place {
  readonly table: Table;
  /** Seals with the service's own secret, as its functions do. */
  readonly seals: Seals;
  readonly objects: {
    list(prefix: string): AsyncIterable<string>;
    get(key: string): Promise<StoredObject>;
    put(object: StoredObject): Promise<void>;
  };
}

export type Line =
  | { readonly account: string; readonly layout: number; readonly exportedAt: string }
  | { readonly item: Item }
  | { readonly object: Omit<StoredObject, "body"> & { readonly base64: string } }
  | { readonly end: Counts };

export interface Counts {
  readonly items: number;
  readonly objects: number;
}

/** Version of this format. Increment it when an older release could not read the new one. */
const EXPORT_LAYOUT = 1;

/** Items read at a time. */
const PAGE = 250;

/** Rate windows last a second: no need to keep them. */
const LEFT_BEHIND: ReadonlySet<string> = new Set(["RATE"]);

/** Identities belong to people, who stay where they are; the provider tells their identities again when they sign in. */
const isLeftBehind = (kind: AccountKind, { sk }: Item): boolean => kind === "SSO" && sk !== SSO_SETTINGS;

async function* readPartition(table: Table, pk: string): AsyncGenerator<Item> {
  for (let from = ""; ; ) {
    // A query takes only one bound, so the last item of the previous page is read again.
    const page = await table.query({ pk, limit: PAGE, ...(from !== "" && { from }) });
    yield* page.filter(({ sk }) => sk !== from);
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    from = last.sk;
  }
}

/** The keys under which an item's API keys and tokens are found by hash, and its account by a code. */
const lookupKeysOf = (kind: AccountKind, { hash, tokens, code }: Item): Key[] => {
  if (kind === "KEYS") return [{ pk: otherPartition("KEYHASH", String(hash)), sk: "KEY" }];
  if (kind === "SSO") return [ssoCodeKey(String(code))];
  if (kind !== "FLOWTOKENS") return [];
  return (tokens as FlowTokens["tokens"]).map((token) => tokenHashKey(token.hash));
};

async function* readItems(table: Table, accountId: string): AsyncGenerator<Item> {
  for (const kind of ACCOUNT_KINDS.filter((each) => !LEFT_BEHIND.has(each))) {
    for await (const item of readPartition(table, accountPartition(kind, accountId))) {
      if (isLeftBehind(kind, item)) continue;
      yield item;
      for (const key of lookupKeysOf(kind, item)) {
        const found = await table.get(key);
        if (found) yield found;
      }
      if (kind !== "RUNS" && kind !== "FORGOTTEN") continue;
      for (const part of RUN_KINDS) yield* readPartition(table, runPartition(part, accountId, item.sk));
    }
  }
}

/**
 * Reads an account whole. What is sealed in it is sealed again for the journey.
 *
 * @param travel seals under the key of this export
 * @throws Error where there is no such account
 */
export async function* exportAccount(
  { table, seals, objects }: Place,
  accountId: string,
  travel: Seals,
  now: Date,
): AsyncGenerator<Line> {
  if (!(await table.get(accountKey(accountId)))) throw new Error(`there is no account ${accountId}`);
  yield { account: accountId, layout: EXPORT_LAYOUT, exportedAt: now.toISOString() };
  const counts = { items: 0, objects: 0 };
  for await (const item of readItems(table, accountId)) {
    counts.items += 1;
    yield { item: await resealItem(item, seals, travel) };
  }
  for (const folder of foldersOf(accountId)) {
    for await (const key of objects.list(folder)) {
      const { body, ...rest } = await resealObject(await objects.get(key), accountId, seals, travel);
      counts.objects += 1;
      yield { object: { ...rest, base64: body.toString("base64") } };
    }
  }
  yield { end: counts };
}

const accountKey = (accountId: string) => ({ pk: accountPartition("ACCOUNT", accountId), sk: "ACCOUNT" });

/** Writes per transaction: few enough for its 4 MB, even with the largest items (400 KB). */
const AT_ONCE = 8;

const beginning = async (lines: AsyncIterator<Line>): Promise<string> => {
  const { value } = await lines.next();
  const first = value as Partial<Extract<Line, { account: string }>> | undefined;
  if (typeof first?.account !== "string" || typeof first.layout !== "number")
    throw new Error("the file is not an export of an account");
  if (first.layout > EXPORT_LAYOUT)
    throw new Error("the export was made by a newer release: install that release or a newer one");
  return first.account;
};

/**
 * Writes an account whole. Its own item comes last, so that one that was broken off halfway does not exist yet, and
 * can be written again.
 *
 * @param travel opens what is sealed under the key of the export
 * @throws Error if the account already exists or the export file is truncated
 */
export const importAccount = async (
  { table, seals, objects }: Place,
  lines: AsyncIterator<Line>,
  travel: Seals,
): Promise<Counts & { readonly account: string }> => {
  const account = await beginning(lines);
  const key = accountKey(account);
  if (await table.get(key)) throw new Error(`account ${account} already exists`);
  const counts = { items: 0, objects: 0 };
  let own: Item | undefined;
  let waiting: Item[] = [];
  const write = async (): Promise<void> => {
    if (waiting.length > 0) await table.transact(waiting.map((item) => ({ kind: "put", item })));
    waiting = [];
  };
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value;
    if ("item" in line) {
      counts.items += 1;
      const item = await resealItem(line.item, travel, seals);
      if (item.pk === key.pk) own = item;
      else waiting.push(item);
      if (waiting.length === AT_ONCE) await write();
    } else if ("object" in line) {
      counts.objects += 1;
      const { base64, ...rest } = line.object;
      const object = { ...rest, body: Buffer.from(base64, "base64") };
      await objects.put(await resealObject(object, account, travel, seals));
    } else if ("end" in line) {
      const isWhole = line.end.items === counts.items && line.end.objects === counts.objects;
      if (!isWhole || !own) break;
      await write();
      await table.transact([{ kind: "put", item: own, when: { pk: { exists: false } } }]);
      return { account, ...counts };
    }
  }
  throw new Error("the export file is truncated and nothing was imported; export again");
};
