/** Finds the best value for each field that the caller asks for; nothing is better than something wrong. */
import type { OutputSchema, OutputType, ValueType } from "../../../contract/outputSchema.ts";
import { type CoerceContext, coerceValue } from "../coerce.ts";
import { splitWords } from "../names.ts";
import { parseAddress } from "./address.ts";
import { type Concept, conceptOf, normaliseName } from "./concepts.ts";
import { isRecord } from "./entities.ts";
import type { Fact, FactSource } from "./facts.ts";
import { addressOf, flattenRecord, nameOf } from "./flatten.ts";
import { checkValue, polish } from "./values.ts";

/** Where a value came from and how sure it is. */
export interface Provenance {
  readonly source: FactSource;
  /** 0 to 1. */
  readonly confidence: number;
  readonly path: string;
}

export interface MatchedItem {
  readonly item: Readonly<Record<string, unknown>>;
  /** By field; a field that is null has none. */
  readonly provenance: Readonly<Record<string, Provenance>>;
}

const THRESHOLD = 0.35;
/** A second source that says the same makes the first one surer. */
const AGREEMENT = 0.04;

/** Sources that are written for machines. */
const MACHINES: ReadonlySet<FactSource> = new Set(["json-ld", "microdata", "rdfa", "meta", "state"]);

interface Wanted {
  readonly name: string;
  readonly words: readonly string[];
  readonly concept: Concept | null;
}

const isBookNumber = (concept: Concept | null): boolean => concept === "gtin" || concept === "isbn";

/** How well a fact's name fits: the same name, the same concept, or a longer name that ends in it. */
const rateFit = (fact: Fact, wanted: Wanted): number => {
  if (fact.name === wanted.name) return 1;
  if (wanted.concept !== null && fact.concept === wanted.concept) return 0.98;
  // The ISBN of a book is its GTIN too; the one that is labelled so goes before.
  if (isBookNumber(fact.concept) && isBookNumber(wanted.concept)) return 0.8;
  if (fact.concept !== null && wanted.concept !== null) return 0;
  // What machines call `author.origin.type` is no author; a label "Price per night" is a price.
  if (MACHINES.has(fact.source) && wanted.concept !== null) return 0;
  if (
    wanted.name.length >= 3 &&
    fact.name.length <= 40 &&
    (fact.name.endsWith(wanted.name) || fact.name.startsWith(wanted.name))
  )
    return 0.7;
  return wanted.words.length > 1 && wanted.words.every((word) => word.length > 2 && fact.name.includes(word))
    ? 0.75
    : 0;
};

const isList = (type: OutputType): boolean =>
  Array.isArray(type) || (typeof type === "string" && type.endsWith("[]"));
const innerOf = (type: OutputType): ValueType | OutputSchema =>
  typeof type === "string"
    ? (type.replace("[]", "") as ValueType)
    : ((Array.isArray(type) ? type[0] : type) as OutputSchema);

type Reading = { readonly value: unknown; readonly weight: number } | null;

const readPlain = (
  fact: Fact,
  type: ValueType,
  list: boolean,
  wanted: Wanted,
  context: CoerceContext,
): Reading => {
  const machine = MACHINES.has(fact.source);
  const keepsLines = wanted.concept === "content" || wanted.concept === "markdown";
  const values: unknown[] = [];
  for (const raw of fact.values) {
    const isAddress = type === "image" || type === "url" || wanted.concept === "image";
    const value = polish(
      keepsLines ? raw : isAddress ? addressOf(raw) : nameOf(raw),
      wanted.concept,
      type,
      machine,
      context,
    );
    const read =
      value === null ? null : keepsLines && type === "string" ? value : coerceValue(value, type, context);
    if (read === null || !checkValue(read, wanted.concept)) continue;
    if (!list) return { value: read, weight: 1 };
    if (!values.includes(read)) values.push(read);
  }
  // One text that holds a whole list is no list.
  const isLump = values.length === 1 && (fact.source === "name" || fact.source === "pair");
  return values.length === 0 ||
    (isLump && (wanted.concept === "ingredients" || wanted.concept === "instructions"))
    ? null
    : { value: values, weight: 1 };
};

/** A text as an object: the parts of an address, or what something is called. */
const readText = (fact: Fact, value: string): Fact[] => {
  const parts = fact.concept === "address" ? parseAddress(value) : null;
  return parts
    ? flattenRecord({ ...parts }, fact.source, fact.path)
    : [{ ...fact, name: "name", concept: "title", values: [value] }];
};

const readNested = (fact: Fact, schema: OutputSchema, list: boolean, context: CoerceContext): Reading => {
  const items = fact.values
    .map((value) =>
      isRecord(value)
        ? flattenRecord(value, fact.source, fact.path)
        : typeof value === "string"
          ? readText(fact, value)
          : [],
    )
    .map((facts) => matchFields(facts, schema, context).item)
    .filter((item) =>
      Object.values(item).some((value) => value !== null && !(Array.isArray(value) && value.length === 0)),
    );
  return items.length === 0 ? null : { value: list ? items : items[0], weight: 1 };
};

interface Choice {
  readonly value: unknown;
  readonly fact: Fact;
  readonly confidence: number;
}

const matchField = (
  facts: readonly Fact[],
  name: string,
  type: OutputType,
  context: CoerceContext,
): Choice | null => {
  const wanted = { name: normaliseName(name), words: splitWords(name), concept: conceptOf(name) };
  const inner = innerOf(type);
  const list = isList(type);
  const choices: Choice[] = [];
  for (const fact of facts) {
    const share = rateFit(fact, wanted);
    if (share === 0 || share * fact.confidence < THRESHOLD) continue;
    const read =
      typeof inner === "object"
        ? readNested(fact, inner, list, context)
        : readPlain(fact, inner, list, wanted, context);
    if (read) choices.push({ value: read.value, fact, confidence: share * fact.confidence * read.weight });
  }
  const best = choices.reduce<Choice | null>(
    (top, choice) => (top && top.confidence >= choice.confidence ? top : choice),
    null,
  );
  if (!best) return null;
  const same = choices.filter(
    ({ fact, value }) =>
      fact.source !== best.fact.source && JSON.stringify(value) === JSON.stringify(best.value),
  ).length;
  return { ...best, confidence: Math.min(0.99, best.confidence + same * AGREEMENT) };
};

/** One item that follows the schema, with what each value rests on. */
export const matchFields = (
  facts: readonly Fact[],
  schema: OutputSchema,
  context: CoerceContext,
): MatchedItem => {
  const item: [string, unknown][] = [];
  const provenance: [string, Provenance][] = [];
  for (const [name, type] of Object.entries(schema)) {
    const choice = matchField(facts, name, type, context);
    item.push([name, choice?.value ?? (isList(type) ? [] : null)]);
    if (choice)
      provenance.push([
        name,
        {
          source: choice.fact.source,
          confidence: Number(choice.confidence.toFixed(2)),
          path: choice.fact.path,
        },
      ]);
  }
  return { item: Object.fromEntries(item), provenance: Object.fromEntries(provenance) };
};
