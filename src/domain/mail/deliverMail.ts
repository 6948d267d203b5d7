import type { MailPicture } from "../../adapters/mailer.ts";
import type { EmailStatus, MailMessage } from "../../contract/deliveries/email.ts";
import { DomainError } from "../../contract/errors.ts";
import type { MailRecord } from "../../store/deliveries/mails.ts";
import { shardOf } from "../../store/due.ts";
import { ConditionFailed } from "../../store/table.ts";
import { announceNext, claim, dueAtMs, handOverAttempt, isPoison, isReady } from "../outbox/attempts.ts";
import type { Deps, WithMailer, WithMailQueue, WithObjects } from "../ports.ts";
import { SUPPRESSED } from "./suppress.ts";
import { renderMail } from "./templates.ts";
import { waitBeforeNextAttempt } from "./timing.ts";

const SPREAD = 1_000;

/**
 * Sends a mail if it is due. A message is only a hint, and may be late, duplicated or wrong. A mail is sent twice
 * only if a worker dies after the provider accepted it and before that is stored.
 */
export const deliverMail = async (
  deps: Deps & WithMailer & WithMailQueue & WithObjects,
  { accountId, mailId }: MailMessage,
): Promise<void> => {
  const { store, now, mailQueue } = deps;
  const [mail, closed] = await Promise.all([
    store.mails.get(accountId, mailId),
    store.accounts.getClosed(accountId),
  ]);
  if (!mail || closed || !isReady(mail, now())) return;
  try {
    if (isPoison(mail)) return await giveUp(deps, mail);
    const claimed = await claim(deps, store.mails, mail);
    const outcome = await attempt(deps, claimed);
    if (isAttempt(outcome)) deps.metrics.deliveryAttempted("mail", outcome.status === "sent");
    const settled = stateAfter(deps, claimed, outcome);
    await store.commit(store.mails.change(claimed, settled, dueAtMs({ ...claimed, ...settled }, now())));
    await announceNext(settled, now(), (delayMs) =>
      mailQueue.send({ type: "mail", accountId, mailId }, delayMs),
    );
  } catch (error) {
    // Another message for the same mail was handled first.
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** A mail that needs no further attempt. Its template data is deleted. */
const OVER = { nextAttemptAt: null, data: null, losses: 0 } as const;

/** Gives up on a mail whose workers keep dying. One of those workers may have sent it. */
const giveUp = async ({ store, now, log }: Deps, mail: MailRecord): Promise<void> => {
  const { accountId, id: mailId, losses = 0 } = mail;
  const over = {
    ...OVER,
    losses,
    status: "failed",
    error: "Every attempt to send it was interrupted.",
  } as const;
  await store.commit(store.mails.change(mail, over, dueAtMs({ ...mail, ...over }, now())));
  log.error("an email was dropped: every worker that tried to send it crashed", { accountId, mailId });
};

interface Outcome {
  /** `pending`: it is retried later. */
  readonly status: EmailStatus;
  readonly error: string | null;
}

/** Whether the provider was asked to send it. */
const isAttempt = ({ status }: Outcome): boolean => status !== "suppressed" && status !== "not-configured";

const STATUS_OF_REFUSAL: Readonly<Partial<Record<DomainError["code"], EmailStatus>>> = {
  unavailable: "pending",
  "not-configured": "not-configured",
};

/** The picture of a mail; undefined once it is deleted. */
const readPicture = async ({ objects }: WithObjects, objectKey: string): Promise<MailPicture | undefined> =>
  (await objects.exists(objectKey))
    ? { contentId: "picture", name: "picture.png", bytes: await objects.getBytes(objectKey) }
    : undefined;

const attempt = async (
  deps: Deps & WithMailer & WithObjects,
  { to, subject, template, data, pictureKey }: MailRecord,
): Promise<Outcome> => {
  const { store, mailer } = deps;
  const suppressed = await store.suppressions.find(to);
  if (suppressed !== null) return { status: "suppressed", error: SUPPRESSED[suppressed] };
  try {
    const picture = pictureKey === undefined ? undefined : await readPicture(deps, pictureKey);
    await mailer.send({ to, subject, ...renderMail(template, subject, data, picture), picture });
    return { status: "sent", error: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { status: STATUS_OF_REFUSAL[error.code] ?? "failed", error: error.message };
  }
};

const stateAfter = ({ now }: Deps, mail: MailRecord, { status, error }: Outcome) => {
  const attempts = mail.attempts + 1;
  const at = new Date(now()).toISOString();
  const waitMs =
    status === "pending" ? waitBeforeNextAttempt(attempts, shardOf(mail.id, SPREAD) / SPREAD) : null;
  if (waitMs !== null) {
    const nextAttemptAt = new Date(now() + waitMs).toISOString();
    return { status, error, attempts, losses: 0, nextAttemptAt, sentAt: null } as const;
  }
  return {
    ...OVER,
    status: status === "pending" ? "failed" : status,
    error,
    attempts,
    sentAt: status === "sent" ? at : null,
  } as const;
};

/** Announces a due mail that is pending, or deletes a finished one. */
export const handOverMail = (deps: Deps & WithMailQueue, mail: MailRecord, dueAt: string): Promise<void> =>
  handOverAttempt(deps, deps.store.mails, mail, dueAt, () =>
    deps.mailQueue.send({ type: "mail", accountId: mail.accountId, mailId: mail.id }),
  );
