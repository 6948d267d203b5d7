import type { WebhookRecord } from "../../store/deliveries/webhooks.ts";
import type { Write } from "../../store/table.ts";
import { raiseAlert } from "../alerts/alerts.ts";
import { addActivity, auditSystem } from "../journal/journal.ts";
import { emit } from "../outbox/events.ts";
import type { Deps } from "../ports.ts";
import { type DisableReason, REASONS } from "./reasons.ts";
import { showWebhook } from "./show.ts";

/** The alert's cause stays open until the webhook is activated again or deleted. */
export const disabledCause = (webhookId: string): string => `webhook_disabled:${webhookId}`;

/** Disables a webhook, and reports it in an alert, an event, the audit log and the activity feed. */
export const disableWebhook = (deps: Deps, webhook: WebhookRecord, reason: DisableReason): Write[] => {
  const { store } = deps;
  const { id, accountId, url } = webhook;
  const message = `The webhook ${id} (${new URL(url).host}) was disabled: ${REASONS[reason]}.`;
  return [
    ...store.webhooks.disable(webhook),
    ...raiseAlert(deps, accountId, {
      type: "webhook_disabled",
      severity: "warning",
      flowId: null,
      title: `The webhook to ${new URL(url).host} was disabled`,
      message,
      cause: disabledCause(id),
    }),
    ...emit(deps, accountId, "webhook.disabled", {
      ...showWebhook({ ...webhook, active: false }),
      reason,
    }),
    ...auditSystem(deps, accountId, { action: "webhook.disabled", resource: id, metadata: { reason } }),
    ...addActivity(deps, accountId, { type: "webhook.disabled", message, flowId: null, subject: id }),
  ];
};
