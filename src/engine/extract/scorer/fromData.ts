/** Pages that are data rather than markup: JSON, feeds, other XML, tables. */
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import type { PageDocument } from "../page/document.ts";
import type { FactSource } from "../sources/facts.ts";
import { describeFeed, readFeed, withAliases } from "../sources/formats/feed.ts";
import {
  describesOne,
  findLists,
  holdsNothing,
  type PlainList,
  type PlainRecord,
  rankLists,
  tidy,
  wholeOf,
} from "../sources/formats/lists.ts";
import { elementsIn, localName, readValue, topOf } from "../sources/formats/xml.ts";
import { isRecord } from "../sources/markup/entities.ts";
import { createFactReader } from "../sources/markup/flatten.ts";
import { readInstructions } from "./describe.ts";
import type { AskedQuery, ExtractedData } from "./fromPage.ts";
import { readNumber } from "./kind/kind.ts";
import { type MatchContext, type MatchedItem, matchFields, type Provenance } from "./match.ts";

/** Parsed data of one page. */
interface Source {
  readonly name: FactSource;
  /** The document as a single item; null if it is a list. */
  readonly whole: { readonly record: PlainRecord; readonly path: string } | null;
  readonly lists: readonly PlainList[];
  /** Language of the contents; `en` for machine-written formats. */
  readonly language: string;
  /** Default fields of its records if none are requested; null to return records unchanged. */
  readonly described: OutputSchema | null;
}

const EMPTY_ITEM: MatchedItem = { item: {}, provenance: {} };
const SURE = 0.95;
/** Number of records matched to find the requested list. */
const SAMPLE = 10;

const sourceOfValue = (name: FactSource, value: unknown, language: string): Source => {
  const scalars =
    Array.isArray(value) && value.length > 0 && !value.some((entry) => typeof entry === "object");
  return {
    name,
    whole: wholeOf(value),
    lists: scalars ? [{ records: value.map((entry) => ({ value: entry })), path: "" }] : findLists(value),
    language,
    described: null,
  };
};

const readXml = (page: PageDocument): Source | null => {
  const feed = readFeed(page);
  if (feed) {
    const { whole, entries, language, path } = feed;
    return {
      name: "feed",
      whole: entries.length > 0 ? { record: { ...whole, items: entries }, path: "" } : null,
      lists: entries.length > 0 ? [{ records: entries, path }] : [],
      language,
      described: describeFeed(feed),
    };
  }
  const top = topOf(page);
  // Text between the elements: a document, not data.
  const isProse = top?.children.some(
    (node) => "data" in node && node.type === "text" && node.data.trim() !== "",
  );
  if (!top || isProse || elementsIn(top).length === 0 || /^(?:html|svg)$/i.test(localName(top))) return null;
  const value = readValue(top);
  // A single element among others of its kind is a list of one.
  const kinds = new Set(elementsIn(top).map(localName));
  const [kind = ""] = kinds;
  const isList = kinds.size === 1 && isRecord(value) && isRecord(value[kind]);
  return sourceOfValue("xml", isList ? { [kind]: [value[kind]] } : value, "en");
};

const readSource = (page: PageDocument): Source | null => {
  if (page.format === "xml") return readXml(page);
  if (page.format === "json") return sourceOfValue("json", page.data, "en");
  if (page.format !== "csv") return null;
  return { ...sourceOfValue("csv", page.data, page.language), whole: null };
};

const filledOf = ({ item, provenance }: MatchedItem): number =>
  Object.keys(provenance).length / Object.keys(item).length;

/** A record unchanged, with the path of each value. */
const asItIs = (source: FactSource, record: PlainRecord, path: string): MatchedItem => {
  const item = tidy(record) as Record<string, unknown>;
  const provenance = Object.entries(item).flatMap(([name, value]): [string, Provenance][] =>
    value === null
      ? []
      : [[name, { source, confidence: SURE, path: path === "" ? name : `${path}.${name}` }]],
  );
  return { item, provenance: Object.fromEntries(provenance) };
};

const hasValues = ({ provenance }: MatchedItem): boolean => Object.keys(provenance).length > 0;

const createMatcher = ({ name }: Source, context: MatchContext) => {
  const readFacts = createFactReader(name);
  return (record: PlainRecord, path: string, schema: OutputSchema | null): MatchedItem =>
    schema
      ? matchFields(readFacts(name === "feed" ? withAliases(record) : record, path), schema, context)
      : asItIs(name, record, path);
};

type Match = ReturnType<typeof createMatcher>;

const sampleFilled = (match: Match, { records, path }: PlainList, schema: OutputSchema): number => {
  const sample = records.slice(0, SAMPLE).map((record) => filledOf(match(record, path, schema)));
  return sample.reduce((sum, filled) => sum + filled, 0) / Math.max(1, sample.length);
};

/** The list that fills the schema best; of equals, the likelier one. */
const findFilled = (match: Match, lists: readonly PlainList[], schema: OutputSchema) =>
  lists.reduce<{ readonly list: PlainList; readonly filled: number } | null>((best, list) => {
    const filled = sampleFilled(match, list, schema);
    return best && best.filled >= filled ? best : { list, filled };
  }, null);

/** Chooses the whole document or the requested list. If `schema` is null, records are returned unchanged. */
const choose = (
  { name, whole, lists }: Source,
  match: Match,
  schema: OutputSchema | null,
  { instructions = "", records: number = readNumber(instructions) ?? undefined }: AskedQuery,
): PlainList | "whole" => {
  const ranked = rankLists(lists, instructions);
  const [first] = ranked;
  if (!first || (number === "one" && whole)) return "whole";
  const isOne = whole !== null && name !== "feed" && number !== "all" && describesOne(whole.record);
  if (!schema) return isOne ? "whole" : first;
  const best = findFilled(match, ranked, schema);
  const filled = whole && number !== "all" ? filledOf(match(whole.record, whole.path, schema)) : 0;
  if (!best || best.filled === 0 || filled > best.filled || (filled === best.filled && isOne)) return "whole";
  return best.list;
};

const collect = (
  source: Source,
  match: Match,
  schema: OutputSchema | null,
  query: AskedQuery,
): ExtractedData => {
  const { whole, described } = source;
  const chosen = choose(source, match, schema, query);
  if (chosen !== "whole") {
    const { records, path } = chosen;
    const items = records.map((record, index) => match(record, `${path}[${index}]`, schema ?? described));
    return { kind: "list", results: items.filter(hasValues) };
  }
  const isThere = whole !== null && !holdsNothing(whole.record);
  const item = isThere ? match(whole.record, whole.path, schema) : EMPTY_ITEM;
  return { kind: "detail", results: hasValues(item) ? [item] : [] };
};

/**
 * Extracts items from a page that is data: one per record of the requested list, or one for the whole document.
 * Fields of a schema are matched by name, as on any page. Without a schema, records are returned unchanged.
 *
 * @returns null for a page of markup or text
 */
export const extractPlain = (page: PageDocument, query: AskedQuery): ExtractedData | null => {
  const { schema = {}, otherNames, instructions = "", now } = query;
  const source = readSource(page);
  if (!source) return null;
  const match = createMatcher(source, { baseUrl: page.baseUrl, language: source.language, now, otherNames });
  if (Object.keys(schema).length > 0) return collect(source, match, schema, query);
  const named = readInstructions(instructions);
  const asked = Object.keys(named).length > 0 ? collect(source, match, named, query) : null;
  return asked && asked.results.length > 0 ? asked : collect(source, match, null, query);
};
