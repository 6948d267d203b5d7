/** Prefix of each kind of record's id, as the service document lists them. */
export const ID_PREFIX = {
  account: "acct-",
  user: "user-",
  flow: "flow-",
  run: "run-",
  preview: "preview-",
  job: "job-",
  upload: "upload-",
  key: "key-",
  alert: "alert-",
  change: "change-",
  audit: "audit-",
  activity: "act-",
  webhook: "wh-",
  destination: "dst-",
  export: "exp-",
  event: "evt-",
  ticket: "ticket-",
  inspection: "insp-",
  token: "token-",
  session: "sess-",
  invitation: "invite-",
  message: "msg_",
} as const;

export type IdKind = keyof typeof ID_PREFIX;

const TIME_DIGITS = 13;
const RANDOM_DIGITS = 6;

/**
 * An id that sorts by creation: prefix, 13 digits of milliseconds, 6 random digits.
 *
 * @param random a number in [0, 1)
 */
export const makeId = (kind: IdKind, nowMs: number, random: number): string => {
  const digits = Math.floor(random * 10 ** RANDOM_DIGITS);
  return `${ID_PREFIX[kind]}${String(nowMs).padStart(TIME_DIGITS, "0")}${String(digits).padStart(RANDOM_DIGITS, "0")}`;
};

/** The id of a record that exists once for another record, such as the news of its end. */
export const idAfter = (kind: IdKind, ms: number, otherId: string): string =>
  `${firstIdAt(kind, ms)}${otherId.slice(-RANDOM_DIGITS)}`;

/** The first possible id of a kind at a time. Ids that sort below it are older. */
export const firstIdAt = (kind: IdKind, ms: number): string =>
  `${ID_PREFIX[kind]}${String(Math.max(0, ms)).padStart(TIME_DIGITS, "0")}`;

/** When a record was created, from its id. Lists are sorted by id, so they show this time. */
export const timeOfId = (id: string): string => {
  const digits = id.replace(/\D/g, "").slice(0, TIME_DIGITS);
  return new Date(Number(digits)).toISOString();
};
