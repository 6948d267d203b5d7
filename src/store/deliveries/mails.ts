import type { EmailStatus, EmailTemplate } from "../../contract/deliveries/email.ts";
import { collection } from "../collection.ts";
import type { Table } from "../table.ts";
import { attemptStore } from "./attempts.ts";

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
  ...attemptStore(table, "mail", mails),

  list: (accountId: string, page: { limit: number; afterId?: string | undefined }) =>
    mails.list(table, accountId, {}, page),
});
