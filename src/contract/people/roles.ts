/** What people may do in an account: each role is a set of the scopes that keys have. */
import * as z from "zod";
import { SCOPES, type Scope } from "../account/scopes.ts";

const ROLES = ["owner", "editor", "viewer"] as const;

export const Role = z
  .enum(ROLES)
  .describe(
    "`owner`: everything. `editor`: everything but keys, people, billing, account settings and the audit log. " +
      "`viewer`: reads what editors can read.",
  );
export type Role = z.infer<typeof Role>;

/** What only owners may do: whoever has these could give themselves the rest, spend money, or read who did what. */
const OWNER_ONLY: readonly Scope[] = [
  "keys:read",
  "keys:write",
  "audit:read",
  "audit:write",
  "billing:read",
  "billing:write",
  "account:write",
];

const EDITOR_SCOPES = SCOPES.filter((scope) => !OWNER_ONLY.includes(scope));

export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  editor: EDITOR_SCOPES,
  viewer: EDITOR_SCOPES.filter((scope) => scope.endsWith(":read")),
};
