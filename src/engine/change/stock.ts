import type { RecordChange } from "../../contract/changes.ts";
import { isAvailable } from "../extract/values/stock.ts";
import { conceptOf } from "../extract/vocabulary/concepts.ts";
import { toNumber } from "./numbers.ts";

/** Fields that count what is left, which the vocabulary has no concept for. */
const COUNTS = /quantity|qty|units|pieces/i;

/** Whether a value says that something can be bought; null where it says nothing. */
const inStock = (name: string, value: unknown): boolean | null => {
  const said = typeof value === "string" ? isAvailable(value) : null;
  if (said !== null) return said;
  if (conceptOf(name) !== "availability" && !COUNTS.test(name)) return null;
  if (typeof value === "boolean") return value;
  const number = toNumber(value);
  return number === null ? null : number > 0;
};

/** Whether one of the changed fields goes from out of stock to in stock. */
export const comesBackInStock = ({ type, fields }: RecordChange): boolean =>
  type === "changed" &&
  Object.entries(fields).some(
    ([name, { previous, current }]) => inStock(name, previous) === false && inStock(name, current) === true,
  );
