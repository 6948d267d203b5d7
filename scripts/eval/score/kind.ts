/** One item or many: by the page alone where nobody says what is wanted, else by the fields that are asked for. */
import { extractData, type OutputSchema } from "../../../src/engine/extract/extract.ts";
import { type Entry, parseEntry } from "../sets.ts";

const NOW = Date.UTC(2026, 10, 21);
const MANY: ReadonlySet<string> = new Set(["listing", "collection", "list"]);
/** Threads are one page and many posts: either answer is right. */
const EITHER: ReadonlySet<string> = new Set(["forum"]);
const COURT = { name: "string", url: "url", date: "date", docket: "string" } as const;

/** What is asked of a page of the set; undefined: nothing. */
export const askedOf = ({ set, truth }: Entry<unknown>): OutputSchema | undefined => {
  if (set === "lists") return COURT;
  if (set !== "fields") return undefined;
  return Object.fromEntries(Object.keys(truth as object).map((name) => [name, "string"]));
};

/** Whether a page holds many items; null where it may be read as either. */
export const isMany = ({ kind }: Entry<unknown>): boolean | null =>
  EITHER.has(kind) ? null : MANY.has(kind);

/** `kind`: whether the page is answered as one item or as many, rightly; none for what may be either. */
export const scoreKind = (entry: Entry<unknown>): Readonly<Record<string, number>> => {
  const many = isMany(entry);
  if (many === null) return {};
  const schema = askedOf(entry);
  const page = parseEntry(entry);
  const answer = extractData(page, { ...(schema && { schema }), now: NOW });
  return { kind: Number((answer.kind === "list") === many) };
};
