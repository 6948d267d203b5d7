/** The request of an attempt, in the webhook's format. */
import type { MessageFormat } from "../../contract/deliveries/webhookFormats.ts";
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import type { WebhookRecord } from "../../store/deliveries/webhooks.ts";
import type { WithFileLinks } from "../files/links.ts";
import type { WithSeals } from "../ports.ts";
import { customRequest } from "./formats/custom.ts";
import { discordRequest } from "./formats/discord.ts";
import { jobRequest } from "./formats/jobRequest.ts";
import { type Message, messageOf, withDashboardUrl } from "./formats/message.ts";
import { ntfyRequest } from "./formats/ntfy.ts";
import { slackRequest } from "./formats/slack.ts";
import { teamsRequest } from "./formats/teams.ts";
import type { Receiver } from "./receiver.ts";
import { openSecrets } from "./secrets.ts";
import { signedHeaders } from "./signature.ts";

interface Request {
  readonly body: string;
  /** Default: the webhook's. */
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const REQUESTS: {
  readonly [format in MessageFormat]: (message: Message, webhook: WebhookRecord, url: string) => Request;
} = {
  slack: slackRequest,
  discord: discordRequest,
  teams: teamsRequest,
  ntfy: (message, _webhook, url) => ntfyRequest(message, url),
  custom: (message, { template = "" }) => customRequest(message, template),
};

/** The request to send: a signed event, or a message, whose URL itself is the secret. */
export const requestOf = async (
  deps: WithSeals & Partial<WithFileLinks> & { readonly dashboardUrl?: string | undefined },
  webhook: Receiver,
  event: EventRecord,
  nowMs: number,
): Promise<Required<Request>> => {
  const secrets = await openSecrets(deps, webhook, nowMs);
  const { format = "json", job } = webhook;
  if (job) return { url: webhook.url, ...(await jobRequest(deps, job, event, secrets[0] ?? "", nowMs)) };
  if (format === "json") {
    const body = withDashboardUrl(event, deps.dashboardUrl);
    return { url: webhook.url, headers: signedHeaders(secrets, event.id, body, nowMs), body };
  }
  const [url, own] = secrets;
  if (url === undefined) throw new Error(`the webhook ${webhook.id} has no address`);
  const request = REQUESTS[format](messageOf(event, deps.dashboardUrl), webhook, url);
  const ownHeaders: Record<string, string> = own === undefined ? {} : JSON.parse(own);
  return { url, ...request, headers: { ...request.headers, ...ownHeaders } };
};
