import type { DeliveryAttempt } from "../../contract/deliveries/webhooks.ts";
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import type { WithFileLinks } from "../files/links.ts";
import { WEBHOOK_TIMING } from "../outbox/schedule.ts";
import type { Deps, WithDashboard, WithSeals } from "../ports.ts";
import type { Receiver } from "./receiver.ts";
import { requestOf } from "./requests.ts";
import { inStage } from "./stages.ts";

interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

type PostOutcome =
  | {
      readonly httpStatus: number;
      readonly retryAfter: string | null;
      /** The beginning of the response; null if the receiver is not on a public address. */
      readonly reply: string | null;
    }
  | { readonly error: { readonly code: string; readonly message: string } };

/** Posts to a URL from a user, through the egress. Follows no redirects; any status counts as a response. */
export type Post = (url: string, request: PostRequest) => Promise<PostOutcome>;

export interface WithPost extends WithDashboard {
  readonly post: Post;
  /** A number in [0, 1). */
  readonly random: () => number;
}

export interface Made {
  readonly attempt: DeliveryAttempt;
  readonly retryAfter: string | null;
}

/** Sends an event to a webhook once, with a current signature. */
export const makeAttempt = async (
  deps: Deps & WithSeals & WithPost & Partial<WithFileLinks>,
  webhook: Receiver,
  event: EventRecord,
): Promise<Made> => {
  const beganMs = deps.now();
  const { url, headers, body } = await inStage("prepare", () => requestOf(deps, webhook, event, beganMs));
  const outcome = await inStage("send", () =>
    deps.post(url, {
      headers: { "content-type": "application/json", "user-agent": "Gleaner-Webhooks/1", ...headers },
      body,
      timeoutMs: WEBHOOK_TIMING.answerMs,
    }),
  );
  const made = { timestamp: new Date(beganMs).toISOString(), duration: Math.max(0, deps.now() - beganMs) };
  if ("error" in outcome)
    return { attempt: { ...made, httpStatus: null, error: outcome.error, reply: null }, retryAfter: null };
  const { httpStatus, reply, retryAfter } = outcome;
  return { attempt: { ...made, httpStatus, error: null, reply }, retryAfter };
};

export const isSuccess = ({ httpStatus }: DeliveryAttempt): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
