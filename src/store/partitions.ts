/**
 * Every kind of partition of the table. All keys are built here, so that a new kind cannot be added without a place in
 * these lists, which account deletion walks.
 */

/** Kinds with one partition per account, in the order in which they are erased. */
export const ACCOUNT_KINDS = [
  // Access and active work first, so that nothing new is added meanwhile.
  "ACCOUNT",
  "KEYS",
  "MEMBERS",
  "INVITATIONS",
  "SSO",
  "SLOTS",
  "RUNS",
  "PREVIEWS",
  "JOBS",
  "FORGOTTEN",
  "WAITING",
  "FLOWS",
  "FLOWSECRETS",
  "FLOWSESSIONS",
  "FLOWTOKENS",
  "FLOWLISTS",
  "SELECTORMEMORY",
  "GOODRUNS",
  "WEBHOOKS",
  "DESTINATIONS",
  "DESTINATIONDELIVERIES",
  "EXPORTS",
  "MAILS",
  "DELIVERIES",
  "EVENTS",
  "DIGEST",
  "FLOWVERSIONS",
  "CHANGES",
  "QUIETCHANGES",
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
  // The records that count the others.
  "COUNTS",
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** Kinds with one partition per run, found through the run. */
export const RUN_KINDS = [
  "RUN",
  "RUNPARTS",
  "RUNPAGES",
  "RUNURLS",
  "RUNOUTCOMES",
  "RUNSITES",
  "RUNEXPORTS",
] as const;
type RunKind = (typeof RUN_KINDS)[number];

/**
 * Kinds that belong to no account. KEYHASH and TOKENHASH are deleted with their records in KEYS and FLOWTOKENS. PERSON and
 * PERSONEMAIL are people, who may belong to several accounts; INVITED is deleted with its invitation, SSOCODE with its settings in SSO; SESSION,
 * SIGNINLINK, SSOSTATE, DEVICESIGNIN and DEVICECODE expire. CLOSED
 * marks an account being erased, for as long as one of its workers may be alive. ORIGIN is what runs that meet at a
 * site know about each other: it identifies no account and expires within minutes. ADDRESS counts
 * failed authentications for a minute.
 */
type OtherKind =
  | "KEYHASH"
  | "TOKENHASH"
  | "PAYMENTEVENT"
  | "SUPPRESSED"
  | "CLOSED"
  | "DEPLOYMENT"
  | "DENIED"
  | "WAITS"
  | "ORIGIN"
  | "ADDRESS"
  | "PERSON"
  | "PERSONEMAIL"
  | "INVITED"
  | "SESSION"
  | "SIGNINLINK"
  | "SSOCODE"
  | "SSOSTATE"
  | "DEVICESIGNIN"
  | "DEVICECODE";

export const accountPartition = (kind: AccountKind, accountId: string): string => `${kind}#${accountId}`;

export const runPartition = (kind: RunKind, accountId: string, runId: string): string =>
  `${kind}#${accountId}#${runId}`;

export const otherPartition = (kind: OtherKind, name: string): string => `${kind}#${name}`;

/** Whether an item names the account of its partition. Write access to one account's items must not affect another account. */
export const isOfAccount = (pk: string, accountId: unknown): boolean => pk.split("#")[1] === accountId;

/** Whether an item that was found by a list's key is in that list's own partition, and not in another account's. */
export const isIn = (pk: string, listKey: string): boolean => listKey === pk || listKey.startsWith(`${pk}#`);

/** Patterns of what no account owns and every visitor of sites needs. */
export const SHARED_BY_VISITORS: readonly string[] = [otherPartition("DENIED", "*")];

/**
 * Patterns of what one run or inspection may find: its own partitions, those of its account, the lists of both in the indexes,
 * and what all runs share. The role of the session says which kinds.
 */
export const partitionsOfSession = (accountId: string, id: string): readonly string[] => [
  `*#${accountId}`,
  `*#${accountId}#${id}`,
  `*#${accountId}#*=*`,
  otherPartition("ORIGIN", "*"),
  ...SHARED_BY_VISITORS,
];
