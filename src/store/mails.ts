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
  /** What the template is filled with; null once the mail needs no further attempt. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly status: EmailStatus;
  readonly error: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  /** Attempts in a row that were begun and of which nothing was heard; absent: none. */
  readonly losses?: number;
  /** Rises with every change: who changes a mail must have seen the last one. */
  readonly turn: number;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

const mails = collection<MailRecord>({ name: "MAILS" });

/** The outbox of mail: committed with what a mail tells of, and due until it has been sent. */
export const mailStore = (table: Table) => ({
  key: mails.key,

  /** A new mail, refused where it is there already; looked at again at `dueAtMs`. */
  insert: (record: MailRecord, dueAtMs: number): Write[] =>
    mails.insert(record, dueAttributes("mail", record.id, dueAtMs)),

  /** Changes the mail from the turn that `before` is at; it comes due at `dueAtMs`. */
  change: (before: MailRecord, patch: Partial<MailRecord>, dueAtMs: number): Write[] =>
    mails.change(
      before,
      { ...patch, turn: before.turn + 1 },
      { turn: { eq: before.turn } },
      { set: dueAttributes("mail", before.id, dueAtMs) },
    ),

  /** Forgets a mail, on condition that it is due as it was seen. */
  expire: (record: MailRecord, seenDueAt: string): Write[] =>
    mails.remove(record, { dueAt: { eq: seenDueAt }, turn: { eq: record.turn } }),

  /** Moves the time at which the mail is looked at next, on condition that no one else has. */
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
