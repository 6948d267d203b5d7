/** Steps that collect the records of a list page. */

import type { OutputSchema, OutputType } from "../../../contract/outputSchema.ts";
import type { CoerceContext, PageDocument } from "../../extract/extract.ts";
import { writeSelector } from "../../extract/slots/selectors/index.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { type Draft, type ExtractStep, isThere } from "../draft.ts";
import type { Intent } from "../sentence/intent.ts";
import { findLists, listsOverlap, type RatedList, type RecordList } from "./records.ts";
import { writeListed } from "./writes.ts";

/** A field that fewer records have is worth keeping only where it was asked for. */
const MIN_SHARE = 0.3;

const refineType = (type: OutputType, values: readonly unknown[]): OutputType => {
  const known = values.filter(isThere);
  if (type !== "number" || known.length === 0) return type;
  return known.every(Number.isInteger) ? "integer" : "number";
};

const isImplied = ({ fields }: Intent, name: string): boolean =>
  fields.some((field) => field.name === name && field.isImplied === true);

const writeFields = (list: RecordList, intent: Intent, context: CoerceContext) => {
  const texts: string[] = [];
  const schema: [string, OutputType][] = [];
  const missing: string[] = [];
  const unreached: string[] = [];
  for (const [name, type] of Object.entries(list.schema)) {
    const values = list.items.map((item) => item[name]);
    const share = values.filter(isThere).length / Math.max(1, values.length);
    const isAsked = intent.fields.some((field) => field.name === name);
    const isWorth = share > 0 && (isAsked || share >= MIN_SHARE);
    const text = isWorth ? writeListed(list.records, { name, type, values, isAsked }, context) : null;
    if (text !== null) {
      texts.push(text);
      schema.push([name, refineType(type, values)]);
    } else if (isAsked && !isImplied(intent, name)) {
      missing.push(name);
      if (share > 0) unreached.push(name);
    }
  }
  const known = Object.fromEntries(schema) as OutputSchema;
  const wrong = texts.filter((text) => isInTitle(text, known, texts));
  const lost = wrong
    .map((text) => splitText(text)[0])
    .filter((name) => intent.fields.some((field) => field.name === name));
  return {
    texts: texts.filter((text) => !wrong.includes(text)),
    schema: known,
    missing: [...missing, ...lost],
    unreached,
  };
};

/** An amount that stands in what the record is called is not its price. */
const isInTitle = (text: string, schema: OutputSchema, texts: readonly string[]): boolean => {
  const [name = "", source] = splitText(text);
  const isNumber = /^(?:price|number|integer)$/.test(String(schema[name]));
  return (
    isNumber &&
    texts.some((other) => {
      const [title = "", same] = splitText(other);
      return conceptOf(title) === "title" && title !== name && same === source;
    })
  );
};
const splitText = (text: string): [string, string] => {
  const colon = text.indexOf(":");
  return [text.slice(0, colon), text.slice(colon + 1).trim()];
};

/** Two fields that read the same text of the same place are one. */
const dropTwins = (fields: readonly string[], schema: OutputSchema, intent: Intent): string[] => {
  const seen = new Set<string>();
  return fields.filter((text) => {
    const [name, place] = splitText(text);
    const source = `${JSON.stringify(schema[name.replace("[]", "")])} ${place}`;
    if (seen.has(source) && !intent.fields.some((field) => field.name === name)) return false;
    seen.add(source);
    return true;
  });
};

const draftOf = (
  page: PageDocument,
  list: RecordList,
  intent: Intent,
  context: CoerceContext,
): ListDraft | null => {
  const selector = writeSelector(page.root, list.all);
  if (!selector) return null;
  const { texts, schema, missing, unreached } = writeFields(list, intent, context);
  const fields = dropTwins(texts, schema, intent);
  if (fields.length === 0) return null;
  const names = new Set(fields.map((text) => text.replace(/(?:\[\])?\s*:.*$/s, "")));
  return {
    step: { type: "extract", ...(intent.noun && { label: intent.noun }), selector: selector.css, fields },
    outputSchema: Object.fromEntries(Object.entries(schema).filter(([name]) => names.has(name))),
    missing,
    unreached,
    count: list.all.length,
    list,
  };
};

type ListDraft = Omit<Draft, "steps"> & { readonly step: ExtractStep; readonly list: RecordList };

/** Less than this share of what was asked for: it is a list of something else. */
const MIN_FILL = 0.25;

const isAbout = ({ items }: RecordList, { fields }: Intent): boolean => {
  const values = items.flatMap((item) => fields.map(({ name }) => item[name]));
  return values.filter(isThere).length >= values.length * MIN_FILL;
};

/** Share of what the sentence names that a list has. */
const shareNamed = ({ missing }: Pick<Draft, "missing">, { fields }: Intent): number => {
  const named = fields.filter((field) => !field.isImplied && !field.isGuess);
  const lost = named.filter(({ name }) => missing.includes(name)).length;
  return named.length === 0 ? 1 : 1 - lost / named.length;
};
/** With less of it, it is not what was meant. */
const MIN_NAMED = 0.5;

/** A list this much worse than the best is another thing that stands on the page. */
const SECOND_SHARE = 0.2;
const MAX_STEPS = 4;

interface Drafted {
  readonly draft: ListDraft;
  /** How good the list is, and how much it has of what the sentence names. */
  readonly worth: number;
}

/**
 * The best list for which an item selector and at least one field can be written, with the lists of its
 * kind beside it; null where there is none.
 */
export const draftList = (page: PageDocument, intent: Intent, now: number): Draft | null => {
  const context = { baseUrl: page.baseUrl, language: page.language, now };
  const lists = findLists(page, intent, now);
  const drafts = new Map<RatedList, Drafted | null>();
  const draftFor = (rated: RatedList): Drafted | null => {
    const known = drafts.get(rated);
    if (known !== undefined) return known;
    const list = rated.read();
    const draft = isAbout(list, intent) ? draftOf(page, list, intent, context) : null;
    const drafted = draft && { draft, worth: rated.rating * shareNamed(draft, intent) };
    drafts.set(rated, drafted);
    return drafted;
  };
  let best: Drafted | null = null;
  for (const rated of lists) {
    // Sorted by rating: none of the others can be worth more.
    if (best && best.worth >= rated.rating) break;
    const drafted = draftFor(rated);
    if (!drafted || shareNamed(drafted.draft, intent) < MIN_NAMED) continue;
    if (!best || drafted.worth > best.worth) best = drafted;
  }
  if (!best) return null;
  const { draft, worth } = best;
  const chosen: ListDraft[] = [draft];
  for (const rated of lists) {
    if (chosen.length >= MAX_STEPS || rated.rating < worth * SECOND_SHARE) break;
    if (chosen.some(({ list }) => listsOverlap(list, rated.read()))) continue;
    const other = draftFor(rated)?.draft;
    if (other?.missing.every((name) => draft.missing.includes(name))) chosen.push(other);
  }
  return {
    steps: chosen.map(({ step }) => step),
    outputSchema: Object.assign(
      {},
      ...chosen.toReversed().map(({ outputSchema }) => outputSchema),
    ) as OutputSchema,
    missing: draft.missing,
    ...(draft.unreached && { unreached: draft.unreached }),
    count: chosen.reduce((sum, { count }) => sum + count, 0),
  };
};
