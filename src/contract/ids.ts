/** Prefix of each kind of record's id, as the service document lists them. */
const ID_PREFIX = {
  account: "acct-",
  user: "user-",
  flow: "flow-",
  run: "run-",
  key: "key-",
  alert: "alert-",
  change: "change-",
  audit: "audit-",
  activity: "act-",
  webhook: "wh-",
  event: "evt-",
  ticket: "ticket-",
  message: "msg_",
} as const;

export type IdKind = keyof typeof ID_PREFIX;

const RANDOM_DIGITS = 6;

/**
 * An id that sorts by creation: prefix, 13 digits of milliseconds, 6 random digits.
 *
 * @param random a number in [0, 1)
 */
export const makeId = (kind: IdKind, nowMs: number, random: number): string => {
  const digits = Math.floor(random * 10 ** RANDOM_DIGITS);
  return `${ID_PREFIX[kind]}${String(nowMs).padStart(13, "0")}${String(digits).padStart(RANDOM_DIGITS, "0")}`;
};
