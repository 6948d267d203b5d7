/** DynamoDB's semantics for conditions and updates, and its limits on writes. */
import type { Changed, Condition, Item, Key, Test, Update, Write } from "../table.ts";

/** DynamoDB quotas: writes per transaction, bytes per item, bytes of all items in a transaction. */
const MAX_WRITES = 100;
const MAX_ITEM_BYTES = 400_000;

export const keyOf = (write: Write): Key => {
  const { pk, sk } = write.kind === "put" ? write.item : write.key;
  return { pk, sk };
};

const isComparable = (value: unknown, than: unknown): value is number | string =>
  typeof value === typeof than && (typeof value === "number" || typeof value === "string");

const holds = (value: unknown, test: Test): boolean => {
  if ("exists" in test) return (value !== undefined) === test.exists;
  if ("eq" in test) return value === test.eq;
  if ("ne" in test) return value !== test.ne;
  if ("lt" in test) return isComparable(value, test.lt) && value < test.lt;
  if ("lte" in test) return isComparable(value, test.lte) && value <= test.lte;
  return isComparable(value, test.gte) && value >= test.gte;
};

/** Whether the item (or its absence) meets a write's condition. */
export const allHold = (item: Item | undefined, when: Condition = {}): boolean =>
  Object.entries(when).every(([attribute, test]) => holds(item?.[attribute], test));

/** @throws Error if an attribute is named twice, or `add` names one that is not a number */
export const updated = (
  before: Item | undefined,
  { key, set = {}, add = {}, remove = [] }: Omit<Update, "kind">,
): Item => {
  const added = Object.entries(add).filter(([, amount]) => amount !== 0);
  const named = [...Object.keys(set), ...added.map(([name]) => name), ...remove];
  if (new Set(named).size < named.length) throw new Error("an update names an attribute twice");
  const after: Record<string, unknown> = { ...before, ...set };
  for (const [name, amount] of added) {
    const current = after[name] ?? 0;
    if (typeof current !== "number") throw new Error(`${name} is not a number and cannot be added to`);
    after[name] = current + amount;
  }
  for (const name of remove) delete after[name];
  return { ...after, ...key };
};

/** The attributes that an update set or added to, with their new values. */
export const changedBy = ({ set = {}, add = {} }: Pick<Update, "set" | "add">, after: Item): Changed =>
  Object.fromEntries(
    [...Object.keys(set), ...Object.keys(add)].flatMap((name) =>
      after[name] === undefined ? [] : [[name, after[name]]],
    ),
  );

/** The item after a write; undefined if it is deleted. */
export const afterWrite = (write: Write, before: Item | undefined): Item | undefined => {
  if (write.kind === "put") return write.item;
  if (write.kind === "update") return updated(before, write);
  return write.kind === "check" ? before : undefined;
};

/** @throws Error for a transaction that DynamoDB would reject */
export const checkCount = ({ length }: readonly Write[]): void => {
  if (length === 0 || length > MAX_WRITES) throw new Error(`a transaction of ${length} writes`);
};

/** @throws Error for an item, given as JSON, that DynamoDB would reject */
export const checkSize = ({ pk, sk }: Key, json: string): void => {
  // A character takes up to three bytes, so most items do not need an exact count.
  if (json.length * 3 > MAX_ITEM_BYTES && Buffer.byteLength(json) > MAX_ITEM_BYTES)
    throw new Error(`item ${pk} / ${sk} is larger than 400 KB`);
};
