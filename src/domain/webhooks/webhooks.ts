import type { Page } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import type { EventType } from "../../contract/events.ts";
import { MAX_WEBHOOKS } from "../../contract/plans.ts";
import type { Webhook, WebhookCreated, WebhookWithSecret } from "../../contract/webhooks.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { WebhookRecord } from "../../store/webhooks.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal.ts";
import { listPage } from "../lists.ts";
import type { Caller, Deps, WithCursors, WithSeals } from "../ports.ts";
import { commitWithin, openTally } from "../tallies.ts";
import { disabledCause } from "./disable.ts";
import { makeSecret, sealSecret, withNewSecret } from "./secrets.ts";
import { showWebhook } from "./show.ts";
import { warningsOf } from "./signature.ts";

interface NewWebhook {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly secret?: string | undefined;
}

/** The answer shows the secret only where it was made here. */
export const createWebhook = async (
  deps: Deps & WithSeals,
  caller: Caller,
  { url, events, secret }: NewWebhook,
): Promise<WebhookCreated> => {
  const { store, now, newId, checkTarget } = deps;
  checkTarget(url);
  const { accountId } = caller;
  const made = secret === undefined ? makeSecret() : undefined;
  const owner = { accountId, id: newId("webhook") };
  const webhook: WebhookRecord = {
    ...owner,
    url,
    events,
    active: true,
    secrets: [await sealSecret(deps, owner, secret ?? made ?? "")],
    rotations: 0,
    createdAt: new Date(now()).toISOString(),
  };
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

interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly EventType[] | undefined;
  readonly active?: boolean | undefined;
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Changes what is given, and leaves no trace where that is nothing. Switched on again, a webhook begins with a clean record. */
export const updateWebhook = async (
  deps: Deps,
  caller: Caller,
  id: string,
  { url, events, active }: WebhookChange,
): Promise<Webhook> => {
  const { store, checkTarget } = deps;
  if (url !== undefined) checkTarget(url);
  const webhook = await store.webhooks.get(caller.accountId, id);
  if (!webhook) throw notFound("webhook", id);
  const patch = {
    ...(url !== undefined && url !== webhook.url && { url }),
    ...(events !== undefined && !isSameList(events, webhook.events) && { events }),
    ...(active !== undefined && active !== webhook.active && { active }),
  };
  if (Object.keys(patch).length === 0) return showWebhook(webhook);
  await refusedAsGone(id, () =>
    store.commit(
      store.webhooks.change(webhook, patch),
      patch.active ? store.alerts.clearCause(caller.accountId, disabledCause(id)) : [],
      audit(deps, caller, { action: "webhook.updated", resource: id, metadata: patch }),
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

/** Makes a new secret; for a day both sign, so that the receiver can change over at any time. */
export const rotateWebhookSecret = async (
  deps: Deps & WithSeals,
  caller: Caller,
  id: string,
): Promise<WebhookWithSecret> => {
  const { store, now } = deps;
  const webhook = await store.webhooks.get(caller.accountId, id);
  if (!webhook) throw notFound("webhook", id);
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

/** A webhook that was there a moment ago and refuses a write has been deleted since. */
const refusedAsGone = async (id: string, commit: () => Promise<void>): Promise<void> => {
  try {
    await commit();
  } catch (error) {
    if (error instanceof ConditionFailed) throw notFound("webhook", id);
    throw error;
  }
};
