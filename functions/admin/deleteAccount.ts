import { DeleteAccountRequest } from "../../src/contract/messages.ts";
import { deleteAccount } from "../../src/domain/accounts/eraseAccount.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(
  DeleteAccountRequest,
  ({ accountId }, { deps, deadlineMs }) => deleteAccount(deps, accountId, deadlineMs),
  withObjects,
);
