/** Lets what was learnt of titles, authors and days settle which of a page's facts are believed. */
import type { Forest } from "../../content/forest.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { nameOf } from "../../sources/markup/flatten.ts";
import { parseDate } from "../../values/dates.ts";
import { lettersOf } from "../../values/text.ts";
import { claimAuthors, cleanName } from "./authors.ts";
import { bestOf, type Claim, type Judged, type Looked } from "./claims.ts";
import { claimDates } from "./dates.ts";
import { claimTitles } from "./titles.ts";
import { AUTHOR, DATE } from "./weights.ts";

export type ClaimedField = "title" | "author" | "date";

/** All that the page claims of a field; `facts` are those of the whole page. */
export const claimsOf = (field: ClaimedField, view: Looked, facts: readonly Fact[]): readonly Claim[] => {
  if (field === "title") return claimTitles(view);
  if (field === "author")
    return claimAuthors(
      view,
      facts.filter(({ concept }) => concept === "author"),
    );
  return claimDates(
    view,
    facts.filter(({ concept }) => concept === "date" || concept === "modified"),
  );
};

const FORESTS: Readonly<Record<"author" | "date", Forest>> = { author: AUTHOR, date: DATE };
/** Confidence of a settled fact, which follows its likelihood from the least to the most. */
const LEAST = 0.5;
const MOST = 0.94;
/** How much less confident the other facts of the field are. */
const STEP = 0.04;

const keyOf = (field: ClaimedField, raw: unknown, { context }: Looked): string => {
  const value = nameOf(raw);
  if (typeof value !== "string") return "";
  if (field === "date") return parseDate(value, context) ?? "";
  return lettersOf(field === "author" ? cleanName(value) : value);
};

/** The facts with what is likeliest believed first: facts that agree with it get the most confidence, all others of the field less. */
export const believe = (
  facts: readonly Fact[],
  field: ClaimedField,
  { claim, likelihood }: Judged,
  view: Looked,
): Fact[] => {
  const settled = LEAST + (MOST - LEAST) * likelihood;
  const told = facts.map((fact): Fact => {
    if (fact.concept !== field) return fact;
    // Who is named with others wrote it with them; elements that are called alike may be of other things.
    const values = fact.source === "name" ? fact.values.slice(0, 1) : fact.values;
    return values.some((value) => keyOf(field, value, view) === claim.key)
      ? { ...fact, confidence: settled + STEP * fact.confidence }
      : { ...fact, confidence: Math.min(fact.confidence, settled - STEP) };
  });
  const own = makeFact("content", field, [claim.text], { concept: field, path: claim.path });
  return [...told, { ...own, confidence: settled }];
};

/** Of the likeliest claims below this one in six is right, over held-out sites of `train`; of those up to .2 one in three. */
const UNLIKELY = 0.1;

/** Settles who wrote the page, and when. Where no claim is likely, facts stay as they are, but for names of elements. */
export const settleClaims = (
  facts: readonly Fact[],
  view: Looked,
  fields: readonly ("author" | "date")[],
): Fact[] =>
  fields.reduce<Fact[]>(
    (settled, field) => {
      const best = bestOf(claimsOf(field, view, facts), FORESTS[field]);
      return best === null || best.likelihood < UNLIKELY
        ? settled.filter(
            ({ concept, source }) => !(field === "author" && concept === field && source === "name"),
          )
        : believe(settled, field, best, view);
    },
    [...facts],
  );
