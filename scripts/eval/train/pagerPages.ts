/** The pages of `pagers` as further lists to learn from: most have a pager because they list something. */
import { type Entry, loadSet, type Split } from "../sets.ts";

/** Read off the pages on 27 November 2026: front pages without a list, articles, threads, reviews of a product, a calendar. */
const OTHERS: ReadonlySet<string> = new Set("20 38 42 57 58 64 87 92 132 164 168 172 191".split(" "));
/** Lists of things for sale or of places; the others list articles, topics or people. */
const COLLECTIONS: ReadonlySet<string> = new Set(
  "88 108 109 121 122 123 139 140 141 166 167 196 197 198".split(" "),
);

/** Pages of `pagers` that are lists, with their kind. */
export const loadPagerPages = (split: Split): Entry<unknown>[] =>
  loadSet<unknown>("pagers", split)
    .filter(({ id }) => !OTHERS.has(id))
    .map((entry) => ({ ...entry, kind: COLLECTIONS.has(entry.id) ? "collection" : "listing" }));
