import type * as z from "zod";
import type { Page } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import type { EventType } from "../../contract/events.ts";
import { MAX_WEBHOOKS } from "../../contract/plans.ts";
import {
  type CreateWebhook,
  isForSlack,
  NOT_FOR_JSON,
  NOT_FOR_SLACK,
  SLACK_EVENTS,
  type UpdateWebhook,
  type Webhook,
  type WebhookCreated,
  type WebhookFormat,
  type WebhookWithSecret,
} from "../../contract/webhooks.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { WebhookRecord } from "../../store/webhooks.ts";
import { audit } from "../accounts/journal.ts";
import { notFound } from "../errors.ts";
import { listPage } from "../lists/listPage.ts";
import type { Caller, Deps, WithCursors, WithSeals } from "../ports.ts";
import { isSameJson } from "../shared/sameJson.ts";
import { commitWithin, openTally } from "../usage/tallies.ts";
import { disabledCause } from "./disable.ts";
import { makeSecret, sealSecret, withNewSecret } from "./secrets.ts";
import { showWebhook } from "./show.ts";
import { warningsOf } from "./signature.ts";
import { maskAddress } from "./slack.ts";

interface NewWebhook extends Omit<z.output<typeof CreateWebhook>, "format" | "events"> {
  /** Default: `json`. */
  readonly format?: WebhookFormat;
  readonly events?: readonly EventType[] | undefined;
}

/** Fields that depend on a webhook's format. A Slack URL is itself a secret, because anyone who has it can post. */
const formatOf = async (
  deps: WithSeals,
  owner: Pick<WebhookRecord, "accountId" | "id">,
  {
    format,
    url,
    events,
    secret,
    minSeverity = null,
    quietHours = null,
  }: NewWebhook & { readonly secret: string },
) =>
  format === "slack"
    ? {
        url: maskAddress(url),
        format,
        events: events ?? SLACK_EVENTS,
        secrets: [await sealSecret(deps, owner, url)],
        minSeverity,
        quietHours,
      }
    : { url, events: events ?? [], secrets: [await sealSecret(deps, owner, secret)] };

/** The response shows the secret only if the service generated it. */
export const createWebhook = async (
  deps: Deps & WithSeals,
  caller: Caller,
  wish: NewWebhook,
): Promise<WebhookCreated> => {
  const { store, now, newId, checkTarget } = deps;
  checkTarget(wish.url);
  const { accountId } = caller;
  const { secret } = wish;
  const made = secret === undefined && wish.format !== "slack" ? makeSecret() : undefined;
  const owner = { accountId, id: newId("webhook") };
  const webhook: WebhookRecord = {
    ...owner,
    ...(await formatOf(deps, owner, { ...wish, secret: secret ?? made ?? "" })),
    active: true,
    rotations: 0,
    createdAt: new Date(now()).toISOString(),
  };
  const { url, events } = webhook;
  await commitWithin(
    deps,
    { accountId, kind: "WEBHOOKS", limit: MAX_WEBHOOKS },
    store.webhooks.insert(webhook),
    audit(deps, caller, { action: "webhook.created", resource: webhook.id, metadata: { url, events } }),
  );
  const warnings = secret === undefined ? [] : warningsOf(secret);
  return {
    ...showWebhook(webhook),
    ...(made !== undefined && { secret: made }),
    ...(warnings.length > 0 && { warnings }),
  };
};

export const getWebhook = async ({ store }: Deps, { accountId }: Caller, id: string): Promise<Webhook> => {
  const webhook = await store.webhooks.get(accountId, id);
  if (!webhook) throw notFound("webhook", id);
  return showWebhook(webhook);
};

