/** Chooses fields if the caller gives no schema: those that the instructions name, or that a person would choose. */
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { escapePattern } from "../../../contract/wording.ts";
import { type Fact, isColumn, isRow } from "../sources/facts.ts";
import { isArticle, isProduct, isRecipe } from "../sources/subject.ts";
import { type Concept, conceptOf, foldedWords, isSubject } from "../vocabulary/concepts.ts";
import { type Fields, fieldsOf } from "../vocabulary/fields.ts";
import { UNSPACED, wholeWords } from "../vocabulary/patterns.ts";
import requests from "../vocabulary/requests.json" with { type: "json" };
import type { PageView } from "./pageFacts.ts";
import { isPageNumber } from "./pageNumber.ts";

const PAGE = fieldsOf("page");
const PRODUCT = fieldsOf("product");
const RECIPE = fieldsOf("recipe");
const THINGS = fieldsOf("things");
const RECORD = fieldsOf("record");

const KNOWN: Fields = { ...RECIPE, ...PRODUCT, ...PAGE, ...THINGS, tags: "string[]", comments: "integer" };

const camel = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+(.)?/gu, (_, next: string | undefined) => next?.toUpperCase() ?? "");

/** A label as a field name; null if it does not make a valid one. */
const nameField = (label: string): string | null => {
  const name = camel(label);
  return /^\p{L}[\p{L}\p{N}]{0,59}$/u.test(name) && !/^(?:constructor|prototype)$/i.test(name) ? name : null;
};

const MAX_LABELS = 30;
const MAX_LABEL_WORDS = 4;
const MAX_VALUE = 120;
const isBrief = (value: unknown): boolean => typeof value !== "string" || value.length <= MAX_VALUE;

/** Labels of the page's tables and lists, as fields. */
const labelled = (facts: readonly Fact[], known: Fields): Record<string, "string"> => {
  const labels = facts
    .filter(
      ({ source, concept }) =>
        (source === "table" || source === "pair") && (concept === null || !Object.hasOwn(known, concept)),
    )
    .filter(({ words, values }) => words.length <= MAX_LABEL_WORDS && values.every(isBrief))
    .map(({ origin: { kind, label } }) => (kind === "label" ? nameField(label) : null));
  return Object.fromEntries(
    labels
      .filter((name) => name !== null)
      .slice(0, MAX_LABELS)
      .map((name) => [name, "string" as const]),
  );
};

const SURE = 0.5;
const MIN_ROWS = 3;

/** The schema for a page if the caller gives none. `isSold`: the page is about something that can be bought there. */
export const describePage = (
  { subject, content }: PageView,
  facts: readonly Fact[],
  isSold: boolean,
): OutputSchema => {
  const has = (concept: Concept): boolean =>
    facts.some((fact) => fact.concept === concept && fact.source !== "name");
  if (subject && isRecipe(subject)) return RECIPE;
  if (has("ingredients") && has("instructions")) return RECIPE;
  if ((subject && isProduct(subject)) || (isSold && has("price")))
    return { ...labelled(facts, PRODUCT), ...PRODUCT };
  if ((subject && isArticle(subject)) || content.traits.kind === "article") return PAGE;
  const isSure = (concept: string): boolean =>
    facts.some((fact) => fact.concept === concept && fact.source !== "name" && fact.confidence >= SURE);
  const extra = Object.fromEntries(Object.entries(THINGS).filter(([name]) => isSure(name)));
  // On other pages, only tables and lists of terms are reliably about the page; a "Note: …" is not.
  const rows = facts.filter(isRow);
  const known = { ...PAGE, ...THINGS };
  return {
    ...PAGE,
    ...(isSure("price") && subject !== null && { price: "price" as const }),
    ...extra,
    ...(rows.length >= MIN_ROWS && labelled(rows, known)),
  };
};

/** Arabic writes "and" as the first letter of the next word. */
const withoutAnd = (word: string): string => word.replace(/^\u0648(?=\p{L}{3})/u, "");

const isKnown = (concept: Concept | null): concept is Concept =>
  concept !== null && Object.hasOwn(KNOWN, concept);
const ofConcepts = (concepts: readonly (Concept | null)[]): OutputSchema =>
  Object.fromEntries(
    [...new Set(concepts.filter(isKnown))].map((concept) => [concept, KNOWN[concept] ?? "string"]),
  );

/** Of some labels, those whose words all occur in the instructions. */
const whatIsNamed = (instructions: string, facts: readonly Fact[]): readonly Fact[] => {
  const said = new Set(foldedWords(instructions).flatMap((word) => [word, withoutAnd(word)]));
  return facts.filter(
    ({ words }) =>
      words.length > 0 &&
      words.every((word) =>
        UNSPACED.test(word)
          ? word.length > 1 && instructions.includes(word)
          : word.length > 2 && said.has(word),
      ),
  );
};

