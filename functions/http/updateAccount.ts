import { updateAccount } from "../../src/domain/accounts/account.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("updateAccount", ({ body, caller, deps }) => updateAccount(deps, caller, body));
