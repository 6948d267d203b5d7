import type { RecordChange } from "../../contract/runs/changes.ts";
import { isAvailable } from "../extract/values/stock.ts";
import { conceptOf } from "../extract/vocabulary/concepts.ts";
import { toNumber } from "./numbers.ts";

/** Fields with the quantity left, for which the vocabulary has no concept. */
const COUNTS = /quantity|qty|units|pieces/i;

/** Whether a value means in stock; null if it says nothing about stock. */
const inStock = (name: string, value: unknown): boolean | null => {
  const said = typeof value === "string" ? isAvailable(value) : null;
  if (said !== null) return said;
  if (conceptOf(name) !== "availability" && !COUNTS.test(name)) return null;
  if (typeof value === "boolean") return value;
  const number = toNumber(value);
  return number === null ? null : number > 0;
};

/** Whether a changed field goes from out of stock to in stock. */
export const comesBackInStock = ({ type, fields }: RecordChange): boolean =>
  type === "changed" &&
  Object.entries(fields).some(
    ([name, { previous, current }]) => inStock(name, previous) === false && inStock(name, current) === true,
  );