const ALL = new RegExp(`^(?:${requests.all.join("|")})$`, "iu");
/** What stands before a word for one of the things: "each". */
const EACH = String.raw`(?:(?<!\p{L})|(?<=${UNSPACED.source}))(?:${requests.each.join("|")})\s*`;
const PLACE = new RegExp(wholeWords(requests.place).source, "giu");

/**
 * Of the columns of a list, those that instructions name as fields: not the things of which they ask something, as "product" in
 * "the price of each product", nor words that say which or where.
 *
 * @param known fields that they name anyway
 */
export const namedColumns = (
  instructions: string,
  columns: readonly Fact[],
  known: OutputSchema | null,
): readonly Fact[] => {
  const text = instructions.replace(PLACE, " ");
  const isTitled = Object.hasOwn(known ?? {}, "title");
  return columns.filter((column) => {
    const { label } = column.origin;
    if (ALL.test(label) || (isTitled && isSubject(label))) return false;
    // Of words without spaces between them, a title is only known by its column.
    if (!isTitled && UNSPACED.test(label)) return whatIsNamed(text, [column]).length > 0;
    const ofEach = new RegExp(EACH + escapePattern(label), "giu");
    return whatIsNamed(text.replace(ofEach, " "), [column]).length > 0;
  });
};

/** Labels of the page's tables and lists of terms that the instructions name, as fields. */
const readNamedLabels = (instructions: string, facts: readonly Fact[]): OutputSchema => {
  const rows = whatIsNamed(
    instructions,
    facts.filter((fact) => isRow(fact) || isColumn(fact)),
  );
  const known = rows.filter(({ concept }) => isKnown(concept));
  return { ...ofConcepts(known.map(({ concept }) => concept)), ...labelled(rows, KNOWN) };
};

/** Known fields that the instructions name; empty if they name none. */
export const readInstructions = (instructions: string): OutputSchema => {
  const words = instructions.split(/[^\p{L}\p{M}\p{N}_-]+/u).filter((word) => word.length > 2);
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  return ofConcepts([...words, ...words.map(withoutAnd), ...pairs].map(conceptOf));
};

/** A single label among other words can be a coincidence. Two are not, nor is one that makes up half of the words. */
const MIN_LABELS = 2;
const MIN_LETTERS = 4;

/** The fields that the instructions name: known fields and the page's own labels. Null if they name none. */
export const readWords = (instructions: string, readPairs: () => readonly Fact[]): OutputSchema | null => {
  if (instructions.trim() === "") return null;
  const known = readInstructions(instructions);
  const labels = readNamedLabels(instructions, readPairs());
  const names = Object.keys(labels);
  const telling = foldedWords(instructions).filter((word) => word.length >= MIN_LETTERS);
  const isMeant =
    Object.keys(known).length > 0 ||
    names.length >= MIN_LABELS ||
    (names.length === 1 && foldedWords(names[0] ?? "").length * 2 >= telling.length);
  return isMeant ? { ...known, ...labels } : null;
};

const COMMON_SHARE = 0.3;
/** Concepts with low confidence must occur in nearly every record. */
const UNSURE_SHARE = 0.9;

/** Whether a fact can be a field of a list without a schema. */
export const isTelling = ({ source, concept }: Fact): boolean =>
  source === "table" || source === "pair" || (concept !== null && Object.hasOwn(RECORD, concept));

/** Counts the records in which each name occurs. */
const countRecords = <Name>(
  records: readonly (readonly Fact[])[],
  namesOf: (facts: readonly Fact[]) => readonly Name[],
): ReadonlyMap<Name | string, number> => {
  const counts = new Map<Name | string, number>();
  for (const facts of records)
    for (const name of new Set(namesOf(facts))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** The schema of a list: the fields that enough records have. */
export const describeRecords = (records: readonly (readonly Fact[])[]): OutputSchema => {
  const all = countRecords(records, (facts) => facts.map(({ concept }) => concept));
  const sure = countRecords(records, (facts) =>
    facts.filter(({ confidence }) => confidence >= SURE).map(({ concept }) => concept),
  );
  const known = Object.entries(RECORD).filter(
    ([name]) =>
      (sure.get(name) ?? 0) >= records.length * COMMON_SHARE ||
      (all.get(name) ?? 0) >= records.length * UNSURE_SHARE,
  );
  const labels = [...countRecords(records, (facts) => Object.keys(labelled(facts, RECORD)))]
    .filter(([, count]) => count >= records.length * COMMON_SHARE && count > 1)
    .map(([name]) => [name, "string" as const]);
  const isPaged = records.length > 0 && records.every((facts) => facts.some(isPageNumber));
  return {
    ...Object.fromEntries(labels),
    ...Object.fromEntries(known),
    ...(isPaged && !labels.some(([name]) => name === "page") && { page: "integer" as const }),
    content: "string",
  };
};
