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
  "tickets",
  "screenshots",
  "extract",
  "billing",
  "email",
  "account",
] as const;

export type Scope = `${(typeof RESOURCES)[number]}:${"read" | "write"}`;

/** Every scope there is, in the order in which people are shown them. */
export const SCOPES: readonly Scope[] = RESOURCES.flatMap((resource): Scope[] => [
  `${resource}:read`,
  `${resource}:write`,
]);

/** Scopes that no operation asks for. Keys may carry them, and are no longer given them by the dashboard. */
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
