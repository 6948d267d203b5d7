/** Webhooks of messages: their address and headers are secrets, because anyone who has them can post. */

import type { EventType } from "../../contract/deliveries/events.ts";
import {
  MASKED_HEADER,
  MESSAGE_EVENTS,
  type MessageFormat,
  type WebhookTemplate,
} from "../../contract/deliveries/webhookFormats.ts";
import { DomainError } from "../../contract/errors.ts";
import type { WebhookRecord } from "../../store/deliveries/webhooks.ts";
import type { WithSeals } from "../ports.ts";
import { boundTo, sealSecret } from "./secrets.ts";

type Headers = Readonly<Record<string, string>>;
type Owner = Pick<WebhookRecord, "accountId" | "id">;

/** A path shorter than this is a secret that its end would give away. */
const SHOWN_FROM_CHARS = 12;
const SHOWN_CHARS = 4;

/** The part of a URL that is shown and stored unencrypted. */
const maskAddress = (address: string): string => {
  const { origin, href } = new URL(address);
  const rest = href.slice(origin.length);
  return `${origin}/…${rest.length < SHOWN_FROM_CHARS ? "" : rest.slice(-SHOWN_CHARS)}`;
};

const sealParts = async (deps: WithSeals, owner: Owner, url: string, headers: Headers) => ({
  url: maskAddress(url),
  headerNames: Object.keys(headers),
  secrets: await Promise.all(
    [url, ...(Object.keys(headers).length > 0 ? [JSON.stringify(headers)] : [])].map((secret) =>
      sealSecret(deps, owner, secret),
    ),
  ),
});

interface NewMessages {
  readonly format: MessageFormat;
  readonly url: string;
  readonly events?: readonly EventType[] | undefined;
  readonly minSeverity?: WebhookRecord["minSeverity"];
  readonly quietHours?: WebhookRecord["quietHours"];
  readonly template?: WebhookTemplate | undefined;
  readonly headers?: Headers | undefined;
}

/** The fields of a webhook of messages that depend on its format. */
export const messagePartsOf = async (
  deps: WithSeals,
  owner: Owner,
  { format, url, events, minSeverity = null, quietHours = null, template, headers = {} }: NewMessages,
) => ({
  format,
  events: events ?? MESSAGE_EVENTS,
  minSeverity,
  quietHours,
  ...(template !== undefined && { template }),
  ...(await sealParts(deps, owner, url, headers)),
});

const openParts = async ({ seals }: WithSeals, webhook: WebhookRecord) => {
  const [url = "", headers = "{}"] = await Promise.all(
    webhook.secrets.map(({ sealed }) => seals.open(sealed, boundTo(webhook))),
  );
  return { url, headers: JSON.parse(headers) as Headers };
};

/**
 * What changes when a webhook gets another address or other headers.
 *
 * @param url the new address; undefined: the current one
 * @param wished the new headers, of which masked values stand for the current ones; undefined: the current ones
 * @throws DomainError `invalid-request` for a masked value that stands for none
 */
export const sealedPatch = async (
  deps: WithSeals,
  webhook: WebhookRecord,
  url: string | undefined,
  wished: Headers | null | undefined,
): Promise<Partial<WebhookRecord>> => {
  const isSame =
    wished === undefined ||
    (Object.values(wished ?? {}).every((value) => value === MASKED_HEADER) &&
      Object.keys(wished ?? {}).join() === (webhook.headerNames ?? []).join());
  if (url === undefined && isSame) return {};
  const current = await openParts(deps, webhook);
  const headers = isSame ? current.headers : headersFrom(wished ?? {}, current.headers);
  const { url: masked, ...sealed } = await sealParts(deps, webhook, url ?? current.url, headers);
  return { ...sealed, ...(url !== undefined && { url: masked }) };
};

const headersFrom = (wished: Headers, current: Headers): Headers =>
  Object.fromEntries(
    Object.entries(wished).map(([name, value]) => {
      if (value !== MASKED_HEADER) return [name, value];
      const kept = current[name];
      if (kept !== undefined) return [name, kept];
      throw new DomainError("invalid-request", `The header ${name} has no value yet.`, {
        details: [{ path: `headers.${name}`, message: "needs a value" }],
      });
    }),
  );
