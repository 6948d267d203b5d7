/** The webhook that a client gives with a crawl or a batch. */

import { faultOfHeader, isReservedHeader } from "../../contract/deliveries/webhookFormats.ts";
import { DomainError } from "../../contract/errors.ts";
import {
  FIRECRAWL_EVENTS,
  type FirecrawlCrawl,
  type FirecrawlWebhook,
} from "../../contract/firecrawl/requests.ts";
import type { JobWebhook } from "../../store/runs/runs.ts";
import type { Caller, Deps, WithSeals } from "../ports.ts";
import { makeSecret } from "../shared/webhookSecret.ts";

/** `page` or `crawl.page`: programs write both. */
const nameOf = (event: string): string => event.slice(event.lastIndexOf(".") + 1);

const readEvents = (events: FirecrawlWebhook["events"]): readonly string[] => {
  const names = [...new Set((events ?? FIRECRAWL_EVENTS).map(nameOf))];
  const at = names.findIndex((name) => !(FIRECRAWL_EVENTS as readonly string[]).includes(name));
  if (at === -1) return names;
  const message = `must be of ${FIRECRAWL_EVENTS.join(", ")}`;
  throw new DomainError("invalid-request", `webhook.events ${message}.`, {
    details: [{ path: "webhook.events", message }],
  });
};

const readHeaders = (headers: FirecrawlWebhook["headers"]) => {
  const all = Object.entries(headers ?? {});
  const sent = all.filter(([name]) => !isReservedHeader(name));
  for (const [name] of sent) {
    const fault = faultOfHeader(name);
    if (fault !== null)
      throw new DomainError("invalid-request", `webhook.headers: ${name} ${fault}.`, {
        details: [{ path: `webhook.headers.${name}`, message: fault }],
      });
  }
  const ignored = all.filter(([name]) => isReservedHeader(name));
  const warnings = ignored.map(
    ([name]) => `The header ${name} of \`webhook\` was ignored: the service sets it.`,
  );
  return { headers: Object.fromEntries(sent), warnings };
};

export interface JobHook {
  readonly webhook?: JobWebhook;
  readonly warnings: readonly string[];
  /** The generated secret, for the answer; absent if the client has given one, or wants no webhook. */
  readonly shown: { readonly webhookSecret?: string };
}

/** @throws DomainError `target-refused`, `invalid-request` */
export const readWebhook = async (
  { seals, checkTarget }: Deps & WithSeals,
  { accountId }: Pick<Caller, "accountId">,
  jobId: string,
  given: FirecrawlCrawl["webhook"],
  origin: string,
): Promise<JobHook> => {
  if (given === null || given === undefined) return { warnings: [], shown: {} };
  const { url, metadata, ...asked } = typeof given === "string" ? { url: given } : given;
  checkTarget(url);
  const { headers, warnings } = readHeaders(asked.headers);
  const secret = asked.secret ?? makeSecret();
  const sealed = await seals.seal(JSON.stringify({ secret, headers }), { accountId, recordId: jobId });
  return {
    webhook: { url, events: readEvents(asked.events), metadata: metadata ?? {}, sealed, origin },
    warnings,
    shown: asked.secret ? {} : { webhookSecret: secret },
  };
};
