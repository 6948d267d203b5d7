import type { DeliveryAttempt } from "../../contract/webhooks.ts";
import type { EventRecord } from "../../store/outbox.ts";
import type { WebhookRecord } from "../../store/webhooks.ts";
import type { Deps, WithSeals } from "../ports.ts";
import { WEBHOOK_TIMING } from "./schedule.ts";
import { openSecrets } from "./secrets.ts";
import { signedHeaders } from "./signature.ts";

interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

type PostOutcome =
  | {
      readonly httpStatus: number;
      readonly retryAfter: string | null;
      /** How the answer began; null where the receiver is not a public one. */
      readonly reply: string | null;
    }
  | { readonly error: { readonly code: string; readonly message: string } };

/** Posts to an address that a user gave, through the one way out. Follows no redirect; any status is an answer. */
export type Post = (url: string, request: PostRequest) => Promise<PostOutcome>;

export interface WithPost {
  readonly post: Post;
  /** A number in [0, 1). */
  readonly random: () => number;
}

interface Made {
  readonly attempt: DeliveryAttempt;
  readonly retryAfter: string | null;
}

/** Sends an event to a webhook once, signed for this moment. */
export const makeAttempt = async (
  deps: Deps & WithSeals & WithPost,
  webhook: WebhookRecord,
  event: EventRecord,
): Promise<Made> => {
  const beganMs = deps.now();
  const secrets = await openSecrets(deps, webhook, beganMs);
  const outcome = await deps.post(webhook.url, {
    headers: {
      "content-type": "application/json",
      "user-agent": "Gleaner-Webhooks/1",
      ...signedHeaders(secrets, event.id, event.body, beganMs),
    },
    body: event.body,
    timeoutMs: WEBHOOK_TIMING.answerMs,
  });
  const made = { timestamp: new Date(beganMs).toISOString(), duration: Math.max(0, deps.now() - beganMs) };
  if ("error" in outcome) {
    return { attempt: { ...made, httpStatus: null, error: outcome.error, reply: null }, retryAfter: null };
  }
  const { httpStatus, reply, retryAfter } = outcome;
  return { attempt: { ...made, httpStatus, error: null, reply }, retryAfter };
};

export const isSuccess = ({ httpStatus }: DeliveryAttempt): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
