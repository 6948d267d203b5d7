/** Reads the fields of a record from its element. */
import { compile, is, selectAll, selectOne } from "css-select";
import { type AnyNode, type Element, isTag } from "domhandler";
import { getInnerHTML } from "domutils";
import type { Field } from "../../../contract/fields.ts";
import type { OutputSchema, OutputType, ValueType } from "../../../contract/outputSchema.ts";
import { listNames, matchName, type NameMatch } from "../page/elementNames.ts";
import { LINK_ATTRIBUTES, readAttribute, readElement } from "../page/elements.ts";
import { ownText } from "../page/text.ts";
import { type CoerceContext, coerceValue } from "../values/coerce.ts";
import { normaliseSpace } from "../values/text.ts";
import { elementType, isListType } from "../values/types.ts";
import { splitWords } from "../vocabulary/words.ts";
import type { CurrencyNotes } from "./currencies.ts";
import { createPatterns, type Patterns } from "./patterns.ts";
import { compileTransform } from "./transforms.ts";

/** A value on the page that does not fit the requested type. */
export interface Misfit {
  readonly field: string;
  readonly type: string;
  readonly sample: string;
}

/** Reads one record. Values that do not fit their type are null and reported. */
export type ReadRecord = (element: AnyNode) => Record<string, unknown>;

type Query = (element: AnyNode) => Element[];

/** Compiles a selector for use on all records of a page. */
export const compileSelector = (selector: string, onlyFirst = false): Query => {
  // css-select searches descendants only, so it never returns the element itself.
  if (selector.trim() === ":scope") return (element) => (isTag(element) ? [element] : []);
  // A selector relative to the record must be compiled for each record.
  const isRelative = /:scope|^\s*[>+~]/.test(selector);
  const query = isRelative ? selector : compile<AnyNode, Element>(selector);
  return (element) => {
    const first = onlyFirst ? selectOne<AnyNode, Element>(query, element) : null;
    const found = onlyFirst ? (first ? [first] : []) : selectAll<AnyNode, Element>(query, element);
    // Users who select records by `a.item` also write `url: a.item@href`.
    return found.length === 0 && isTag(element) && is<AnyNode, Element>(element, query) ? [element] : found;
  };
};

/** Where to look for a value if no name on the page matches the field's. */
const FALLBACKS: readonly { types?: readonly ValueType[]; names?: readonly string[]; find: Query }[] = [
  { types: ["image"], find: compileSelector("img") },
  { types: ["email"], find: compileSelector('a[href^="mailto:" i]') },
  { types: ["date", "datetime"], find: compileSelector("time[datetime]") },
  { names: ["url", "link", "href"], types: ["url"], find: compileSelector("a[href]", true) },
  { names: ["title", "name", "heading"], find: compileSelector("h1, h2, h3, h4, h5, h6", true) },
  { names: ["title"], find: compileSelector("title", true) },
];

const findFallback = (name: string, type: ValueType | undefined, element: AnyNode): NameMatch[][] => {
  const wanted = splitWords(name).join("");
  return FALLBACKS.filter(
    ({ types, names }) =>
      (names === undefined || names.includes(wanted)) &&
      (types === undefined || (type !== undefined && types.includes(type))),
  ).map(({ find }) => find(element).map((found) => ({ element: found, attribute: null })));
};

interface ReadContext extends CoerceContext {
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
      return value !== null && resolve ? (URL.parse(value, context.baseUrl)?.href ?? value) : value;
    }
    if (wantsOwn) return ownText(element);
    return wantsHtml
      ? getInnerHTML(element).trim()
      : readElement(element, transforms.length > 0 ? undefined : type);
  };

  return (match: NameMatch): { value: unknown; misfit: string | null } => {
    const raw = readRaw(match);
    if (raw === null || raw.trim() === "") return { value: null, misfit: null };
    let value: unknown = transforms.length > 0 ? raw : raw.trim();
    for (const transform of transforms) if (value !== null) value = transform(String(value), context);
    if (value !== null && type !== undefined && !wantsHtml) value = coerceValue(value, type, context);
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
      return [...named, ...findFallback(field.name, type, element)];
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
 * Creates a reader for the records of one page. Fields without a type in `schema` stay text.
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
  return createRecordReader(fields, schema, { ...context, report, splitCached, patterns, notePrice });
};
