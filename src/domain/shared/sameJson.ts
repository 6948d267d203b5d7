import { isDeepStrictEqual } from "node:util";

const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Whether two values are the same as JSON. The order of names does not count: DynamoDB does not keep it. */
export const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(asJson(a), asJson(b));
