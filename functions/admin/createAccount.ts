import { CreateAccountRequest } from "../../src/contract/messages.ts";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(CreateAccountRequest, (request, { deps }) => createAccount(deps, request));
