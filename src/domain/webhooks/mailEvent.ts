import type { MailTopic } from "../../contract/account/account.ts";
import type { Alert, AlertType } from "../../contract/account/alerts.ts";
import { PLANS } from "../../contract/account/plans.ts";
import type { EventType } from "../../contract/deliveries/events.ts";
import type { Webhook } from "../../contract/deliveries/webhooks.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import { changedLinesOf } from "../mail/changedLines.ts";
import { type Letter, lineOf, linkTo, mailIdOf, newMail, queueMail, subjectOf } from "../mail/newMail.ts";
import { isMailed, recipientsOf } from "../mail/recipients.ts";
import type { Deps, WithDashboard, WithMailQueue } from "../ports.ts";
import { endOfMonth, readUsage } from "../usage/usage.ts";
import { dataOf, linkOf } from "./formats/message.ts";
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
type ToldAlert = Alert & {
  readonly flowName?: string;
  readonly change?: { readonly id?: string; readonly top?: readonly string[]; readonly more?: number };
};

const ofAlert = async (
  deps: Deps & WithDashboard,
  account: AccountRecord,
  alert: ToldAlert,
  event: EventRecord,
): Promise<Draft | null> => {
  const { type, severity, flowId, title, message } = alert;
  // A flow's budget is about the flow.
  const topic = flowId === null ? ALERT_TOPICS[type] : "alert";
  if (topic === null || (topic === "alert" && !isMailed(account, severity))) return null;
  const subject = subjectOf(title ?? message);
  if (type === "quota_near" || type === "quota_exceeded")
    return { topic, letter: { template: "quota", subject, data: await quotaOf(deps, account) } };
  const { id: changeId, top = [], more = 0 } = alert.change ?? {};
  const diff = await changedLinesOf(deps, account.id, changeId);
  return {
    topic,
    letter: {
      template: "alert",
      subject,
      data: {
        severity,
        ...(title !== undefined && { title: lineOf(title) }),
        message: lineOf(message),
        // Of a single record, the message says as much.
        ...(top.length > 1 && { changes: top.map(lineOf) }),
        // A worker of the release before, in the middle of a deployment, would refuse a field that it does not know.
        ...(more > 0 && { moreChanges: more }),
        ...(diff && { diff }),
        ...linkTo(linkOf(event, dataOf(event), deps.dashboardUrl)),
      },
    },
  };
};

const quotaOf = async (deps: Deps & WithDashboard, { id, plan }: AccountRecord) => {
  const { month, usage } = await readUsage(deps, id);
  const { dashboardUrl } = deps;
  return {
    plan,
    used: usage.runs,
    limit: PLANS[plan].monthlyRuns,
    resetsAt: endOfMonth(month),
    ...linkTo(dashboardUrl && `${dashboardUrl}/settings?tab=plan`),
  };
};

/** A receiver's URL may contain secrets, so mails only name its host. */
const ofDisabledWebhook = async (
  { dashboardUrl }: Deps & WithDashboard,
  _account: AccountRecord,
  { id, url, reason }: Webhook & { readonly reason: DisableReason },
  event: EventRecord,
): Promise<Draft> => {
  const { origin, host } = new URL(url);
  return {
    topic: "webhook-disabled",
    letter: {
      template: "webhook-disabled",
      subject: subjectOf(`The webhook to ${host} was disabled`),
      data: {
        webhookUrl: origin,
        reason: lineOf(`${id}: ${REASONS[reason]}`),
        ...linkTo(linkOf(event, dataOf(event), dashboardUrl)),
      },
    },
  };
};

/** How each event is mailed. Events without a row are not mailed. */
const DRAFTS: { readonly [type in EventType]?: typeof ofAlert | typeof ofDisabledWebhook } = {
  "alert.created": ofAlert,
  "webhook.disabled": ofDisabledWebhook,
};

/** Mails an event to the recipients in the account's settings: once to each, even if it is announced several times. */
export const mailEvent = async (
  deps: Deps & WithMailQueue & WithDashboard,
  event: EventRecord,
): Promise<void> => {
  const draftOf = DRAFTS[event.type as EventType];
  const account = draftOf && (await deps.store.accounts.get(event.accountId));
  if (!draftOf || !account) return;
  const draft = await draftOf(deps, account, JSON.parse(event.body).data, event);
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
