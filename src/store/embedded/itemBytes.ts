/** The size of an item as DynamoDB counts it, which decides how many units a read or a write of it consumes. */
import type { Item } from "../table.ts";

/** What a list or a map takes beside its elements, and each of these beside itself. */
const COLLECTION_BYTES = 3;
const ELEMENT_BYTES = 1;

/** Two digits take one byte, and the number one more; zeros at both ends are not stored, a minus sign is. */
const numberBytes = (value: number): number => {
  const [digits = ""] = Math.abs(value).toExponential().replace(".", "").split("e");
  return Math.ceil(digits.length / 2) + (value < 0 ? 2 : 1);
};

const sumOf = <T>(all: readonly T[], bytes: (of: T) => number): number =>
  all.reduce((sum, each) => sum + bytes(each), 0);

const valueBytes = (value: unknown): number => {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return numberBytes(value);
  if (Array.isArray(value))
    return COLLECTION_BYTES + sumOf(value, (element) => ELEMENT_BYTES + valueBytes(element));
  if (typeof value === "object" && value !== null)
    return COLLECTION_BYTES + sumOf(Object.entries(value), (entry) => ELEMENT_BYTES + attributeBytes(entry));
  // A boolean or null; what is undefined is not stored.
  return value === undefined ? 0 : 1;
};

const attributeBytes = ([name, value]: readonly [string, unknown]): number =>
  value === undefined ? 0 : Buffer.byteLength(name) + valueBytes(value);

/** @returns bytes of names and values; 0 if there is no item */
export const itemBytes = (item: Item | undefined): number =>
  item === undefined ? 0 : sumOf(Object.entries(item), attributeBytes);
