/** Reads the fields of a record from its element. */
import { type AnyNode, isTag } from "domhandler";
import { getInnerHTML } from "domutils";
import type { Field } from "../../../contract/fields/fields.ts";
import type { OutputSchema, OutputType, ValueType } from "../../../contract/fields/outputSchema.ts";
import { DocumentError } from "../page/documentError.ts";
import { listNames, matchName, type NameMatch } from "../page/elementNames.ts";
import { LINK_ATTRIBUTES, readAttribute, readElement } from "../page/elements.ts";
import { ownText } from "../page/text.ts";
import { cellNamed } from "../regions/columns.ts";
import { readSale } from "../scorer/products/prices.ts";
import { type CoerceContext, coerceValue } from "../values/coerce.ts";
import { parseSale } from "../values/prices.ts";
import { normaliseSpace } from "../values/text.ts";
import { elementType, isListType } from "../values/types.ts";
import { conceptOf } from "../vocabulary/concepts.ts";
import { splitWords } from "../vocabulary/words.ts";
import type { CurrencyNotes } from "./currencies.ts";
import { createPatterns, type Patterns } from "./patterns.ts";
import { compileOwn, compileSelector, type Query } from "./select.ts";
import { compileTransform } from "./transforms.ts";

/** A value on the page that does not fit the requested type. */
export interface Misfit {
  readonly field: string;
  readonly type: string;
  readonly sample: string;
}

/** Reads one record. Values that do not fit their type are null and reported. */
export type ReadRecord = (element: AnyNode) => Record<string, unknown>;

/** Where to look for a value if no name on the page matches the field's. */
const FALLBACKS: readonly { types?: readonly ValueType[]; names?: readonly string[]; find: Query }[] = [
  { types: ["image"], find: compileOwn("img") },
  { types: ["email"], find: compileOwn('a[href^="mailto:" i]') },
  { types: ["date", "datetime"], find: compileOwn("time[datetime]") },
  { names: ["url", "link", "href"], types: ["url"], find: compileOwn("a[href]", true) },
  { names: ["title", "name", "heading"], find: compileOwn("h1, h2, h3, h4, h5, h6", true) },
  { names: ["title"], find: compileOwn("title", true) },
];

const findFallback = (name: string, type: ValueType | undefined, element: AnyNode): NameMatch[][] => {
  const wanted = splitWords(name).join("");
  return FALLBACKS.filter(
    ({ types, names }) =>
      (names === undefined || names.includes(wanted)) &&
      (types === undefined || (type !== undefined && types.includes(type))),
  ).map(({ find }) => find(element).map((found) => ({ element: found, attribute: null })));
};

/**
 * Characters in all values of one step on one page; text that several values contain counts for each of them. Twice the
 * largest page: records within records repeat their text, and a worker that held all of it would run out of memory.
 */
const MAX_CHARS = 32_000_000;

/** Counts the characters of values. @throws DocumentError once they are too many */
const createValueCounter = () => {
  let left = MAX_CHARS;
  return (value: string | null, field: string): void => {
    left -= value?.length ?? 0;
    if (left >= 0) return;
    throw new DocumentError(
      `The values of this page add up to more than ${MAX_CHARS / 1_000_000} million characters, "${field}" among them. ` +
        "Elements within elements repeat their text: use a selector whose matches do not contain each other, and fields that hold less.",
    );
  };
};

interface ReadContext {
  readonly page: CoerceContext;
  readonly countValue: ReturnType<typeof createValueCounter>;
  readonly patterns: Patterns;
  readonly report: (misfit: Misfit) => void;
  readonly notePrice?: CurrencyNotes["note"] | undefined;
  readonly splitCached: (name: string) => readonly string[];
}

/** The names within one record, listed on first use. */
type Names = () => ReturnType<typeof listNames>;
type ReadField = (element: AnyNode, names: Names) => unknown;

/** Reads one match as a value of a plain type; null if it is empty or does not fit. */
const createValueReader = (field: Field, type: ValueType | undefined, context: ReadContext) => {
  const transforms = field.transforms.map((transform) =>
    compileTransform(transform, field.name, context.patterns),
  );
  const wantsHtml = field.transforms[0]?.name === "html";
  const wantsOwn = field.transforms[0]?.name === "own";

  const readRaw = ({ element, attribute }: NameMatch): string | null => {
    if (attribute !== null) {
      const value = readAttribute(element, attribute);
      const resolve = type === undefined && transforms.length === 0 && LINK_ATTRIBUTES.has(attribute);
      return value !== null && resolve ? (URL.parse(value, context.page.baseUrl)?.href ?? value) : value;
    }
    if (wantsOwn) return ownText(element);
    return wantsHtml
      ? getInnerHTML(element).trim()
      : readElement(element, transforms.length > 0 ? undefined : type);
  };

  /** "Was £50 Now £35" and "<del>£50</del> <ins>£35</ins>" are 35, and 50 as the original price. */
  const concept = conceptOf(field.name);
  const isOld = concept === "originalPrice";
  const mayReadElement = transforms.length === 0 && (isOld || concept === "price");
  const saleIn = (text: unknown, { element, attribute }: NameMatch): number | null => {
    const said = typeof text === "string" ? parseSale(text, context.page) : null;
    const sale = said ?? (mayReadElement && attribute === null ? readSale(element, context.page) : null);
    return sale && (isOld ? sale.before : sale.now);
  };

  return (match: NameMatch): { value: unknown; misfit: string | null } => {
    const raw = readRaw(match);
    context.countValue(raw, field.name);
    if (raw === null || raw.trim() === "") return { value: null, misfit: null };
    let value: unknown = transforms.length > 0 ? raw : raw.trim();
    for (const transform of transforms) if (value !== null) value = transform(String(value), context.page);
    if (value !== null && type !== undefined && !wantsHtml)
      value = coerceValue(value, type, context.page) ?? (type === "price" ? saleIn(value, match) : null);
    if (value === "") value = null;
    if (value !== null && type === "price") context.notePrice?.(field.name, raw, match.element);
    return { value, misfit: value === null ? raw : null };
  };
};

