import { createHash } from "node:crypto";
import type * as z from "zod";
import type { EMAIL_TEMPLATES, EmailTemplate } from "../../contract/deliveries/email.ts";
import { timeOfId } from "../../contract/ids.ts";
import type { MailRecord } from "../../store/deliveries/mails.ts";
import { ConditionFailed } from "../../store/table.ts";
import { ATTEMPT_TIMING } from "../outbox/attempts.ts";
import type { Deps, WithMailQueue } from "../ports.ts";

/** The content of a mail, without its recipient. */
export type Letter = {
  readonly [T in EmailTemplate]: {
    readonly template: T;
    readonly subject: string;
    readonly data: z.input<(typeof EMAIL_TEMPLATES)[T]>;
  };
}[EmailTemplate];

const MAX_SUBJECT_CHARS = 200;
const MAX_LINE_CHARS = 500;

const shorten = (text: string, maxChars: number): string => {
  const line = text.replaceAll(/\p{Cc}+/gu, " ").trim();
  const chars = [...line];
  return chars.length <= maxChars ? line : `${chars.slice(0, maxChars - 1).join("")}…`;
};

/** A sentence shortened to one line for an email subject. */
export const subjectOf = (sentence: string): string => shorten(`Gleaner: ${sentence}`, MAX_SUBJECT_CHARS);

/** A text shortened to what a template accepts. */
export const lineOf = (text: string): string => shorten(text, MAX_LINE_CHARS);

/** Where the button of a mail leads, if that is known. */
export const linkTo = (url: string | null | undefined): { readonly url?: string } =>
  url === null || url === undefined ? {} : { url };

/** A mail that has not been attempted yet. */
export const newMail = (
  { now }: Pick<Deps, "now">,
  { id, accountId, to, pictureKey }: Pick<MailRecord, "id" | "accountId" | "to" | "pictureKey">,
  { template, subject, data }: Letter,
): MailRecord => {
  const at = new Date(now()).toISOString();
  return {
    id,
    accountId,
    to,
    subject,
    template,
    data,
    ...(pictureKey !== undefined && { pictureKey }),
    status: "pending",
    error: null,
    attempts: 0,
    nextAttemptAt: at,
    turn: 0,
    // The time of the event, which the id contains too: lists are in this order.
    createdAt: timeOfId(id),
    sentAt: null,
  };
};

const ADDRESS_DIGITS = 10;

/** The id depends only on event and address, so that each address gets one mail per event. */
export const mailIdOf = (eventId: string, to: string): string => {
  const hash = createHash("sha256").update(to.toLowerCase()).digest();
  const address = String(hash.readUIntBE(0, 6) % 10 ** ADDRESS_DIGITS).padStart(ADDRESS_DIGITS, "0");
  return `msg_${eventId.replace(/\D/g, "")}${address}`;
};

/** Announces mails that were just committed. If an announcement is lost, the clock repeats it. */
export const announceMails = async (
  { mailQueue, log }: Deps & WithMailQueue,
  mails: readonly MailRecord[],
): Promise<void> => {
  const sends = mails.map(({ accountId, id }) => mailQueue.send({ type: "mail", accountId, mailId: id }));
  for (const outcome of await Promise.allSettled(sends)) {
    if (outcome.status === "rejected") log.warn("a mail was not announced", { error: outcome.reason });
  }
};

/** Queues a mail, unless it is already queued. */
export const queueMail = async (deps: Deps & WithMailQueue, mail: MailRecord): Promise<void> => {
  const { store, now } = deps;
  try {
    await store.commit(store.mails.insert(mail, now() + ATTEMPT_TIMING.announceAgainMs));
  } catch (error) {
    if (error instanceof ConditionFailed) return;
    throw error;
  }
  await announceMails(deps, [mail]);
};
