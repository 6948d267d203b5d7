import type { DescribedSchema, OutputSchema } from "../../../contract/outputSchema.ts";
import type { PageDocument } from "../page/document.ts";
import { type Candidate, findOthers } from "../regions/rate.ts";
import { findRegions, type Region } from "../regions/regions.ts";
import type { Fact } from "../sources/facts.ts";
import { flattenEntity } from "../sources/markup/flatten.ts";
import { readState } from "../sources/markup/state.ts";
import { isProduct } from "../sources/subject.ts";
import { isEmpty } from "../values/types.ts";
import { type Concept, conceptOf } from "../vocabulary/concepts.ts";
import { asksOfThing, findName } from "./claims/names.ts";
import { findStatedDate } from "./claims/settle.ts";
import { describePage, readWords } from "./describe.ts";
import { decideKind, isAnswer, isOneAsked, readNumber } from "./kind.ts";
import { sells } from "./kindFeatures.ts";
import { readPageLabels } from "./labels.ts";
import { findLanguage } from "./language.ts";
import { extractList, findCandidates } from "./list.ts";
import { type MatchedItem, matchFields, type Provenance } from "./match.ts";
import { readNamed } from "./named.ts";
import type { Asked } from "./otherNames.ts";
import { type PageView, readPageFacts, viewPage } from "./pageFacts.ts";
import { createInterest } from "./patience.ts";

export interface DataQuery {
  /** Field → type of the items, optionally with descriptions. If absent or empty, the page decides. */
  readonly schema?: DescribedSchema | undefined;
  /** What to extract, in words: names fields, explains those of the schema, or asks for one item or all. */
  readonly instructions?: string | undefined;
  /** Milliseconds since the epoch, the base for "3 days ago". */
  readonly now: number;
}

/** A query that includes all alternative names of its fields. */
export interface AskedQuery extends Partial<Asked>, Omit<DataQuery, "schema"> {}

export interface ExtractedData {
  /** `detail`: one item about the page; `list`: one item per record. */
  readonly kind: "detail" | "list";
  /** Items with the source, confidence and path of each value, by field. */
  readonly results: readonly MatchedItem[];
}

const MIN_RECORDS = 3;

/** Fields that every page has, even one without content. */
const GIVEN: ReadonlySet<Concept | null> = new Set<Concept | null>(["url", "language"]);

/** Field names that callers use for the page's subject itself. */
const SUBJECT =
  /^(?:specs?|specifications?|technicaldata|technicaldetails|technischedaten|attributes|characteristics|features|properties|facts|dimensions|company|business|product|item|article|post|recipe|event|job|page|data|details?|info|listing|property|movie|book|course|offers?|contact|contacts|contactinfo)$/i;

