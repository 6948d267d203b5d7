import * as operations from "../../src/contract/operations/account.ts";
import { getAccount } from "../../src/domain/accounts/account.ts";
import { withPlanPrices } from "../../src/runtime/deps/planPrices.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getAccount,
  ({ caller, deps }) => getAccount(deps, caller),
  withPlanPrices,
);
