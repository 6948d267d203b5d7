import * as z from "zod";
import { pageQuery, Timestamp } from "./common.ts";
import { Scope } from "./scopes.ts";
import { line } from "./text.ts";

export const CreateKey = z.strictObject({
  name: line(100),
  scopes: z
    .array(Scope)
    .min(1)
    .transform((scopes) => [...new Set(scopes)])
    .meta({ examples: [["flows:read", "runs:write"]] }),
  expiresAt: Timestamp.optional().describe("When the key stops working; never if absent."),
});

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string().describe("The full key in the answer that creates it; masked ever after."),
  scopes: z.array(z.string()),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable().describe("Written at most once a minute."),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const RotateKey = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(30 * 24 * 60 * 60)
    .default(24 * 60 * 60)
    .describe("How long the old key goes on working beside the new one (default a day)."),
});

export const KeyRevoked = z.object({ id: z.string(), name: z.string(), revokedAt: Timestamp });

export const ListKeysQuery = z.strictObject(pageQuery());
