/**
 * The table as the store modules see it: items, conditions and transactions as plain data. `dynamoTable.ts` translates
 * them for DynamoDB; nothing else depends on its API.
 */
import type { IndexName } from "./schema.ts";

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

type Scalar = string | number | boolean;

/** A stored item; attributes hold JSON values. */
export type Item = Key & { readonly [attribute: string]: unknown };

/** A test of one attribute. */
export type Test =
  | { readonly eq: Scalar | null }
  | { readonly ne: Scalar | null }
  | { readonly lt: number | string }
  | { readonly lte: number | string }
  | { readonly gte: number | string }
  | { readonly exists: boolean };

export interface Condition {
  readonly [attribute: string]: Test;
}

export interface Put {
  readonly kind: "put";
  readonly item: Item;
  readonly when?: Condition;
}

export interface Update {
  readonly kind: "update";
  readonly key: Key;
  readonly set?: Readonly<Record<string, unknown>>;
  /** Numbers added to attributes; an absent attribute counts as 0. */
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  readonly when?: Condition;
}

export interface Remove {
  readonly kind: "remove";
  readonly key: Key;
  readonly when?: Condition;
}

export interface Check {
  readonly kind: "check";
  readonly key: Key;
  readonly when: Condition;
}

export type Write = Put | Update | Remove | Check;

/** Bounds on the sort key: at most one (DynamoDB takes one condition on it). */
export type SortKeyBound =
  | { readonly from?: string; readonly below?: never; readonly prefix?: never }
  | { readonly below?: string; readonly from?: never; readonly prefix?: never }
  | { readonly prefix?: string; readonly from?: never; readonly below?: never };

export type Query = SortKeyBound & {
  readonly pk: string;
  /** Read an index instead of the table; indexes lag behind. */
  readonly index?: IndexName;
  readonly descending?: boolean;
  readonly limit?: number;
};

/** Attributes that an update has changed. */
export type Changed = Readonly<Record<string, unknown>>;

export interface Table {
  /** Strongly consistent. */
  get(key: Key): Promise<Item | null>;
  /** Strongly consistent on the table, eventually on an index. At most `limit` items; all if absent. */
  query(query: Query): Promise<Item[]>;
  /**
   * @returns the attributes that it set or added to, with their new values: a caller with write access to some
   *   attributes may lack read access to the others
   * @throws {ConditionFailed} if `when` does not hold
   */
  update(update: Omit<Update, "kind">): Promise<Changed>;
  /**
   * All writes or none. Writes to the same item are merged if possible (see `mergeWrites`). Retries conflicts with
   * other transactions.
   * @throws {ConditionFailed} naming the writes whose conditions did not hold.
   */
  transact(writes: readonly Write[]): Promise<void>;
}

/** A conditional write found the item in another state than it required. Nothing was written. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  /** Keys of the items whose conditions did not hold. */
  readonly keys: readonly Key[];

  constructor(keys: readonly Key[]) {
    super(`the condition on ${keys.map(({ pk, sk }) => `${pk} / ${sk}`).join(", ")} did not hold`);
    this.keys = keys;
  }

  /** Whether the item under `key` was one of those that failed. */
  refused(key: Key): boolean {
    return this.keys.some(({ pk, sk }) => pk === key.pk && sk === key.sk);
  }
}

/** Nothing was written, because there is no space left to write to. What is stored can still be read. */
export class TableFull extends Error {
  override readonly name = "TableFull";

  constructor(cause: unknown) {
    super("the disk of the table is full", { cause });
  }
}

/** Nothing was written, because other writes to the same items, or too many writes, got ahead of each attempt. */
export class TableBusy extends Error {
  override readonly name = "TableBusy";

  constructor(cause: unknown) {
    super("the table was too busy with the same items", { cause });
  }
}

/**
 * A transaction may name an item only once: updates of the same item (counters) are merged, with the conditions of
 * both. Conditions on the same attribute, or another kind of write, are a bug in the caller.
 */
export const mergeWrites = (writes: readonly Write[]): Write[] => {
  const merged = new Map<string, Write>();
  for (const write of writes) {
    const { pk, sk } = write.kind === "put" ? write.item : write.key;
    const id = `${pk}\n${sk}`;
    const earlier = merged.get(id);
    merged.set(id, earlier ? mergeUpdates(earlier, write) : write);
  }
  return [...merged.values()].flatMap((write) => {
    if (!changesNothing(write)) return [write];
    return write.when ? [{ kind: "check", key: write.key, when: write.when }] : [];
  });
};

/** DynamoDB rejects an update that changes nothing; only its condition remains. */
const changesNothing = (write: Write): write is Update =>
  write.kind === "update" &&
  Object.keys(write.set ?? {}).length === 0 &&
  Object.values(write.add ?? {}).every((amount) => amount === 0) &&
  (write.remove ?? []).length === 0;

const mergeUpdates = (a: Write, b: Write): Update => {
  const clash = Object.keys(a.when ?? {}).some((attribute) => b.when && attribute in b.when);
  if (a.kind !== "update" || b.kind !== "update" || clash)
    throw new Error("a transaction writes one item twice in ways that cannot be merged");
  const add = { ...a.add };
  for (const [name, amount] of Object.entries(b.add ?? {})) add[name] = (add[name] ?? 0) + amount;
  const when = a.when || b.when ? { ...a.when, ...b.when } : undefined;
  return {
    kind: "update",
    key: a.key,
    set: { ...a.set, ...b.set },
    add,
    remove: [...(a.remove ?? []), ...(b.remove ?? [])],
    ...(when && { when }),
  };
};
