/** Receiving webhooks: a separate module, so that programs that only call the service do not load it. */
import { Webhook } from "standardwebhooks";
import type { EventType } from "./generated.ts";

/** An event with a valid signature. */
export interface WebhookEvent {
  /** The same on every attempt and replay: use it to remove duplicates. */
  readonly id: string;
  readonly type: EventType;
  /** When it happened, ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A delivery that must not be trusted: it is not signed with the secret, too old, or not an event. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

const PREFIX = "whsec_";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const verifierOf = (secret: string): Webhook => {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  return encoded !== "" && BASE64.test(encoded)
    ? new Webhook(encoded)
    : new Webhook(secret, { format: "raw" });
};

/**
 * Verifies a delivery by Standard Webhooks 1.0: the signature over the raw body, and its age (at most five
 * minutes).
 *
 * @param secret of the webhook, as given or shown
 * @param headers of the request, with lower-case names (as Node gives them)
 * @param body the raw text: JSON that was parsed and serialised again has another signature
 * @throws WebhookVerificationError: respond with 400 and do nothing
 */
export const verifyWebhook = (secret: string, headers: HeaderValues, body: string): WebhookEvent => {
  const plain = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value ?? "")]),
  );
  const verifier = verifierOf(secret);
  try {
    const event = verifier.verify(body, plain) as Omit<WebhookEvent, "id">;
    return { ...event, id: plain["webhook-id"] ?? "" };
  } catch (error) {
    throw new WebhookVerificationError(error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
};
