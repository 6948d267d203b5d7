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
