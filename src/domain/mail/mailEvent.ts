import type { MailTopic } from "../../contract/account.ts";
import type { Alert, AlertType } from "../../contract/alerts.ts";
import type { EventType } from "../../contract/events.ts";
import { PLANS } from "../../contract/plans.ts";
import type { Webhook } from "../../contract/webhooks.ts";
import type { AccountRecord } from "../../store/accounts.ts";
import type { EventRecord } from "../../store/outbox.ts";
import type { Deps, WithMailQueue } from "../ports.ts";
import { endOfMonth, readUsage } from "../usage/usage.ts";
import { type DisableReason, REASONS } from "../webhooks/reasons.ts";
import { type Letter, lineOf, mailIdOf, newMail, queueMail, subjectOf } from "./newMail.ts";
import { isMailed, recipientsOf } from "./recipients.ts";

interface Draft {
  readonly topic: MailTopic;
  readonly letter: Letter;
}

/** The topic of each alert; null where another event is mailed, which says more. */
const ALERT_TOPICS: Readonly<Record<AlertType, MailTopic | null>> = {
  change_detected: "alert",
  run_failed: "alert",
  flow_error: "alert",
  selector_broken: "alert",
  webhook_disabled: null,
  quota_near: "quota",
  quota_exceeded: "quota",
  budget_stopped: "quota",
  data_quality: "alert",
};

const ofAlert = async (deps: Deps, account: AccountRecord, alert: Alert): Promise<Draft | null> => {
  const { type, severity, flowId, title, message } = alert;
  // The budget of a flow is a matter of the flow.
  const topic = flowId === null ? ALERT_TOPICS[type] : "alert";
  if (topic === null || (topic === "alert" && !isMailed(account, severity))) return null;
  const subject = subjectOf(title ?? message);
  if (type === "quota_near" || type === "quota_exceeded") {
    return { topic, letter: { template: "quota", subject, data: await quotaOf(deps, account) } };
  }
  return {
    topic,
    letter: {
      template: "alert",
      subject,
      data: { severity, ...(title !== undefined && { title: lineOf(title) }), message: lineOf(message) },
    },
  };
};

const quotaOf = async (deps: Deps, { id, plan }: AccountRecord) => {
  const { month, usage } = await readUsage(deps, id);
  return { plan, used: usage.runs, limit: PLANS[plan].monthlyRuns, resetsAt: endOfMonth(month) };
};

/** Addresses of receivers may hold what is secret: a mail names no more than the host. */
const ofDisabledWebhook = async (
  _deps: Deps,
  _account: AccountRecord,
  { id, url, reason }: Webhook & { readonly reason: DisableReason },
): Promise<Draft> => {
  const { origin, host } = new URL(url);
  return {
    topic: "webhook-disabled",
    letter: {
      template: "webhook-disabled",
      subject: subjectOf(`The webhook to ${host} was disabled`),
      data: { webhookUrl: origin, reason: lineOf(`${id}: ${REASONS[reason]}`) },
    },
  };
};

/** What is mailed of an event's data, as the service wrote them; an event without a row is not mailed. */
const DRAFTS: { readonly [type in EventType]?: typeof ofAlert | typeof ofDisabledWebhook } = {
  "alert.created": ofAlert,
  "webhook.disabled": ofDisabledWebhook,
};

/** Mails an event to the people whom the account's settings name: once to each, however often it is announced. */
export const mailEvent = async (deps: Deps & WithMailQueue, event: EventRecord): Promise<void> => {
  const draftOf = DRAFTS[event.type as EventType];
  const account = draftOf && (await deps.store.accounts.get(event.accountId));
  if (!draftOf || !account) return;
  const draft = await draftOf(deps, account, JSON.parse(event.body).data);
  if (!draft) return;
  const { id: accountId } = account;
  const mails = recipientsOf(account, draft.topic).map((to) =>
    newMail(deps, { id: mailIdOf(event.id, to), accountId, to }, draft.letter),
  );
  await Promise.all(mails.map((mail) => queueMail(deps, mail)));
};
