import type { MailTopic } from "../../contract/account.ts";
import type { Alert, AlertType } from "../../contract/alerts.ts";
import type { EventType } from "../../contract/events.ts";
import { PLANS } from "../../contract/plans.ts";
import type { Webhook } from "../../contract/webhooks.ts";
import type { AccountRecord } from "../../store/accounts.ts";
import type { EventRecord } from "../../store/outbox.ts";
import { changedLinesOf } from "../mail/changedLines.ts";
import { type Letter, lineOf, mailIdOf, newMail, queueMail, subjectOf } from "../mail/newMail.ts";
import { isMailed, recipientsOf } from "../mail/recipients.ts";
import type { Deps, WithMailQueue } from "../ports.ts";
import { endOfMonth, readUsage } from "../usage/usage.ts";
import { type DisableReason, REASONS } from "./reasons.ts";

interface Draft {
  readonly topic: MailTopic;
  readonly letter: Letter;
}

/** The mail topic of each alert; null if another event with more detail is mailed instead. */
const ALERT_TOPICS: Readonly<Record<AlertType, MailTopic | null>> = {
  change_detected: "alert",
  run_failed: "alert",
  flow_error: "alert",
  selector_broken: "alert",
  webhook_disabled: null,
  destination_failing: "alert",
  quota_near: "quota",
  quota_exceeded: "quota",
  budget_stopped: "quota",
  data_quality: "alert",
};

/** An alert as its event tells it. */
type ToldAlert = Alert & { readonly flowName?: string; readonly change?: { readonly id?: string } };

const ofAlert = async (deps: Deps, account: AccountRecord, alert: ToldAlert): Promise<Draft | null> => {
  const { type, severity, flowId, title, message } = alert;
  // A flow's budget is about the flow.
  const topic = flowId === null ? ALERT_TOPICS[type] : "alert";
  if (topic === null || (topic === "alert" && !isMailed(account, severity))) return null;
  const subject = subjectOf(title ?? message);
  if (type === "quota_near" || type === "quota_exceeded")
    return { topic, letter: { template: "quota", subject, data: await quotaOf(deps, account) } };
  const diff = await changedLinesOf(deps, account.id, alert.change?.id);
  return {
    topic,
    letter: {
      template: "alert",
      subject,
      data: {
        severity,
        ...(title !== undefined && { title: lineOf(title) }),
        message: lineOf(message),
        ...(diff && { diff }),
      },
    },
  };
};

const quotaOf = async (deps: Deps, { id, plan }: AccountRecord) => {
  const { month, usage } = await readUsage(deps, id);
  return { plan, used: usage.runs, limit: PLANS[plan].monthlyRuns, resetsAt: endOfMonth(month) };
};

/** A receiver's URL may contain secrets, so mails only name its host. */
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

/** How each event is mailed. Events without a row are not mailed. */
const DRAFTS: { readonly [type in EventType]?: typeof ofAlert | typeof ofDisabledWebhook } = {
  "alert.created": ofAlert,
  "webhook.disabled": ofDisabledWebhook,
};

/** Mails an event to the recipients in the account's settings: once to each, even if it is announced several times. */
export const mailEvent = async (deps: Deps & WithMailQueue, event: EventRecord): Promise<void> => {
  const draftOf = DRAFTS[event.type as EventType];
  const account = draftOf && (await deps.store.accounts.get(event.accountId));
  if (!draftOf || !account) return;
  const draft = await draftOf(deps, account, JSON.parse(event.body).data);
  if (!draft) return;
  const { id: accountId } = account;
  const mails = recipientsOf(account, draft.topic).map((to) =>
    newMail(
      deps,
      {
        id: mailIdOf(event.id, to),
        accountId,
        to,
        ...(event.pictureKey !== undefined && { pictureKey: event.pictureKey }),
      },
      draft.letter,
    ),
  );
  await Promise.all(mails.map((mail) => queueMail(deps, mail)));
};
