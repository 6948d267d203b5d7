/** Finds the price fields of a flow's records, and their currencies. */

import { typeOfField } from "../client/fieldType.ts";
import { ApiError, type Client, type OutputSchema, type Run } from "../client/index.ts";
import type { Currencies } from "./table.ts";

/** Fields of type `price`, and those whose currency was detected. */
export const pricesOf = (schema: OutputSchema = {}, found: Run["currencies"] = {}): Currencies => ({
  ...Object.fromEntries(
    Object.entries(schema).flatMap(([name, type]) => (typeOfField(type) === "price" ? [[name, null]] : [])),
  ),
  ...found,
});

/** The flow's prices by its current schema; a deleted flow has none. */
export const pricesOfFlow = async (
  client: Client,
  flowId: string,
  found: Run["currencies"],
): Promise<Currencies> => {
  try {
    return pricesOf((await client.flows.get(flowId)).outputSchema, found);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return pricesOf({}, found);
  }
};
