/** What conditions and updates mean, and how much a write may hold, as DynamoDB has it. */
import type { Changed, Condition, Item, Key, Test, Update, Write } from "../table.ts";

/** Quotas of DynamoDB: writes of a transaction, bytes of an item, bytes of all items of a transaction. */
const MAX_WRITES = 100;
const MAX_ITEM_BYTES = 400_000;

export const keyOf = (write: Write): Key => {
  const { pk, sk } = write.kind === "put" ? write.item : write.key;
  return { pk, sk };
};

const isComparable = (held: unknown, than: unknown): held is number | string =>
  typeof held === typeof than && (typeof held === "number" || typeof held === "string");

const holds = (held: unknown, test: Test): boolean => {
  if ("exists" in test) return (held !== undefined) === test.exists;
  if ("eq" in test) return held === test.eq;
  if ("ne" in test) return held !== test.ne;
  if ("lt" in test) return isComparable(held, test.lt) && held < test.lt;
  if ("lte" in test) return isComparable(held, test.lte) && held <= test.lte;
  return isComparable(held, test.gte) && held >= test.gte;
};

/** Whether an item, or none, is as a write asks for it. */
export const allHold = (item: Item | undefined, when: Condition = {}): boolean =>
  Object.entries(when).every(([attribute, test]) => holds(item?.[attribute], test));

/** @throws Error where an attribute is named twice, or added to without being a number */
export const updated = (
  before: Item | undefined,
  { key, set = {}, add = {}, remove = [] }: Omit<Update, "kind">,
): Item => {
  const added = Object.entries(add).filter(([, amount]) => amount !== 0);
  const named = [...Object.keys(set), ...added.map(([name]) => name), ...remove];
  if (new Set(named).size < named.length) throw new Error("an update names an attribute twice");
  const after: Record<string, unknown> = { ...before, ...set };
  for (const [name, amount] of added) {
    const held = after[name] ?? 0;
    if (typeof held !== "number") throw new Error(`${name} is not a number and cannot be added to`);
    after[name] = held + amount;
  }
  for (const name of remove) delete after[name];
  return { ...after, ...key };
};

/** The attributes that an update set or added to, as they are after it. */
export const changedBy = ({ set = {}, add = {} }: Pick<Update, "set" | "add">, after: Item): Changed =>
  Object.fromEntries(
    [...Object.keys(set), ...Object.keys(add)].flatMap((name) =>
      after[name] === undefined ? [] : [[name, after[name]]],
    ),
  );

/** What a write makes of an item; undefined where it takes it away. */
export const afterWrite = (write: Write, before: Item | undefined): Item | undefined => {
  if (write.kind === "put") return write.item;
  if (write.kind === "update") return updated(before, write);
  return write.kind === "check" ? before : undefined;
};

/** @throws Error for a transaction that DynamoDB would not take */
export const checkCount = ({ length }: readonly Write[]): void => {
  if (length === 0 || length > MAX_WRITES) throw new Error(`a transaction of ${length} writes`);
};

/** @throws Error for an item, given as JSON, that DynamoDB would not take */
export const checkSize = ({ pk, sk }: Key, json: string): void => {
  // Characters take up to three bytes: most items need no exact count.
  if (json.length * 3 > MAX_ITEM_BYTES && Buffer.byteLength(json) > MAX_ITEM_BYTES)
    throw new Error(`item ${pk} / ${sk} is larger than 400 KB`);
};
