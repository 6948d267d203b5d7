import { ChangeAccountRequest } from "../../src/contract/messages.ts";
import { changeAccount } from "../../src/domain/accounts/changeAccount.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(ChangeAccountRequest, (request, { deps }) => changeAccount(deps, request));
