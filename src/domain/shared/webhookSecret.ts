import { randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** What a signing secret starts with, by Standard Webhooks. */
export const SECRET_PREFIX = "whsec_";

export const makeSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
