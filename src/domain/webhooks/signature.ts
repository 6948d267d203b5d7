import { Webhook } from "standardwebhooks";
import type { SecretWarning } from "../../contract/deliveries/webhooks.ts";
import { SECRET_PREFIX } from "../shared/webhookSecret.ts";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** 18 bytes in base64, 24 characters of text. Standard Webhooks requires at least 24 bytes. */
const MIN_SECRET_CHARS = 24;

/** The part after `whsec_`, if it is base64. */
const base64Of = (secret: string): string | null => {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : "";
  return encoded !== "" && BASE64.test(encoded) ? encoded : null;
};

/** The key of a secret: decoded base64 after `whsec_`, else its text. */
const signerOf = (secret: string): Webhook => {
  const encoded = base64Of(secret);
  return encoded === null ? new Webhook(secret, { format: "raw" }) : new Webhook(encoded);
};

/** Warnings about a secret that the user chose. */
export const warningsOf = (secret: string): SecretWarning[] => [
  ...(secret.length < MIN_SECRET_CHARS
    ? [
        {
          code: "short-secret" as const,
          message: `The secret has ${secret.length} characters and could be guessed. Use at least ${MIN_SECRET_CHARS}, or generate one with POST /webhooks/{id}/rotate-secret.`,
        },
      ]
    : []),
  ...(secret.startsWith(SECRET_PREFIX) && base64Of(secret) === null
    ? [
        {
          code: "secret-not-base64" as const,
          message:
            "What follows whsec_ is not base64, so deliveries are signed with the whole secret as text, whsec_ included: verify with those bytes. Libraries for Standard Webhooks refuse such a secret unless they are configured for raw secrets.",
        },
      ]
    : []),
];

/** The headers of one attempt by Standard Webhooks 1.0, with one signature per secret. */
export const signedHeaders = (
  secrets: readonly string[],
  id: string,
  body: string,
  attemptedAtMs: number,
): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(attemptedAtMs / 1000)),
  "webhook-signature": secrets
    .map((secret) => signerOf(secret).sign(id, new Date(attemptedAtMs), body))
    .join(" "),
});
