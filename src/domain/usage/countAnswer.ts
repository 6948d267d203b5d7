import { NANOS } from "../../contract/units.ts";
import type { Caller, Deps, WithUsage } from "../ports.ts";
import { costNanos, priceUsage } from "./cost.ts";
import { countUsage } from "./usage.ts";

/**
 * Adds a response's cost and opened pages to the account's month.
 *
 * @returns US dollars
 */
export const countAnswer = async (
  deps: Pick<Deps, "store" | "now"> & WithUsage,
  { accountId }: Pick<Caller, "accountId">,
  pages: number,
): Promise<number> => {
  // The request came from no queue.
  const nanos = costNanos(priceUsage({ ...deps.usage.take(), queueRequests: 0 }));
  await countUsage(deps, accountId, { pages, costNanos: nanos });
  return nanos / NANOS;
};
