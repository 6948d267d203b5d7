import { readPlanPrices } from "../../contract/account/planPrices.ts";
import type { WithPlanPrices } from "../../domain/accounts/account.ts";
import { readEnv } from "../env.ts";

/** The prices were validated when the stack was synthesised. */
export const withPlanPrices = (): WithPlanPrices => {
  const { PLAN_PRICES } = readEnv();
  return { planPrices: PLAN_PRICES === undefined ? [] : (readPlanPrices(PLAN_PRICES) ?? []) };
};
