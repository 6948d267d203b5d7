import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../contract/json.ts";

const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Whether two values are the same as JSON. The order of names does not count: DynamoDB does not keep it. */
export const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(asJson(a), asJson(b));

const inOrder = (_name: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** JSON with names in alphabetical order, for hashes: the same for values that are the same as JSON. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, inOrder);
