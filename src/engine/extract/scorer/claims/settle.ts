/** Decides with trained forests which of a page's titles, authors and dates are believed. */
import type { Forest } from "../../content/forest.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { nameOf } from "../../sources/markup/flatten.ts";
import { parseDate } from "../../values/dates.ts";
import { lettersOf } from "../../values/text.ts";
import { isMachine } from "../fit.ts";
import { claimAuthors, cleanName, trimName } from "./authors.ts";
import { bestOf, type Claim, type Judged, type Looked } from "./claims.ts";
import { claimDates, statedDates } from "./dates.ts";
import { claimEventDays } from "./events.ts";
import { EVENT_DAY } from "./eventWeights.ts";
import { claimTitles } from "./titles.ts";
import { AUTHOR, DATE } from "./weights.ts";

export type ClaimedField = "title" | "author" | "date";

/** All claims to a field; `facts` are those of the whole page. */
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
/** Range of a settled fact's confidence, interpolated by its likelihood. */
const LEAST = 0.5;
const MOST = 0.94;
/** How much the confidence of the field's other facts is lowered. */
const STEP = 0.04;

const keyOf = (field: ClaimedField, raw: unknown, { context }: Looked): string => {
  const value = nameOf(raw);
  if (typeof value !== "string") return "";
  if (field === "date") return parseDate(value, context) ?? "";
  return lettersOf(field === "author" ? cleanName(value) : value);
};

/** A name without the words and dates around it, and without what follows it. Markup gives names as they are. */
const nameIn = ({ source }: Fact, value: unknown, view: Looked): unknown => {
  const name = nameOf(value);
  return typeof name === "string" ? trimName(isMachine(source) ? name : cleanName(name), view) : value;
};

/** Ranks the likeliest claim first: facts that agree with it get the most confidence, other facts less. */
export const believe = (
  facts: readonly Fact[],
  field: ClaimedField,
  { claim, likelihood }: Judged,
  view: Looked,
): Fact[] => {
  const settled = LEAST + (MOST - LEAST) * likelihood;
  const others = facts.map((fact): Fact => {
    if (fact.concept !== field) return fact;
    // People named together are co-authors; but further elements with the same class name can be about other things.
    const values = fact.source === "name" ? fact.values.slice(0, 1) : fact.values;
    const isSame = (value: unknown): boolean => keyOf(field, value, view) === claim.key;
    if (!values.some(isSame)) return { ...fact, confidence: Math.min(fact.confidence, settled - STEP) };
    const own =
      field === "author"
        ? values.map((value) => (isSame(value) ? nameIn(fact, value, view) : value))
        : values;
    return { ...fact, values: own, confidence: settled + STEP * fact.confidence };
  });
  const text = field === "author" ? trimName(claim.text, view) : claim.text;
  const own = makeFact("content", field, [text], { concept: field, origin: claim.origin });
  return [...others, { ...own, confidence: settled }];
};

/** Of best claims below this likelihood one in six is right on held-out sites of `train`; up to .2, one in three. */
const UNLIKELY = 0.1;

/** The date of a page from its metadata, its byline or its address, as `2024-01-31`; null if none is likely. */
export const findStatedDate = (view: Looked, facts: readonly Fact[]): string | null => {
  const best = bestOf(statedDates(claimsOf("date", view, facts)), FORESTS.date);
  return best === null || best.likelihood < UNLIKELY ? null : best.claim.key;
};

/**
 * Settles who wrote the page and when, or when an event takes place. If no claim is likely, facts are unchanged, but
 * authors from class names are dropped.
 */
export const settleClaims = (
  facts: readonly Fact[],
  view: Looked,
  fields: readonly ("author" | "date")[],
  isOfEvent: boolean,
): Fact[] =>
  fields.reduce<Fact[]>(
    (settled, field) => {
      const best =
        field === "date" && isOfEvent
          ? bestOf(claimEventDays(view, facts), EVENT_DAY)
          : bestOf(claimsOf(field, view, facts), FORESTS[field]);
      return best === null || best.likelihood < UNLIKELY
        ? settled.filter(
            ({ concept, source }) => !(field === "author" && concept === field && source === "name"),
          )
        : believe(settled, field, best, view);
    },
    [...facts],
  );
