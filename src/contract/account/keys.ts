import * as z from "zod";
import { pageQuery, Timestamp } from "../common.ts";
import { line } from "../text.ts";
import { Scope } from "./scopes.ts";

export const CreateKey = z.strictObject({
  name: line(100),
  scopes: z
    .array(Scope)
    .min(1)
    .transform((scopes) => [...new Set(scopes)])
    .meta({ examples: [["flows:read", "runs:write"]] }),
  expiresAt: Timestamp.optional().describe("When the key expires. Default: never."),
});

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string().describe("The full key in the response that creates it; masked afterwards."),
  scopes: z.array(z.string()),
  createdBy: z
    .string()
    .nullable()
    .describe("The email address of the person it belongs to; null if not known."),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable().describe("Updated at most once a minute."),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const RotateKey = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(30 * 24 * 60 * 60)
    .default(24 * 60 * 60)
    .describe("How many seconds the old key keeps working. Default: one day."),
});

export const KeyRevoked = z.object({ id: z.string(), name: z.string(), revokedAt: Timestamp });

export const ListKeysQuery = z.strictObject(pageQuery());
