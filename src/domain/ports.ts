/** External dependencies of the domain. Every function takes its dependencies as its first argument. */

import type { Mailer } from "../adapters/mailer.ts";
import type { MessageQueue } from "../adapters/messageQueue.ts";
import type { Objects } from "../adapters/objects.ts";
import type { Payments } from "../adapters/payments.ts";
import type { RunQueue } from "../adapters/runQueue.ts";
import type { Seals } from "../adapters/seal.ts";
import type { UploadForms } from "../adapters/uploadForms.ts";
import type { Uploads } from "../adapters/uploads.ts";
import type { Scope } from "../contract/account/scopes.ts";
import type { DestinationMessage } from "../contract/deliveries/destinations.ts";
import type { MailMessage, PersonMail } from "../contract/deliveries/email.ts";
import type { DeliveryMessage, EventMessage } from "../contract/deliveries/events.ts";
import type { ExportMessage } from "../contract/deliveries/exports.ts";
import type { IdKind } from "../contract/ids.ts";
import type { DuePart } from "../contract/messages.ts";
import type { DeliveryChannel } from "../contract/runs/metrics.ts";
import type { AccountRecord } from "../store/account/accounts.ts";
import type { Store } from "../store/index.ts";
import type { SessionRecord } from "../store/people/personSessions.ts";
import type { Cursors } from "./lists/cursors.ts";
import type { Usage } from "./usage/cost.ts";

/** A function's structured log: fields for machines, messages for people. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** What the service counts for its operators: CloudWatch metrics on AWS, `/metrics` on one machine. */
export interface Metrics {
  /** A run ended. */
  runEnded(run: RunOutcome): void;
  /** An attempt to deliver an event. */
  deliveryAttempted(channel: DeliveryChannel, succeeded: boolean): void;
  /** The clock finished a whole round, and found the oldest due item this many seconds late. */
  roundFinished(oldestDueSeconds: number): void;
}

export interface RunOutcome {
  readonly outcome: "completed" | "failed" | "cancelled";
  readonly engine: "static" | "browser";
  /** The error code of a failed run. */
  readonly cause: string | null;
}

export interface Deps {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (kind: IdKind) => string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** @throws DomainError `target-refused` or `invalid-request` for a URL that will never be visited */
  readonly checkTarget: (url: string) => void;
}

export interface WithRunQueue {
  readonly runQueue: RunQueue;
}

/** Needed to end runs and raise alerts, whose events are announced. */
export interface WithEventQueue {
  readonly eventQueue: MessageQueue<EventMessage>;
}

export interface WithDeliveryQueue {
  readonly deliveryQueue: MessageQueue<DeliveryMessage>;
}

export interface WithDestinationQueue {
  readonly destinationQueue: MessageQueue<DestinationMessage>;
}

export interface WithExportQueue {
  readonly exportQueue: MessageQueue<ExportMessage>;
}

export interface WithMailQueue {
  readonly mailQueue: MessageQueue<MailMessage>;
}

/** Mail to people: sign-in links and invitations. */
export interface WithPersonMails {
  readonly personMails: MessageQueue<PersonMail>;
}

/** Calls the worker that hands over a part of what is due, without waiting for it. */
export interface WithDueWorkers {
  readonly dueWorkers: { call(part: DuePart): Promise<void> };
}

/** Something that was due and failed for hours. An alarm informs a person. */
interface StuckMessage {
  readonly type: "due";
  readonly accountId: string;
  readonly pk: string;
  readonly sk: string;
  readonly kind: unknown;
  readonly failures: number;
  readonly error: string;
}

export interface WithStuck {
  readonly stuck: MessageQueue<StuckMessage>;
}

/** Seals secrets, bound to account and record. */
export interface WithSeals {
  readonly seals: Seals;
}

export interface WithTimers {
  /** Calls `work` once after a delay. Call the returned function to cancel. */
  readonly after: (delayMs: number, work: () => void) => () => void;
}

export interface WithObjects {
  readonly objects: Objects;
}

export interface WithUploadForms {
  readonly uploadForms: UploadForms;
}

/** Files that users uploaded to be read like pages. */
export interface WithUploadedFiles {
  readonly uploadedFiles: Pick<Objects, "getRange">;
}

/** Lists of URLs that are too long for the table. */
export interface WithLists {
  readonly lists: {
    readonly readUpload: Uploads["read"];
    readonly put: Objects["put"];
  };
}

/** Measures resource usage. */
export interface WithUsage {
  readonly usage: {
    /** Starts measuring for one message or request. */
    readonly start: () => void;
    /** Usage since then, or since the last call. */
    readonly take: () => Usage;
  };
}

export interface WithCursors {
  readonly cursors: Cursors;
}

export interface WithMailer {
  readonly mailer: Mailer;
}

export interface WithPayments {
  readonly payments: Payments;
}

export interface WithSite {
  /** URL of the dashboard, for links in mail. It never comes from a header of the request. */
  readonly site: () => string;
}

export interface WithDashboard {
  /** URL of the dashboard, for links in events and mail; undefined where it is not known. */
  readonly dashboardUrl?: string | undefined;
}

/** Who changes something, for the audit log. */
export interface Actor {
  readonly accountId: string;
  /** The person, or the one to whom the key belongs. */
  readonly userId: string;
  /** null: a session. */
  readonly keyId: string | null;
  /** The session of a person; absent: a key. */
  readonly sessionId?: string;
  /** The request's id and the caller's address. */
  readonly request: { readonly id: string; readonly address: string };
}

/** The caller: account, and a key or a person's session. Both are the same to everything that the caller asks for. */
export interface Caller extends Actor {
  readonly scopes: readonly Scope[];
  /** The account. It is read together with the operation's own first read. */
  readonly account: Promise<AccountRecord>;
}

/** A person whose session's cookie came with the request, whatever account it is about. */
export interface SignedIn extends SessionRecord {
  readonly request: Actor["request"];
}
