import * as z from "zod";

const RESOURCES = [
  "flows",
  "runs",
  "keys",
  "alerts",
  "analytics",
  "audit",
  "activity",
  "webhooks",
  "destinations",
  "tickets",
  "screenshots",
  "extract",
  "billing",
  "email",
  "account",
] as const;

export type Scope = `${(typeof RESOURCES)[number]}:${"read" | "write"}`;

/** All scopes, in display order. */
export const SCOPES: readonly Scope[] = RESOURCES.flatMap((resource): Scope[] => [
  `${resource}:read`,
  `${resource}:write`,
]);

/** Scopes that keys of releases up to 0.1.0 could not have. */
const ADDED_SCOPES: readonly Scope[] = ["destinations:read", "destinations:write"];

/** The list that the scopes of a new key are chosen from. Increment it with the next scopes that are added. */
export const SCOPE_LIST = 2;

/**
 * What a key may do now. One that has every scope of its day, such as an account's first, was made to do everything:
 * otherwise nobody in an account could use, or grant, what was added since.
 *
 * @param list what the scopes were chosen from; undefined: in releases up to 0.1.0
 */
export const scopesNow = (scopes: readonly string[], list: number | undefined): readonly string[] => {
  const hadAll = SCOPES.every((scope) => scopes.includes(scope) || ADDED_SCOPES.includes(scope));
  return list === undefined && hadAll ? SCOPES : scopes;
};

/** Scopes that no operation requires. Keys may still have them, but the dashboard no longer offers them. */
export const DEPRECATED_SCOPES: readonly Scope[] = [
  "analytics:write",
  "audit:write",
  "activity:write",
  "screenshots:read",
  "extract:read",
  "billing:read",
];

export const Scope = z.enum(SCOPES).meta({
  description: `Deprecated, since they unlock nothing: ${DEPRECATED_SCOPES.map((scope) => `\`${scope}\``).join(", ")}.`,
  "x-deprecated-values": DEPRECATED_SCOPES,
});
