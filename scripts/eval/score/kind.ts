/** One item or many: by the page alone if nothing is requested, else by the requested fields. */
import { extractData, type OutputSchema } from "../../../src/engine/extract/extract.ts";
import { type Entry, NOW, parseEntry } from "../sets.ts";
import { EVENT_FIELDS } from "./events.ts";

const MANY: ReadonlySet<string> = new Set(["listing", "collection", "list"]);
/** Threads are one page and many posts: either answer is right. */
const EITHER: ReadonlySet<string> = new Set(["forum"]);
const COURT = { name: "string", url: "url", date: "date", docket: "string" } as const;

/** The fields requested of a page in its set; undefined if none. */
export const askedOf = ({ set, truth }: Entry<unknown>): OutputSchema | undefined => {
  if (set === "lists") return COURT;
  if (set === "events") return EVENT_FIELDS;
  if (set !== "fields") return undefined;
  return Object.fromEntries(Object.keys(truth as object).map((name) => [name, "string"]));
};

/** Whether a page has many items; null if it can be read either way. */
export const isMany = ({ kind }: Entry<unknown>): boolean | null =>
  EITHER.has(kind) ? null : MANY.has(kind);

/** `kind`: whether the page gets one item or many as expected; empty if either is correct. */
export const scoreKind = (entry: Entry<unknown>): Readonly<Record<string, number>> => {
  const many = isMany(entry);
  if (many === null) return {};
  const schema = askedOf(entry);
  const page = parseEntry(entry);
  const answer = extractData(page, { ...(schema && { schema }), now: NOW });
  return { kind: Number((answer.kind === "list") === many) };
};
