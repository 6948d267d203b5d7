import type * as z from "zod";
import { MAX_WEBHOOKS } from "../../contract/account/plans.ts";
import type { Page } from "../../contract/common.ts";
import type { EventType } from "../../contract/deliveries/events.ts";
import {
  faultOfAddress,
  faultOfEvents,
  faultOfOption,
  type WebhookFormat,
} from "../../contract/deliveries/webhookFormats.ts";
import type {
  CreateWebhook,
  UpdateWebhook,
  Webhook,
  WebhookCreated,
  WebhookWithSecret,
} from "../../contract/deliveries/webhooks.ts";
import { DomainError } from "../../contract/errors.ts";
import type { WebhookRecord } from "../../store/deliveries/webhooks.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { listPage } from "../lists/listPage.ts";
import type { Caller, Deps, WithCursors, WithSeals } from "../ports.ts";
import { isSameJson } from "../shared/sameJson.ts";
import { makeSecret } from "../shared/webhookSecret.ts";
import { commitWithin, openTally } from "../usage/tallies.ts";
import { disabledCause } from "./disable.ts";
import { messagePartsOf, sealedPatch } from "./sealedParts.ts";
import { sealSecret, withNewSecret } from "./secrets.ts";
import { showWebhook } from "./show.ts";
import { warningsOf } from "./signature.ts";

interface NewWebhook extends Omit<z.output<typeof CreateWebhook>, "format" | "events"> {
  /** Default: `json`. */
  readonly format?: WebhookFormat;
  readonly events?: readonly EventType[] | undefined;
}

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
  const { format = "json" } = wish;
  const made = secret === undefined && format === "json" ? makeSecret() : undefined;
  const owner = { accountId, id: newId("webhook") };
  const { flowIds = null } = wish;
  await assertFlows(deps, caller, flowIds ?? []);
  const webhook: WebhookRecord = {
    ...owner,
    ...(format === "json"
      ? {
          url: wish.url,
          events: wish.events ?? [],
          secrets: [await sealSecret(deps, owner, secret ?? made ?? "")],
        }
      : await messagePartsOf(deps, owner, { ...wish, format })),
    ...(flowIds && { flowIds }),
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

type WebhookChange = Omit<z.output<typeof UpdateWebhook>, "id" | "format" | "failing" | "createdAt">;

/** @throws DomainError `invalid-request` for options that the webhook's format does not support */
const assertFits = ({ format = "json" }: WebhookRecord, wish: WebhookChange): void => {
  const { events, url } = wish;
  const faults = [
    ["events", events && faultOfEvents(format, events)],
    ["url", url !== undefined && !url.includes("…") && faultOfAddress(format, url)],
    ...(["minSeverity", "quietHours", "template", "headers"] as const).map((option) => [
      option,
      (wish[option] ?? null) !== null && faultOfOption(format, option),
    ]),
  ] as const;
  const details = faults.flatMap(([path, message]) => (message ? [{ path: String(path), message }] : []));
  if (details.length > 0)
    throw new DomainError("invalid-request", "The webhook's format does not allow this.", { details });
};

/** @throws DomainError `invalid-request` for flows that do not exist */
const assertFlows = async ({ store }: Deps, { accountId }: Caller, ids: readonly string[]): Promise<void> => {
  const flows = await Promise.all(ids.map((id) => store.flows.get(accountId, id)));
  const missing = ids.filter((_id, at) => !flows[at]);
  if (missing.length === 0) return;
  const message = `There is no flow ${missing.join(", ")}.`;
  throw new DomainError("invalid-request", message, { details: [{ path: "flowIds", message }] });
};

/** The fields that change. A response of GET can be sent with PUT: what is masked stands for the current value. */
const differing = async (deps: Deps & WithSeals, webhook: WebhookRecord, wish: WebhookChange) => {
  const { url, headers, ...plain } = wish;
  const before: Record<string, unknown> = { minSeverity: null, quietHours: null, flowIds: null, ...webhook };
  const names = ["events", "flowIds", "active", "minSeverity", "quietHours", "template"] as const;
  const patch: Partial<WebhookRecord> = Object.fromEntries(
    names
      .filter((name) => plain[name] !== undefined && !isSameJson(plain[name], before[name]))
      .map((name) => [name, plain[name]]),
  );
  const isMoved = url !== undefined && url !== webhook.url;
  if (isMoved) deps.checkTarget(url);
  if ((webhook.format ?? "json") === "json") return { ...patch, ...(isMoved && { url }) };
  return { ...patch, ...(await sealedPatch(deps, webhook, isMoved ? url : undefined, headers)) };
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
  const added = wish.flowIds?.filter((flowId) => !webhook.flowIds?.includes(flowId));
  await assertFlows(deps, caller, added ?? []);
  const patch = await differing(deps, webhook, wish);
  if (Object.keys(patch).length === 0) return showWebhook(webhook);
  const { secrets, ...visible } = patch;
  await refusedAsGone(id, () =>
    store.commit(
      store.webhooks.change(webhook, patch),
      patch.active ? store.alerts.clearCause(caller.accountId, disabledCause(id)) : [],
      audit(deps, caller, { action: "webhook.updated", resource: id, metadata: visible }),
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
  if (webhook.format !== undefined && webhook.format !== "json")
    throw new DomainError("conflict", "Messages are not signed: to change the address, change `url`.");
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
