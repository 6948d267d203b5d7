import { readPlanPrices } from "../../contract/planPrices.ts";
import type { WithPlanPrices } from "../../domain/accounts/account.ts";
import { readEnv } from "../env.ts";

/** The settings of the deployment were checked before it. */
export const withPlanPrices = (): WithPlanPrices => {
  const { PLAN_PRICES } = readEnv();
  return { planPrices: PLAN_PRICES === undefined ? [] : (readPlanPrices(PLAN_PRICES) ?? []) };
};
