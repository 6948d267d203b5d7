/** Reads a page as a single item. */
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { isWithin } from "../page/tree.ts";
import { type Candidate, findOthers } from "../regions/rate.ts";
import type { Region } from "../regions/regions.ts";
import type { Fact } from "../sources/facts.ts";
import { isProduct } from "../sources/subject.ts";
import { isEmpty, nestedSchema } from "../values/types.ts";
import { type Concept, meaningOf } from "../vocabulary/concepts.ts";
import { asksOfThing, findName } from "./claims/names.ts";
import { describePage } from "./describe.ts";
import { sells } from "./kind/kindFeatures.ts";
import { type MatchedItem, matchFields, type Provenance } from "./match.ts";
import { namesWithin } from "./otherNames.ts";
import { type PageView, readPageFacts } from "./pageFacts.ts";
import { createInterest } from "./patience.ts";
import { type FilledCandidate, findCandidates } from "./records/candidates.ts";
import { extractList } from "./records/list.ts";

/** Fewer records are no list. */
export const MIN_RECORDS = 3;

/** Fields that every page has, even one without content. */
export const GIVEN: ReadonlySet<Concept | null> = new Set<Concept | null>(["url", "language"]);

/** Field names that callers use for the page's subject itself. */
const SUBJECT =
  /^(?:specs?|specifications?|technicaldata|technicaldetails|technischedaten|attributes|characteristics|features|properties|facts|dimensions|company|business|product|item|article|post|recipe|event|job|page|data|details?|info|listing|property|movie|book|course|offers?|contact|contacts|contactinfo)$/i;

/**
 * The lists that can be a field of the page's item, those with most of the requested fields first: a table with a column
 * for each, before a longer list with one of them. Cards of other products count only if they have all of them.
 */
const findNested = (
  view: PageView,
  regions: readonly Region[],
  schema: OutputSchema,
  others: ReadonlySet<unknown>,
): FilledCandidate[] => {
  const countFields = ({ sample }: FilledCandidate): number =>
    Object.keys(schema).filter((name) => sample.some(({ item }) => !isEmpty(item[name]))).length;
  const isOther = ({ region }: FilledCandidate): boolean =>
    region.records.every((record) => isWithin(record, others));
  return findCandidates(view, regions, schema)
    .map((candidate) => ({ candidate, fields: countFields(candidate) }))
    .filter(({ candidate, fields }) => fields === Object.keys(schema).length || !isOther(candidate))
    .sort((left, right) => right.fields - left.fields)
    .map(({ candidate }) => candidate);
};

/** Fills nested lists and objects that no source provides from the page's records, or from the page itself. */
const fillNested = (
  view: PageView,
  regions: readonly Region[],
  schema: OutputSchema,
  facts: readonly Fact[],
  others: ReadonlySet<unknown>,
  result: MatchedItem,
): MatchedItem => {
  const item: Record<string, unknown> = { ...result.item };
  const provenance: Record<string, Provenance> = { ...result.provenance };
  for (const [name, type] of Object.entries(schema)) {
    const inner = nestedSchema(type);
    if (inner === null || !isEmpty(item[name])) continue;
    const context = { ...view.context, otherNames: namesWithin(view.context.otherNames, inner) };
    const within = { ...view, context };
    const lists = Array.isArray(type) ? findNested(within, regions, inner, others) : [];
    const records = Array.isArray(type) ? extractList(within, lists, inner) : [];
    if (records.length >= MIN_RECORDS) {
      item[name] = records.map((record) => record.item);
      provenance[name] = { source: "record", confidence: 0.6, path: lists[0]?.region.path ?? "" };
      continue;
    }
    // An object counts as the page's subject if at least half of its fields are filled.
    const own = SUBJECT.test(name) ? matchFields(facts, inner, context) : null;
    const origins = Object.values(own?.provenance ?? {}).sort(
      (left, right) => left.confidence - right.confidence,
    );
    if (!own || !origins[0] || origins.length * 2 < Object.keys(own.item).length) continue;
    item[name] = Array.isArray(type) ? [own.item] : own.item;
    provenance[name] = origins[0];
  }
  return { ...result, item, provenance };
};

/** Whether the page is about something that it sells. */
const offers = (view: PageView, others: ReadonlySet<unknown>): boolean => {
  const { kind } = view.content.traits;
  if (kind === "product" || (view.subject !== null && isProduct(view.subject))) return true;
  return kind === "other" && view.subject === null && sells(view, others);
};

/** Fields to look for if none are requested, by the kind of page. */
const guessFields = ({ content }: PageView, isSold: boolean): OutputSchema => {
  const { kind } = content.traits;
  return {
    markdown: "string",
    ...(isSold && { price: "price" }),
    ...(!isSold && kind !== "thread" && { ingredients: "string[]" }),
    ...(kind === "other" && !isSold && { email: "email", salary: "string", openingHours: "string[]" }),
  };
};

/** The page as a single item; null if it has none of the requested values. */
export const extractOne = (
  view: PageView,
  regions: readonly Region[],
  candidates: readonly Candidate[],
  wanted: OutputSchema | null,
): MatchedItem | null => {
  const name = wanted !== null && asksOfThing(wanted) ? findName(view) : null;
  const titles = [...(name === null ? [] : [name.claim.text]), ...view.titles];
  const others = findOthers(candidates, titles);
  const isSold = wanted === null && offers(view, others);
  const isAsked = wanted === null ? () => true : createInterest(wanted);
  const facts = readPageFacts(view, wanted ?? guessFields(view, isSold), others, name, isAsked);
  const result = matchFields(facts, wanted ?? describePage(view, facts, isSold), view.context);
  const filled = fillNested(view, regions, wanted ?? {}, facts, others, result);
  const names = Object.keys(filled.item);
  const telling = names.filter((name) => !GIVEN.has(meaningOf(name)));
  const saysNothing = (telling.length > 0 ? telling : names).every((name) => isEmpty(filled.item[name]));
  return saysNothing ? null : filled;
};