/** Fills nested lists and objects that no source provides from the page's records, or from the page itself. */
const fillNested = (
  view: PageView,
  regions: readonly Region[],
  schema: OutputSchema,
  facts: readonly Fact[],
  result: MatchedItem,
): MatchedItem => {
  const item: Record<string, unknown> = { ...result.item };
  const provenance: Record<string, Provenance> = { ...result.provenance };
  for (const [name, type] of Object.entries(schema)) {
    if (typeof type !== "object" || !isEmpty(item[name])) continue;
    const inner = (Array.isArray(type) ? type[0] : type) as OutputSchema;
    const records = Array.isArray(type) ? extractList(view, findCandidates(view, regions, inner), inner) : [];
    if (records.length >= MIN_RECORDS) {
      item[name] = records.map((record) => record.item);
      provenance[name] = { source: "record", confidence: 0.6, path: regions[0]?.path ?? "" };
      continue;
    }
    // An object counts as the page's subject if at least half of its fields are filled.
    const own = SUBJECT.test(name) ? matchFields(facts, inner, view.context) : null;
    const told = Object.values(own?.provenance ?? {}).sort(
      (left, right) => left.confidence - right.confidence,
    );
    if (!own || !told[0] || told.length * 2 < Object.keys(own.item).length) continue;
    item[name] = Array.isArray(type) ? [own.item] : own.item;
    provenance[name] = told[0];
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

/** Extracts structured data from a page of markup; see `extract.ts`. */
export const extractData = (
  page: PageDocument,
  { schema, otherNames, instructions = "", now }: AskedQuery,
): ExtractedData => {
  const view = viewPage(page, now, otherNames);
  const wanted =
    schema && Object.keys(schema).length > 0
      ? schema
      : readWords(instructions, () => readPageLabels(page.root.children));
  const regions = findRegions(view.content);
  const isOne = isOneAsked(view, wanted, instructions);
  const candidates = findCandidates(view, regions, isOne ? null : wanted);
  const kind = isOne ? "detail" : decideKind(view, candidates, wanted, instructions);
  const list = kind === "list" ? extractList(view, candidates, wanted) : [];
  const isSure =
    wanted === null ||
    readNumber(instructions) === "all" ||
    isAnswer(candidates, wanted) ||
    filledShare(list) >= SURE_SHARE;
  if (list.length > 0 && isSure) return { kind: "list", results: list };
  const one = extractOne(view, regions, candidates, wanted);
  // Prefer the page as a whole if it has the requested values and the records have few of them.
  const isBetter = one !== null && filledShare([one], isTold) >= filledShare(list, isTold) + BETTER_BY;
  if (list.length > 0 && !isBetter) return { kind: "list", results: list };
  // Prefer the records if they have the requested values and the page as a whole does not.
  const sample = wanted === null || isOne ? [] : extractList(view, sampleOf(candidates), wanted);
  const isThere = (name: string): boolean =>
    [...sample, ...(one ? [one] : [])].some(({ item }) => !isEmpty(item[name]));
  const held = filledShare(sample, isThere);
  if (one === null || (held >= SURE_SHARE && held >= filledShare([one], isThere) + BETTER_BY)) {
    const records = sample.length === 0 ? [] : extractList(view, candidates, wanted);
    if (records.length >= MIN_RECORDS) return { kind: "list", results: records };
  }
  return { kind: "detail", results: one ? [one] : [] };
};

/** Whether a page of markup is one item or a list, if nobody asks for anything: as `extractData` says, without reading the item. */
export const findKind = (page: PageDocument, now: number): ExtractedData["kind"] => {
  const view = viewPage(page, now);
  if (isOneAsked(view, null, "")) return "detail";
  const candidates = findCandidates(view, findRegions(view.content), null);
  const isList = decideKind(view, candidates, null, "") === "list";
  return isList && extractList(view, candidates, null).length > 0 ? "list" : "detail";
};

const DOCUMENT = { title: "string", markdown: "string" } as const;

/** A page as one document, whatever it lists. */
export const extractDocument = (page: PageDocument, now: number) => {
  const view = viewPage(page, now);
  const regions = findRegions(view.content);
  const one = extractOne(view, regions, findCandidates(view, regions, null), DOCUMENT);
  const facts = [
    ...view.meta,
    ...(view.subject ? flattenEntity(view.subject) : []),
    ...readState(page, view.titles),
    ...readNamed(page.root, { date: "date" }, new Set()),
  ];
  return {
    title: one?.item.title,
    markdown: one?.item.markdown,
    language: findLanguage(view),
    date: findStatedDate(view, facts),
  };
};

const SAMPLE = 6;
const sampleOf = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.slice(0, 1).map((candidate) => {
    const { region } = candidate;
    return { ...candidate, region: { ...region, records: region.records.slice(0, SAMPLE) } };
  });

/** Records that fill this share of the requested fields are a list, regardless of the rest of the page. */
const SURE_SHARE = 0.75;
const BETTER_BY = 0.25;
const filledShare = (
  items: readonly MatchedItem[],
  counts: (name: string) => boolean = () => true,
): number => {
  const values = items.flatMap(({ item }) => Object.entries(item).filter(([name]) => counts(name)));
  return values.filter(([, value]) => !isEmpty(value)).length / Math.max(1, values.length);
};
/** Every page has a URL and a language, so they are no evidence. */
const isTold = (name: string): boolean => !GIVEN.has(conceptOf(name));

/** The page as a single item; null if it has none of the requested values. */
const extractOne = (
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
  const filled = fillNested(view, regions, wanted ?? {}, facts, result);
  const names = Object.keys(filled.item);
  const telling = names.filter((name) => !GIVEN.has(conceptOf(name)));
  const saysNothing = (telling.length > 0 ? telling : names).every((name) => isEmpty(filled.item[name]));
  return saysNothing ? null : filled;
};
