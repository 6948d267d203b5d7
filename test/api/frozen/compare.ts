/** What of an answer of an earlier release must be the same in this one's. */
import { expect } from "@jest/globals";

const ID =
  /\b(flow|run|key|alert|audit|act|wh|ticket|evt|change)-\d{10,}|\b(dlv-|msg_|acct-|user-|cs_test_)[\w-]+/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const KEY = /^gl_live_[\w*]+$/;
const SECRET = /^whsec_.+$/;

/** Fields that say something else each time, or say it to people, in words that may change: of these only the kind is kept. */
const PASSING = new Set([
  ...["requestId", "nextCursor", "duration", "cost", "totalCost", "uptime", "version", "lastUsedAt", "date"],
  ...[
    "message",
    "compute",
    "table",
    "objects",
    "queue",
    "sessionId",
    "month",
    "resetsAt",
    "nextRunAt",
    "providerId",
  ],
  "url:/checkout",
  // A monitor's first run reads its pages twice, which releases up to 0.1 did not.
  "pagesFetched",
  "pages:/account",
]);

/** What is made again by these may be another and a better one, or one of more: its form is kept. */
const FORM_ONLY = new Set(["/generate", "/audit", "/activity"]);

interface Place {
  /** Path of the request. */
  readonly path: string;
  readonly field: string;
  /** The records are those that the earlier release wrote: ids and times are what they were. */
  readonly isSameRecord: boolean;
}

const kindOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

const masked = (text: string): string =>
  text
    .replace(ID, (_id, kind: string | undefined, other: string | undefined) => `<${kind ?? other}>`)
    .replace(TIME, "<time>")
    .replace(KEY, "<key>")
    .replace(SECRET, "<secret>");

const isFormOnly = ({ path, isSameRecord }: Place): boolean => !isSameRecord && FORM_ONLY.has(path);

const isPassing = ({ path, field }: Place): boolean => PASSING.has(field) || PASSING.has(`${field}:${path}`);

/** A plan may allow more than it did, never less. */
const isRaisedLimit = (was: unknown, is: unknown, at: string, { path }: Place): boolean =>
  path === "/account" && at.includes(".data.limits.") && Number.isInteger(was) && Number(is) > Number(was);

const isObject = (value: unknown): value is Record<string, unknown> => kindOf(value) === "object";

/** The differences that break a client, as lines; fields that are new break none. */
const differences = (was: unknown, is: unknown, at: string, place: Place): string[] => {
  const isLeaf = typeof was !== "object" || was === null;
  if (isPassing(place) || (isLeaf && isFormOnly(place))) {
    const fits = was === null || is === null || kindOf(was) === kindOf(is);
    return fits ? [] : [`${at}: was ${kindOf(was)}, is ${kindOf(is)}`];
  }
  if (Array.isArray(was) && Array.isArray(is)) {
    // What a log says may be said otherwise, and in more or fewer lines.
    if (place.field === "logs" || isFormOnly(place))
      return was.length > 0 && is.length === 0 ? [`${at}: is empty`] : [];
    // A key that was made with every scope has those that were added since.
    if (place.field === "scopes" && is.length > was.length)
      return was.filter((scope) => !is.includes(scope)).map((scope) => `${at}: lacks ${scope}`);
    if (was.length !== is.length) return [`${at}: had ${was.length} entries, has ${is.length}`];
    return was.flatMap((one, index) => differences(one, is[index], `${at}[${index}]`, place));
  }
  if (isObject(was) && isObject(is))
    return Object.entries(was).flatMap(([field, value]) =>
      field in is
        ? differences(value, is[field], `${at}.${field}`, {
            ...place,
            field,
          })
        : [`${at}.${field}: is missing`],
    );
  const [before, after] = [was, is].map((value) =>
    typeof value === "string" && !place.isSameRecord ? masked(value) : value,
  );
  return before === after || isRaisedLimit(was, is, at, place)
    ? []
    : [`${at}: was ${JSON.stringify(was)}, is ${JSON.stringify(is)}`];
};

/** Fails where a client that was written against the earlier answer could not use this one. */
export const expectKept = (path: string, was: unknown, is: unknown, isSameRecord = false): void => {
  const place = { path: path.replace(/\?.*/, ""), field: "", isSameRecord };
  expect(differences(was, is, path, place)).toEqual([]);
};

/** Notes which id of the earlier answer is which of this one: later requests name it. */
export const learnIds = (was: unknown, is: unknown, ids: Map<string, string>): void => {
  if (typeof was === "string" && typeof is === "string") {
    if (/^(?:flow|run|key|alert|wh|ticket)-\d{10,}$/.test(was)) ids.set(was, is);
    return;
  }
  if (typeof was !== "object" || typeof is !== "object" || was === null || is === null) return;
  for (const [field, value] of Object.entries(was))
    learnIds(value, (is as Record<string, unknown>)[field], ids);
};
