import type { OutputSchema } from "../../../contract/outputSchema.ts";
import type { PageDocument } from "../document.ts";
import { conceptOf } from "./concepts.ts";
import { describePage, readInstructions } from "./describe.ts";
import { extractList } from "./list.ts";
import { type MatchedItem, matchFields } from "./match.ts";
import { type PageView, readPageFacts, viewPage } from "./page.ts";
import { findRegions, type Region } from "./regions.ts";
import { listAlike } from "./subject.ts";

export interface DataQuery {
  /** Field → type of the items; absent or empty: the page decides. */
  readonly schema?: OutputSchema | undefined;
  /** What is wanted, in words: names fields where there is no schema, and says whether one item or all. */
  readonly instructions?: string | undefined;
  /** Milliseconds since the epoch: what "3 days ago" counts from. */
  readonly now: number;
}

export interface ExtractedData {
  /** `detail`: one item about the page; `list`: one for each record on it. */
  readonly kind: "detail" | "list";
  /** Items with, by field, the source of each value, how sure it is, and where it stood. */
  readonly results: readonly MatchedItem[];
}

const ALL = /\b(?:all|every|each|list of|lists?|jede[nrs]?|alle|tous|toutes|todos|todas|tutti|tutte)\b/i;
const ONE =
  /\b(?:this (?:article|product|page|recipe|post)|the (?:article|product|recipe) (?:on|of)|main (?:article|content|text))\b/i;
const MIN_RECORDS = 3;
const LIST_SHARE = 0.5;

const isFilled = (region: Region | undefined): region is Region =>
  region !== undefined && region.records.length >= MIN_RECORDS && region.score > 0;

/** One item or many: what is asked for decides, then what the page says of itself, then what it looks like. */
const decideKind = (
  view: PageView,
  regions: readonly Region[],
  schema: OutputSchema | null,
  instructions: string,
): "detail" | "list" => {
  const { content, subject, entities, titles } = view;
  const listed = listAlike(entities, titles).length > 0;
  if (!isFilled(regions[0]) && !listed) return "detail";
  const concepts = Object.keys(schema ?? {}).map(conceptOf);
  const asksForPage = concepts.some(
    (concept) =>
      concept === "content" ||
      concept === "markdown" ||
      concept === "ingredients" ||
      concept === "instructions",
  );
  const nests = Object.values(schema ?? {}).some((type) => typeof type === "object");
  if (ONE.test(instructions) || (asksForPage && !ALL.test(instructions))) return "detail";
  if (ALL.test(instructions)) return "list";
  if (subject && !(content.traits.kind === "list" && content.traits.kind !== subject.types[0]))
    return content.traits.kind === "thread" ? "list" : "detail";
  if (nests) return "detail";
  if (listed || content.traits.kind === "list" || content.traits.kind === "thread") return "list";
  if (content.traits.kind !== "other") return "detail";
  const mass = content.blocks.reduce(
    (sum, { words }, index) => sum + Math.min(40, words) * (content.scores[index] ?? 0),
    0,
  );
  return (regions[0]?.score ?? 0) > mass * LIST_SHARE ? "list" : "detail";
};

/** Nested lists that no source describes are read off the page's own records. */
const fillNested = (
  view: PageView,
  regions: readonly Region[],
  schema: OutputSchema,
  result: MatchedItem,
): MatchedItem => {
  const item: Record<string, unknown> = { ...result.item };
  const provenance = { ...result.provenance };
  for (const [name, type] of Object.entries(schema)) {
    const value = item[name];
    if (!Array.isArray(type) || (Array.isArray(value) && value.length > 0)) continue;
    const records = extractList(view, regions, type[0] as OutputSchema);
    if (records.length < MIN_RECORDS) continue;
    item[name] = records.map((record) => record.item);
    provenance[name] = { source: "record", confidence: 0.6, path: regions[0]?.path ?? "" };
  }
  return { item, provenance };
};

/**
 * Structured data from a parsed page, with no model and no network.
 *
 * Sources in order of trust: JSON-LD, microdata, RDFa · the page's head and main content · tables, labels
 * and lists · embedded state · what elements are called. Each field takes the surest value that fits its
 * name and type; where none is sure enough it is null, never a guess.
 *
 * ```ts
 * const page = parseDocument(html, { url });
 * const { kind, results } = extractData(page, { schema: { title: "string", price: "price" }, now: Date.now() });
 * results[0]?.item;       // { title: "Kettle", price: 24.5 }
 * results[0]?.provenance; // { title: { source: "content", confidence: 0.99, path: "h1" }, … }
 * ```
 *
 * Without a schema the fields follow from what the page is: an article, a product, a recipe, a list.
 * `content` and `markdown` are its main content, without navigation, adverts and the like.
 */
export const extractData = (
  page: PageDocument,
  { schema, instructions = "", now }: DataQuery,
): ExtractedData => {
  const view = viewPage(page, now);
  const named = schema && Object.keys(schema).length > 0 ? schema : readInstructions(instructions);
  const wanted = Object.keys(named).length > 0 ? named : null;
  const regions = findRegions(view.content);
  if (decideKind(view, regions, wanted, instructions) === "list") {
    const results = extractList(view, regions, wanted);
    if (results.length > 0) return { kind: "list", results };
  }
  const facts = readPageFacts(view, wanted ?? { markdown: "string" });
  const result = matchFields(facts, wanted ?? describePage(view, facts), view.context);
  const filled = fillNested(view, regions, wanted ?? {}, result);
  const isEmpty = Object.values(filled.item).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
  return { kind: "detail", results: isEmpty ? [] : [filled] };
};
