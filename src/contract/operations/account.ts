import { Account, UpdateAccount } from "../account.ts";
import type { Operation } from "../operation.ts";

export const ACCOUNT_OPERATIONS = {
  getAccount: {
    method: "GET",
    path: "/account",
    tag: "Account",
    summary: "Get the account: plan, limits, usage of this month, and who gets which mail",
    scope: "account:read",
    success: { status: 200, description: "The account.", data: Account },
    touches: { table: "read" },
  },
  updateAccount: {
    method: "PUT",
    path: "/account",
    tag: "Account",
    summary: "Change the account's settings",
    description: "Only the supplied fields change; lists are replaced. The plan changes by POST /checkout.",
    scope: "account:write",
    body: UpdateAccount,
    success: { status: 200, description: "The account.", data: Account },
    errors: ["conflict"],
    touches: { table: "write" },
  },
} as const satisfies Record<string, Operation>;
