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

export const Scope = z.enum(SCOPES);