type Candidates = readonly (readonly NameMatch[])[];

const createCandidateFinder = (field: Field, type: ValueType | undefined, list: boolean) => {
  const { source } = field;
  if (source === null)
    return (element: AnyNode, names: Names): Candidates => {
      const named = matchName(names(), field.name);
      const cell = isTag(element) ? cellNamed(element, field.name) : null;
      const column = cell ? [[{ element: cell, attribute: null }]] : [];
      const others = findFallback(field.name, type, element);
      // The first link of a row is its address, also beside a column of further links.
      return type === "url" ? [...named, ...others, ...column] : [...named, ...column, ...others];
    };
  const { selector, attribute } = source;
  const find: Query =
    selector === "" ? (element) => (isTag(element) ? [element] : []) : compileSelector(selector, !list);
  return (element: AnyNode): Candidates => [find(element).map((found) => ({ element: found, attribute }))];
};

const createPlainReader = (field: Field, type: OutputType | undefined, context: ReadContext): ReadField => {
  const plain = elementType(type) as ValueType | undefined;
  const list = field.list || isListType(type);
  const findCandidates = createCandidateFinder(field, plain, list);
  const readValue = createValueReader(field, plain, context);

  return (element, names) => {
    let misfit: string | null = null;
    for (const group of findCandidates(element, names)) {
      const values: unknown[] = [];
      for (const match of group) {
        const read = readValue(match);
        misfit ??= read.misfit;
        if (read.value === null) continue;
        if (!list) return read.value;
        values.push(read.value);
      }
      if (values.length > 0) return values;
    }
    if (misfit !== null)
      context.report({
        field: field.name,
        type: plain ?? "value",
        sample: normaliseSpace(misfit).slice(0, 80),
      });
    return list ? [] : null;
  };
};

const bareFields = (schema: OutputSchema): Field[] =>
  Object.keys(schema).map((name) => ({ name, list: false, source: null, transforms: [] }));

/** Reads a nested type: the field finds the element, and the nested fields are read within it. */
const createNestedReader = (field: Field, type: OutputType, context: ReadContext): ReadField => {
  const nested = elementType(type) as OutputSchema;
  const list = field.list || isListType(type);
  const findCandidates = createCandidateFinder(field, undefined, list);
  const readRecord = createRecordReader(bareFields(nested), nested, context);
  return (element, names) => {
    const group = findCandidates(element, names).find((matches) => matches.length > 0) ?? [];
    const records = group
      .map((match) => readRecord(match.element))
      .filter((record) => Object.values(record).some((value) => value !== null));
    return list ? records : (records[0] ?? null);
  };
};

const createRecordReader = (
  fields: readonly Field[],
  schema: OutputSchema,
  context: ReadContext,
): ReadRecord => {
  const readers = fields.map((field): readonly [string, ReadField] => {
    const type = Object.hasOwn(schema, field.name) ? schema[field.name] : undefined;
    const create = typeof elementType(type) === "object" ? createNestedReader : createPlainReader;
    return [field.name, create(field, type as OutputType, context)];
  });
  return (element) => {
    let named: ReturnType<typeof listNames> | undefined;
    const names: Names = () => {
      named ??= listNames(element, context.splitCached);
      return named;
    };
    return Object.fromEntries(readers.map(([name, read]) => [name, read(element, names)]));
  };
};

/**
 * Creates a reader for the records of one page. Fields without a type in `schema` stay text. The reader throws a
 * DocumentError when a selector takes too long, or when the values are too large.
 *
 * @param patterns runs the fields' patterns (default: each value is timed by itself)
 * @param notePrice called with each price
 */
export const createReader = (
  fields: readonly Field[],
  schema: OutputSchema,
  context: CoerceContext,
  report: (misfit: Misfit) => void,
  patterns: Patterns = createPatterns(),
  notePrice?: CurrencyNotes["note"],
): ReadRecord => {
  const cache = new Map<string, readonly string[]>();
  const splitCached = (name: string): readonly string[] => {
    const known = cache.get(name) ?? splitWords(name);
    cache.set(name, known);
    return known;
  };
  return createRecordReader(fields, schema, {
    page: context,
    countValue: createValueCounter(),
    report,
    splitCached,
    patterns,
    notePrice,
  });
};
