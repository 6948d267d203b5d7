import { Account, UpdateAccount } from "../account/account.ts";
import type { Operation } from "../operation.ts";

export const getAccount = {
  method: "GET",
  path: "/account",
  tag: "Account",
  summary: "Get the account with its plan, limits and usage",
  scope: "account:read",
  success: { status: 200, description: "The account.", data: Account },
  touches: { table: "read", planPrices: true },
} as const satisfies Operation;

export const updateAccount = {
  method: "PUT",
  path: "/account",
  tag: "Account",
  summary: "Update account settings",
  description: "Only the fields you send change; lists are replaced. To change the plan, use POST /checkout.",
  scope: "account:write",
  body: UpdateAccount,
  success: { status: 200, description: "The account.", data: Account },
  errors: ["conflict"],
  touches: { table: "update", planPrices: true },
} as const satisfies Operation;

export const ACCOUNT_OPERATIONS = {
  getAccount,
  updateAccount,
};
