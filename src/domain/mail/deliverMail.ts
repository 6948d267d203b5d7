import type { EmailStatus, MailMessage } from "../../contract/email.ts";
import { DomainError } from "../../contract/errors.ts";
import { shardOf } from "../../store/due.ts";
import type { MailRecord } from "../../store/mails.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { Deps, WithMailer, WithMailQueue } from "../ports.ts";
import { SUPPRESSED } from "./suppress.ts";
import { renderMail } from "./templates.ts";
import { MAIL_TIMING, waitBeforeNextAttempt } from "./timing.ts";

/** A message that comes this little early is taken all the same: clocks differ. */
const EARLY_MS = 1_000;
const SPREAD = 1_000;

const isReady = ({ status, nextAttemptAt }: MailRecord, nowMs: number): boolean =>
  status === "pending" && nextAttemptAt !== null && Date.parse(nextAttemptAt) <= nowMs + EARLY_MS;

/** When a mail that is over is forgotten. */
export const forgetMailAtMs = ({ createdAt }: Pick<MailRecord, "createdAt">): number =>
  Date.parse(createdAt) + MAIL_TIMING.keepMs;

/**
 * Sends the mail that is due, if it is: a message is only a hint, and may be late, doubled or wrong. Only a
 * worker that dies between the provider's answer and the note of it leaves a mail to be sent twice: better
 * than not at all.
 */
export const deliverMail = async (
  deps: Deps & WithMailer & WithMailQueue,
  { accountId, mailId }: MailMessage,
): Promise<void> => {
  const { store, now } = deps;
  const [mail, closed] = await Promise.all([
    store.mails.get(accountId, mailId),
    store.accounts.getClosed(accountId),
  ]);
  if (!mail || closed || !isReady(mail, now())) return;
  try {
    const claimed = await claim(deps, mail);
    const settled = settle(deps, claimed, await attempt(deps, claimed));
    const { nextAttemptAt } = settled;
    const waitMs = nextAttemptAt === null ? null : Date.parse(nextAttemptAt) - now();
    await store.commit(store.mails.change(claimed, settled, dueAtMs(claimed, waitMs, now())));
    if (waitMs !== null && waitMs <= MAIL_TIMING.longestDelayMs)
      await deps.mailQueue.send({ type: "mail", accountId, mailId }, waitMs);
  } catch (error) {
    // Another message of the same mail was quicker.
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** Makes this worker the only one on the mail: if it dies, the clock hands the mail on. */
const claim = async ({ store, now }: Deps, mail: MailRecord): Promise<MailRecord> => {
  const lostAtMs = now() + MAIL_TIMING.attemptMs;
  const patch = { nextAttemptAt: new Date(lostAtMs).toISOString() };
  await store.commit(store.mails.change(mail, patch, lostAtMs));
  return { ...mail, ...patch, turn: mail.turn + 1 };
};

interface Outcome {
  /** `pending`: not this time. */
  readonly status: EmailStatus;
  readonly error: string | null;
}

const STATUS_OF_REFUSAL: Readonly<Partial<Record<DomainError["code"], EmailStatus>>> = {
  unavailable: "pending",
  "not-configured": "not-configured",
};

const attempt = async (
  { store, mailer }: Deps & WithMailer,
  { to, subject, template, data }: MailRecord,
): Promise<Outcome> => {
  const suppressed = await store.suppressions.find(to);
  if (suppressed !== null) return { status: "suppressed", error: SUPPRESSED[suppressed] };
  try {
    await mailer.send({ to, subject, ...renderMail(template, subject, data) });
    return { status: "sent", error: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { status: STATUS_OF_REFUSAL[error.code] ?? "failed", error: error.message };
  }
};

const settle = ({ now }: Deps, mail: MailRecord, { status, error }: Outcome) => {
  const attempts = mail.attempts + 1;
  const at = new Date(now()).toISOString();
  const waitMs =
    status === "pending" ? waitBeforeNextAttempt(attempts, shardOf(mail.id, SPREAD) / SPREAD) : null;
  if (waitMs !== null) {
    const nextAttemptAt = new Date(now() + waitMs).toISOString();
    return { status, error, attempts, nextAttemptAt, sentAt: null } as const;
  }
  return {
    status: status === "pending" ? "failed" : status,
    error,
    attempts,
    nextAttemptAt: null,
    sentAt: status === "sent" ? at : null,
    // What it was filled with is of no more use, and need not be kept.
    data: null,
  } as const;
};

/** A long wait ends by the clock; a short one by the queue, with the clock in reserve. */
const dueAtMs = (mail: MailRecord, waitMs: number | null, nowMs: number): number => {
  if (waitMs === null) return forgetMailAtMs(mail);
  return nowMs + waitMs + (waitMs > MAIL_TIMING.longestDelayMs ? 0 : MAIL_TIMING.announceAgainMs);
};

/** A mail whose time has come: to be sent, or to be forgotten. */
export const handOverMail = async (
  { store, now, mailQueue }: Deps & WithMailQueue,
  mail: MailRecord,
  dueAt: string,
): Promise<void> => {
  const { accountId, id, status } = mail;
  if (status !== "pending") return store.commit(store.mails.expire(mail, dueAt));
  await store.mails.handOver(mail, dueAt, now() + MAIL_TIMING.announceAgainMs);
  await mailQueue.send({ type: "mail", accountId, mailId: id });
};
