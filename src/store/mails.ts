import type { EmailStatus, EmailTemplate } from "../contract/email.ts";
import { collection } from "./collection.ts";
import { dueAttributes } from "./due.ts";
import type { Table, Write } from "./table.ts";

/** One mail to one address. */
export interface MailRecord {
  readonly id: string;
  readonly accountId: string;
  readonly to: string;
  readonly subject: string;
  readonly template: EmailTemplate;
  /** Values for the template; null once the mail needs no further attempt. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** The object of a picture in the mail; absent: none. */
  readonly pictureKey?: string;
  readonly status: EmailStatus;
  readonly error: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  /** Attempts in a row that started and never reported a result; absent: none. */
  readonly losses?: number;
  /** Incremented with every change, for optimistic locking. */
  readonly turn: number;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

const mails = collection<MailRecord>({ name: "MAILS" });

/** The outbox of mail: committed together with what the mail reports, and due until sent. */
export const mailStore = (table: Table) => ({
  key: mails.key,

  /** A new mail, refused if it exists; checked again at `dueAtMs`. */
  insert: (record: MailRecord, dueAtMs: number): Write[] =>
    mails.insert(record, dueAttributes("mail", record.id, dueAtMs)),

  /** Updates the mail if it is unchanged since `before`; it comes due at `dueAtMs`. */
  change: (before: MailRecord, patch: Partial<MailRecord>, dueAtMs: number): Write[] =>
    mails.change(
      before,
      { ...patch, turn: before.turn + 1 },
      { turn: { eq: before.turn } },
      { set: dueAttributes("mail", before.id, dueAtMs) },
    ),

  /** Deletes a mail; refused if it or its due time has changed since it was read. */
  expire: (record: MailRecord, seenDueAt: string): Write[] =>
    mails.remove(record, { dueAt: { eq: seenDueAt }, turn: { eq: record.turn } }),

  /** Postpones the next check, unless someone else already has. */
  async handOver({ accountId, id }: MailRecord, seenDueAt: string, nextDueAtMs: number): Promise<void> {
    await table.update({
      key: mails.key(accountId, id),
      set: dueAttributes("mail", id, nextDueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },

  get: (accountId: string, id: string) => mails.get(table, accountId, id),

  list: (accountId: string, page: { limit: number; afterId?: string | undefined }) =>
    mails.list(table, accountId, {}, page),
});
