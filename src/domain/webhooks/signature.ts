import { Webhook } from "standardwebhooks";

const PREFIX = "whsec_";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A secret is used as given: base64 after `whsec_`, else its text. */
const signerOf = (secret: string): Webhook => {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  return encoded !== "" && BASE64.test(encoded)
    ? new Webhook(encoded)
    : new Webhook(secret, { format: "raw" });
};

/** The headers of one attempt, by Standard Webhooks 1.0: one signature for each secret. */
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