export const listWebhooks = (
  deps: Deps & WithCursors,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Webhook>> =>
  listPage(deps, caller, {
    operation: "listWebhooks",
    filters: {},
    page,
    read: (wanted) => deps.store.webhooks.list(caller.accountId, wanted),
    show: showWebhook,
  });

type WebhookChange = Pick<
  z.output<typeof UpdateWebhook>,
  "url" | "events" | "active" | "minSeverity" | "quietHours"
>;

/** @throws DomainError `invalid-request` for options that the webhook's format does not support */
const assertFits = ({ format }: WebhookRecord, { events, minSeverity, quietHours }: WebhookChange): void => {
  const fault =
    format === "slack"
      ? events && !isForSlack(events) && { path: "events", message: NOT_FOR_SLACK }
      : Object.entries({ minSeverity, quietHours })
          .filter(([, value]) => value !== undefined && value !== null)
          .map(([path]) => ({ path, message: NOT_FOR_JSON }))[0];
  if (fault)
    throw new DomainError("invalid-request", "The webhook's format does not allow this.", {
      details: [fault],
    });
};

/** The fields that change. A response of GET can be sent with PUT: a masked URL stands for the current one. */
const differing = async (deps: Deps & WithSeals, webhook: WebhookRecord, wish: WebhookChange) => {
  const { url, events, active, minSeverity, quietHours } = wish;
  const before: Record<string, unknown> = { minSeverity: null, quietHours: null, ...webhook };
  const changed = Object.entries({ events, active, minSeverity, quietHours }).filter(
    ([name, value]) => value !== undefined && !isSameJson(value, before[name]),
  );
  const patch: Partial<WebhookRecord> = Object.fromEntries(changed);
  if (url === undefined || url === webhook.url) return patch;
  deps.checkTarget(url);
  if (webhook.format !== "slack") return { ...patch, url };
  return { ...patch, url: maskAddress(url), secrets: [await sealSecret(deps, webhook, url)] };
};

/** Changes the given fields; without changes, writes nothing. Activating a webhook clears its failures. */
export const updateWebhook = async (
  deps: Deps & WithSeals,
  caller: Caller,
  id: string,
  wish: WebhookChange,
): Promise<Webhook> => {
  const { store } = deps;
  const webhook = await store.webhooks.get(caller.accountId, id);
  if (!webhook) throw notFound("webhook", id);
  assertFits(webhook, wish);
  const patch = await differing(deps, webhook, wish);
  if (Object.keys(patch).length === 0) return showWebhook(webhook);
  const { secrets, ...told } = patch;
  await refusedAsGone(id, () =>
    store.commit(
      store.webhooks.change(webhook, patch),
      patch.active ? store.alerts.clearCause(caller.accountId, disabledCause(id)) : [],
      audit(deps, caller, { action: "webhook.updated", resource: id, metadata: told }),
    ),
  );
  return showWebhook({ ...webhook, ...patch });
};

export const deleteWebhook = async (deps: Deps, caller: Caller, id: string) => {
  const { store, now } = deps;
  const webhook = await store.webhooks.get(caller.accountId, id);
  if (!webhook) throw notFound("webhook", id);
  await openTally(deps, caller.accountId, "WEBHOOKS");
  await refusedAsGone(id, () =>
    store.commit(
      store.webhooks.remove(webhook),
      store.tallies.giveBack(caller.accountId, "WEBHOOKS"),
      store.alerts.clearCause(caller.accountId, disabledCause(id)),
      audit(deps, caller, { action: "webhook.deleted", resource: id, metadata: { url: webhook.url } }),
    ),
  );
  return { id, deletedAt: new Date(now()).toISOString() };
};

/** Rotates the secret. For a day both secrets sign, so that the receiver can switch at any time. */
export const rotateWebhookSecret = async (
  deps: Deps & WithSeals,
  caller: Caller,
  id: string,
): Promise<WebhookWithSecret> => {
  const { store, now } = deps;
  const webhook = await store.webhooks.get(caller.accountId, id);
  if (!webhook) throw notFound("webhook", id);
  if (webhook.format === "slack")
    throw new DomainError(
      "conflict",
      "Messages to Slack are not signed: to change the address, change `url`.",
    );
  const secret = makeSecret();
  const secrets = withNewSecret(webhook, await sealSecret(deps, webhook, secret), now());
  try {
    await store.commit(
      store.webhooks.rotate(webhook, secrets),
      audit(deps, caller, { action: "webhook.secret_rotated", resource: id }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("conflict", "The webhook has just been changed by another request: try again.");
  }
  return { ...showWebhook(webhook), secret };
};

/** A webhook that existed a moment ago and refuses a write has been deleted. */
const refusedAsGone = async (id: string, commit: () => Promise<void>): Promise<void> => {
  try {
    await commit();
  } catch (error) {
    if (error instanceof ConditionFailed) throw notFound("webhook", id);
    throw error;
  }
};
