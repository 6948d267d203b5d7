/**
 * Every kind of partition of the table. All keys are built here, so that no kind can be added without a
 * place in these lists: what erases an account walks them.
 */

/** Kinds of which an account has one partition each, in the order in which they are erased. */
export const ACCOUNT_KINDS = [
  // Who may call, and what is in progress: first, so that nothing more comes after.
  "ACCOUNT",
  "KEYS",
  "SLOTS",
  "RUNS",
  "FORGOTTEN",
  "WAITING",
  "FLOWS",
  "FLOWSECRETS",
  "FLOWTOKENS",
  "SELECTORMEMORY",
  "GOODRUNS",
  "WEBHOOKS",
  "MAILS",
  "DELIVERIES",
  "EVENTS",
  "DIGEST",
  "FLOWVERSIONS",
  "CHANGES",
  "RECORDHISTORY",
  "RECORDSETS",
  "RECORDSET",
  "ALERTS",
  "ALERTCAUSES",
  "TICKETS",
  "INSPECTIONS",
  "ACTIVITY",
  "AUDIT",
  "DAYS",
  "USAGE",
  "SUBSCRIPTION",
  "IDEMPOTENCY",
  "UPLOADS",
  "RATE",
  // What the others are counted in.
  "COUNTS",
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** Kinds of which a run has one partition each: found by way of the run. */
export const RUN_KINDS = ["RUN", "RUNPARTS", "RUNPAGES", "RUNURLS", "RUNOUTCOMES"] as const;
type RunKind = (typeof RUN_KINDS)[number];

/**
 * Kinds that belong to no account. KEYHASH and TOKENHASH do, and go with their records in KEYS and FLOWTOKENS; CLOSED is what is left of
 * an account that is being erased, for as long as a worker of it may be alive. ORIGIN
 * is what runs that meet at a site know of each other: no account can be told from it, and it expires in minutes.
 */
type OtherKind =
  | "KEYHASH"
  | "TOKENHASH"
  | "PAYMENTEVENT"
  | "SUPPRESSED"
  | "CLOSED"
  | "DEPLOYMENT"
  | "WAITS"
  | "ORIGIN";

export const accountPartition = (kind: AccountKind, accountId: string): string => `${kind}#${accountId}`;

export const runPartition = (kind: RunKind, accountId: string, runId: string): string =>
  `${kind}#${accountId}#${runId}`;

export const otherPartition = (kind: OtherKind, name: string): string => `${kind}#${name}`;
